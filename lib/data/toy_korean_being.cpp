// What something is or where it is, in Korean, and requests: predicates that no verb's ending makes.
#include "lib/data/toy_korean_words.hpp"

namespace heed::toy {
namespace {

using Words = std::vector<Word>;

/// 이에요, 입니까, 였니: 이다 behind a noun.
std::string copula(std::string_view noun, Closing closing, Tense tense, Speech speech) {
  const bool closed = has_final_consonant(noun);
  const bool asks = closing == Closing::question;
  if (tense == Tense::past) {
    return (closed ? "이었" : "였") + std::string(speech == Speech::plain    ? (asks ? "니" : "다")
                                                  : speech == Speech::casual ? "어"
                                                  : speech == Speech::polite ? "어요"
                                                  : asks                     ? "습니까"
                                                                             : "습니다");
  }
  switch (speech) {
    case Speech::plain:
      return closed ? (asks ? "이니" : "이다") : (asks ? "니" : "다");
    case Speech::formal:
      return asks ? "입니까" : "입니다";
    case Speech::polite:
      return closed ? "이에요" : "예요";
    case Speech::casual:
      break;
  }
  return closed ? "이야" : "야";
}

}  // namespace

void put_identity(Words& words, const Clause& clause, Closing closing, const KoreanStyle& style,
                  std::int64_t at) {
  put_phrase(words, *clause.identity, Particle::subject, style, mark(at, kObject),
             clause.negated && !style.bare_identity ? Particles::said : Particles::left_out);
  if (clause.negated) {
    const bool informal = style.speech == Speech::casual || style.speech == Speech::polite;
    std::string not_being = ended({"아니", "아니었", PredicateKind::quality}, closing, clause.tense, style);
    if (informal && clause.tense != Tense::past)
      not_being = style.speech == Speech::polite ? "아니에요" : "아니야";
    return put(words, not_being, mark(at, kVerb), mark(at, kNegation));
  }
  words.back().text += copula(words.back().text, closing, clause.tense, style.speech);
  words.back().second_mark = mark(at, kVerb);
}

void put_asked_identity(Words& words, Question question, Tense tense, const KoreanStyle& style) {
  const std::string word = question == Question::whom ? "누구" : style.what_for_short ? "뭐" : "무엇";
  const bool honours = style.honorific_question && style.speech == Speech::polite && tense != Tense::past;
  put(words, word + (honours ? "세요" : copula(word, Closing::question, tense, style.speech)), kQuestionWord,
      mark(kFirstClause, kVerb));
}

void put_asked_place(Words& words, const Clause& clause, const KoreanStyle& style, std::int64_t at) {
  if (style.what_for_short)
    return put(words, "어디" + copula("어디", Closing::question, clause.tense, style.speech), kQuestionWord,
               mark(at, kVerb));
  put(words, style.bare_goal ? "어디" : "어디에", kQuestionWord);
  put(words, ended(exists, Closing::question, clause.tense, style), mark(at, kVerb));
}

void put_call(Words& words, const Clause& clause, Call call, const KoreanStyle& style, std::int64_t at) {
  const Predicate& verb = clause.verb->korean;
  const std::int64_t here = mark(at, kVerb);
  const bool formal = style.speech == Speech::formal, polite = style.speech == Speech::polite || formal;
  if (clause.negated) {
    put(words, conjugate(verb, Ending::negative), here);
    const char* const please_not = formal                           ? "마십시오"
                                   : polite                         ? "마세요"
                                   : style.speech == Speech::casual ? "마"
                                                                    : "마라";
    return put(words,
               call == Call::request ? please_not
               : polite              ? "맙시다"
                                     : "말자",
               mark(at, kNegation), kCall);
  }
  if (call == Call::suggestion)
    return put(words, conjugate(verb, Ending::ask_future) + (polite ? "요" : ""), here, kCall);
  if (call == Call::proposal && style.bare_request)
    return put(words, conjugate(verb, Ending::informal) + (polite ? "요" : ""), here, kCall);
  if (call == Call::proposal)
    return put(words, conjugate(verb, polite ? Ending::formal_proposal : Ending::proposal), here, kCall);
  const std::string informal = conjugate(verb, Ending::informal);
  const char* const try_please = formal                           ? "보십시오"
                                 : polite                         ? "보세요"
                                 : style.speech == Speech::casual ? "봐"
                                                                  : "봐라";
  if (clause.mood == Mood::tried) {
    put(words, informal, here);
    return put(words, try_please, kCall);
  }
  if (style.speech == Speech::plain) return put(words, informal + "라", here, kCall);
  const bool gives = informal.ends_with("줘");                            // 도와줘, too
  if (!gives && !style.bare_request && (style.give_please || !polite)) {  // 먹어 alone may be a statement
    put(words, informal, here);
    if (style.try_please) return put(words, try_please, kCall);
    return put(words, formal ? "주십시오" : polite ? "주세요" : "줘", kCall);
  }
  if (!polite) return put(words, informal, here, kCall);
  std::string please = conjugate(verb, Ending::honorific);
  if (formal) please.replace(please.size() - 6, 6, "십시오");
  put(words, please, here, kCall);
}

}  // namespace heed::toy
