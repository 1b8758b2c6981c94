// Korean predicates: the verb with negation, mood, tense and the ending that the situation asks for.
#include <utility>

#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

constexpr Predicate kExists{"있", "있었", PredicateKind::existential},
    kExistsNot{"없", "없었", PredicateKind::existential};

bool is_polite(const KoreanStyle& style) { return style.speech >= Speech::polite; }

/// The entry of a speech level: plain, casual, polite, formal.
template <typename T>
const T& of_speech(const T (&forms)[4], const KoreanStyle& style) {
  return forms[static_cast<std::size_t>(style.speech)];
}

/// How sentences end: what is said, and what is asked.
constexpr std::string_view kPresent[4][2] = {
    {"-ㄴ/는다", "-니"}, {"-아/어", "-아/어"}, {"-아/어요", "-아/어요"}, {"-ㅂ/습니다", "-ㅂ/습니까"}};
constexpr std::string_view kPast[4][2] = {{"-았/었다", "-았/었니"},
                                          {"-았/었어", "-았/었어"},
                                          {"-았/었어요", "-았/었어요"},
                                          {"-았/었습니다", "-았/었습니까"}};

/// 먹는다, 먹어요, 먹습니까: the predicate with which a sentence or its first clause ends.
std::string ended(const Predicate& predicate, Closing closing, Tense tense, const KoreanStyle& style) {
  const bool past = tense == Tense::past, asks = closing == Closing::question;
  std::string_view ending = of_speech(past ? kPast : kPresent, style)[asks ? 1 : 0];
  if (asks && !past && style.speech == Speech::polite && style.honorific_question) ending = "-(으)세요";
  if (closing == Closing::joining)
    ending = style.sequence ? "-아/어서" : "-고";  // the tense stands on the last verb
  if (closing == Closing::contrast) ending = past ? "-았/었지만" : "-지만";
  if (closing == Closing::reason) ending = style.because_for_short ? "-아/어서" : past ? "-았/었기" : "-기";
  std::string form = conjugate(predicate, ending);
  for (const auto& [whole, said] : {std::pair("보았", "봤"), {"주었", "줬"}}) {
    if (style.contracted && form.starts_with(whole)) form.replace(0, std::string_view(whole).size(), said);
  }
  return form;
}

/// 이에요, 입니까, 였니: 이다 behind a noun.
std::string copula(std::string_view noun, Closing closing, Tense tense, const KoreanStyle& style) {
  const bool closed = has_final_consonant(noun), asks = closing == Closing::question;
  if (tense == Tense::past)
    return conjugate({"이", closed ? "이었" : "였"}, of_speech(kPast, style)[asks ? 1 : 0]);
  constexpr std::string_view open_forms[4][2] = {
      {"다", "니"}, {"야", "야"}, {"예요", "예요"}, {"입니다", "입니까"}};
  constexpr std::string_view closed_forms[4][2] = {
      {"이다", "이니"}, {"이야", "이야"}, {"이에요", "이에요"}, {"입니다", "입니까"}};
  return std::string(of_speech(closed ? closed_forms : open_forms, style)[asks ? 1 : 0]);
}

/// 학생이에요, 의사입니까, 책이 아니다.
void put_identity(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                  std::int64_t at) {
  put_phrase(words, *clause.identity, Particle::subject, style, mark(at, kObject),
             !clause.negated || style.bare_identity);
  if (!clause.negated) {
    words.back().text += copula(words.back().text, closing, clause.tense, style);
    words.back().second_mark = mark(at, kVerb);
    return;
  }
  std::string not_being = ended({"아니", "아니었", PredicateKind::quality}, closing, clause.tense, style);
  if (clause.tense != Tense::past && style.speech == Speech::polite) not_being = "아니에요";
  if (clause.tense != Tense::past && style.speech == Speech::casual) not_being = "아니야";
  put(words, not_being, mark(at, kVerb), mark(at, kNegation));
}

/// The last word of a predicate so far, and what stands before it.
class Chain {
 public:
  Chain(Words& words, const Clause& clause, const KoreanStyle& style, std::int64_t at)
      : words_(words), clause_(clause), style_(style), at_(at), mark_(mark(at, kVerb)) {
    last_ = clause.verb != nullptr ? clause.verb->korean : clause.adjective->korean;
    separate();
    negate_and_add_mood();
  }

