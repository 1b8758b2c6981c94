// A sentence of the embedded grammar in English: subject, verb, object; roles by place, agreement on the
// verb.
#include "lib/data/toy_english_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

std::string_view question_word(Question question) {
  constexpr std::string_view words[] = {"", "", "who", "what", "whom", "where", "when", "why"};
  return words[static_cast<std::size_t>(question)];
}

void put_quality(Words& words, const Clause& clause, std::int64_t at) {
  if (clause.negated) put(words, "not", mark(at, kNegation));
  if (clause.is_somewhere || clause.is_asked) return;
  if (clause.very) put(words, "very", kDegree);
  if (clause.adjective != nullptr) return put(words, clause.adjective->english, mark(at, kVerb));
  NounPhrase what = *clause.identity;  // "we are students"
  const std::int64_t object = mark(at, kObject);
  const bool several = agreement_of(clause.subject) == Agreement::plural || clause.subject.plural;
  what.plural = !what.noun->mass && !what.noun->name && several;
  const bool owned = !what.possessor.empty() || what.determiner != Determiner::none || what.noun->name;
  if (!owned && !what.plural && !what.noun->mass)
    put(words, indefinite_article(what.adjective != nullptr ? what.adjective->english : what.noun->english),
        object);
  if (!what.possessor.empty()) put_possessor(words, what.possessor.front(), mark(object, kPossessor));
  if (what.adjective != nullptr) put(words, what.adjective->english, mark(object, kAdjective));
  put(words, noun_text(what), mark(object, kHead));
}

/// 책을 많이: what there is a lot of is said before it.
bool is_much(const Clause& clause) {
  return clause.object && clause.manner != nullptr && clause.manner->much;
}

void put_objects(Words& words, const Clause& clause, std::int64_t at) {
  if (!clause.alone) put(words, clause.verb->preposition, mark(at, kVerb));
  const bool much = is_much(clause);
  if (much) put(words, "a lot of", kManner);
  if (clause.object)
    put_phrase(words, *clause.object, much ? Reach::kind : reach_of(*clause.verb), mark(at, kObject));
  if (clause.recipient) {
    const std::int64_t recipient = mark(at, kRecipient);
    const bool told = clause.verb->english == "read" || clause.verb->english == "sing";
    const bool favor = clause.mood == Mood::favor && !told;  // "read to" the children, "buy for" them
    put(words, favor ? "for" : "to", favor ? recipient : mark(recipient, kHead));
    put_phrase(words, *clause.recipient, Reach::known, recipient);
  }
  if (clause.companion) {
    put(words, "with", mark(kCompanion, kHead));
    put_phrase(words, *clause.companion, Reach::known, kCompanion);
  }
}

/// Everything after the verb group.
void put_rest(Words& words, const Clause& clause, std::int64_t at) {
  const bool verb = clause.verb != nullptr;
  if (verb) put_objects(words, clause, at);
  if (clause.from) put(words, "from", mark(at, kPlace));
  if (const Place* place = clause.place) {
    const bool goes = verb && clause.verb->goal && clause.verb->english != "live";
    std::string_view said = goes ? place->english_goal : place->english;
    if (clause.from && said.starts_with("to ")) said.remove_prefix(3);
    put(words, said, mark(at, kPlace));
  }
  if (clause.meal != nullptr) put(words, "for", kMealWord), put(words, clause.meal->english, kMealWord);
  if (clause.vehicle != nullptr)
    put(words, "by", kVehicleWord), put(words, clause.vehicle->english, kVehicleWord);
  if (clause.manner != nullptr && !is_much(clause)) put(words, clause.manner->english, kManner);
  if (clause.too) put(words, clause.negated ? "either" : "too", mark(mark(at, kSubject), kHead));
  if (clause.time != nullptr) put(words, clause.time->english, mark(at, kTime));
}

