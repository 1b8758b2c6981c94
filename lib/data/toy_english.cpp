// A sentence of the embedded grammar in English: subject, verb, object; roles by place, agreement on the
// verb.
#include "lib/data/toy_english_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

/// "is", before what the subject is or where.
void add_be(Words& words, const Clause& clause, Agreement agreement, std::int64_t at) {
  add(words, clause.tense == Tense::past ? be_past(agreement) : be_present(agreement), mark(at, kVerb));
}

void add_quality(Words& words, const Clause& clause, std::int64_t at) {
  if (clause.negated) add(words, "not", mark(at, kNegation));
  if (clause.is_somewhere || clause.is_asked) return;
  if (clause.very) add(words, "very", kDegree);
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

/// 책을 많이: what there is a lot of is said before it.
bool is_much(const Clause& clause) {
  return clause.object && clause.manner != nullptr && clause.manner->much;
}

/// "the park", of "to the park"; "home".
std::string_view place_itself(const Place& place) {
  std::string_view text = place.english_goal;
  if (text.starts_with("to ")) text.remove_prefix(3);
  return text;
}

// Everything after the verb group.
void add_rest(Words& words, const Clause& clause, std::int64_t at) {
  if (clause.verb != nullptr) {
    if (!clause.alone) add(words, clause.verb->preposition, mark(at, kVerb));
    const bool much = is_much(clause);
    if (much) add(words, "a lot of", kManner);
    if (clause.object)
      add_phrase(words, *clause.object, Case::object, much ? Reach::kind : reach_of(*clause.verb),
                 mark(at, kObject));
    if (clause.recipient) {
      const bool told = clause.verb->english == "read" || clause.verb->english == "sing";
      const bool favor = clause.mood == Mood::favor && !told;  // "read to" the children, "buy for" them
      add(words, favor ? "for" : "to", favor ? mark(at, kRecipient) : mark(at, kRecipient) * 16 + kHead);
      add_phrase(words, *clause.recipient, Case::object, Reach::known, mark(at, kRecipient));
    }
    if (clause.companion) {
      add(words, "with", kCompanion * 16 + kHead);
      add_phrase(words, *clause.companion, Case::object, Reach::known, kCompanion);
    }
  }
  if (clause.from) {
    add(words, "from", mark(at, kPlace));
    if (clause.place != nullptr) add(words, place_itself(*clause.place), mark(at, kPlace));
  } else if (const Place* place = clause.place) {
    const bool goes = clause.verb != nullptr && clause.verb->goal && clause.verb->english != "live";
    add(words, goes ? place->english_goal : place->english, mark(at, kPlace));
  }
  if (clause.meal != nullptr) {
    add(words, "for", kMealWord);
    add(words, clause.meal->english, kMealWord);
  }
  if (clause.vehicle != nullptr) {
    add(words, "by", kVehicleWord);
    add(words, clause.vehicle->english, kVehicleWord);
  }
  if (clause.manner != nullptr && !is_much(clause)) add(words, clause.manner->english, kManner);
  if (clause.too) add(words, clause.negated ? "either" : "too", mark(at, kSubject) * 16 + kHead);
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
  return {.verb = clause.verb,
          .frequency = clause.frequency,
          .tense = clause.tense,
          .negated = clause.negated,
          .agreement = agreement,
          .mood = clause.mood == Mood::favor ? Mood::none : clause.mood,
          .very = clause.very};
}

/// "there is no milk at home", "is there milk at home".
void add_there(Words& words, const Clause& clause, std::int64_t at, Question question) {
  const bool asks = question != Question::none;
  if (!asks) add(words, "there", mark(at, kVerb));
  add_be(words, clause, agreement_of(clause.subject), at);
  if (asks) add(words, "there", mark(at, kVerb));
  if (clause.negated) {
    add(words, "no", mark(at, kNegation));
    add(words, noun_text(clause.subject), mark(mark(at, kSubject), kHead));
  } else {
    add_phrase(words, clause.subject, Case::object, Reach::any, mark(at, kSubject));
  }
  add_rest(words, clause, at);
}

void add_statement(Words& words, const Clause& clause, std::int64_t at, Question question,
                   const NounPhrase* subject) {
  if (clause.is_there) return add_there(words, clause, at, question);
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
  if (clause.is_there) return add_there(words, clause, at, question);
  const Agreement agreement = agreement_of(clause.subject);
  const bool who = clause.is_asked && question == Question::whom;
  add(words, who ? "who" : question_word(question), kQuestionWord);
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

/// "please do not eat", "let's eat", "what shall we eat".
void add_call(Words& words, const Clause& clause, Call call, Question question) {
  if (call == Call::suggestion) {
    add(words, question_word(question), kQuestionWord);
    add(words, "shall we", kCall);
  } else if (call == Call::request) {
    add(words, "please", kCall);
    if (clause.negated) add(words, "do", mark(kFirstClause, kNegation));
  } else {
    add(words, "let", kCall);
    words.push_back({.text = "'", .mark = kCall, .glued = true});
    words.push_back({.text = "s", .mark = kCall, .glued = true});
  }
  if (clause.negated) add(words, "not", mark(kFirstClause, kNegation));
  add(words, clause.mood == Mood::tried ? "try" : clause.verb->english, mark(kFirstClause, kVerb));
  add_rest(words, clause, kFirstClause);
}

}  // namespace

Agreement agreement_of(const NounPhrase& subject) {
  if (subject.pronoun != nullptr) return subject.pronoun->agreement;
  return subject.plural || subject.noun->many || !subject.joined.empty() ? Agreement::plural
                                                                         : Agreement::third;
}

std::vector<Word> in_english(const Sentence& sentence) {
  Words words;
  const Question question = sentence.question;
  if (sentence.opening) {
    add(words, sentence.opening->english, kOpening);
    words.push_back({.text = ",", .mark = kOpening, .glued = true});
  }
  if (sentence.call != Call::none) {
    add_call(words, sentence.first, sentence.call, question);
  } else if (question != Question::none && question != Question::who) {
    add_question(words, sentence.first, kFirstClause, question);
  } else if (sentence.link == Link::and_then && sentence.second->mood != Mood::none) {
    Clause goes = sentence.first;  // "I want to go home and rest"
    goes.mood = sentence.second->mood;
    add_statement(words, goes, kFirstClause, Question::none, nullptr);
    add(words, "and", kLinkWord);
    add(words, sentence.second->verb->english, mark(kSecondClause, kVerb));
    add_rest(words, *sentence.second, kSecondClause);
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

}  // namespace heed::toy
