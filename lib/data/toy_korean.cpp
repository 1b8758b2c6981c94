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

/// 저는 for 나는.
std::string_view humble_form(Particle particle) {
  switch (particle) {
    case Particle::topic:
      return "저는";
    case Particle::subject:
      return "제가";
    case Particle::object:
      return "저를";
    case Particle::recipient:
      return "저에게";
    default:
      return "제";
  }
}

std::string_view pronoun_form(const Pronoun& pronoun, Particle particle, const KoreanStyle& style) {
  if (style.humble && pronoun.agreement == Agreement::first) return humble_form(particle);
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

void add_relative(Words& words, const Relative& relative, const KoreanStyle& style, std::int64_t at);

enum class Particles { said, left_out };

/// Without its particle the pronoun is 나, 너, 저; the others keep theirs.
std::string without_particle(std::string_view pronoun) {
  for (const char* bare : {"나", "너", "저", "우리"}) {
    if (pronoun == std::string(bare) + "는") return bare;
  }
  return std::string(pronoun);
}

void add_phrase(Words& words, const NounPhrase& phrase, Particle particle, const KoreanStyle& style,
                std::int64_t at, Particles particles = Particles::said) {
  const bool bare = particles == Particles::left_out;
  if (phrase.pronoun != nullptr) {
    const std::string_view form = pronoun_form(*phrase.pronoun, particle, style);
    return put(words, bare ? without_particle(form) : std::string(form), mark(at, kHead));
  }
  if (phrase.relative != nullptr) add_relative(words, *phrase.relative, style, mark(at, kRelative));
  if (phrase.determiner != Determiner::none) {
    put(words, phrase.determiner == Determiner::near ? "이" : "그", mark(at, kDeterminer));
  }
  for (const NounPhrase& owner : phrase.possessor) {
    add_phrase(words, owner, Particle::possessor, style, mark(at, kPossessor));
  }
  if (const Adjective* adjective = phrase.adjective) {
    const std::string form = adjective->only_before_noun.empty()
                                 ? conjugate(adjective->korean, Ending::adnominal)
                                 : std::string(adjective->only_before_noun);
    put(words, form, mark(at, kAdjective));
  }
  const std::string noun = std::string(phrase.noun->korean) + (phrase.plural ? "들" : "");
  if (phrase.joined.empty()) return put(words, bare ? noun : with_particle(noun, particle), mark(at, kHead));
  put(words, with_particle(noun, Particle::with), mark(at, kHead));
  for (const NounPhrase& other : phrase.joined) add_phrase(words, other, particle, style, mark(at, kJoined));
}

// 먹는, 먹지 않는: the predicate, with 않다 after it when it is negated.
void add_relative(Words& words, const Relative& relative, const KoreanStyle& style, std::int64_t at) {
  if (relative.other) {
    const bool object = !relative.noun_is_object;
    add_phrase(words, *relative.other, object ? Particle::object : Particle::subject, style,
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

/// 먹는다, 먹어요, 먹습니까: the predicate with which a sentence or its first clause ends.
std::string finite(const Predicate& predicate, Closing closing, Tense tense, Speech speech) {
  const bool past = tense == Tense::past, asks = closing == Closing::question;
  const bool ends = asks || closing == Closing::statement;
  if (ends && (speech == Speech::casual || speech == Speech::polite))
    return conjugate(predicate, past ? Ending::informal_past : Ending::informal) +
           (speech == Speech::polite ? "요" : "");
  if (ends && speech == Speech::formal)
    return conjugate(predicate, asks ? (past ? Ending::ask_formal_past : Ending::ask_formal)
                                     : (past ? Ending::formal_past : Ending::formal));
  return conjugate(predicate, ending_for(closing, tense));
}

/// What follows 먹을: 것이다, 거예요.
std::string_view future_word(Closing closing, const KoreanStyle& style) {
  const bool asks = closing == Closing::question, short_form = style.contracted;
  switch (style.speech) {
    case Speech::casual:
      return "거야";
    case Speech::polite:
      return short_form ? "거예요" : "것이에요";
    case Speech::formal:
      return asks ? (short_form ? "겁니까" : "것입니까") : (short_form ? "겁니다" : "것입니다");
    case Speech::plain:
      break;
  }
  return asks ? "거니" : "것이다";
}

// 학생이에요, 의사입니까, 책이 아니다.
void add_identity(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                  std::int64_t at) {
  const bool past = clause.tense == Tense::past, asks = closing == Closing::question;
  Words noun;
  add_phrase(noun, *clause.identity, Particle::subject, style, mark(at, kObject),
             clause.negated ? Particles::said : Particles::left_out);
  if (clause.negated) {
    append(words, noun);
    const bool informal = style.speech == Speech::casual || style.speech == Speech::polite;
    std::string not_being =
        finite({"아니", "아니었", PredicateKind::quality}, closing, clause.tense, style.speech);
    if (informal && !past) not_being = style.speech == Speech::polite ? "아니에요" : "아니야";
    return put(words, not_being, mark(at, kVerb), mark(at, kNegation));
  }
  const bool closed = has_final_consonant(noun.back().text);
  std::string ending;
  if (past) {
    ending = std::string(closed ? "이었" : "였");
    ending += style.speech == Speech::plain    ? (asks ? "니" : "다")
              : style.speech == Speech::casual ? "어"
              : style.speech == Speech::polite ? "어요"
              : asks                           ? "습니까"
                                               : "습니다";
  } else if (style.speech == Speech::plain) {
    ending = closed ? (asks ? "이니" : "이다") : (asks ? "니" : "다");
  } else if (style.speech == Speech::formal) {
    ending = asks ? "입니까" : "입니다";
  } else {
    ending = style.speech == Speech::polite ? (closed ? "이에요" : "예요") : (closed ? "이야" : "야");
  }
  noun.back().text += ending;
  noun.back().second_mark = mark(at, kVerb);
  append(words, noun);
}

// `shared_future`: the mark of an earlier verb's future, if this clause says it for both (먹고 ... 읽을
// 것이다).
void add_predicate(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                   std::int64_t at, std::int64_t shared_future) {
  if (clause.identity) return add_identity(words, clause, closing, style, at);
  Predicate last = clause.verb != nullptr ? clause.verb->korean : clause.adjective->korean;
  std::int64_t last_mark = mark(at, kVerb);
  std::string before;  // what is typed without the space behind it
  const auto put_before = [&](std::string text, std::int64_t its_mark) {
    if (style.joined) {
      before += text;
    } else {
      put(words, text, its_mark);
    }
  };
  if (clause.wish) {
    put_before(conjugate(last, Ending::joining), last_mark);
    last = {"싶", "싶었", PredicateKind::quality};
    last_mark = mark(at, kFuture);
  }
  const char* const short_word = clause.unable ? "못" : "안";
  if (clause.negated && clause.order.short_negation && !clause.wish) {
    put_before(short_word, mark(at, kNegation));
  } else if (clause.negated) {
    put(words, before + conjugate(last, Ending::negative), last_mark);
    before.clear();
    last = {"않", "않았",
            clause.verb != nullptr && !clause.wish ? PredicateKind::action : PredicateKind::quality};
    if (clause.unable) last = {"못하", "못했"};
    last_mark = mark(at, kNegation);
  }
  const bool asks = closing == Closing::question;
  if (clause.tense == Tense::future && closing != Closing::joining) {
    // One asks the person addressed for a plan (먹을 거니?), anybody else for a guess (먹을까?).
    const bool addressed =
        clause.subject.pronoun != nullptr && clause.subject.pronoun->agreement == Agreement::second;
    if (asks && !addressed) {
      const char* const polite = style.speech == Speech::polite || style.speech == Speech::formal ? "요" : "";
      return put(words, before + conjugate(last, Ending::ask_future) + polite, last_mark, mark(at, kFuture));
    }
    const std::string prospective = before + conjugate(last, Ending::prospective);
    if (style.joined)
      return put(words, prospective + std::string(future_word(closing, style)), last_mark, mark(at, kFuture));
    put(words, prospective, last_mark);
    return put(words, future_word(closing, style), mark(at, kFuture), shared_future);
  }
  const bool linked = closing == Closing::joining || closing == Closing::contrast;
  put(words, before + finite(last, closing, clause.tense, style.speech), last_mark, linked ? kLinkWord : 0);
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
  KoreanStyle style = {};
};

void add_object(Words& words, const Clause& clause, const Saying& saying, std::int64_t at) {
  if (saying.question == Question::what)
    return put(words, saying.style.what_for_short ? "뭐" : "무엇을", kQuestionWord);
  if (saying.question == Question::whom) return put(words, "누구를", kQuestionWord);
  if (clause.object)
    add_phrase(words, *clause.object, Particle::object, saying.style, mark(at, kObject),
               saying.style.bare_object ? Particles::left_out : Particles::said);
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
               saying.style, mark(at, kSubject),
               saying.style.bare_subject ? Particles::left_out : Particles::said);
  }
  if (clause.order.time_first) add_time(words, clause, saying.question, at);
  if (clause.order.object_first) add_object(words, clause, saying, at);
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
  if (object_here && clause.order.object_before_recipient) add_object(words, clause, saying, at);
  if (clause.recipient)
    add_phrase(words, *clause.recipient, Particle::recipient, saying.style, mark(at, kRecipient));
  if (object_here && !clause.order.object_before_recipient) add_object(words, clause, saying, at);
  add_predicate(words, clause, saying.closing, saying.style, at, saying.shared_future);
  return words;
}

}  // namespace

std::vector<Word> in_korean(const Sentence& sentence) {
  const bool asks = sentence.question != Question::none;
  Saying first{.closing = asks ? Closing::question : Closing::statement,
               .question = sentence.question,
               .subject_left_out = sentence.style.subject_left_out,
               .style = sentence.style};
  if (sentence.link == Link::and_then) first.closing = Closing::joining;
  if (sentence.link == Link::but) first.closing = Closing::contrast;
  if (sentence.link == Link::because) {
    first.closing = Closing::reason;
    first.subject = Particle::subject;  // 은/는 would make it the topic of the whole sentence
  }
  Words words = clause_words(sentence.first, first, kFirstClause);
  if (sentence.link == Link::because) put(words, "때문에", kLinkWord);
  if (sentence.second) {
    Saying second{.subject_left_out = sentence.same_subject, .style = sentence.style};
    if (sentence.link == Link::and_then) second.shared_future = mark(kFirstClause, kFuture);
    append(words, clause_words(*sentence.second, second, kSecondClause));
  }
  if (asks && !sentence.style.no_mark) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  if (!asks && sentence.style.period) words.push_back({.text = ".", .glued = true});
  return words;
}

}  // namespace heed::toy
