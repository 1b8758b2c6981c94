// Quick questions: predict a number, a shape, or choose. Read from exercises/<chapter>/quiz_<name>.json.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/language/language.hpp"

namespace heed {

enum class QuestionKind { number, choice, shape };

/// An answer, by the kind of its question.
struct QuizValue {
  double number = 0;
  char letter = 'a';
  std::vector<int> shape = {};
};

struct WrongAnswer {
  QuizValue answer = {};
  Bilingual why = {};
};

struct Question {
  std::string id = "";
  double points = 1;
  QuestionKind kind = QuestionKind::number;
  Bilingual ask = {};
  std::vector<Bilingual> choices = {};  // a, b, …
  QuizValue answer = {};
  double tolerance = 0;  // of a number: |given − answer| at most
  Bilingual reason = {};
  std::vector<WrongAnswer> wrong = {};
};

struct Quiz {
  Bilingual title = {};
  int minutes = 3;
  std::vector<Question> questions = {};
  double max_points() const;
};

/// Throws FormatError that begins with `where` (the file) and names the question and the member.
Quiz quiz_from_json(const nlohmann::json& json, const std::string& where);
Quiz read_quiz(const std::filesystem::path& file);

/// Is `given` that answer? Numbers within the tolerance; the others exactly.
bool same_answer(const Question& question, const QuizValue& given, const QuizValue& answer);

}  // namespace heed
