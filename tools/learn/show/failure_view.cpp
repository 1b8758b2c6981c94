#include "tools/learn/show/failure_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "tools/language/both.hpp"
#include "tools/learn/show/advice.hpp"
#include "tools/learn/show/matrix_view.hpp"
#include "tools/learn/show/observations.hpp"
#include "tools/learn/text/markdown.hpp"

namespace heed {
namespace {

/// Parts that failed for one reason.
struct Cause {
  Bilingual heading = {"What happened", "무슨 일이 일어났나"};
  std::string text = "", repair = "";  // markdown; empty if nothing is known
  bool seen = false;                   // in the numbers alone
  std::vector<const PartVerdict*> parts = {};
};

const NamedValues* shown_of(const FailedCase& failure, const std::string& name) {
  const auto at = std::ranges::find(failure.shown, name, &NamedValues::name);
  return at == failure.shown.end() ? nullptr : &*at;
}

/// A known mistake, else what a crash means, else what is seen in the numbers.
Cause cause_of(const PartVerdict& part, const Notes& notes, const std::string& exercise, Language language) {
  const bool questions = part.by_question.size() > 1;
  std::vector<Mistake> mistakes;
  if (questions) mistakes = part.by_question;
  if (part.mistake && !questions) mistakes.push_back(*part.mistake);
  Cause cause;
  for (const Mistake& mistake : mistakes) {
    const auto note = notes.mistakes.find(mistake.id);
    if (note == notes.mistakes.end()) continue;
    cause.text += (cause.text.empty() ? "" : "\n\n") + note->second.explanation;
    cause.repair += (cause.repair.empty() ? "" : "\n\n") + note->second.repair;
  }
  if (questions) cause.heading = {"What these predictions come from", "이 예측들은 어디에서 왔나"};
  if (questions || !cause.text.empty()) return cause;
  cause.text = advice_text(part, exercise).in(language);
  if (!cause.text.empty() || !part.observation) return cause;
  // break_it, where the learner writes cases: of its two results one is always a question of the grader's
  if (part.observation->kind == "only_output" && part.failure && shown_of(*part.failure, "got_away"))
    return {};
  return {.heading = {"What the numbers show", "값에서 보이는 것"},
          .text = observation_text(*part.observation, language),
          .seen = true};
}

/// Known ones first: where the rows suffice for one, it is one that says what to do.
std::vector<Cause> causes_of(const Verdict& verdict, const Notes& notes, Language language) {
  std::vector<Cause> causes;
  for (const PartVerdict& part : verdict.parts) {
    if (part.status == PartStatus::passed || part.status == PartStatus::not_written) continue;
    Cause cause = cause_of(part, notes, verdict.exercise, language);
    const auto same = std::ranges::find_if(
        causes, [&](const Cause& one) { return !cause.text.empty() && one.text == cause.text; });
    Cause& joined = same == causes.end() ? causes.emplace_back(std::move(cause)) : *same;
    joined.parts.push_back(&part);
  }
  std::stable_partition(causes.begin(), causes.end(),
                        [](const Cause& cause) { return !cause.text.empty() && !cause.seen; });
  return causes;
}

void show_outputs(Page& page, const FailedCase& failure) {
  const Look& look = page.look();
  const bool one_number = failure.got && failure.got->values.size() == 1;
  if (failure.at_most && one_number)
    return page.text(both("{}: {:g}, and at most {:g} are allowed", "{}: {:g}. 허용되는 최댓값은 {:g}입니다",
                          failure.output, failure.got->values[0], *failure.at_most),
                     Paint::plain, 2);
  if (!failure.expected && one_number)
    page.text(both("Your answer is {:g}, and that is not what comes out.",
                   "여러분의 답은 {:g}인데, 맞지 않습니다.", failure.got->values[0]),
              Paint::plain, 2);
  if (!failure.expected || !failure.got) return;
  const std::string expected = shape_text(failure.expected->shape, look.language);
  if (failure.expected->shape != failure.got->shape) {
    page.text(both("{}: the shape should be {}, yours is {}",
                   "{}: 모양은 {}이어야 하는데, 내 결과의 모양은 {}입니다", failure.output, expected,
                   shape_text(failure.got->shape, look.language)),
              Paint::plain, 2);
    if (failure.got->shape == std::vector<int>{0})
      page.text(Bilingual{"((0,) is a Tensor that was given no shape: Tensor t({…}) gives it one)",
                          "((0,)은 모양을 주지 않은 텐서입니다. Tensor t({…})처럼 모양을 줍니다)"},
                Paint::dim, 2);
    return;
  }
  if (failure.expected->values.size() == 1)
    page.text(both("{} {} is wrong:", "{} {}: 값이 다릅니다.", failure.output, expected), Paint::plain, 2);
  else
    page.text(both("{} {}: {} of {} values are wrong (marked *)",
                   "{} {}: 값 {}개가 다릅니다 (전체 {}개, * 표시)", failure.output, expected,
                   failure.wrong.size(), std::max(failure.expected->values.size(), failure.wrong.size())),
              Paint::plain, 2);
  page.append(comparison_lines(*failure.expected, *failure.got, failure.wrong, look));
}

/// Of a test set (break_it): which of the planted mistakes it lets pass, or that it refuses what is right.
bool show_test_set(Page& page, const FailedCase& failure) {
  const NamedValues *away = shown_of(failure, "got_away"), *cases = shown_of(failure, "your_cases"),
                    *refuses = shown_of(failure, "first_that_refuses");
  if (away == nullptr || cases == nullptr || refuses == nullptr || !failure.got) return false;
  const double count = cases->values.at(0);
  page.text(
      failure.output == "caught"
          ? both("Your {:g} cases let these planted mistakes get away: {}.",
                 "여러분의 사례 {:g}개를 빠져나간 심어 둔 실수: {}.", count,
                 fmt::format("{:g}", fmt::join(away->values, ", ")))
          : both("A right implementation is refused by {:g} of your cases, first by call number {:g} of "
                 "test(), and nothing of this function counts while one is.",
                 "여러분의 사례 가운데 {:g}개가 올바른 구현을 거부합니다(처음은 {:g}번째로 부른 test()). "
                 "그런 사례가 있으면 이 함수의 부분은 모두 점수가 없습니다.",
                 failure.got->values.at(0), refuses->values.at(0)),
      Paint::plain, 2);
  return true;
}

enum class ExampleShown { whole, without_inputs, one_value, none };

/// The first wrong number in one line. False if the outputs are not of one shape, or the case says more.
bool show_first_wrong(Page& page, const FailedCase& failure) {
  if (!failure.expected || !failure.got || failure.wrong.empty() || failure.at_most) return false;
  const NamedValues &expected = *failure.expected, &got = *failure.got;
  const std::size_t place = *std::ranges::min_element(failure.wrong);
  if (expected.shape != got.shape || place >= std::min(expected.values.size(), got.values.size()))
    return false;
  const std::string should = fmt::format("{:.6g}", expected.values[place]),
                    is = fmt::format("{:.6g}", got.values[place]);
  page.text(
      expected.values.size() == 1
          ? both("{}: expected {}, yours {}", "{}: 정답 {}, 내 결과 {}", failure.output, should, is)
          : both("{} {}: {} of {} values are wrong; the first ({}): expected {}, yours {}",
                 "{} {}: 값 {}개가 다릅니다(전체 {}개). 처음 다른 값 ({}): 정답 {}, 내 결과 {}",
                 failure.output, shape_text(expected.shape, page.look().language), failure.wrong.size(),
                 std::max(expected.values.size(), failure.wrong.size()),
                 fmt::format("{}", fmt::join(index_of_first(expected, failure.wrong), ", ")), should, is),
      Paint::plain, 2);
  return true;
}

void show_example(Page& page, const PartVerdict& part, ExampleShown example) {
  const Look& look = page.look();
  if (!part.failure || example == ExampleShown::none) return;
  const FailedCase& failure = *part.failure;
  page.gap();
  page.text(failure.label.empty() ? Bilingual{part.name}
                                  : both("{}, case \"{}\"", "{}, 사례 \"{}\"", part.name, failure.label),
            Paint::bold);
  if (const std::string message = shown_message(part); !message.empty()) {
    page.text(part.status == PartStatus::threw
                  ? Bilingual{"It stopped with this message:", "다음 메시지와 함께 멈췄습니다:"}
                  : Bilingual{"Message:", "메시지:"},
              Paint::plain, 2);
    page.text(message, Paint::yellow, 4);
  }
  if (show_test_set(page, failure)) return;
  if (example == ExampleShown::one_value && show_first_wrong(page, failure)) return;
  if (!failure.inputs.empty() && example == ExampleShown::whole) {
    page.text(Bilingual{"Given:", "입력:"}, Paint::plain, 2);
    for (const NamedValues& input : failure.inputs)
      page.append(failure.expected ? matrix_lines(input, look, failure.expected->shape,
                                                  index_of_first(*failure.expected, failure.wrong))
                                   : matrix_lines(input, look));
  }
  if (!failure.shown.empty())
    page.text(Bilingual{"Your function gave:", "여러분의 함수가 준 것:"}, Paint::plain, 2);
  for (const NamedValues& output : failure.shown) page.append(matrix_lines(output, look));
  show_outputs(page, failure);
}

Page page_of(const Cause& cause, ExampleShown example, const Look& look) {
  Page page(look);
  const auto section = [&](const std::string& heading, const std::string& text) {
    if (text.empty()) return;
    page.gap();
    page.text(heading, Paint::yellow);
    page.append(render_markdown(text, narrower(look, 2)), 2);
  };
  std::vector<std::string> names;
  for (const PartVerdict* part : cause.parts) names.push_back(part->name);
  section(fmt::format("{} ({})", cause.heading.in(look.language), fmt::join(names, ", ")), cause.text);
  show_example(page, *cause.parts.front(), example);
  section(Bilingual{"How to repair it", "어떻게 고치나"}.in(look.language), cause.repair);
  return page;
}

}  // namespace

void show_failures(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows) {
  const Look& look = page.look();
  std::size_t left_out = 0;
  bool first = true;
  for (const Cause& cause : causes_of(verdict, notes, look.language)) {
    const auto fits = [&](const Page& part) {
      return rows == 0 || page.lines().size() + part.lines().size() + 3 <= rows;
    };
    Page whole = page_of(cause, ExampleShown::whole, look);
    for (const ExampleShown shorter :
         {ExampleShown::without_inputs, ExampleShown::one_value, ExampleShown::none}) {
      if (!first || fits(whole)) break;
      whole = page_of(cause, shorter, look);
      left_out = 1;
    }
    if (std::exchange(first, false) || (left_out == 0 && fits(whole))) {
      page.gap();
      page.append(whole.lines());
    } else {
      ++left_out;
    }
  }
  if (left_out == 0) return;
  page.gap();
  page.text(Bilingual{"[m] shows all of it: inputs, and what happened in the other parts.",
                      "[m]을 누르면 입력과 다른 파트에서 일어난 일까지 모두 봅니다."},
            Paint::dim);
}

}  // namespace heed
