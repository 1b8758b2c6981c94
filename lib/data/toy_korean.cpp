// A sentence of the embedded grammar in Korean: the verb last, roles by particles, relative clauses and
// possessors before the noun.
#include <array>

#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

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
  Call call = Call::none;
  bool subject_left_out = false;
  std::int64_t shared_future = 0;
  KoreanStyle style = {};
};

Particles particles(bool left_out) { return left_out ? Particles::left_out : Particles::said; }

void put_object(Words& words, const Clause& clause, const Saying& saying, std::int64_t at) {
  if (clause.meal != nullptr)
    put(words, std::string(clause.meal->korean) + (saying.style.bare_time ? "" : "에"), kMealWord);
  if (saying.question == Question::what)
    return put(words, saying.style.what_for_short ? "뭐" : "무엇을", kQuestionWord);
  if (saying.question == Question::whom) return put(words, "누구를", kQuestionWord);
  if (!clause.object || clause.object->pronoun == &it()) return;  // 샀어요: I bought it
  const Particle particle = clause.too && saying.style.object_too ? Particle::too
                            : saying.style.missed                 ? Particle::subject
                            : saying.style.object_as_topic        ? Particle::topic
                                                                  : clause.verb->object_particle;
  put_phrase(words, *clause.object, particle, saying.style, mark(at, kObject),
             particles(saying.style.bare_object));
}

void put_time(Words& words, const Clause& clause, const Saying& saying, std::int64_t at) {
  if (const std::string_view adverb = question_adverb(saying.question); !adverb.empty())
    put(words, adverb, kQuestionWord);
  if (clause.time == nullptr) return;
  std::string_view time = clause.time->korean;
  if (saying.style.bare_time && clause.time->two) time.remove_suffix(std::string_view("에").size());
  put(words, saying.style.time_as_topic ? with_particle(time, Particle::topic) : std::string(time),
      mark(at, kTime));
}

void put_place(Words& words, const Clause& clause, const Saying& saying, std::int64_t at) {
  const bool goes = clause.verb != nullptr && clause.verb->goal && !clause.from;
  const bool goal = clause.is_somewhere || goes;
  const bool bare = goal && saying.style.bare_goal;
  if (saying.question == Question::where && !clause.is_somewhere)
    return put(words,
               bare                       ? "어디"
               : goal                     ? "어디에"
               : saying.style.short_where ? "어디서"
                                          : "어디에서",
               kQuestionWord);
  if (clause.place == nullptr) return;
  const std::string_view said = goal ? clause.place->korean_goal : clause.place->korean;
  put(words, bare ? said.substr(0, said.size() - 3) : said, mark(at, kPlace));
}

/// 버스로, 버스를 타고.
void put_vehicle(Words& words, const Clause& clause, const KoreanStyle& style) {
  if (clause.vehicle == nullptr) return;
  const std::string noun(clause.vehicle->korean);
  if (style.ride_word == 0) return put(words, noun + "로", kVehicleWord);
  put(words, style.ride_word == 1 ? with_particle(noun, Particle::object) : noun, kVehicleWord);
  put(words, "타고", kVehicleWord);
}

/// What stands right before the predicate: 빨리, 아주, 좀.
void put_adverbs(Words& words, const Clause& clause, const Saying& saying) {
  constexpr std::array kDegrees = {"정말", "아주", "너무", "진짜"};
  if (clause.manner != nullptr) put(words, clause.manner->korean, kManner);
  if (clause.very) {
    // 아주 좋아하다 is hardly said.
    const std::uint32_t word = saying.style.degree_word;
    put(words, clause.verb != nullptr && word == 1 ? "정말" : kDegrees[word], kDegree);
  }
  if (saying.style.little) put(words, "좀", 0);
}

void put_subject(Words& words, const Clause& clause, const Saying& saying, std::int64_t at) {
  if (saying.question == Question::who) return put(words, "누가", kQuestionWord);
  if (saying.subject_left_out) return;
  const bool too = clause.too && !saying.style.object_too;
  const bool marked = clause.order.object_first || clause.is_there || saying.style.subject_marked;
  const Particle particle = too ? Particle::too : marked ? Particle::subject : saying.subject;
  put_phrase(words, clause.subject, particle, saying.style, mark(at, kSubject),
             particles(saying.style.bare_subject && !too));
}

Words clause_words(const Clause& clause, const Saying& saying, std::int64_t at) {
  Words words;
  if (clause.order.time_first) put_time(words, clause, saying, at);
  if (clause.order.object_first) put_object(words, clause, saying, at);
  if (clause.is_there) put_place(words, clause, saying, at);
  put_subject(words, clause, saying, at);
  if (clause.is_asked) {
    put_asked_identity(words, saying.question, clause.tense, saying.style);
    return words;
  }
  if (!clause.order.time_first) put_time(words, clause, saying, at);
  if (clause.frequency != nullptr) put(words, clause.frequency->korean, mark(at, kFrequency));
  if (clause.companion) put_phrase(words, *clause.companion, Particle::with, saying.style, kCompanion);
  if (clause.is_somewhere && saying.question == Question::where) {
    put_asked_place(words, clause, saying.style, at);
    return words;
  }
  if (!saying.style.ride_last) put_vehicle(words, clause, saying.style);
  if (!clause.is_there) put_place(words, clause, saying, at);
  if (saying.style.ride_last) put_vehicle(words, clause, saying.style);
  const bool object_here = !clause.order.object_first;
  if (object_here && clause.order.object_before_recipient) put_object(words, clause, saying, at);
  if (clause.recipient)
    put_phrase(words, *clause.recipient, Particle::recipient, saying.style, mark(at, kRecipient));
  if (object_here && !clause.order.object_before_recipient) put_object(words, clause, saying, at);
  put_adverbs(words, clause, saying);
  if (saying.call != Call::none) {
    put_call(words, clause, saying.call, saying.style, at);
  } else {
    put_predicate(words, clause, saying.closing, saying.style, at, saying.shared_future);
  }
  return words;
}

}  // namespace

std::vector<Word> in_korean(const Sentence& sentence) {
  const bool asks = sentence.question != Question::none;
  Saying first{.closing = asks ? Closing::question : Closing::statement,
               .question = sentence.question,
               .call = sentence.call,
               .subject_left_out = sentence.style.subject_left_out,
               .style = sentence.style};
  if (sentence.link == Link::and_then) first.closing = Closing::joining;
  if (sentence.link == Link::but) first.closing = Closing::contrast;
  if (sentence.link == Link::because) {
    first.closing = Closing::reason;
    first.subject = Particle::subject;  // 은/는 would make it the topic of the whole sentence
  }
  Words words;
  if (sentence.opening) put(words, sentence.opening->korean, kOpening);
  const Words clause = clause_words(sentence.first, first, kFirstClause);
  words.insert(words.end(), clause.begin(), clause.end());
  if (sentence.link == Link::because && !sentence.style.because_for_short) put(words, "때문에", kLinkWord);
  if (sentence.second) {
    Saying second{.subject_left_out = sentence.same_subject, .style = sentence.style};
    if (sentence.link == Link::and_then) second.shared_future = mark(kFirstClause, kFuture);
    const Words more = clause_words(*sentence.second, second, kSecondClause);
    words.insert(words.end(), more.begin(), more.end());
  }
  if (asks && !sentence.style.no_mark) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  if (!asks && sentence.style.period)
    words.push_back({.text = sentence.style.exclaims ? "!" : ".", .glued = true});
  return words;
}

}  // namespace heed::toy
