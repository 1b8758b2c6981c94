// A sentence of the embedded grammar in Korean: the verb last, roles by particles, relative clauses and
// possessors before the noun.
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
                std::int64_t at, bool bare) {
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
    if (!clear)
      put_phrase(words, owner, Particle::possessor, style, mark(at, kPossessor),
                 style.bare_owner && owner.pronoun == nullptr);
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

KoreanClause::KoreanClause(std::vector<Word>& words, const Sentence& sentence, const Clause& clause)
    : words_(words), sentence_(sentence), style_(sentence.style), clause_(clause) {
  if (is_second()) return;
  question_ = sentence.question;
  if (question_ != Question::none) closing_ = Closing::question;
  if (sentence.link == Link::and_then) closing_ = Closing::joining;
  if (sentence.link == Link::but) closing_ = Closing::contrast;
  if (sentence.link == Link::because) closing_ = Closing::reason;
}

void KoreanClause::put_all() {
  const KoreanOrder& order = clause_.order;
  if (order.time_first) put_time();
  if (order.object_first) put_object();
  if (clause_.is_there) put_place();
  put_subject();
  if (clause_.is_asked) return put_asked_identity();
  if (!order.time_first) put_time();
  if (clause_.frequency != nullptr) put(words_, clause_.frequency->korean, mark(at_, kFrequency));
  if (clause_.companion) put_phrase(words_, *clause_.companion, Particle::with, style_, kCompanion);
  if (clause_.is_somewhere && question_ == Question::where) return put_asked_place();
  if (!style_.ride_last) put_vehicle();
  if (!clause_.is_there) put_place();
  if (style_.ride_last) put_vehicle();
  if (!order.object_first && order.object_before_recipient) put_object();
  if (clause_.recipient)
    put_phrase(words_, *clause_.recipient, Particle::recipient, style_, mark(at_, kRecipient));
  if (!order.object_first && !order.object_before_recipient) put_object();
  put_adverbs();
  if (sentence_.call != Call::none) return put_call();
  put_predicate();
}

void KoreanClause::put_subject() {
  if (question_ == Question::who) return put(words_, "누가", kQuestionWord);
  if (is_second() ? sentence_.same_subject : style_.subject_left_out) return;
  const bool too = clause_.too && !style_.object_too;
  // In a reason 은/는 would make it the topic of the whole sentence.
  const bool marked =
      clause_.order.object_first || clause_.is_there || style_.subject_marked || closing_ == Closing::reason;
  put_phrase(words_, clause_.subject,
             too      ? Particle::too
             : marked ? Particle::subject
                      : Particle::topic,
             style_, mark(at_, kSubject), style_.bare_subject);
}

void KoreanClause::put_object() {
  if (clause_.meal != nullptr)
    put(words_, std::string(clause_.meal->korean) + (style_.bare_time ? "" : "에"), kMealWord);
  if (question_ == Question::what) return put(words_, style_.what_for_short ? "뭐" : "무엇을", kQuestionWord);
  if (question_ == Question::whom) return put(words_, "누구를", kQuestionWord);
  if (!clause_.object || clause_.object->pronoun == it()) return;  // 샀어요: I bought it
  const Particle particle = clause_.too && style_.object_too ? Particle::too
                            : style_.missed                  ? Particle::subject
                            : style_.object_as_topic         ? Particle::topic
                            : clause_.verb->subject          ? Particle::subject
                                                             : Particle::object;
  put_phrase(words_, *clause_.object, particle, style_, mark(at_, kObject), style_.bare_object);
}

void KoreanClause::put_time() {
  if (question_ == Question::when) put(words_, "언제", kQuestionWord);
  if (question_ == Question::why) put(words_, "왜", kQuestionWord);
  if (clause_.time == nullptr) return;
  std::string_view time = clause_.time->korean;
  if (style_.bare_time && clause_.time->two) time.remove_suffix(std::string_view("에").size());
  put(words_, style_.time_as_topic ? with_particle(time, Particle::topic) : std::string(time),
      mark(at_, kTime));
}

void KoreanClause::put_place() {
  const bool goes = clause_.verb != nullptr && clause_.verb->goal && !clause_.from;
  const bool goal = clause_.is_somewhere || goes, bare = goal && style_.bare_goal;
  if (question_ == Question::where && !clause_.is_somewhere)
    return put(words_,
               bare                 ? "어디"
               : goal               ? "어디에"
               : style_.short_where ? "어디서"
                                    : "어디에서",
               kQuestionWord);
  if (clause_.place == nullptr) return;
  put(words_, std::string(clause_.place->korean) + (bare ? "" : goal ? "에" : "에서"), mark(at_, kPlace));
}

/// 버스로, 버스를 타고, 버스 타고.
void KoreanClause::put_vehicle() {
  if (clause_.vehicle == nullptr) return;
  const std::string noun(clause_.vehicle->korean);
  if (style_.ride_word == 0) return put(words_, noun + "로", kVehicleWord);
  put(words_, style_.ride_word == 1 ? with_particle(noun, Particle::object) : noun, kVehicleWord);
  put(words_, "타고", kVehicleWord);
}

/// 빨리, 아주, 좀: they stand right before the predicate.
void KoreanClause::put_adverbs() {
  constexpr std::string_view degrees[] = {"정말", "아주", "너무", "진짜"};
  if (clause_.manner != nullptr) put(words_, clause_.manner->korean, kManner);
  const bool hardly_said = clause_.verb != nullptr && style_.degree_word == 1;  // 아주 좋아하다
  if (clause_.very) put(words_, degrees[hardly_said ? 0 : style_.degree_word], kDegree);
  if (style_.little) put(words_, "좀", 0);
}

std::vector<Word> in_korean(const Sentence& sentence) {
  const bool asks = sentence.question != Question::none;
  const KoreanStyle& style = sentence.style;
  std::vector<Word> words;
  if (sentence.opening) put(words, sentence.opening->korean, kOpening);
  KoreanClause(words, sentence, sentence.first).put_all();
  if (sentence.link == Link::because && !style.because_for_short) put(words, "때문에", kLinkWord);
  if (sentence.second) KoreanClause(words, sentence, *sentence.second).put_all();
  if (asks && !style.no_mark) words.push_back({.text = "?", .mark = kQuestionMark, .glued = true});
  if (!asks && style.period) words.push_back({.text = style.exclaims ? "!" : ".", .glued = true});
  return words;
}

}  // namespace heed::toy
