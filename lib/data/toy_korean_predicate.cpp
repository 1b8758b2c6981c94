// Korean predicates: the verb with negation, mood, tense and the ending that the situation asks for.
#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

constexpr Predicate kExists{"있", "있었", PredicateKind::existential},
    kExistsNot{"없", "없었", PredicateKind::existential}, kTries{"보", "보았"}, kGives{"주", "주었"},
    kStops{"말", "맜"};

bool is_polite(const KoreanStyle& style) { return style.speech >= Speech::polite; }

/// The endings with which one says and asks something at each level of speech: plain, casual, polite, formal.
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
template <std::size_t N>
std::string replaced(std::string form, const std::string_view (&beginnings)[N][2]) {
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

}  // namespace

void KoreanClause::put_identity() {
  put_phrase(words_, *clause_.identity, Particle::subject, style_, mark(at_, kObject),
             !clause_.negated || style_.bare_identity);
  if (clause_.negated)
    return put(words_, ended({"아니", "아니었"}, closing_, clause_.tense, style_, kBeing), last_mark_,
               mark(at_, kNegation));
  words_.back().text += copula(words_.back().text, closing_, clause_.tense, style_);
  words_.back().second_mark = last_mark_;
}

void KoreanClause::put_predicate() {
  if (clause_.identity) return put_identity();
  if (clause_.is_somewhere)
    return put(words_, ended(clause_.negated ? kExistsNot : kExists, closing_, clause_.tense, style_),
               last_mark_, clause_.negated ? mark(at_, kNegation) : 0);
  last_ = clause_.verb != nullptr ? clause_.verb->korean : clause_.adjective->korean;
  separate();
  negate_and_add_mood();
  end();
}

void KoreanClause::end() {
  if (wishes_by_will()) return put_last("-(으)ㄹ래", is_polite(style_) ? "요" : "", mark(at_, kFuture));
  if (clause_.tense == Tense::future && closing_ != Closing::joining && style_.future != FutureForm::present)
    return end_in_future();
  const bool ends = closing_ == Closing::question || closing_ == Closing::statement;
  const bool linked = !ends && (closing_ != Closing::reason || style_.because_for_short);
  const Tense tense = clause_.tense == Tense::future && ends ? Tense::present : clause_.tense;
  put(words_, ended(last_, closing_, tense, style_), last_mark_, linked ? kLinkWord : 0);
}

void KoreanClause::put_last(std::string_view ending, std::string_view behind, std::int64_t second) {
  put(words_, conjugate(last_, ending).append(behind), last_mark_, second);
}

/// Puts the predicate so far with an ending; another one follows.
void KoreanClause::go_on(std::string_view ending, const Predicate& next, std::int64_t next_mark) {
  put_last(ending);
  last_ = next;
  last_mark_ = next_mark;
}

/// 공부를 하다.
void KoreanClause::separate() {
  if (!style_.separated || clause_.verb == nullptr || !clause_.verb->separable || clause_.object) return;
  const std::string_view stem = clause_.verb->korean.stem;
  const std::string noun(stem.substr(0, stem.size() - 3));
  put(words_, style_.bare_object ? noun : with_particle(noun, Particle::object), last_mark_);
  last_ = {"하", "했"};
}

void KoreanClause::negate_and_add_mood() {
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
    put_last("-(으)ㄹ");
    put(words_, "수", future);
    last_ = negated ? kExistsNot : kExists;
    last_mark_ = negated ? negation : future;
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

void KoreanClause::end_in_future() {
  const std::int64_t future = mark(at_, kFuture);
  // One asks the person addressed for a plan (먹을 거니?), anybody else for a guess (먹을까?).
  const Pronoun* const subject = clause_.subject.pronoun;
  const bool addressed = subject != nullptr && subject->agreement == Agreement::second;
  const bool asks = closing_ == Closing::question;
  const std::string_view polite = is_polite(style_) ? "요" : "";
  if (asks && !addressed) return put_last("-(으)ㄹ까", polite, future);
  if (style_.future == FutureForm::promise) return put_last("-(으)ㄹ게", polite, future);
  if (style_.future == FutureForm::resolve) return put_last("-겠", of_speech(kBehindTense, style_), future);
  put_last("-(으)ㄹ");
  // 먹고 ... 읽을 것이다 is said for both verbs.
  const bool shared = is_second() && sentence_.link == Link::and_then;
  put(words_, contracted(of_speech(kPlan, style_, asks), style_), future,
      shared ? mark(kFirstClause, kFuture) : 0);
}

void KoreanClause::put_asked_identity() {
  const std::string word = question_ == Question::whom ? "누구" : style_.what_for_short ? "뭐" : "무엇";
  const bool honours =
      style_.honorific_question && style_.speech == Speech::polite && clause_.tense != Tense::past;
  put(words_, word + (honours ? "세요" : copula(word, Closing::question, clause_.tense, style_)),
      kQuestionWord, last_mark_);
}

void KoreanClause::put_asked_place() {
  if (style_.what_for_short)
    return put(words_, "어디" + copula("어디", Closing::question, clause_.tense, style_), kQuestionWord,
               last_mark_);
  put(words_, style_.bare_goal ? "어디" : "어디에", kQuestionWord);
  put(words_, ended(kExists, Closing::question, clause_.tense, style_), last_mark_);
}

void KoreanClause::put_call() {
  const Predicate& verb = clause_.verb->korean;
  const bool polite = is_polite(style_), request = sentence_.call == Call::request;
  constexpr std::string_view requests[4] = {"-아/어라", "-아/어", "-(으)세요", "-(으)십시오"};
  const std::string_view ending = request ? requests[static_cast<std::size_t>(style_.speech)]
                                  : sentence_.call == Call::suggestion
                                      ? (polite ? "-(으)ㄹ까요" : "-(으)ㄹ까")
                                  : style_.bare_request ? (polite ? "-아/어요" : "-아/어")
                                  : polite              ? "-(으)ㅂ시다"
                                                        : "-자";
  if (clause_.negated) {
    put(words_, conjugate(verb, "-지"), last_mark_);
    return put(words_, conjugate(kStops, ending), mark(at_, kNegation), kCall);
  }
  const bool gives = conjugate(verb, "-아/어").ends_with("줘");  // 도와줘, too
  const bool tries = request && clause_.mood == Mood::tried;
  const bool pleads = request && !gives && !style_.bare_request && style_.speech != Speech::plain &&
                      (style_.give_please || !polite);  // 먹어 alone may be a statement
  if (!tries && !pleads) return put(words_, conjugate(verb, ending), last_mark_, kCall);
  put(words_, conjugate(verb, "-아/어"), last_mark_);
  put(words_, conjugate(tries || style_.try_please ? kTries : kGives, ending), kCall);
}

}  // namespace heed::toy