/// "there is no milk at home", "is there milk at home".
void put_there(Words& words, const Clause& clause, std::int64_t at, Question question) {
  const bool asks = question != Question::none;
  if (!asks) put(words, "there", mark(at, kVerb));
  put(words, be(agreement_of(clause.subject), clause.tense), mark(at, kVerb));
  if (asks) put(words, "there", mark(at, kVerb));
  if (clause.negated) {
    put(words, "no", mark(at, kNegation));
    put(words, noun_text(clause.subject), mark(mark(at, kSubject), kHead));
  } else {
    put_phrase(words, clause.subject, Reach::any, mark(at, kSubject));
  }
  put_rest(words, clause, at);
}

/// A clause whose subject may be left out, as that of another clause. In a question what agrees with the
/// subject comes before it.
void put_clause(Words& words, const Clause& clause, std::int64_t at, Question question = Question::none,
                const NounPhrase* same_subject = nullptr) {
  if (clause.is_there) return put_there(words, clause, at, question);
  const bool who = question == Question::who, asks = question != Question::none && !who;
  const bool verb = clause.verb != nullptr, person = clause.is_asked && question == Question::whom;
  const Agreement agreement =
      who ? Agreement::third : agreement_of(same_subject != nullptr ? *same_subject : clause.subject);
  const auto put_subject = [&] {
    if (!who && same_subject == nullptr)
      put_phrase(words, clause.subject, Reach::subject, mark(at, kSubject));
  };
  put(words, person ? "who" : question_word(question), kQuestionWord);
  if (!asks) put_subject();
  const bool aided = verb && (asks || needs_auxiliary(clause));
  if (!verb) put(words, be(agreement, clause.tense), mark(at, kVerb));
  if (aided) put_auxiliary(words, clause, agreement, at);
  if (asks) put_subject();
  if (verb)
    put_verb(words, clause, aided ? std::nullopt : std::optional(agreement), at);
  else
    put_quality(words, clause, at);
  put_rest(words, clause, at);
}

/// "please do not eat", "let's eat", "what shall we eat".
void put_call(Words& words, const Clause& clause, Call call, Question question) {
  if (call == Call::suggestion) {
    put(words, question_word(question), kQuestionWord);
    put(words, "shall we", kCall);
  } else if (call == Call::request) {
    put(words, "please", kCall);
    if (clause.negated) put(words, "do", mark(kFirstClause, kNegation));
  } else {
    put(words, "let", kCall);
    words.push_back({.text = "'", .mark = kCall, .glued = true});
    words.push_back({.text = "s", .mark = kCall, .glued = true});
  }
  if (clause.negated) put(words, "not", mark(kFirstClause, kNegation));
  put(words, clause.mood == Mood::tried ? "try" : clause.verb->english, mark(kFirstClause, kVerb));
  put_rest(words, clause, kFirstClause);
}

}  // namespace

std::vector<Word> in_english(const Sentence& sentence) {
  Words words;
  const Question question = sentence.question;
  const Clause& first = sentence.first;
  if (sentence.opening) {
    put(words, sentence.opening->english, kOpening);
    words.push_back({.text = ",", .mark = kOpening, .glued = true});
  }
  if (sentence.call != Call::none) {
    put_call(words, first, sentence.call, question);
  } else if (sentence.link == Link::and_then && sentence.second->mood != Mood::none) {
    Clause goes = first;  // "I want to go home and rest"
    goes.mood = sentence.second->mood;
    put_clause(words, goes, kFirstClause);
    put(words, "and", kLinkWord);
    put(words, sentence.second->verb->english, mark(kSecondClause, kVerb));
    put_rest(words, *sentence.second, kSecondClause);
  } else if (sentence.link == Link::because) {  // the reason comes first in Korean, last in English
    put_clause(words, *sentence.second, kSecondClause);
    put(words, "because", kLinkWord);
    put_clause(words, first, kFirstClause);
  } else {
    put_clause(words, first, kFirstClause, question);
    if (sentence.second) {
      put(words, sentence.link == Link::and_then ? "and" : "but", kLinkWord);
      put_clause(words, *sentence.second, kSecondClause, Question::none,
                 sentence.same_subject ? &first.subject : nullptr);
    }
  }
  if (question != Question::none) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  return words;
}

}  // namespace heed::toy
