// The learner's answers to a quiz: a text file with the questions as comments and a line `id = ` for each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "tools/learn/quiz/quiz.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {

/// The file before anything is answered.
std::string quiz_stub(const Quiz& quiz, Language language);

/// The right answers as a file that scores all points, with the reasons as comments.
std::string quiz_solution(const Quiz& quiz, Language language);

/// What was meant, or nothing when it cannot be read. Numbers: 12, 1,024, 0.5, 1e3, 1/8. Choices: b, B, b).
/// Shapes: (2, 3), 2 x 3, [2,3], (5,).
std::optional<QuizValue> parse_answer(const Question& question, std::string_view text);

enum class AnswerState { right, wrong, open, unreadable, missing };

struct AnsweredQuestion {
  Question question = {};
  std::string given = "";  // as written
  AnswerState state = AnswerState::open;
  Bilingual why = {};  // of a wrong answer that is known; else empty
};

struct StrayLine {
  int line = 0;
  std::string id = "";
};

struct QuizResult {
  Bilingual title = {};
  std::vector<AnsweredQuestion> questions = {};
  std::vector<StrayLine> strays = {};  // lines that name no question
};

/// `given` as an answer to one question.
AnsweredQuestion judge(const Question& question, const std::string& given);
QuizResult grade_quiz(const Quiz& quiz, std::string_view answers);

/// The result as a verdict, a part for each question.
Verdict verdict_of(const QuizResult& result, const std::string& exercise, const std::string& chapter);

/// The question with what can be chosen.
void show_question(Page& page, const Question& question, const std::string& first);
/// Right or wrong, and the reason.
void show_answered(Page& page, const AnsweredQuestion& answered);

/// Title and questions, with what can be chosen.
void show_questions(Page& page, const Quiz& quiz);

/// Question by question: right or wrong, and once it is answered the reason: of a wrong answer that many
/// give, why it is wrong.
void show_quiz(Page& page, const QuizResult& result, const std::string& exercise);

}  // namespace heed
