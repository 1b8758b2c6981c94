// A sentence of the embedded grammar in Korean: the verb last, roles by particles, relative clauses and
// possessors before the noun.
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

void put(Words& words, std::string_view text, std::int64_t first, std::int64_t second = 0) {
  words.push_back({.text = std::string(text), .mark = first, .second_mark = second});
}

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

std::string_view pronoun_form(const Pronoun& pronoun, Particle particle) {
  switch (particle) {
    case Particle::topic:
      return pronoun.topic;
    case Particle::subject:
      return pronoun.subject;
    case Particle::object:
      return pronoun.object;
    case Particle::recipient:
      return pronoun.recipient;
    default:
      return pronoun.possessor;
  }
}

void add_relative(Words& words, const Relative& relative, std::int64_t at);

void add_phrase(Words& words, const NounPhrase& phrase, Particle particle, std::int64_t at) {
  if (phrase.pronoun != nullptr) return put(words, pronoun_form(*phrase.pronoun, particle), mark(at, kHead));
  if (phrase.relative != nullptr) add_relative(words, *phrase.relative, mark(at, kRelative));
  if (phrase.determiner != Determiner::none) {
    put(words, phrase.determiner == Determiner::near ? "이" : "그", mark(at, kDeterminer));
  }
  for (const NounPhrase& owner : phrase.possessor) {
    add_phrase(words, owner, Particle::possessor, mark(at, kPossessor));
  }
  if (const Adjective* adjective = phrase.adjective) {
    const std::string form = adjective->only_before_noun.empty()
                                 ? conjugate(adjective->korean, Ending::adnominal)
                                 : std::string(adjective->only_before_noun);
    put(words, form, mark(at, kAdjective));
  }
  const std::string noun = std::string(phrase.noun->korean) + (phrase.plural ? "들" : "");
  if (phrase.joined.empty()) return put(words, with_particle(noun, particle), mark(at, kHead));
  put(words, with_particle(noun, Particle::with), mark(at, kHead));
  for (const NounPhrase& other : phrase.joined) add_phrase(words, other, particle, mark(at, kJoined));
}

// 먹는, 먹지 않는: the predicate, with 않다 after it when it is negated.
void add_relative(Words& words, const Relative& relative, std::int64_t at) {
  if (relative.other) {
    const bool object = !relative.noun_is_object;
    add_phrase(words, *relative.other, object ? Particle::object : Particle::subject,
               mark(at, object ? kObject : kSubject));
  }
  const Ending ending = relative.tense == Tense::present ? Ending::adnominal : Ending::past_adnominal;
  if (!relative.negated) return put(words, conjugate(relative.verb->korean, ending), mark(at, kVerb));
  put(words, conjugate(relative.verb->korean, Ending::negative), mark(at, kVerb));
  put(words, conjugate({"않", "않았"}, ending), mark(at, kNegation));
}

enum class Closing { statement, question, joining, contrast, reason };

Ending ending_for(Closing closing, Tense tense) {
  const bool past = tense == Tense::past;
  switch (closing) {
    case Closing::statement:
      return past ? Ending::past : Ending::present;
    case Closing::question:
      return past ? Ending::ask_past : Ending::ask_present;
    case Closing::joining:
      return Ending::joining;  // the tense stands once, on the last verb of the sentence
    case Closing::contrast:
      return past ? Ending::past_contrast : Ending::contrast;
    case Closing::reason:
      break;
  }
  return past ? Ending::past_nominal : Ending::nominal;
}

// `shared_future`: the mark of an earlier verb's future, if this clause says it for both (먹고 ... 읽을
// 것이다).
void add_predicate(Words& words, const Clause& clause, Closing closing, std::int64_t at,
                   std::int64_t shared_future) {
  Predicate last = clause.verb != nullptr ? clause.verb->korean : clause.adjective->korean;
  std::int64_t last_mark = mark(at, kVerb);
  if (clause.negated && clause.order.short_negation) {
    put(words, "안", mark(at, kNegation));
  } else if (clause.negated) {
    put(words, conjugate(last, Ending::negative), last_mark);
    last = {"않", "않았", clause.verb != nullptr ? PredicateKind::action : PredicateKind::quality};
    last_mark = mark(at, kNegation);
  }
  const bool asks = closing == Closing::question;
  if (clause.tense == Tense::future && closing != Closing::joining) {
    // One asks the person addressed for a plan (먹을 거니?), anybody else for a guess (먹을까?).
    const bool addressed =
        clause.subject.pronoun != nullptr && clause.subject.pronoun->agreement == Agreement::second;
    if (asks && !addressed)
      return put(words, conjugate(last, Ending::ask_future), last_mark, mark(at, kFuture));
    put(words, conjugate(last, Ending::prospective), last_mark);
    return put(words, asks ? "거니" : "것이다", mark(at, kFuture), shared_future);
  }
  const bool linked = closing == Closing::joining || closing == Closing::contrast;
  put(words, conjugate(last, ending_for(closing, clause.tense)), last_mark, linked ? kLinkWord : 0);
}

