// A sentence of the embedded grammar in English: subject, verb, object; roles by place, agreement on the
// verb.
#include <fmt/format.h>

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

// Some entries are two words ("last week"): each is a token of its own.
void add(Words& words, std::string_view text, std::int64_t first) {
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    words.push_back({.text = std::string(text.substr(0, space)), .mark = first});
    text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  }
}

std::string noun_text(const NounPhrase& phrase) {
  if (!phrase.plural) return std::string(phrase.noun->english);
  return phrase.noun->plural.empty() ? with_s(phrase.noun->english) : std::string(phrase.noun->plural);
}

enum class Case { subject, object, possessor };

// How a bare noun is meant: people and subjects are known ("the boy"), an object is one of many ("an apple"),
// and what one loves or hates is the kind ("apples"). Korean says none of this; the verb and the role do.
enum class Reach { known, some, kind };

// What a relative clause says something about: "the boy who", "the apples which".
struct Antecedent {
  bool person;
  Agreement agreement;
};

void add_relative(Words& words, const Relative& relative, const Antecedent& antecedent, std::int64_t at);

void add_possessor(Words& words, const NounPhrase& owner, std::int64_t at) {
  if (owner.pronoun != nullptr) return add(words, owner.pronoun->my, mark(at, kHead));
  if (!owner.noun->name) add(words, "the", mark(at, kHead));
  const std::string noun = noun_text(owner);
  add(words, noun, mark(at, kHead));
  words.push_back({.text = "'", .mark = mark(at, kHead), .glued = true});
  if (!noun.ends_with('s')) words.push_back({.text = "s", .mark = mark(at, kHead), .glued = true});
}

void add_phrase(Words& words, const NounPhrase& phrase, Case role, Reach reach, std::int64_t at) {
  if (phrase.pronoun != nullptr) {
    return add(words, role == Case::subject ? phrase.pronoun->i : phrase.pronoun->me, mark(at, kHead));
  }
  NounPhrase said = phrase;
  const bool person = phrase.noun->noun_class == kPerson;
  if (reach == Reach::kind && phrase.bare() && !person && !phrase.noun->mass) said.plural = true;
  const std::string noun = noun_text(said);
  if (phrase.determiner != Determiner::none) {
    const bool near = phrase.determiner == Determiner::near;
    add(words, said.plural ? (near ? "these" : "those") : (near ? "this" : "that"), mark(at, kDeterminer));
  } else if (!phrase.possessor.empty()) {
    add_possessor(words, phrase.possessor.front(), mark(at, kPossessor));
  } else if (!phrase.noun->name) {
    if (reach == Reach::known || person || phrase.relative != nullptr) {
      add(words, "the", mark(at, kHead));
    } else if (!said.plural && !phrase.noun->mass) {
      const std::string_view next =
          phrase.adjective != nullptr ? phrase.adjective->english : std::string_view(noun);
      add(words, indefinite_article(next), mark(at, kHead));
    }
  }
  if (phrase.adjective != nullptr) add(words, phrase.adjective->english, mark(at, kAdjective));
  add(words, noun, mark(at, kHead));
  for (const NounPhrase& other : phrase.joined) {
    add(words, "and", mark(at, kHead));
    add_phrase(words, other, role, reach, mark(at, kJoined));
  }
  if (phrase.relative != nullptr) {
    add_relative(words, *phrase.relative, {.person = person, .agreement = agreement_of(phrase)},
                 mark(at, kRelative));
  }
}

Reach reach_of(const Verb& verb) { return verb.kind ? Reach::kind : Reach::some; }

std::string_view do_form(Tense tense, Agreement agreement) {
  if (tense == Tense::future) return "will";
  if (tense == Tense::past) return "did";
  return agreement == Agreement::third ? "does" : "do";
}

std::string finite(const Verb& verb, Tense tense, Agreement agreement) {
  if (tense == Tense::past) return std::string(verb.past);
  return agreement == Agreement::third ? with_s(verb.english) : std::string(verb.english);
}

// What a clause's verb group needs to know of its clause: "does not often eat".
struct Group {
  const Verb* verb;
  const FrequencyAdverb* frequency;
  Tense tense;
  bool negated;
  Agreement agreement;
  bool unable = false, wish = false;
};

