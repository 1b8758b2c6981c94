#include "tools/learn/quiz/quiz_answers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "lib/core/read_number.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/trimmed.hpp"
#include "tools/learn/text/words.hpp"

namespace heed {
namespace {

std::optional<double> plain_number(std::string text) {
  std::erase_if(text, [](char c) { return c == ',' || c == '_' || c == ' '; });
  if (text.starts_with('+')) text.erase(0, 1);
  double value = 0;
  if (!read_number(text, value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> number_or_fraction(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return plain_number(text);
  const auto above = plain_number(text.substr(0, slash)), below = plain_number(text.substr(slash + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

std::optional<std::vector<int>> shape_from(std::string text) {
  for (std::size_t at = text.find("×"); at != std::string::npos; at = text.find("×"))
    text.erase(at, 1)[at] = ',';
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'x' || c == 'X'; }, ',');
  if (text.find_first_not_of("0123456789,()[] ") != std::string::npos) return std::nullopt;
  const bool brackets = text.find_first_of("([") != std::string::npos;
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view(",()[]").find(c) != std::string_view::npos; }, ' ');
  std::istringstream numbers(text);
  std::vector<int> shape;
  for (int size = 0; numbers >> size;) shape.push_back(size);
  if (!numbers.eof() || (shape.empty() && !brackets)) return std::nullopt;
  return shape;  // "()" is the shape of one number
}

struct GivenAnswer {
  std::string text;
  int line = 0;
};

/// Without a byte order mark, and with = : , ( ) in the place of the wide ones of Asian keyboards.
std::string plainly(std::string_view answers) {
  std::string text(answers);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  for (const auto& [wide, usual] : std::initializer_list<std::pair<std::string_view, const char*>>{
           {"＝", "="}, {"：", ":"}, {"，", ","}, {"（", "("}, {"）", ")"}})
    for (std::size_t at = 0; (at = text.find(wide, at)) != std::string::npos;)
      text.replace(at, wide.size(), usual);
  return text;
}

/// id -> what stands behind its =, or behind a colon, if it has no other answer; else the last line counts.
std::map<std::string, GivenAnswer> read_answers(std::string_view answers) {
  std::map<std::string, GivenAnswer> given;
  std::istringstream lines{plainly(answers)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    const std::size_t equals = line.find_first_of("=:");
    if (equals == std::string::npos) {
      if (!trimmed(line).empty()) given[std::string(trimmed(line))] = {"", number};
      continue;
    }
    const std::string_view all = line;
    GivenAnswer& answer = given[std::string(trimmed(all.substr(0, equals)))];
    if (line[equals] == '=' || answer.text.empty())
      answer = {std::string(trimmed(all.substr(equals + 1))), number};
  }
  return given;
}

void comment(std::string& out, const std::string& text, const std::string& first, const std::string& rest) {
  for (const std::string& line : wrap(text, {.width = 100, .first = "# " + first, .rest = "# " + rest}))
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string quiz_stub(const Quiz& quiz, Language language) {
  std::string out;
  comment(out, course_texts::quiz_title(quiz.title, quiz.minutes).in(language), "", "");
  comment(out,
          Bilingual{"Write each answer behind its = sign and save.", "답을 = 기호 뒤에 쓰고 저장하세요."}.in(
              language),
          "", "");
  int number = 0;
  for (const Question& question : quiz.questions) {
    out += "\n";
    comment(out,
            fmt::format("{} ({})", question.ask.in(language),
                        question.points == 1 ? Bilingual{"1 point", "1점"}.in(language)
                                             : both("{:g} points", "{:g}점", question.points).in(language)),
            fmt::format("{}. ", ++number), "   ");
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      comment(out, question.choices[i].in(language), fmt::format("   {}) ", static_cast<char>('a' + i)),
              "      ");
    out += question.id + " = \n";
  }
  return out;
}

std::string quiz_solution(const Quiz& quiz, Language language) {
  std::string out;
  for (const Question& question : quiz.questions) {
    std::string answer(1, question.answer.letter);
    if (question.kind == QuestionKind::number) answer = fmt::format("{:.12g}", question.answer.number);
    if (question.kind == QuestionKind::shape) {
      const std::vector<int>& shape = question.answer.shape;
      answer = fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    }
    out += fmt::format("{} = {}\n", question.id, answer);
    comment(out, question.reason.in(language), "", "");
  }
  return out;
}

std::optional<QuizValue> parse_answer(const Question& question, std::string_view text) {
  const std::string given(trimmed(text));
  if (question.kind == QuestionKind::number) {
    const auto number = number_or_fraction(given);
    return number ? std::optional(QuizValue{.number = *number}) : std::nullopt;
  }
  if (question.kind == QuestionKind::shape) {
    auto shape = shape_from(given);
    return shape ? std::optional(QuizValue{.shape = std::move(*shape)}) : std::nullopt;
  }
  if (given.empty() || given.size() > 2 || (given.size() == 2 && given[1] != ')' && given[1] != '.'))
    return std::nullopt;
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(given[0])));
  const bool there = letter >= 'a' && letter < static_cast<char>('a' + question.choices.size());
  return there ? std::optional(QuizValue{.letter = letter}) : std::nullopt;
}

AnsweredQuestion judge(const Question& question, const std::string& given) {
  AnsweredQuestion answered{.question = question, .given = std::string(trimmed(given))};
  if (answered.given.empty()) return answered;
  const auto value = parse_answer(question, answered.given);
  if (!value) {
    answered.state = AnswerState::unreadable;
  } else if (same_answer(question, *value, question.answer)) {
    answered.state = AnswerState::right;
  } else {
    answered.state = AnswerState::wrong;
    const auto known =
        std::find_if(question.wrong.begin(), question.wrong.end(),
                     [&](const WrongAnswer& wrong) { return same_answer(question, *value, wrong.answer); });
    if (known != question.wrong.end()) answered.why = known->why;
  }
  return answered;
}

QuizResult grade_quiz(const Quiz& quiz, std::string_view answers) {
  std::map<std::string, GivenAnswer> given = read_answers(answers);
  QuizResult result{.title = quiz.title};
  for (const Question& question : quiz.questions) {
    AnsweredQuestion answered{.question = question};
    if (const auto found = given.find(question.id); found == given.end()) {
      answered.state = AnswerState::missing;
    } else {
      answered = judge(question, found->second.text);
      given.erase(found);
    }
    result.questions.push_back(std::move(answered));
  }
  for (const auto& [id, answer] : given) result.strays.push_back({answer.line, id});
  std::ranges::sort(result.strays, {}, &StrayLine::line);
  return result;
}

Verdict verdict_of(const QuizResult& result, const std::string& exercise, const std::string& chapter) {
  Verdict verdict{.exercise = exercise, .chapter = chapter};
  for (const AnsweredQuestion& answered : result.questions) {
    const bool right = answered.state == AnswerState::right;
    const bool open = answered.state == AnswerState::open || answered.state == AnswerState::missing;
    verdict.parts.push_back({.name = answered.question.id,
                             .points = right ? answered.question.points : 0,
                             .max_points = answered.question.points,
                             .status = right  ? PartStatus::passed
                                       : open ? PartStatus::not_written
                                              : PartStatus::failed});
  }
  return verdict;
}

}  // namespace heed
