#include "lib/data/toy_english_words.hpp"

#include <algorithm>

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

bool is_vowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

/// eat → eats, have → has; of several words the first: gets up.
std::string third_person(std::string_view verb) {
  const std::string_view word = verb.substr(0, verb.find(' '));
  return (word == "have" ? "has" : with_s(word)) + std::string(verb.substr(word.size()));
}

/// eat → eating, write → writing, run → running; of several words the first: getting up.
std::string with_ing(std::string_view verb) {
  const std::string_view word = verb.substr(0, verb.find(' ')), rest = verb.substr(word.size());
  std::string stem(word);
  const auto vowels = std::count_if(word.begin(), word.end(), is_vowel);
  const std::size_t n = word.size();
  const bool closed = n > 2 && !is_vowel(word[n - 1]) && is_vowel(word[n - 2]) && !is_vowel(word[n - 3]);
  if (word.ends_with('e') && !word.ends_with("ee")) {
    stem.pop_back();
  } else if (closed && vowels == 1 && std::string_view("wxy").find(word[n - 1]) == std::string_view::npos) {
    stem += word[n - 1];
  }
  return stem + "ing" + std::string(rest);
}

/// "who loves apples", "which the girl loves", said of somebody or something.
void put_relative(Words& words, const NounPhrase& phrase, bool person, std::int64_t at) {
  const Clause& clause = phrase.relative->clause;
  const bool object = phrase.relative->noun_is_object;
  put(words, person ? (object ? "whom" : "who") : "which", mark(at, kVerb));
  if (object) put_phrase(words, clause.subject, Reach::subject, mark(at, kSubject));
  const Agreement agreement = agreement_of(object ? clause.subject : phrase);
  const bool aided = needs_auxiliary(clause);
  if (aided) put_auxiliary(words, clause, agreement, at);
  put_verb(words, clause, aided ? std::nullopt : std::optional(agreement), at);
  put(words, clause.verb->preposition, mark(at, kVerb));
  if (clause.object) put_phrase(words, *clause.object, reach_of(*clause.verb), mark(at, kObject));
}

}  // namespace

std::string with_s(std::string_view word) {
  const std::string text(word);
  const bool consonant_before_last = word.size() > 1 && !is_vowel(word[word.size() - 2]);
  if (word.ends_with('y') && consonant_before_last) return text.substr(0, text.size() - 1) + "ies";
  for (const std::string_view hiss : {"s", "x", "z", "ch", "sh", "o"}) {
    if (word.ends_with(hiss)) return text + "es";
  }
  return text + "s";
}

std::string_view indefinite_article(std::string_view next_word) {
  // The sound decides, not the letter: the h of honest is silent, useful and uniform begin like "you".
  if (next_word == "honest") return "an";
  if (next_word.starts_with("use") || next_word.starts_with("uni")) return "a";
  return is_vowel(next_word.front()) ? "an" : "a";
}

std::string_view be(Agreement agreement, Tense tense) {
  const bool past = tense == Tense::past;
  if (agreement == Agreement::first) return past ? "was" : "am";
  if (agreement == Agreement::third) return past ? "was" : "is";
  return past ? "were" : "are";
}

std::string noun_text(const NounPhrase& phrase) {
  const Noun& noun = *phrase.noun;
  if (!phrase.plural) return std::string(noun.english);
  return noun.plural.empty() ? with_s(noun.english) : std::string(noun.plural);
}

Reach reach_of(const Verb& verb) { return verb.kind ? Reach::kind : verb.subject ? Reach::any : Reach::some; }

void put_possessor(Words& words, const NounPhrase& owner, std::int64_t at) {
  const std::int64_t head = mark(at, kHead);
  if (owner.pronoun != nullptr) return put(words, owner.pronoun->my, head);
  if (!owner.possessor.empty()) {
    put_possessor(words, owner.possessor.front(), mark(at, kPossessor));
  } else if (owner.determiner != Determiner::none) {
    put(words, owner.determiner == Determiner::near ? "this" : "that", mark(at, kDeterminer));
  } else if (!owner.noun->name) {
    put(words, "the", head);
  }
  const std::string noun = noun_text(owner);
  put(words, noun, head);
  words.push_back({.text = "'", .mark = head, .glued = true});
  if (!noun.ends_with('s')) words.push_back({.text = "s", .mark = head, .glued = true});
}