// The auxiliary, if there is one; in a question it comes before the subject.
void add_auxiliary(Words& words, const Group& group, std::int64_t at) {
  const Role role = group.tense == Tense::future ? kFuture : group.negated ? kNegation : kVerb;
  if (group.unable) return add(words, group.tense == Tense::past ? "could" : "can", mark(at, role));
  add(words, do_form(group.tense, group.agreement), mark(at, role));
}

void add_after_auxiliary(Words& words, const Group& group, std::int64_t at) {
  if (group.negated) add(words, "not", mark(at, kNegation));
  if (group.frequency != nullptr) add(words, group.frequency->english, mark(at, kFrequency));
  if (group.wish) add(words, "want to", mark(at, kFuture));
  add(words, group.verb->english, mark(at, kVerb));
}

void add_group(Words& words, const Group& group, std::int64_t at) {
  if (group.negated || group.tense == Tense::future) {
    add_auxiliary(words, group, at);
    return add_after_auxiliary(words, group, at);
  }
  if (group.frequency != nullptr) add(words, group.frequency->english, mark(at, kFrequency));
  if (!group.wish) return add(words, finite(*group.verb, group.tense, group.agreement), mark(at, kVerb));
  add(words,
      group.tense == Tense::past            ? "wanted"
      : group.agreement == Agreement::third ? "wants"
                                            : "want",
      mark(at, kFuture));
  add(words, "to", mark(at, kFuture));
  add(words, group.verb->english, mark(at, kVerb));
}

void add_relative(Words& words, const Relative& relative, const Antecedent& antecedent, std::int64_t at) {
  const Verb& verb = *relative.verb;
  const bool object = relative.noun_is_object;
  add(words, antecedent.person ? (object ? "whom" : "who") : "which", mark(at, kVerb));
  if (object) add_phrase(words, *relative.other, Case::subject, Reach::known, mark(at, kSubject));
  const Agreement agreement = object ? agreement_of(*relative.other) : antecedent.agreement;
  add_group(words,
            {.verb = &verb,
             .frequency = nullptr,
             .tense = relative.tense,
             .negated = relative.negated,
             .agreement = agreement},
            at);
  add(words, verb.preposition, mark(at, kVerb));
  if (!object && relative.other)
    add_phrase(words, *relative.other, Case::object, reach_of(verb), mark(at, kObject));
}

void add_be(Words& words, const Clause& clause, Agreement agreement, std::int64_t at) {
  add(words, clause.tense == Tense::past ? be_past(agreement) : be_present(agreement), mark(at, kVerb));
}

void add_quality(Words& words, const Clause& clause, std::int64_t at) {
  if (clause.negated) add(words, "not", mark(at, kNegation));
  if (clause.adjective != nullptr) return add(words, clause.adjective->english, mark(at, kVerb));
  NounPhrase what = *clause.identity;  // "we are students"
  const Agreement agreement = agreement_of(clause.subject);
  what.plural =
      !what.noun->mass && !what.noun->name && (agreement == Agreement::plural || clause.subject.plural);
  const bool owned = !what.possessor.empty() || what.determiner != Determiner::none || what.noun->name;
  if (!owned && !what.plural && !what.noun->mass) {
    const std::string_view next = what.adjective != nullptr ? what.adjective->english : what.noun->english;
    add(words, indefinite_article(next), mark(at, kObject));
  }
  if (!what.possessor.empty())
    add_possessor(words, what.possessor.front(), mark(mark(at, kObject), kPossessor));
  if (what.adjective != nullptr) add(words, what.adjective->english, mark(mark(at, kObject), kAdjective));
  add(words, noun_text(what), mark(mark(at, kObject), kHead));
}

