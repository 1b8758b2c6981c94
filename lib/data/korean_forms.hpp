// How Korean words change: particles after nouns, endings after stems. Hangul syllables are composed by
// arithmetic (code point = U+AC00 + (initial · 21 + vowel) · 28 + final; The Unicode Standard, section 3.12),
// so endings that join the last syllable (가 + ㄴ다 = 간다) need no table.
#pragma once

#include <string>
#include <string_view>

namespace heed::toy {

/// True when the last character is a Hangul syllable with a final consonant: 책 yes, 사과 no.
bool has_final_consonant(std::string_view word);

enum class Particle { topic, subject, object, recipient, possessor, with, hago, rang, hante, too };

/// The noun with 은/는, 이/가, 을/를, 에게, 의, 과/와, 하고, 이랑/랑, 한테 or 도.
std::string with_particle(std::string_view noun, Particle particle);

enum class PredicateKind {
  action,      ///< 먹다: present 먹는다, before a noun 먹는
  quality,     ///< 크다: present 크다, before a noun 큰
  existential  ///< 재미있다: present 재미있다, before a noun 재미있는
};

/// A verb or an adjective: 돕다 is {"돕", "도왔", action, true}. The past stem is given, everything else
/// follows.
struct Predicate {
  std::string_view stem, past;
  PredicateKind kind = PredicateKind::action;
  bool irregular_b = false;  ///< ㅂ turns to 우 before 으: 돕다, 도울
  bool irregular_d = false;  ///< ㄷ turns to ㄹ before 으: 듣다, 들을
};

/// Endings, with 먹다 as the example: of the plain style (한다체) first.
enum class Ending {
  present,          ///< 먹는다
  past,             ///< 먹었다
  prospective,      ///< 먹을 (것이다)
  negative,         ///< 먹지 (않는다)
  ask_present,      ///< 먹니?
  ask_past,         ///< 먹었니?
  ask_future,       ///< 먹을까?
  joining,          ///< 먹고
  contrast,         ///< 먹지만
  past_contrast,    ///< 먹었지만
  nominal,          ///< 먹기 (때문에)
  past_nominal,     ///< 먹었기 (때문에)
  adnominal,        ///< 먹는 (소년)
  past_adnominal,   ///< 먹은 (소년)
  informal,         ///< 먹어: casual; with 요, polite
  informal_past,    ///< 먹었어
  formal,           ///< 먹습니다
  formal_past,      ///< 먹었습니다
  ask_formal,       ///< 먹습니까
  ask_formal_past,  ///< 먹었습니까
  promise,          ///< 먹을게 (요)
  resolve,          ///< 먹겠 (어요, 습니다)
  honorific,        ///< 먹으세요
  sequence,         ///< 먹어서
  duty,             ///< 먹어야
  proposal,         ///< 먹자
  formal_proposal   ///< 먹읍시다
};

std::string conjugate(const Predicate& predicate, Ending ending);

}  // namespace heed::toy
