// Korean predicates: the verb with negation, mood, tense and the ending that the situation asks for.
#include <utility>

#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

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

/// 봤다 for 보았다, 줬다 for 주었다.
std::string contracted(std::string form) {
  for (const auto& [whole, said] : {std::pair<std::string, const char*>("보았", "봤"), {"주었", "줬"}}) {
    if (form.starts_with(whole)) form.replace(0, whole.size(), said);
  }
  return form;
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
    if (wishes_by_will()) {
      const std::string will = conjugate(last_, Ending::prospective) + "래";
      return put(words_, will + (style_.speech == Speech::polite ? "요" : ""), mark_, mark(at_, kFuture));
    }
    if (clause_.tense == Tense::future && closing != Closing::joining && style_.future != FutureForm::present)
      return end_in_future(closing, shared_future);
    const bool linked = closing == Closing::joining || closing == Closing::contrast ||
                        (closing == Closing::reason && style_.because_for_short);
    const Tense tense = clause_.tense == Tense::future && closing == Closing::statement ? Tense::present
                        : clause_.tense == Tense::future && asks                        ? Tense::present
                                                                                        : clause_.tense;
    put(words_, before_ + ended(last_, closing, tense, style_), mark_, linked ? kLinkWord : 0);
  }

 private:
  /// 먹을래, 안 갈래: what is said of oneself and asked of others.
  bool wishes_by_will() const { return style_.wish_by_will && is_wish(clause_.mood); }

  /// A word of its own, but where people leave out the space behind it.
  void put_before(const std::string& text, std::int64_t its_mark) {
    if (style_.joined) {
      before_ += text;
    } else {
      put(words_, text, its_mark);
    }
  }

  void go_on(const Predicate& next, std::int64_t next_mark) {
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
    const bool can = clause_.mood == Mood::can;
    bool negated = clause_.negated;
    if (negated && clause_.verb != nullptr && !clause_.verb->negative.stem.empty()) {
      go_on(clause_.verb->negative, mark_);
      negated = false;
    }
    if (negated && clause_.order.short_negation) {
      put_before(can ? "못" : "안", mark(at_, kNegation));
      negated = false;
    } else if (can && (!negated || clause_.order.no_way)) {
      put_before(conjugate(last_, Ending::prospective), mark_);
      put_before("수", mark(at_, kFuture));
      go_on(negated ? exists_not : exists, mark(at_, negated ? kNegation : kFuture));
      return;
    }
    if (clause_.mood == Mood::tried) {
      put_before(conjugate(last_, Ending::informal), mark_);
      return go_on({"보", "보았"}, mark(at_, kFuture));
    }
    if (clause_.mood == Mood::wish_to_try) {
      put_before(conjugate(last_, Ending::informal), mark_);
      go_on({"보", "보았"}, mark(at_, kFuture));
    } else if (clause_.mood == Mood::favor) {
      put_before(conjugate(last_, Ending::informal), mark_);
      go_on({"주", "주었"}, mark(at_, kRecipient));
    }
    if (wishes_by_will()) return;
    if (is_wish(clause_.mood) || clause_.mood == Mood::progress) {
      const bool wish = is_wish(clause_.mood);
      put_before(conjugate(last_, Ending::joining), mark_);
      go_on(wish ? Predicate{"싶", "싶었", PredicateKind::quality} : exists, mark(at_, kFuture));
    } else if (clause_.mood == Mood::duty) {
      put_before(conjugate(last_, Ending::duty), mark_);
      go_on(style_.duty_by_become ? Predicate{"되", "됐"} : Predicate{"하", "했"}, mark(at_, kFuture));
    }
    if (!negated) return;
    const bool quality = clause_.verb == nullptr || is_wish(clause_.mood) || clause_.mood == Mood::progress ||
                         last_.kind != PredicateKind::action;
    put(words_, before_ + conjugate(last_, Ending::negative), mark_);
    before_.clear();
    go_on(can ? Predicate{"못하", "못했"}
              : Predicate{"않", "않았", quality ? PredicateKind::quality : PredicateKind::action},
          mark(at_, kNegation));
  }

  void end_in_future(Closing closing, std::int64_t shared_future) {
    const std::int64_t future = mark(at_, kFuture);
    // One asks the person addressed for a plan (먹을 거니?), anybody else for a guess (먹을까?).
    const Pronoun* const subject = clause_.subject.pronoun;
    const bool addressed = subject != nullptr && subject->agreement == Agreement::second;
    const bool polite = style_.speech == Speech::polite || style_.speech == Speech::formal;
    if (closing == Closing::question && !addressed)
      return put(words_, before_ + conjugate(last_, Ending::ask_future) + (polite ? "요" : ""), mark_,
                 future);
    if (style_.future == FutureForm::promise)
      return put(words_, before_ + conjugate(last_, Ending::promise) + (polite ? "요" : ""), mark_, future);
    if (style_.future == FutureForm::resolve) {
      const char* const ending = style_.speech == Speech::plain    ? "다"
                                 : style_.speech == Speech::casual ? "어"
                                 : style_.speech == Speech::polite ? "어요"
                                                                   : "습니다";
      return put(words_, before_ + conjugate(last_, Ending::resolve) + ending, mark_, future);
    }
    const std::string prospective = before_ + conjugate(last_, Ending::prospective);
    if (style_.joined)
      return put(words_, prospective + std::string(future_word(closing, style_)), mark_, future);
    put(words_, prospective, mark_);
    put(words_, future_word(closing, style_), future, shared_future);
  }

  Words& words_;
  const Clause& clause_;
  const KoreanStyle& style_;
  std::int64_t at_, mark_;
  Predicate last_;
  std::string before_;  // what is typed without the space behind it
};

}  // namespace

std::string ended(const Predicate& predicate, Closing closing, Tense tense, const KoreanStyle& style) {
  const bool past = tense == Tense::past, asks = closing == Closing::question;
  const bool ends = asks || closing == Closing::statement;
  const Speech speech = style.speech;
  Ending ending = ending_for(closing, tense);
  if ((closing == Closing::reason && style.because_for_short) ||
      (closing == Closing::joining && style.sequence))
    ending = Ending::sequence;
  if (ends && (speech == Speech::casual || speech == Speech::polite))
    ending = past ? Ending::informal_past : Ending::informal;
  if (ends && speech == Speech::formal)
    ending = asks ? (past ? Ending::ask_formal_past : Ending::ask_formal)
                  : (past ? Ending::formal_past : Ending::formal);
  if (ends && speech == Speech::polite && style.honorific_question && asks && !past)
    return conjugate(predicate, Ending::honorific);
  const std::string form = conjugate(predicate, ending) + (ends && speech == Speech::polite ? "요" : "");
  return style.contracted ? contracted(form) : form;
}

void put_predicate(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                   std::int64_t at, std::int64_t shared_future) {
  if (clause.identity) return put_identity(words, clause, closing, style, at);
  if (clause.is_somewhere) {
    return put(words, ended(clause.negated ? exists_not : exists, closing, clause.tense, style),
               mark(at, kVerb), clause.negated ? mark(at, kNegation) : 0);
  }
  Chain(words, clause, style, at).end(closing, shared_future);
}

}  // namespace heed::toy
