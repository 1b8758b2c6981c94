// Quick questions: predict a number, a shape, or choose. Read from exercises/<chapter>/quiz_<name>.json, and
// answered in a text file with the questions as comments and a line `id = ` for each.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "tools/language/language.hpp"
#include "tools/learn/page.hpp"

namespace heed {

enum class QuestionKind { number, choice, shape };

/// A number; the place of a choice, 0 for a; or the sizes of a shape.
using QuizValue = std::vector<double>;

struct WrongAnswer {
  QuizValue answer = {};
  Bilingual why = {};
};

struct Question {
  std::string id = "";
  double points = 1;
  QuestionKind kind = QuestionKind::number;
  Bilingual ask = {};
  std::vector<std::string> figure = {};  // lines that are shown as they stand
  std::vector<Bilingual> choices = {};   // a, b, …
  QuizValue answer = {};
  double tolerance = 0;  // of a number: |given − answer| at most
  Bilingual reason = {};
  std::vector<WrongAnswer> wrong = {};
};

struct Quiz {
  Bilingual title = {};
  int minutes = 3;
  std::vector<Question> questions = {};
};

/// Throws FormatError that begins with `where` (the file) and names the question.
Quiz quiz_from_json(const nlohmann::json& json, const std::string& where);
Quiz read_quiz(const std::filesystem::path& file);

/// Nothing if it cannot be read. Numbers: 12, 1,024, 0.5, 1e3, 1/8. Choices: b, B, b), (b). Shapes: (2, 3), 2
/// x 3.
std::optional<QuizValue> parse_answer(const Question& question, std::string_view text);

std::string answer_text(const Question& question, const QuizValue& value);

/// The file before anything is answered.
std::string quiz_stub(const Quiz& quiz);
/// The right answers as a file that scores all points, with the reasons as comments.
std::string quiz_solution(const Quiz& quiz);

/// Passed, failed, or not_written where nothing can be read. The failure has what was given as its label, and
/// the reason as its message: of a wrong answer that many give, why it is wrong.
PartVerdict judge(const Question& question, std::string_view given);
/// A part for each question.
Verdict grade_quiz(const Quiz& quiz, std::string_view answers);

void show_questions(Page& page, const Quiz& quiz);
/// Right or wrong, and the reason.
void show_answer(Page& page, const PartVerdict& answer);

}  // namespace heed
