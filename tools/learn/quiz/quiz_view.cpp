// What a learner sees of a quiz.
#include <fmt/format.h>
#include <algorithm>

#include "lib/report/wrap.hpp"
#include "tools/learn/quiz/quiz_answers.hpp"
#include "tools/learn/show/verdict_view.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"

namespace heed {
namespace {

Bilingual unreadable_text(const AnsweredQuestion& answered) {
  switch (answered.question.kind) {
    case QuestionKind::number:
      return both("'{}' is not a number: write one such as 12, 0.5 or 1/8",
                  "'{}': 수가 아닙니다. 12, 0.5, 1/8처럼 쓰세요", answered.given);
    case QuestionKind::choice:
      return both("'{}' is none of the choices: write one letter, a to {}",
                  "'{}': 보기에 없습니다. a부터 {}까지 중에서 한 글자를 쓰세요", answered.given,
                  static_cast<char>('a' + answered.question.choices.size() - 1));
    case QuestionKind::shape:
      return both("'{}' is not a shape: write it as (2, 3)", "'{}': 모양이 아닙니다. (2, 3)처럼 쓰세요",
                  answered.given);
  }
  return {};
}

}  // namespace

void show_question(Page& page, const Question& question, const std::string& first) {
  const Look& look = page.look();
  page.append(wrap(fmt::format("{} ({})", question.ask.in(look.language), question.id),
                   {.width = look.terminal.width, .first = first, .rest = "   "}));
  for (std::size_t c = 0; c < question.choices.size(); ++c)
    page.append(wrap(question.choices[c].in(look.language),
                     {.width = look.terminal.width,
                      .first = fmt::format("   {}) ", static_cast<char>('a' + c)),
                      .rest = "      "}));
}

void show_questions(Page& page, const Quiz& quiz) {
  page.text(course_texts::quiz_title(quiz.title, quiz.minutes), Paint::bold);
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const Question& question = quiz.questions[i];
    page.gap();
    show_question(page, question, fmt::format("{}. ", i + 1));
  }
}

void show_answered(Page& page, const AnsweredQuestion& answered) {
  const Language language = page.look().language;
  const bool right = answered.state == AnswerState::right;
  const bool wrong = answered.state == AnswerState::wrong;
  Bilingual text;
  if (right) text = both("right: {}", "정답: {}", answered.given);
  if (wrong) text = both("not {}", "{} — 오답", answered.given);
  if (answered.state == AnswerState::open) text = {"not answered yet", "아직 답하지 않음"};
  if (answered.state == AnswerState::missing)
    text = both("its line \"{} = \" is no longer in the file: write it again",
                "\"{} = \" 줄이 파일에 없습니다. 다시 적어 주세요", answered.question.id);
  if (answered.state == AnswerState::unreadable) text = unreadable_text(answered);
  const Paint colour = right                                 ? Paint::green
                       : wrong                               ? Paint::red
                       : answered.state == AnswerState::open ? Paint::dim
                                                             : Paint::yellow;
  page.text(fmt::format("{} {}: {}",
                        right   ? "✓"
                        : wrong ? "✗"
                                : "·",
                        answered.question.id, text.in(language)),
            colour, 2);
  const std::string& why = answered.why.in(language);
  const std::string& reason = why.empty() ? answered.question.reason.in(language) : why;
  if (right || wrong) {
    Look narrower = page.look();
    narrower.terminal.width -= std::min<std::size_t>(6, narrower.terminal.width / 4);
    for (const std::string& line : render_markdown(reason, narrower)) page.line("      " + line);
  }
}

void show_quiz(Page& page, const QuizResult& result, const std::string& exercise) {
  const Verdict verdict = verdict_of(result, exercise, "");
  page.text(fmt::format("{}  {}", exercise, points_text(verdict.points(), verdict.max_points())),
            Paint::bold);
  for (const AnsweredQuestion& answered : result.questions) show_answered(page, answered);
  for (const StrayLine& stray : result.strays)
    page.text(both("line {}: '{}' is not one of the questions", "{}번째 줄: '{}' — 그런 문제는 없습니다",
                   stray.line, stray.id),
              Paint::yellow, 2);
  if (verdict.passed()) page.text(course_texts::all_passed, Paint::green);
  if (verdict.untouched())
    page.text(
        Bilingual{"The reason is shown as soon as you have answered.", "답을 쓰면 이유를 보여 줍니다."});
}

}  // namespace heed