void put_phrase(Words& words, const NounPhrase& phrase, Reach reach, std::int64_t at) {
  const std::int64_t head = mark(at, kHead);
  if (phrase.pronoun != nullptr)
    return put(words, reach == Reach::subject ? phrase.pronoun->i : phrase.pronoun->me, head);
  const Noun& noun = *phrase.noun;
  NounPhrase said = phrase;
  const bool person = noun.noun_class == kPerson && reach != Reach::any;
  if (reach == Reach::kind && phrase.bare() && !person && !noun.mass) said.plural = true;
  const std::string text = noun_text(said);
  if (phrase.determiner != Determiner::none) {
    const bool near = phrase.determiner == Determiner::near, several = said.plural || noun.many;
    put(words, several ? (near ? "these" : "those") : (near ? "this" : "that"), mark(at, kDeterminer));
  } else if (!phrase.possessor.empty()) {
    put_possessor(words, phrase.possessor.front(), mark(at, kPossessor));
  } else if (!noun.name) {
    const bool field = (noun.noun_class & classes("study language sport")) != 0;
    if (!field && (reach <= Reach::known || person || phrase.relative != nullptr))
      put(words, "the", head);
    else if (!said.plural && !noun.mass)
      put(words, indefinite_article(phrase.adjective != nullptr ? phrase.adjective->english : text), head);
  }
  if (phrase.adjective != nullptr) put(words, phrase.adjective->english, mark(at, kAdjective));
  put(words, text, head);
  for (const NounPhrase& other : phrase.joined) {
    put(words, "and", head);
    put_phrase(words, other, reach, mark(at, kJoined));
  }
  if (phrase.relative != nullptr) put_relative(words, phrase, person, mark(at, kRelative));
}

bool needs_auxiliary(const Clause& clause) {
  return clause.negated || clause.tense == Tense::future || clause.mood == Mood::progress ||
         clause.mood == Mood::can || clause.mood == Mood::tried;
}

void put_auxiliary(Words& words, const Clause& clause, Agreement agreement, std::int64_t at) {
  const bool past = clause.tense == Tense::past, third = agreement == Agreement::third;
  const std::int64_t future = mark(at, kFuture), negation = mark(at, kNegation);
  if (clause.mood == Mood::progress) return put(words, be(agreement, clause.tense), future);
  if (clause.mood == Mood::tried) return put(words, third ? "has" : "have", future);
  if (clause.mood == Mood::can) return put(words, past ? "could" : "can", clause.negated ? negation : future);
  if (clause.tense == Tense::future) return put(words, "will", future);
  put(words, past ? "did" : third ? "does" : "do", clause.negated ? negation : mark(at, kVerb));
}

void put_verb(Words& words, const Clause& clause, std::optional<Agreement> agreement, std::int64_t at) {
  const Verb& verb = *clause.verb;
  const bool wish = is_wish(clause.mood), duty = clause.mood == Mood::duty;
  const auto form = [&](std::string_view base, std::string_view past) {
    if (agreement && clause.tense == Tense::past) return std::string(past);
    return agreement == Agreement::third ? third_person(base) : std::string(base);
  };
  if (clause.negated) put(words, "not", mark(at, kNegation));
  if (clause.frequency != nullptr) put(words, clause.frequency->english, mark(at, kFrequency));
  if (clause.very) put(words, "really", kDegree);
  if (clause.mood == Mood::progress) return put(words, with_ing(verb.english), mark(at, kVerb));
  if (clause.mood == Mood::tried) return put(words, verb.goal ? "been" : "tried", mark(at, kVerb));
  if (wish) put(words, form("want", "wanted") + " to", mark(at, kFuture));
  if (duty) put(words, form("have", "had") + " to", mark(at, kFuture));
  const bool tries = clause.mood == Mood::wish_to_try && !verb.goal;  // of to eat and to drink
  put(words, wish || duty ? std::string(tries ? "try" : verb.english) : form(verb.english, verb.past),
      mark(at, kVerb));
}

}  // namespace heed::toy
