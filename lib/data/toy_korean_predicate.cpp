// Korean predicates: the verb with negation, mood, tense and the ending that the situation asks for.
#include <span>

#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

constexpr Predicate kExists{"있", "있었", PredicateKind::existential},
    kExistsNot{"없", "없었", PredicateKind::existential}, kTries{"보", "보았"}, kGives{"주", "주었"},
    kStops{"말", "맜"};

bool is_polite(const KoreanStyle& style) { return style.speech >= Speech::polite; }

/// What one says, and what one asks, at each level of speech: plain, casual, polite, formal.
using Endings = std::string_view[4][2];
constexpr Endings kPresent = {
    {"-ㄴ/는다", "-니"}, {"-아/어", "-아/어"}, {"-아/어요", "-아/어요"}, {"-ㅂ/습니다", "-ㅂ/습니까"}};
constexpr Endings kBeing = {{"-다", "-니"}, {"-야", "-야"}, {"-에요", "-에요"}, {"-ㅂ/습니다", "-ㅂ/습니까"}};
constexpr Endings kBehindTense = {{"다", "니"}, {"어", "어"}, {"어요", "어요"}, {"습니다", "습니까"}};
constexpr Endings kPlan = {
    {"것이다", "거니"}, {"거야", "거야"}, {"것이에요", "것이에요"}, {"것입니다", "것입니까"}};

std::string of_speech(const Endings& endings, const KoreanStyle& style, bool asks = false) {
  return std::string(endings[static_cast<std::size_t>(style.speech)][asks ? 1 : 0]);
}

/// The form with the first of these beginnings that it has in the other form.
std::string replaced(std::string form, std::span<const std::string_view[2]> beginnings) {
  for (const auto& [whole, said] : beginnings) {
    if (form.starts_with(whole)) return form.replace(0, whole.size(), said);
  }
  return form;
}

std::string contracted(const std::string& form, const KoreanStyle& style) {
  constexpr std::string_view said[][2] = {{"보았", "봤"}, {"주었", "줬"}, {"것이에", "거예"}, {"것입", "겁"}};
  return style.contracted ? replaced(form, said) : form;
}

/// 먹는다, 먹어요, 먹습니까: the predicate with which a sentence or its first clause ends.
std::string ended(const Predicate& predicate, Closing closing, Tense tense, const KoreanStyle& style,
                  const Endings& present = kPresent) {
  const bool past = tense == Tense::past, asks = closing == Closing::question;
  std::string ending =
      past ? "-았/었" + of_speech(kBehindTense, style, asks) : of_speech(present, style, asks);
  if (asks && !past && style.speech == Speech::polite && style.honorific_question && &present == &kPresent)
    ending = "-(으)세요";
  if (closing == Closing::joining)
    ending = style.sequence ? "-아/어서" : "-고";  // the tense stands on the last verb
  if (closing == Closing::contrast) ending = past ? "-았/었지만" : "-지만";
  if (closing == Closing::reason) ending = style.because_for_short ? "-아/어서" : past ? "-았/었기" : "-기";
  return contracted(conjugate(predicate, ending), style);
}

/// 이에요, 입니까, 였니: 이다 behind a noun.
std::string copula(std::string_view noun, Closing closing, Tense tense, const KoreanStyle& style) {
  constexpr std::string_view open[][2] = {{"이었", "였"}, {"이에", "예"}, {"이", ""}};
  const std::string form = ended({"이", "이었"}, closing, tense, style, kBeing);
  return has_final_consonant(noun) ? form : replaced(form, open);
}

/// 학생이에요, 의사입니까, 책이 아니다.
void put_identity(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                  std::int64_t at) {
  put_phrase(words, *clause.identity, Particle::subject, style, mark(at, kObject),
             !clause.negated || style.bare_identity);
  if (clause.negated)
    return put(words, ended({"아니", "아니었"}, closing, clause.tense, style, kBeing), mark(at, kVerb),
               mark(at, kNegation));
  words.back().text += copula(words.back().text, closing, clause.tense, style);
  words.back().second_mark = mark(at, kVerb);
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
    if (mood == Mood::tried) return go_on("-아/어", kTries, future);
    if (mood == Mood::wish_to_try) go_on("-아/어", kTries, future);
    if (mood == Mood::favor) go_on("-아/어", kGives, mark(at_, kRecipient));
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
    if (style_.future == FutureForm::resolve) return put_last("-겠", of_speech(kBehindTense, style_), future);
    put_last("-(으)ㄹ", "");
    put(words_, contracted(of_speech(kPlan, style_, asks), style_), future, shared_future);
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
  const Predicate& verb = clause.verb->korean;
  const bool polite = is_polite(style), request = call == Call::request;
  constexpr std::string_view requests[4] = {"-아/어라", "-아/어", "-(으)세요", "-(으)십시오"};
  const std::string_view ending = request ? requests[static_cast<std::size_t>(style.speech)]
                                  : call == Call::suggestion ? (polite ? "-(으)ㄹ까요" : "-(으)ㄹ까")
                                  : style.bare_request       ? (polite ? "-아/어요" : "-아/어")
                                  : polite                   ? "-(으)ㅂ시다"
                                                             : "-자";
  if (clause.negated) {
    put(words, conjugate(verb, "-지"), mark(at, kVerb));
    return put(words, conjugate(kStops, ending), mark(at, kNegation), kCall);
  }
  const bool gives = conjugate(verb, "-아/어").ends_with("줘");  // 도와줘, too
  const bool tries = request && clause.mood == Mood::tried;
  const bool pleads = request && !gives && !style.bare_request && style.speech != Speech::plain &&
                      (style.give_please || !polite);  // 먹어 alone may be a statement
  if (!tries && !pleads) return put(words, conjugate(verb, ending), mark(at, kVerb), kCall);
  put(words, conjugate(verb, "-아/어"), mark(at, kVerb));
  put(words, conjugate(tries || style.try_please ? kTries : kGives, ending), kCall);
}

}  // namespace heed::toy