std::string_view question_adverb(Question question) {
  switch (question) {
    case Question::when:
      return "언제";
    case Question::why:
      return "왜";
    default:
      return {};
  }
}

struct Saying {
  Closing closing = Closing::statement;
  Particle subject = Particle::topic;
  Question question = Question::none;
  bool subject_left_out = false;
  std::int64_t shared_future = 0;
};

void add_object(Words& words, const Clause& clause, Question question, std::int64_t at) {
  if (question == Question::what) return put(words, "무엇을", kQuestionWord);
  if (question == Question::whom) return put(words, "누구를", kQuestionWord);
  if (clause.object) add_phrase(words, *clause.object, Particle::object, mark(at, kObject));
}

void add_time(Words& words, const Clause& clause, Question question, std::int64_t at) {
  if (const std::string_view adverb = question_adverb(question); !adverb.empty())
    put(words, adverb, kQuestionWord);
  if (clause.time == nullptr) return;
  const std::string_view text = clause.time->korean;
  const std::size_t space = text.find(' ');
  put(words, text.substr(0, space), mark(at, kTime));
  if (space != std::string_view::npos) put(words, text.substr(space + 1), mark(at, kTime));
}

Words clause_words(const Clause& clause, const Saying& saying, std::int64_t at) {
  Words words, subject;
  if (saying.question == Question::who) {
    put(subject, "누가", kQuestionWord);
  } else if (!saying.subject_left_out) {
    add_phrase(subject, clause.subject, clause.order.object_first ? Particle::subject : saying.subject,
               mark(at, kSubject));
  }
  if (clause.order.time_first) add_time(words, clause, saying.question, at);
  if (clause.order.object_first) add_object(words, clause, saying.question, at);
  append(words, subject);
  if (!clause.order.time_first) add_time(words, clause, saying.question, at);
  if (clause.frequency != nullptr) put(words, clause.frequency->korean, mark(at, kFrequency));
  const bool goal = clause.verb != nullptr && clause.verb->goal;
  if (saying.question == Question::where) {
    put(words, goal ? "어디에" : "어디에서", kQuestionWord);
  } else if (clause.place != nullptr) {
    put(words, goal ? clause.place->korean_goal : clause.place->korean, mark(at, kPlace));
  }
  const bool object_here = !clause.order.object_first;
  if (object_here && clause.order.object_before_recipient) add_object(words, clause, saying.question, at);
  if (clause.recipient) add_phrase(words, *clause.recipient, Particle::recipient, mark(at, kRecipient));
  if (object_here && !clause.order.object_before_recipient) add_object(words, clause, saying.question, at);
  add_predicate(words, clause, saying.closing, at, saying.shared_future);
  return words;
}

}  // namespace

std::vector<Word> in_korean(const Sentence& sentence) {
  const bool asks = sentence.question != Question::none;
  Saying first{.closing = asks ? Closing::question : Closing::statement, .question = sentence.question};
  if (sentence.link == Link::and_then) first.closing = Closing::joining;
  if (sentence.link == Link::but) first.closing = Closing::contrast;
  if (sentence.link == Link::because) {
    first.closing = Closing::reason;
    first.subject = Particle::subject;  // 은/는 would make it the topic of the whole sentence
  }
  Words words = clause_words(sentence.first, first, kFirstClause);
  if (sentence.link == Link::because) put(words, "때문에", kLinkWord);
  if (sentence.second) {
    Saying second{.subject_left_out = sentence.same_subject};
    if (sentence.link == Link::and_then) second.shared_future = mark(kFirstClause, kFuture);
    append(words, clause_words(*sentence.second, second, kSecondClause));
  }
  if (asks) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  return words;
}

}  // namespace heed::toy
