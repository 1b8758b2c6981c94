#include "lib/data/korean_forms.hpp"

#include <utf8proc.h>

#include <array>
#include <utility>

#include "lib/core/error.hpp"

namespace heed::toy {
namespace {

constexpr int kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3, kFinals = 28;
// Final consonants, by their place in Unicode's order.
constexpr int kNone = 0, kN = 4, kD = 7, kL = 8, kB = 17;
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

/// The word with another final consonant under its last syllable: (가, ㄴ) gives 간, (만들, none) gives 만드.
std::string with_final(std::string_view word, int consonant) {
  const int code = last_syllable(word);
  if (code < 0) throw_error("'{}' does not end in a Hangul syllable: a Korean stem must", word);
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length =
      utf8proc_encode_char(code - (code - kFirstSyllable) % kFinals + consonant, bytes.data());
  return std::string(word.substr(0, word.size() - kSyllableBytes))
      .append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

std::string plus(std::string_view stem, std::string_view ending) { return std::string(stem).append(ending); }

bool is_open(std::string_view stem) { return final_of(stem) == kNone || final_of(stem) == kL; }

/// The stem in front of 는, 니 and 세요: ㄹ falls away there (만들다: 만드는).
std::string without_l(std::string_view stem) {
  return final_of(stem) == kL ? with_final(stem, kNone) : std::string(stem);
}

/// The stem in front of 으: an irregular ㅂ turns to 우 (돕다, 도울), an irregular ㄷ to ㄹ (듣다, 들을).
std::string before_eu(const Predicate& p) {
  if (p.past.starts_with(p.stem)) return std::string(p.stem);
  if (final_of(p.stem) == kB) return with_final(p.stem, kNone) + "우";
  return final_of(p.stem) == kD ? with_final(p.stem, kL) : std::string(p.stem);
}

/// stem + (으)ㄴ, ㄹ or ㅂ: under an open syllable, as 은, 을 or 읍 after a consonant.
std::string closed_by(const Predicate& p, int consonant, std::string_view after_consonant) {
  const std::string stem = before_eu(p);
  return is_open(stem) && final_of(p.stem) != kD ? with_final(stem, consonant) : plus(stem, after_consonant);
}

/// 먹으(세요), 가(세요), 만드(세요), 도우(세요), 들으(세요): 으 stands after a consonant alone.
std::string of_eu(const Predicate& p) {
  const std::string stem = before_eu(p);
  if (final_of(p.stem) == kD && stem != p.stem) return stem + "으";
  return final_of(stem) == kL ? without_l(stem) : plus(stem, final_of(stem) == kNone ? "" : "으");
}

/// 먹어, 마셔, 가: the past stem without its ㅆ (먹었, 마셨, 갔); 보아 and 주어 are said 봐 and 줘.
std::string informal(const Predicate& p) {
  std::string form = with_final(p.past, kNone);
  for (const auto& [whole, said] : {std::pair("보아", "봐"), std::pair("주어", "줘")}) {
    if (form.ends_with(whole)) return form.replace(form.size() - 2 * kSyllableBytes, form.npos, said);
  }
  return form;
}

/// 먹습, 갑, 만듭: 니다 and 니까 follow.
std::string formal(const Predicate& p) {
  return is_open(p.stem) ? with_final(p.stem, kB) : plus(p.stem, "습");
}

/// 먹는, 간: 다 follows; of what is no action the stem.
std::string present(const Predicate& p) {
  if (p.kind != PredicateKind::action) return std::string(p.stem);
  return is_open(p.stem) ? with_final(p.stem, kN) : plus(p.stem, "는");
}

std::string adnominal(const Predicate& p) {
  return p.kind == PredicateKind::quality ? closed_by(p, kN, "은") : without_l(p.stem) + "는";
}

/// How an ending begins, and what the predicate becomes in front of the rest of it.
struct Beginning {
  std::string_view notation;
  std::string (*form)(const Predicate&);
};
constexpr Beginning kBeginnings[] = {{"-았/었", [](const Predicate& p) { return std::string(p.past); }},
                                     {"-아/어", informal},
                                     {"-(으)ㄴ", [](const Predicate& p) { return closed_by(p, kN, "은"); }},
                                     {"-(으)ㄹ", [](const Predicate& p) { return closed_by(p, kL, "을"); }},
                                     {"-(으)ㅂ", [](const Predicate& p) { return closed_by(p, kB, "읍"); }},
                                     {"-(으)", of_eu},
                                     {"-ㅂ/습", formal},
                                     {"-ㄴ/는", present},
                                     {"-는", adnominal},
                                     {"-니", [](const Predicate& p) { return without_l(p.stem) + "니"; }},
                                     {"-", [](const Predicate& p) { return std::string(p.stem); }}};

}  // namespace

bool has_final_consonant(std::string_view word) { return final_of(word) != kNone; }

std::string with_particle(std::string_view noun, Particle particle) {
  constexpr std::string_view forms[][2] = {{"는", "은"},     {"가", "이"}, {"를", "을"},     {"에게", "에게"},
                                           {"의", "의"},     {"와", "과"}, {"하고", "하고"}, {"랑", "이랑"},
                                           {"한테", "한테"}, {"도", "도"}};
  return plus(noun, forms[static_cast<std::size_t>(particle)][has_final_consonant(noun) ? 1 : 0]);
}

std::string conjugate(const Predicate& predicate, std::string_view ending) {
  for (const auto& [notation, form] : kBeginnings) {
    if (ending.starts_with(notation)) return form(predicate).append(ending.substr(notation.size()));
  }
  throw_error("'{}' is no ending: it begins with '-'", ending);
}

}  // namespace heed::toy
