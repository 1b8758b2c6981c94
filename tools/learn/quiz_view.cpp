// What a learner sees of a quiz.
#include <fmt/format.h>
#include <algorithm>

#include "tools/learn/markdown.hpp"
#include "tools/learn/quiz_answers.hpp"
#include "tools/learn/verdict_view.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

std::string unreadable_text(const AnsweredQuestion& answered, Language language) {
  switch (answered.question.kind) {
    case QuestionKind::number:
      return say(language, Say::question_unreadable_number, answered.given);
    case QuestionKind::choice:
      return say(language, Say::question_unreadable_choice, answered.given,
                 static_cast<char>('a' + answered.question.choices.size() - 1));
    case QuestionKind::shape:
      return say(language, Say::question_unreadable_shape, answered.given);
  }
  return "";
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
  const Look& look = page.look();
  page.text(say(look.language, Say::quiz_title, quiz.title.in(look.language), quiz.minutes), Paint::bold);
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
  std::string text;
  if (right) text = say(language, Say::question_right, answered.given);
  if (wrong) text = say(language, Say::question_wrong, answered.given);
  if (answered.state == AnswerState::open) text = say(language, Say::question_open);
  if (answered.state == AnswerState::missing)
    text = say(language, Say::question_missing, answered.question.id);
  if (answered.state == AnswerState::unreadable) text = unreadable_text(answered, language);
  const Paint colour = right                                 ? Paint::green
                       : wrong                               ? Paint::red
                       : answered.state == AnswerState::open ? Paint::dim
                                                             : Paint::yellow;
  page.text(fmt::format("{} {}: {}", right ? "✓" : wrong ? "✗" : "·", answered.question.id, text), colour, 2);
  const std::string& why = answered.why.in(language);
  const std::string& reason = why.empty() ? answered.question.reason.in(language) : why;
  if (right || wrong) {
    Look narrower = page.look();
    narrower.terminal.width -= std::min<std::size_t>(6, narrower.terminal.width / 4);
    for (const std::string& line : render_markdown(reason, narrower)) page.line("      " + line);
  }
}

void show_quiz(Page& page, const QuizResult& result, const std::string& exercise) {
  const Language language = page.look().language;
  const Verdict verdict = verdict_of(result, exercise, "");
  page.text(fmt::format("{}  {}", exercise, points_text(verdict.points(), verdict.max_points())),
            Paint::bold);
  for (const AnsweredQuestion& answered : result.questions) show_answered(page, answered);
  for (const StrayLine& stray : result.strays)
    page.text(say(language, Say::unknown_answer, stray.line, stray.id), Paint::yellow, 2);
  if (verdict.passed()) page.text(say(language, Say::all_passed), Paint::green);
  if (verdict.untouched()) page.text(say(language, Say::quiz_answer_hint));
}

}  // namespace heed