// Everything after the verb group.
void add_rest(Words& words, const Clause& clause, std::int64_t at) {
  if (clause.verb != nullptr) {
    add(words, clause.verb->preposition, mark(at, kVerb));
    if (clause.object)
      add_phrase(words, *clause.object, Case::object, reach_of(*clause.verb), mark(at, kObject));
    if (clause.recipient) {
      add(words, "to", mark(at, kRecipient) * 16 + kHead);
      add_phrase(words, *clause.recipient, Case::object, Reach::known, mark(at, kRecipient));
    }
    const Place* place = clause.place;
    if (place != nullptr)
      add(words, clause.verb->goal ? place->english_goal : place->english, mark(at, kPlace));
  }
  if (clause.time != nullptr) add(words, clause.time->english, mark(at, kTime));
}

std::string_view question_word(Question question) {
  switch (question) {
    case Question::who:
      return "who";
    case Question::what:
      return "what";
    case Question::whom:
      return "whom";
    case Question::where:
      return "where";
    case Question::when:
      return "when";
    case Question::why:
      return "why";
    default:
      return {};
  }
}

Group group_of(const Clause& clause, Agreement agreement) {
  return {clause.verb, clause.frequency, clause.tense, clause.negated, agreement, clause.unable, clause.wish};
}

void add_statement(Words& words, const Clause& clause, std::int64_t at, Question question,
                   const NounPhrase* subject) {
  Agreement agreement = Agreement::third;  // of "who"
  if (question == Question::who) {
    add(words, "who", kQuestionWord);
  } else {
    agreement = agreement_of(subject != nullptr ? *subject : clause.subject);
    if (subject == nullptr)
      add_phrase(words, clause.subject, Case::subject, Reach::known, mark(at, kSubject));
  }
  if (clause.verb != nullptr) {
    add_group(words, group_of(clause, agreement), at);
  } else {
    add_be(words, clause, agreement, at);
    add_quality(words, clause, at);
  }
  add_rest(words, clause, at);
}

void add_question(Words& words, const Clause& clause, std::int64_t at, Question question) {
  const Agreement agreement = agreement_of(clause.subject);
  add(words, question_word(question), kQuestionWord);
  if (clause.verb != nullptr) {
    add_auxiliary(words, group_of(clause, agreement), at);
  } else {
    add_be(words, clause, agreement, at);
  }
  add_phrase(words, clause.subject, Case::subject, Reach::known, mark(at, kSubject));
  if (clause.verb != nullptr) {
    add_after_auxiliary(words, group_of(clause, agreement), at);
  } else {
    add_quality(words, clause, at);
  }
  add_rest(words, clause, at);
}

}  // namespace

Agreement agreement_of(const NounPhrase& subject) {
  if (subject.pronoun != nullptr) return subject.pronoun->agreement;
  return subject.plural || !subject.joined.empty() ? Agreement::plural : Agreement::third;
}

std::vector<Word> in_english(const Sentence& sentence) {
  Words words;
  const Question question = sentence.question;
  if (question != Question::none && question != Question::who) {
    add_question(words, sentence.first, kFirstClause, question);
  } else if (sentence.link == Link::because) {  // the reason comes first in Korean, last in English
    add_statement(words, *sentence.second, kSecondClause, Question::none, nullptr);
    add(words, "because", kLinkWord);
    add_statement(words, sentence.first, kFirstClause, Question::none, nullptr);
  } else {
    add_statement(words, sentence.first, kFirstClause, question, nullptr);
    if (sentence.second) {
      add(words, sentence.link == Link::and_then ? "and" : "but", kLinkWord);
      const NounPhrase* subject = sentence.same_subject ? &sentence.first.subject : nullptr;
      add_statement(words, *sentence.second, kSecondClause, Question::none, subject);
    }
  }
  if (question != Question::none) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  return words;
}

std::string written(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    if (!text.empty() && !word.glued) text += ' ';
    text += word.text;
  }
  return text;
}

std::vector<std::pair<int, int>> aligned(const std::vector<Word>& source, const std::vector<Word>& target) {
  std::vector<std::pair<int, int>> pairs;
  const auto shares = [](const Word& a, std::int64_t m) {
    return m != 0 && (a.mark == m || a.second_mark == m);
  };
  for (std::size_t i = 0; i < source.size(); ++i) {
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (shares(source[i], target[j].mark) || shares(source[i], target[j].second_mark)) {
        pairs.emplace_back(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  return pairs;
}

}  // namespace heed::toy
