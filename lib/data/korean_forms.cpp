#include "lib/data/korean_forms.hpp"

#include <utf8proc.h>

#include <array>
#include <utility>

#include "lib/core/error.hpp"

namespace heed::toy {
namespace {

constexpr int kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3, kFinals = 28;
constexpr int kNone = 0, kN = 4, kL = 8, kB = 17;  // final consonants, by their place in Unicode's order
constexpr std::size_t kSyllableBytes = 3;

int last_syllable(std::string_view word) {
  utf8proc_int32_t code = 0;
  if (word.size() >= kSyllableBytes) {
    const std::string_view tail = word.substr(word.size() - kSyllableBytes);
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(tail.data()), kSyllableBytes, &code);
  }
  return code >= kFirstSyllable && code <= kLastSyllable ? code : -1;
}

int final_of(std::string_view word) {
  const int code = last_syllable(word);
  return code < 0 ? kNone : (code - kFirstSyllable) % kFinals;
}

// The word with another final consonant under its last syllable: (가, ㄴ) gives 간, (만들, none) gives 만드.
std::string with_final(std::string_view word, int consonant) {
  const int code = last_syllable(word);
  if (code < 0) throw_error("'{}' does not end in a Hangul syllable: a Korean stem must", word);
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length =
      utf8proc_encode_char(code - (code - kFirstSyllable) % kFinals + consonant, bytes.data());
  return std::string(word.substr(0, word.size() - kSyllableBytes))
      .append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

// What stands before 는, 니 and ㄴ: ㄹ falls away there (만들다: 만드는).
std::string without_l(std::string_view stem) {
  return final_of(stem) == kL ? with_final(stem, kNone) : std::string(stem);
}

// stem + (으)ㄴ or (으)ㄹ: under an open syllable, as 은/을 after a consonant, 우 in place of an irregular
// ㅂ.
std::string closed_by(const Predicate& p, int consonant, std::string_view after_consonant) {
  if (p.irregular_b) return with_final(with_final(p.stem, kNone) + "우", consonant);
  if (p.irregular_d) return with_final(p.stem, kL).append(after_consonant);
  if (const int end = final_of(p.stem); end == kNone || end == kL) return with_final(p.stem, consonant);
  return std::string(p.stem).append(after_consonant);
}

std::string plus(std::string_view stem, std::string_view ending) { return std::string(stem).append(ending); }

// 먹으세요, 가세요, 만드세요, 도우세요, 들으세요: 으 stands after a consonant alone.
std::string before_eu(const Predicate& p, std::string_view ending) {
  if (p.irregular_b) return plus(with_final(p.stem, kNone) + "우", ending);
  if (p.irregular_d) return plus(with_final(p.stem, kL) + "으", ending);
  const int end = final_of(p.stem);
  if (end == kL) return plus(without_l(p.stem), ending);
  return plus(p.stem, end == kNone ? "" : "으").append(ending);
}

// 먹어, 마셔, 가: the past stem without its ㅆ (먹었, 마셨, 갔); 보아 and 주어 are said 봐 and 줘.
std::string informal(const Predicate& p) {
  std::string form = with_final(p.past, kNone);
  for (const auto& [whole, said] : {std::pair("보아", "봐"), std::pair("주어", "줘")}) {
    if (form.ends_with(whole))
      form.replace(form.size() - std::string_view(whole).size(), std::string::npos, said);
  }
  return form;
}

// 먹습, 갑, 만듭: what 니다 and 니까 follow.
std::string formal(const Predicate& p) {
  const int end = final_of(p.stem);
  return end == kNone || end == kL ? with_final(p.stem, kB) : plus(p.stem, "습");
}

std::string present(const Predicate& p) {
  if (p.kind != PredicateKind::action) return plus(p.stem, "다");
  const int end = final_of(p.stem);
  return end == kNone || end == kL ? with_final(p.stem, kN) + "다" : plus(p.stem, "는다");
}

}  // namespace

bool has_final_consonant(std::string_view word) { return final_of(word) != kNone; }

std::string with_particle(std::string_view noun, Particle particle) {
  const bool closed = has_final_consonant(noun);
  switch (particle) {
    case Particle::topic:
      return plus(noun, closed ? "은" : "는");
    case Particle::subject:
      return plus(noun, closed ? "이" : "가");
    case Particle::object:
      return plus(noun, closed ? "을" : "를");
    case Particle::recipient:
      return plus(noun, "에게");
    case Particle::possessor:
      return plus(noun, "의");
    case Particle::with:
      return plus(noun, closed ? "과" : "와");
    case Particle::hago:
      return plus(noun, "하고");
    case Particle::rang:
      return plus(noun, closed ? "이랑" : "랑");
    case Particle::hante:
      return plus(noun, "한테");
    case Particle::too:
      return plus(noun, "도");
  }
  return std::string(noun);
}

std::string conjugate(const Predicate& p, Ending ending) {
  switch (ending) {
    case Ending::present:
      return present(p);
    case Ending::past:
      return plus(p.past, "다");
    case Ending::prospective:
      return closed_by(p, kL, "을");
    case Ending::negative:
      return plus(p.stem, "지");
    case Ending::ask_present:
      return without_l(p.stem) + "니";
    case Ending::ask_past:
      return plus(p.past, "니");
    case Ending::ask_future:
      return closed_by(p, kL, "을") + "까";
    case Ending::joining:
      return plus(p.stem, "고");
    case Ending::contrast:
      return plus(p.stem, "지만");
    case Ending::past_contrast:
      return plus(p.past, "지만");
    case Ending::nominal:
      return plus(p.stem, "기");
    case Ending::past_nominal:
      return plus(p.past, "기");
    case Ending::adnominal:
      return p.kind == PredicateKind::quality ? closed_by(p, kN, "은") : without_l(p.stem) + "는";
    case Ending::past_adnominal:
      return closed_by(p, kN, "은");
    case Ending::informal:
      return informal(p);
    case Ending::informal_past:
      return plus(p.past, "어");
    case Ending::formal:
      return formal(p) + "니다";
    case Ending::formal_past:
      return plus(p.past, "습니다");
    case Ending::ask_formal:
      return formal(p) + "니까";
    case Ending::ask_formal_past:
      return plus(p.past, "습니까");
    case Ending::promise:
      return closed_by(p, kL, "을") + "게";
    case Ending::resolve:
      return plus(p.stem, "겠");
    case Ending::honorific:
      return before_eu(p, "세요");
    case Ending::sequence:
      return informal(p) + "서";
    case Ending::duty:
      return informal(p) + "야";
    case Ending::proposal:
      return plus(p.stem, "자");
    case Ending::formal_proposal:
      return closed_by(p, kB, "읍") + "시다";
  }
  return std::string(p.stem);
}

}  // namespace heed::toy
