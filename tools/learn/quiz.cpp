#include "tools/learn/quiz.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// Numbers within the tolerance, the others exactly.
bool same_answer(const Question& question, const QuizValue& given, const QuizValue& answer) {
  const auto same = [&](double a, double b) { return std::abs(a - b) <= question.tolerance; };
  return std::ranges::equal(given, answer, same);
}

QuizValue answer_from(const Json& value, const Question& question, const std::string& where) {
  const auto parsed = parse_answer(question, value.is_string() ? value.get<std::string>() : value.dump());
  if (!parsed) throw_error<FormatError>("{}: {} is no answer to it", where, value.dump());
  return *parsed;
}

Question question_from(const Json& json, const std::string& where) {
  static const std::map<std::string, QuestionKind> kinds{
      {"number", QuestionKind::number}, {"choice", QuestionKind::choice}, {"shape", QuestionKind::shape}};
  const auto kind = kinds.find(json.at("kind").get<std::string>());
  if (kind == kinds.end())
    throw_error<FormatError>("{}: \"kind\" must be \"number\", \"choice\" or \"shape\"", where);
  Question question{.id = json.at("id"),
                    .points = json.at("points"),
                    .kind = kind->second,
                    .ask = bilingual_from_json(json.at("ask"), where),
                    .figure = json.value("figure", std::vector<std::string>()),
                    .reason = bilingual_from_json(json.at("reason"), where)};
  for (const Json& choice : json.value("choices", Json::array()))
    question.choices.push_back(bilingual_from_json(choice, where));
  question.answer = answer_from(json.at("answer"), question, where);
  if (question.kind == QuestionKind::number)
    question.tolerance =
        std::max(json.value("tolerance", 0.0), 1e-6 * std::max(1.0, std::abs(question.answer.at(0))));
  for (const Json& wrong : json.value("wrong", Json::array()))
    question.wrong.push_back(
        {answer_from(wrong.at("answer"), question, where), bilingual_from_json(wrong.at("why"), where)});
  return question;
}

