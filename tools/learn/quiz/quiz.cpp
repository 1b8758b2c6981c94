#include "tools/learn/quiz/quiz.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tools/language/tr.hpp"
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

double positive(const Json& value, const std::string& where) {
  if (!value.is_number() || value.get<double>() <= 0)
    throw_error<FormatError>("{} must be a number above 0, not {}", where, value.dump());
  return value.get<double>();
}

QuizValue answer_from(const Json& value, const Question& question, const std::string& where) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  const auto parsed = parse_answer(question, text);
  if (!parsed || value.is_number() != (question.kind == QuestionKind::number))
    throw_error<FormatError>("{}: {} is no answer to it", where, value.dump());
  return *parsed;
}

Question question_from(const Json& json, const std::string& where) {
  only_members(json, {"id", "points", "kind", "ask", "choices", "answer", "tolerance", "reason", "wrong"},
               where);
  const auto said = [&](const char* key) {
    return bilingual_from_json(member(json, key, where), fmt::format("{}: \"{}\"", where, key));
  };
  Question question{.id = member(json, "id", where), .ask = said("ask"), .reason = said("reason")};
  const Json& kind = member(json, "kind", where);
  question.kind = kind == "number"   ? QuestionKind::number
                  : kind == "choice" ? QuestionKind::choice
                                     : QuestionKind::shape;
  if (question.kind == QuestionKind::shape && kind != "shape")
    throw_error<FormatError>("{}: \"kind\" must be \"number\", \"choice\" or \"shape\", not {}", where,
                             kind.dump());
  question.points = positive(member(json, "points", where), where + ": \"points\"");
  for (const Json& choice : json.value("choices", Json::array()))
    question.choices.push_back(bilingual_from_json(choice, where + ": \"choices\""));
  question.answer = answer_from(member(json, "answer", where), question, where + ": \"answer\"");
  question.tolerance = 1e-6 * std::max(1.0, std::abs(question.answer.number));
  if (json.contains("tolerance") && json["tolerance"] != 0)
    question.tolerance = positive(json["tolerance"], where + ": \"tolerance\"");
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
  try {
    only_members(json, {"title", "minutes", "claims", "questions"}, where);
    Quiz quiz{.title = bilingual_from_json(member(json, "title", where), where + ": \"title\"")};
    if (json.contains("minutes"))
      quiz.minutes = static_cast<int>(std::ceil(positive(json["minutes"], where + ": \"minutes\"")));
    for (const Json& entry : member(json, "questions", where)) {
      quiz.questions.push_back(
          question_from(entry, fmt::format("{}: question {}", where, quiz.questions.size() + 1)));
      const std::string& id = quiz.questions.back().id;
      if (std::ranges::count(quiz.questions, id, &Question::id) > 1)
        throw_error<FormatError>("{}: two questions have the \"id\" {}; rename one", where, id);
    }
    return quiz;
  } catch (const Json::exception& problem) {
    throw_error<FormatError>("{}: is no quiz ({})", where, localized(problem));
  }
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