  void end(Closing closing, std::int64_t shared_future) {
    const bool asks = closing == Closing::question;
    if (wishes_by_will()) return put_last("-(으)ㄹ래", is_polite(style_) ? "요" : "", mark(at_, kFuture));
    if (clause_.tense == Tense::future && closing != Closing::joining && style_.future != FutureForm::present)
      return end_in_future(closing, shared_future);
    const bool linked = closing == Closing::joining || closing == Closing::contrast ||
                        (closing == Closing::reason && style_.because_for_short);
    const bool ends = asks || closing == Closing::statement;
    const Tense tense = clause_.tense == Tense::future && ends ? Tense::present : clause_.tense;
    put(words_, ended(last_, closing, tense, style_), mark_, linked ? kLinkWord : 0);
  }

 private:
  /// 먹을래, 안 갈래: what is said of oneself and asked of others.
  bool wishes_by_will() const { return style_.wish_by_will && is_wish(clause_.mood); }

  void put_last(std::string_view ending, std::string_view behind, std::int64_t second = 0) {
    put(words_, conjugate(last_, ending).append(behind), mark_, second);
  }

  /// The predicate so far with an ending; another one follows.
  void go_on(std::string_view ending, const Predicate& next, std::int64_t next_mark) {
    put_last(ending, "");
    last_ = next;
    mark_ = next_mark;
  }

  /// 공부를 하다.
  void separate() {
    if (!style_.separated || clause_.verb == nullptr || !clause_.verb->separable || clause_.object) return;
    const std::string_view stem = clause_.verb->korean.stem;
    const std::string noun(stem.substr(0, stem.size() - 3));
    put(words_, style_.bare_object ? noun : with_particle(noun, Particle::object), mark_);
    last_ = {"하", "했"};
  }

  void negate_and_add_mood() {
    const Mood mood = clause_.mood;
    const bool can = mood == Mood::can, wish = is_wish(mood);
    const std::int64_t future = mark(at_, kFuture), negation = mark(at_, kNegation);
    bool negated = clause_.negated;
    if (negated && clause_.verb != nullptr && !clause_.verb->negative.stem.empty()) {
      last_ = clause_.verb->negative;
      negated = false;
    }
    if (negated && clause_.order.short_negation) {
      put(words_, can ? "못" : "안", negation);
      negated = false;
    } else if (can && (!negated || clause_.order.no_way)) {
      put_last("-(으)ㄹ", "");
      put(words_, "수", future);
      last_ = negated ? kExistsNot : kExists;
      mark_ = negated ? negation : future;
      return;
    }
    if (mood == Mood::tried) return go_on("-아/어", {"보", "보았"}, future);
    if (mood == Mood::wish_to_try) go_on("-아/어", {"보", "보았"}, future);
    if (mood == Mood::favor) go_on("-아/어", {"주", "주었"}, mark(at_, kRecipient));
    if (wishes_by_will()) return;
    if (wish) go_on("-고", {"싶", "싶었", PredicateKind::quality}, future);
    if (mood == Mood::progress) go_on("-고", kExists, future);
    if (mood == Mood::duty)
      go_on("-아/어야", style_.duty_by_become ? Predicate{"되", "됐"} : Predicate{"하", "했"}, future);
    if (!negated) return;
    const bool quality =
        clause_.verb == nullptr || wish || mood == Mood::progress || last_.kind != PredicateKind::action;
    go_on("-지",
          can ? Predicate{"못하", "못했"}
              : Predicate{"않", "않았", quality ? PredicateKind::quality : PredicateKind::action},
          negation);
  }

