// Korean noun phrases: what describes a noun stands before it, its role behind it.
#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

constexpr std::size_t kSyllable = 3;  // bytes

/// 나는, 저를, 날, 이건, 우리도.
std::string pronoun_form(const Pronoun& pronoun, Particle particle, const KoreanStyle& style) {
  const bool thing = pronoun.possessor.empty();
  std::string base(pronoun.korean);
  if (style.humble && pronoun.agreement == Agreement::first) base = "저";
  if (thing && style.over_there && base == "그것") base = "저것";
  if (thing && style.spoken_things) {
    const std::string first = base.substr(0, kSyllable);
    if (particle == Particle::topic) return first + "건";
    if (particle == Particle::subject) return first + "게";
    if (particle == Particle::object) return first + "걸";
    if (particle == Particle::too) return first + "것도";
  }
  const bool humble = base == "저", i = base == "나", yours = base == "너";
  if (style.short_pronouns && particle == Particle::topic && (i || humble || yours))
    return i ? "난" : humble ? "전" : "넌";
  if (style.short_pronouns && particle == Particle::object && (i || yours)) return i ? "날" : "널";
  if (particle == Particle::subject) return humble ? "제가" : std::string(pronoun.subject);
  if (particle == Particle::possessor) return humble ? "제" : std::string(pronoun.possessor);
  return with_particle(base, particle);
}

/// Without its particle the pronoun is 나, 너, 저, 이거; the others keep theirs.
std::string without_particle(const Pronoun& pronoun, Particle particle, const KoreanStyle& style) {
  if (pronoun.possessor.empty()) {
    const bool there = style.over_there && pronoun.korean == "그것";
    return there ? "저거" : std::string(pronoun.korean.substr(0, kSyllable)) + "거";
  }
  if (style.humble && pronoun.agreement == Agreement::first) return "저";
  if (&pronoun == me() || &pronoun == you() || &pronoun == us()) return std::string(pronoun.korean);
  return pronoun_form(pronoun, particle, style);
}

/// 먹는, 먹지 않는: the predicate, with 않다 after it when it is negated.
void put_relative(std::vector<Word>& words, const Relative& relative, const KoreanStyle& style,
                  std::int64_t at) {
  const Clause& clause = relative.clause;
  if (relative.noun_is_object)
    put_phrase(words, clause.subject, Particle::subject, style, mark(at, kSubject));
  if (clause.object) put_phrase(words, *clause.object, Particle::object, style, mark(at, kObject));
  const std::string_view ending = clause.tense == Tense::present ? "-는" : "-(으)ㄴ";
  if (!clause.negated) return put(words, conjugate(clause.verb->korean, ending), mark(at, kVerb));
  put(words, conjugate(clause.verb->korean, "-지"), mark(at, kVerb));
  put(words, conjugate({"않", "않았"}, ending), mark(at, kNegation));
}

/// As it is said: 한테 for 에게, 하고 and 이랑 for 과.
Particle as_spoken(Particle particle, const KoreanStyle& style) {
  if (particle == Particle::recipient && style.spoken_recipient) return Particle::hante;
  if (particle != Particle::with || style.joiner == Joiner::wa) return particle;
  return style.joiner == Joiner::hago ? Particle::hago : Particle::rang;
}

}  // namespace

void put_phrase(std::vector<Word>& words, const NounPhrase& phrase, Particle role, const KoreanStyle& style,
                std::int64_t at, Particles particles) {
  const bool bare = particles == Particles::left_out;
  const Particle particle = as_spoken(role, style);
  if (phrase.pronoun != nullptr)
    return put(words, (bare ? without_particle : pronoun_form)(*phrase.pronoun, particle, style),
               mark(at, kHead));
  if (phrase.relative != nullptr) put_relative(words, *phrase.relative, style, mark(at, kRelative));
  if (phrase.determiner != Determiner::none)
    put(words,
        phrase.determiner == Determiner::near ? "이"
        : style.over_there                    ? "저"
                                              : "그",
        mark(at, kDeterminer));
  for (const NounPhrase& owner : phrase.possessor) {
    const bool clear = owner.pronoun != nullptr && owner.pronoun == style.own_left_out && phrase.noun->own;
    const bool bare_owner = style.bare_owner && owner.pronoun == nullptr;
    if (!clear)
      put_phrase(words, owner, Particle::possessor, style, mark(at, kPossessor),
                 bare_owner ? Particles::left_out : Particles::said);
  }
  if (const Adjective* adjective = phrase.adjective)
    put(words,
        adjective->before_noun.empty() ? conjugate(adjective->korean, "-는")
                                       : std::string(adjective->before_noun),
        mark(at, kAdjective));
  const std::string noun = std::string(phrase.noun->korean) + (phrase.plural ? "들" : "");
  if (phrase.joined.empty()) return put(words, bare ? noun : with_particle(noun, particle), mark(at, kHead));
  put(words, with_particle(noun, as_spoken(Particle::with, style)), mark(at, kHead));
  for (const NounPhrase& other : phrase.joined) put_phrase(words, other, role, style, mark(at, kJoined));
}

}  // namespace heed::toy
