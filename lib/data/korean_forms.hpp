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

/// A verb or an adjective by its stem and its past stem, which tells what is irregular: 돕다 is {"돕",
/// "도왔"}.
struct Predicate {
  std::string_view stem, past;
  PredicateKind kind = PredicateKind::action;
};

/// The predicate with an ending as grammars write it: -고, -지만, -니, -는, -ㄴ/는다 (먹는다, 간다, 크다),
/// -아/어요, -았/었다, -ㅂ/습니다, -(으)ㄴ, -(으)ㄹ게, -(으)ㅂ시다, -(으)세요. -는 is -(으)ㄴ of what is a
/// quality. Throws Error if the stem does not end in Hangul.
std::string conjugate(const Predicate& predicate, std::string_view ending);

}  // namespace heed::toy