  void end_in_future(Closing closing, std::int64_t shared_future) {
    const std::int64_t future = mark(at_, kFuture);
    // One asks the person addressed for a plan (먹을 거니?), anybody else for a guess (먹을까?).
    const Pronoun* const subject = clause_.subject.pronoun;
    const bool addressed = subject != nullptr && subject->agreement == Agreement::second;
    const bool asks = closing == Closing::question;
    const std::string_view polite = is_polite(style_) ? "요" : "";
    if (asks && !addressed) return put_last("-(으)ㄹ까", polite, future);
    if (style_.future == FutureForm::promise) return put_last("-(으)ㄹ게", polite, future);
    constexpr std::string_view resolved[4] = {"-겠다", "-겠어", "-겠어요", "-겠습니다"};
    if (style_.future == FutureForm::resolve) return put_last(of_speech(resolved, style_), "", future);
    put_last("-(으)ㄹ", "");
    constexpr std::string_view whole[4][2] = {
        {"것이다", "거니"}, {"거야", "거야"}, {"것이에요", "것이에요"}, {"것입니다", "것입니까"}};
    constexpr std::string_view contracted[4][2] = {
        {"것이다", "거니"}, {"거야", "거야"}, {"거예요", "거예요"}, {"겁니다", "겁니까"}};
    put(words_, of_speech(style_.contracted ? contracted : whole, style_)[asks ? 1 : 0], future,
        shared_future);
  }

  Words& words_;
  const Clause& clause_;
  const KoreanStyle& style_;
  std::int64_t at_, mark_;
  Predicate last_;
};

}  // namespace

void put_predicate(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                   std::int64_t at, std::int64_t shared_future) {
  if (clause.identity) return put_identity(words, clause, closing, style, at);
  if (!clause.is_somewhere) return Chain(words, clause, style, at).end(closing, shared_future);
  put(words, ended(clause.negated ? kExistsNot : kExists, closing, clause.tense, style), mark(at, kVerb),
      clause.negated ? mark(at, kNegation) : 0);
}

void put_asked_identity(Words& words, Question question, Tense tense, const KoreanStyle& style) {
  const std::string word = question == Question::whom ? "누구" : style.what_for_short ? "뭐" : "무엇";
  const bool honours = style.honorific_question && style.speech == Speech::polite && tense != Tense::past;
  put(words, word + (honours ? "세요" : copula(word, Closing::question, tense, style)), kQuestionWord,
      mark(kFirstClause, kVerb));
}

void put_asked_place(Words& words, const Clause& clause, const KoreanStyle& style, std::int64_t at) {
  if (style.what_for_short)
    return put(words, "어디" + copula("어디", Closing::question, clause.tense, style), kQuestionWord,
               mark(at, kVerb));
  put(words, style.bare_goal ? "어디" : "어디에", kQuestionWord);
  put(words, ended(kExists, Closing::question, clause.tense, style), mark(at, kVerb));
}

void put_call(Words& words, const Clause& clause, Call call, const KoreanStyle& style, std::int64_t at) {
  const std::int64_t here = mark(at, kVerb);
  const bool polite = is_polite(style), request = call == Call::request;
  const auto put_verb = [&](std::string_view ending, std::int64_t second) {
    put(words, conjugate(clause.verb->korean, ending), here, second);
  };
  constexpr std::string_view try_please[4] = {"봐라", "봐", "보세요", "보십시오"},
                             give_please[4] = {"", "줘", "주세요", "주십시오"},
                             not_please[4] = {"마라", "마", "마세요", "마십시오"};
  if (clause.negated) {
    put_verb("-지", 0);
    return put(words,
               request  ? of_speech(not_please, style)
               : polite ? "맙시다"
                        : "말자",
               mark(at, kNegation), kCall);
  }
  if (call == Call::suggestion) return put_verb(polite ? "-(으)ㄹ까요" : "-(으)ㄹ까", kCall);
  if (!request && style.bare_request) return put_verb(polite ? "-아/어요" : "-아/어", kCall);
  if (!request) return put_verb(polite ? "-(으)ㅂ시다" : "-자", kCall);
  if (clause.mood == Mood::tried) {
    put_verb("-아/어", 0);
    return put(words, of_speech(try_please, style), kCall);
  }
  if (style.speech == Speech::plain) return put_verb("-아/어라", kCall);
  const bool gives = conjugate(clause.verb->korean, "-아/어").ends_with("줘");  // 도와줘, too
  if (!gives && !style.bare_request && (style.give_please || !polite)) {  // 먹어 alone may be a statement
    put_verb("-아/어", 0);
    return put(words, of_speech(style.try_please ? try_please : give_please, style), kCall);
  }
  put_verb(!polite ? "-아/어" : style.speech == Speech::formal ? "-(으)십시오" : "-(으)세요", kCall);
}

}  // namespace heed::toy
