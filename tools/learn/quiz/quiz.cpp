#include "tools/learn/quiz/quiz.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tools/learn/quiz/quiz_answers.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// A misspelt member would be ignored silently otherwise.
void only_members(const Json& object, const std::set<std::string>& known, const std::string& where) {
  if (!object.is_object()) throw_error<FormatError>("{}: must be an object {{…}}", where);
  for (const auto& [key, value] : object.items()) {
    if (!known.contains(key))
      throw_error<FormatError>("{}: there is no member \"{}\"; the members are {}", where, key,
                               fmt::join(known, ", "));
  }
}

const Json& member(const Json& object, const char* key, const std::string& where) {
  if (!object.contains(key)) throw_error<FormatError>("{}: \"{}\" is missing; add it", where, key);
  return object[key];
}

const Json& list(const Json& object, const char* key, std::size_t least, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_array() || value.size() < least)
    throw_error<FormatError>("{}: \"{}\" must be a list with {} entries or more", where, key, least);
  return value;
}

double positive(const Json& object, const char* key, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_number() || value.get<double>() <= 0)
    throw_error<FormatError>("{}: \"{}\" must be a number above 0, not {}", where, key, value.dump());
  return value.get<double>();
}

QuestionKind kind_from(const Json& value, const std::string& where) {
  if (value == "number") return QuestionKind::number;
  if (value == "choice") return QuestionKind::choice;
  if (value == "shape") return QuestionKind::shape;
  throw_error<FormatError>("{}: \"kind\" must be \"number\", \"choice\" or \"shape\", not {}", where,
                           value.dump());
}

QuizValue answer_from(const Json& value, const Question& question, const std::string& where) {
  if (question.kind == QuestionKind::number) {
    if (!value.is_number())
      throw_error<FormatError>("{}: \"answer\" must be a number, not {}", where, value.dump());
    return {.number = value.get<double>()};
  }
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  const auto parsed = parse_answer(question, text);
  if (parsed) return *parsed;
  if (question.kind == QuestionKind::choice)
    throw_error<FormatError>("{}: \"answer\" must be a letter from \"a\" to \"{}\", not {}", where,
                             static_cast<char>('a' + question.choices.size() - 1), value.dump());
  throw_error<FormatError>("{}: \"answer\" must be a shape such as \"(2, 3)\", not {}", where, value.dump());
}

Question question_from(const Json& json, const std::string& file, std::size_t number) {
  std::string where = fmt::format("{}: question {}", file, number);
  only_members(json, {"id", "points", "kind", "ask", "choices", "answer", "tolerance", "reason", "wrong"},
               where);
  Question question;
  const Json& id = member(json, "id", where);
  question.id = id.is_string() ? id.get<std::string>() : "";
  const bool plain =
      !question.id.empty() && std::all_of(question.id.begin(), question.id.end(),
                                          [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!plain)
    throw_error<FormatError>("{}: \"id\" must be of letters, digits and _, not {}", where, id.dump());
  where += fmt::format(" ({})", question.id);
  question.points = positive(json, "points", where);
  question.kind = kind_from(member(json, "kind", where), where);
  question.ask = bilingual_from_json(member(json, "ask", where), where + ": \"ask\"");
  question.reason = bilingual_from_json(member(json, "reason", where), where + ": \"reason\"");
  if (question.kind == QuestionKind::choice) {
    for (const Json& choice : list(json, "choices", 2, where))
      question.choices.push_back(bilingual_from_json(choice, where + ": \"choices\""));
    if (question.choices.size() > 26)
      throw_error<FormatError>("{}: \"choices\" has more than 26 entries", where);
  } else if (json.contains("choices") && !json["choices"].empty()) {
    throw_error<FormatError>("{}: \"choices\" belongs to questions of the kind \"choice\" only", where);
  }
  question.answer = answer_from(member(json, "answer", where), question, where);
  question.tolerance = 1e-6 * std::max(1.0, std::abs(question.answer.number));
  if (json.contains("tolerance") && json["tolerance"] != 0)
    question.tolerance = positive(json, "tolerance", where);
  for (const Json& wrong : json.value("wrong", Json::array())) {
    const std::string place = where + ": \"wrong\"";
    only_members(wrong, {"answer", "why"}, place);
    const QuizValue answer = answer_from(member(wrong, "answer", place), question, place);
    if (same_answer(question, answer, question.answer))
      throw_error<FormatError>("{}: {} is the right answer", place, wrong["answer"].dump());
    question.wrong.push_back({answer, bilingual_from_json(member(wrong, "why", place), place + ": \"why\"")});
  }
  return question;
}

}  // namespace

double Quiz::max_points() const {
  double sum = 0;
  for (const Question& question : questions) sum += question.points;
  return sum;
}

Quiz quiz_from_json(const Json& json, const std::string& where) {
  only_members(json, {"title", "minutes", "claims", "questions"}, where);
  Quiz quiz{.title = bilingual_from_json(member(json, "title", where), where + ": \"title\"")};
  if (json.contains("minutes")) quiz.minutes = static_cast<int>(std::ceil(positive(json, "minutes", where)));
  std::set<std::string> ids;
  for (const Json& entry : list(json, "questions", 1, where)) {
    quiz.questions.push_back(question_from(entry, where, quiz.questions.size() + 1));
    if (!ids.insert(quiz.questions.back().id).second)
      throw_error<FormatError>("{}: two questions have the \"id\" {}; rename one", where,
                               quiz.questions.back().id);
  }
  return quiz;
}

Quiz read_quiz(const std::filesystem::path& file) { return quiz_from_json(read_json(file), file.string()); }

bool same_answer(const Question& question, const QuizValue& given, const QuizValue& answer) {
  switch (question.kind) {
    case QuestionKind::number:
      return std::abs(given.number - answer.number) <= question.tolerance;
    case QuestionKind::choice:
      return given.letter == answer.letter;
    case QuestionKind::shape:
      return given.shape == answer.shape;
  }
  return false;
}

}  // namespace heed