std::optional<double> plain_number(std::string text) {
  std::erase_if(text, [](char c) { return c == ',' || c == '_' || c == ' '; });
  if (text.starts_with('+')) text.erase(0, 1);
  double value = 0;
  if (!read_number(text, value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<QuizValue> number_or_fraction(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto above = plain_number(text.substr(0, slash)),
             below = slash == text.npos ? 1 : plain_number(text.substr(slash + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return QuizValue{*above / *below};
}

std::optional<QuizValue> shape_from(std::string text) {
  for (std::size_t at = text.find("×"); at != std::string::npos; at = text.find("×"))
    text.replace(at, std::string_view("×").size(), ",");
  if (text.find_first_not_of("0123456789,()[]xX ") != std::string::npos) return std::nullopt;
  const bool brackets = text.find_first_of("([") != std::string::npos;
  for (char& c : text)
    if (c < '0' || c > '9') c = ' ';
  std::istringstream numbers(text);
  QuizValue shape{std::istream_iterator<int>(numbers), {}};
  if (!numbers.eof() || (shape.empty() && !brackets)) return std::nullopt;
  return shape;  // "()" is the shape of one number
}

std::optional<QuizValue> choice_from(std::string text, std::size_t choices) {
  if (text.starts_with('(')) text.erase(0, 1);
  if (text.empty() || text.size() > 2 || (text.size() == 2 && text[1] != ')' && text[1] != '.'))
    return std::nullopt;
  const int place = std::tolower(static_cast<unsigned char>(text[0])) - 'a';
  if (place < 0 || place >= static_cast<int>(choices)) return std::nullopt;
  return QuizValue{static_cast<double>(place)};
}

constexpr std::size_t comment_width = 98;

std::string comments(const Page& page) {
  std::string text;
  for (const std::string& line : page.lines())
    text += "# " + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return text;
}

std::string title_and_minutes(const Quiz& quiz) {
  return tr("Quiz: {} (about {} minutes)", quiz.title.in(spoken_language()), quiz.minutes);
}

void show_question(Page& page, const Question& question, std::size_t number) {
  const std::size_t width = page.terminal().width;
  page.append(wrap(fmt::format("{} ({})", question.ask.in(spoken_language()), question.id),
                   {.width = width, .first = fmt::format("{}. ", number), .rest = "   "}));
  page.append(question.figure, 3);
  char letter = 'a';
  for (const Bilingual& choice : question.choices)
    page.append(wrap(choice.in(spoken_language()),
                     {.width = width, .first = fmt::format("   {}) ", letter++), .rest = "      "}));
}

}  // namespace

Quiz quiz_from_json(const Json& json, const std::string& where) {
  try {
    Quiz quiz{.title = bilingual_from_json(json.at("title"), where), .minutes = json.value("minutes", 3)};
    for (const Json& entry : json.at("questions")) {
      const std::string place = fmt::format("{}: question {}", where, quiz.questions.size() + 1);
      quiz.questions.push_back(question_from(entry, place));
    }
    return quiz;
  } catch (const Json::exception& problem) {
    throw_error<FormatError>("{}: is no quiz ({})", where, problem.what());
  }
}

Quiz read_quiz(const std::filesystem::path& file) { return quiz_from_json(read_json(file), file.string()); }

std::optional<QuizValue> parse_answer(const Question& question, std::string_view text) {
  const std::string given(trimmed(text));
  return question.kind == QuestionKind::number   ? number_or_fraction(given)
         : question.kind == QuestionKind::choice ? choice_from(given, question.choices.size())
                                                 : shape_from(given);
}

std::string answer_text(const Question& question, const QuizValue& value) {
  if (question.kind == QuestionKind::choice) return std::string(1, static_cast<char>('a' + int(value.at(0))));
  const std::string numbers = fmt::format("{:.12g}", fmt::join(value, ", "));
  return question.kind == QuestionKind::number ? numbers : "(" + numbers + ",)";
}

std::string quiz_stub(const Quiz& quiz) {
  Page head({.width = comment_width});
  head.text(title_and_minutes(quiz));
  head.text(tr("Write each answer behind its = sign and save."));
  std::string out = comments(head);
  std::size_t number = 0;
  for (const Question& question : quiz.questions) {
    Page page({.width = comment_width});
    show_question(page, question, ++number);
    out += "\n" + comments(page) + question.id + " = \n";
  }
  return out;
}

std::string quiz_solution(const Quiz& quiz) {
  std::string out;
  for (const Question& question : quiz.questions) {
    Page reason({.width = comment_width});
    reason.text(question.reason.in(spoken_language()));
    out += fmt::format("{} = {}\n", question.id, answer_text(question, question.answer)) + comments(reason);
  }
  return out;
}

PartVerdict judge(const Question& question, std::string_view given) {
  PartVerdict part{.name = question.id, .max_points = question.points, .status = PartStatus::not_written};
  FailedCase& said = part.failure.emplace();
  said.label = trimmed(given);
  if (said.label.empty()) return part;
  const auto value = parse_answer(question, said.label);
  if (!value) {
    said.message = question.kind == QuestionKind::number
                       ? tr("not a number: write one such as 12, 0.5 or 1/8")
                   : question.kind == QuestionKind::choice ? tr("none of the choices: write one letter")
                                                           : tr("not a shape: write it as (2, 3)");
    return part;
  }
  const bool right = same_answer(question, *value, question.answer);
  part.status = right ? PartStatus::passed : PartStatus::failed;
  part.points = right ? question.points : 0;
  said.message = question.reason.in(spoken_language());
  for (const WrongAnswer& wrong : question.wrong)
    if (same_answer(question, *value, wrong.answer)) said.message = wrong.why.in(spoken_language());
  return part;
}

Verdict grade_quiz(const Quiz& quiz, std::string_view answers) {
  if (answers.starts_with("\xef\xbb\xbf")) answers.remove_prefix(3);
  std::map<std::string, std::string, std::less<>> given;  // what stands behind the = of each line
  std::istringstream lines{std::string(answers)};
  for (std::string line; std::getline(lines, line);) {
    const std::string_view said = std::string_view(line).substr(0, line.find('#'));
    const std::size_t equals = said.find('=');
    if (equals != said.npos) given[std::string(trimmed(said.substr(0, equals)))] = said.substr(equals + 1);
  }
  Verdict verdict;
  for (const Question& question : quiz.questions) {
    const auto line = given.find(question.id);
    verdict.parts.push_back(judge(question, line == given.end() ? "" : line->second));
    if (!answers.empty() && line == given.end())
      verdict.parts.back().failure->message = tr("its line is no longer in the file: write it again");
  }
  return verdict;
}

void show_questions(Page& page, const Quiz& quiz) {
  page.text(title_and_minutes(quiz), Paint::bold);
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    page.gap();
    show_question(page, quiz.questions[i], i + 1);
  }
}

void show_answer(Page& page, const PartVerdict& answer) {
  const bool right = answer.status == PartStatus::passed, wrong = answer.status == PartStatus::failed;
  const FailedCase said = answer.failure.value_or(FailedCase());
  const std::string line =
      right   ? tr("✓ {}: right: {}", answer.name, said.label)
      : wrong ? tr("✗ {}: not {}", answer.name, said.label)
              : tr("· {}: not answered yet", answer.name) + (said.label.empty() ? "" : ": " + said.label);
  page.text(line, right ? Paint::green : wrong ? Paint::red : Paint::dim, 2);
  page.markdown(said.message, 6);
}

}  // namespace heed
