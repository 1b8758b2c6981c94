#include "tools/learn/show/failure_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "tools/language/both.hpp"
#include "tools/learn/show/advice.hpp"
#include "tools/learn/show/matrix_view.hpp"
#include "tools/learn/show/observations.hpp"
#include "tools/learn/text/markdown.hpp"

namespace heed {
namespace {

const Bilingual two_things{"Two things at once", "두 가지가 함께 일어났습니다"};

void show_outputs(Page& page, const FailedCase& failure) {
  const Look& look = page.look();
  if (failure.at_most && failure.got && failure.got->values.size() == 1)
    return page.text(both("{}: {:g}, and at most {:g} are allowed", "{}: {:g}. 허용되는 최댓값은 {:g}입니다",
                          failure.output, failure.got->values[0], *failure.at_most),
                     Paint::plain, 2);
  if (!failure.expected && failure.got && failure.got->values.size() == 1)
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
  page.text(both("{} {}: {} of {} values are wrong (marked *)",
                 "{} {}: 값 {}개가 다릅니다 (전체 {}개, * 표시)", failure.output, expected,
                 failure.wrong.size(), std::max(failure.expected->values.size(), failure.wrong.size())),
            Paint::plain, 2);
  page.append(comparison_lines(*failure.expected, *failure.got, failure.wrong, look));
  if (std::ranges::any_of(failure.got->values, [](double value) { return std::isnan(value); }))
    page.text(
        Bilingual{"(nan is no number: it comes of 0/0, of ∞ − ∞, and of everything computed with nan)",
                  "(nan은 수가 아니라는 뜻입니다. 0/0, ∞ − ∞, 그리고 nan이 들어간 모든 계산에서 나옵니다)"},
        Paint::dim, 2);
}

/// break_it, where the learner writes cases: of its two results one is always a question of the grader's.
bool is_test_set(const FailedCase& failure) {
  return std::ranges::find(failure.shown, "got_away", &NamedValues::name) != failure.shown.end();
}

/// Of a test set (break_it): which of the planted mistakes it lets pass, or that it refuses what is right.
bool show_test_set(Page& page, const FailedCase& failure) {
  const auto shown = [&](const std::string& name) {
    return std::ranges::find(failure.shown, name, &NamedValues::name);
  };
  const auto away = shown("got_away"), cases = shown("your_cases");
  if (away == failure.shown.end() || cases == failure.shown.end() || !failure.got) return false;
  page.text(failure.output == "caught"
                ? both("Your {:g} cases let these planted mistakes get away: {}.",
                       "여러분의 사례 {:g}개를 빠져나간 심어 둔 실수: {}.", cases->values.at(0),
                       fmt::format("{:g}", fmt::join(away->values, ", ")))
                : both("{:g} of your cases refuse a right implementation.",
                       "여러분의 사례 가운데 {:g}개가 올바른 구현을 거부합니다.", failure.got->values.at(0)),
            Paint::plain, 2);
  return true;
}

enum class ExampleShown { whole, without_inputs, one_value, none };

/// The first wrong number in one line. False if the outputs are not of one shape, or the case says more.
bool show_first_wrong(Page& page, const FailedCase& failure) {
  if (!failure.expected || !failure.got || failure.wrong.empty() || failure.at_most) return false;
  const NamedValues &expected = *failure.expected, &got = *failure.got;
  const std::size_t place = *std::min_element(failure.wrong.begin(), failure.wrong.end());
  if (expected.shape != got.shape || place >= std::min(expected.values.size(), got.values.size()))
    return false;
  const Language language = page.look().language;
  const std::string index = fmt::format("{}", fmt::join(index_of_first(expected, failure.wrong), ", "));
  page.text(
      both("{} {}: {} of {} values are wrong; the first{}: expected {}, yours {}",
           "{} {}: 값 {}개가 다릅니다(전체 {}개). 처음 다른 값{}: 정답 {}, 내 결과 {}", failure.output,
           shape_text(expected.shape, language), failure.wrong.size(),
           std::max(expected.values.size(), failure.wrong.size()), index.empty() ? "" : " (" + index + ")",
           fmt::format("{:.6g}", expected.values[place]), fmt::format("{:.6g}", got.values[place])),
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
  if (show_test_set(page, failure)) return;
  if (example == ExampleShown::one_value && show_first_wrong(page, failure)) return;
  if (!failure.inputs.empty() && example == ExampleShown::whole) {
    page.text(Bilingual{"Given:", "입력:"}, Paint::plain, 2);
    const std::vector<int> place =
        failure.expected ? index_of_first(*failure.expected, failure.wrong) : std::vector<int>();
    for (const NamedValues& input : failure.inputs)
      page.append(
          matrix_lines(input, look, failure.expected ? failure.expected->shape : std::vector<int>(), place));
  }
  if (!failure.shown.empty())
    page.text(Bilingual{"Your function gave:", "여러분의 함수가 준 것:"}, Paint::plain, 2);
  for (const NamedValues& output : failure.shown) page.append(matrix_lines(output, look, {}, {}));
  show_outputs(page, failure);
  if (const std::string message = shown_message(part); !message.empty()) {
    page.text(part.status == PartStatus::threw
                  ? Bilingual{"It stopped with this message:", "다음 메시지와 함께 멈췄습니다:"}
                  : Bilingual{"Message:", "메시지:"},
              Paint::plain, 2);
    page.text(message, Paint::yellow, 4);
  }
}

/// Parts that failed for one reason.
struct Cause {
  Bilingual heading = {"What happened", "무슨 일이 일어났나"};
  std::string text = "", repair = "";  // markdown; empty if nothing is known
  bool seen = false;                   // in the numbers alone
  std::vector<const PartVerdict*> parts = {};

  bool known() const { return !text.empty() && !seen; }
};

/// What was done to the answer's text for its numbers to be a known mistake's.
std::string without_guards_text(const std::vector<Guard>& guards, Language language) {
  constexpr std::size_t most_lines = 2;
  std::set<int> lines;
  std::vector<std::string> each;
  for (const Guard& guard : guards) {
    lines.insert(guard.line);
    const Bilingual one =
        both("`{0}` (line {1}) taken as {2}", "{1}행의 `{0}` → {2}", guard.text, guard.line, guard.taken_as);
    if (std::ranges::find(each, one.in(language)) == each.end()) each.push_back(one.in(language));
  }
  const Bilingual text =
      lines.size() > most_lines
          ? both(
                "Without the guards in lines {}, your answer gives exactly what comes out with the following "
                "mistake:",
                "넘침이나 0으로 나누기를 막는 부분({}행)을 빼면, 여러분의 답은 아래 실수를 했을 때와 똑같은 "
                "결과를 냅니다.",
                fmt::format("{}", fmt::join(lines, ", ")))
          : both("With {}, your answer gives exactly what comes out with the following mistake:",
                 "이렇게 바꾸면({}) 여러분의 답은 아래 실수를 했을 때와 똑같은 결과를 냅니다.",
                 fmt::format("{}", fmt::join(each, language == Language::korean ? ", " : " and ")));
  return text.in(language) + "\n\n";
}

std::string but_not_finite_text(Language language) {
  const Bilingual text{
      "Where the following mistake gives NaN or an infinity, your answer has another wrong number, as a "
      "guard "
      "might give; in all else they are the same:",
      "아래 실수를 했을 때 NaN이나 무한대가 나오는 자리에서 여러분의 답은 다른 틀린 수를 냅니다(무언가로 "
      "막은 "
      "듯합니다). 나머지는 모두 같습니다."};
  return text.in(language) + "\n\n";
}

/// Of how many wrong cases a known mistake gives the results.
std::string some_cases_text(const Mistake& mistake, Language language) {
  const Bilingual text =
      mistake.alike < mistake.wrong
          ? both(
                "In {0} of the {1} wrong cases your results are exactly what comes out with the following "
                "mistake; in the others they are not:",
                "틀린 사례 {1}개 가운데 {0}개에서 여러분의 결과는 아래 실수를 했을 때와 똑같고, 나머지에서는 "
                "다릅니다.",
                mistake.alike, mistake.wrong)
          : both(
                "In all {0} wrong cases your results are exactly what comes out with the following mistake; "
                "with it others would be wrong, too:",
                "틀린 사례 {0}개 모두에서 여러분의 결과는 아래 실수를 했을 때와 똑같습니다. 다만 이 실수가 "
                "있으면 다른 사례도 틀려야 합니다.",
                mistake.wrong);
  return text.in(language) + "\n\n";
}

Cause cause_of(const PartVerdict& part, const Notes& notes, const std::string& exercise, Language language) {
  const bool questions = part.by_question.size() > 1;
  std::vector<Mistake> mistakes;
  if (questions) mistakes = part.by_question;
  for (const auto& mistake : {part.mistake, part.second_mistake})
    if (mistake && !questions) mistakes.push_back(*mistake);
  Cause cause;
  for (const Mistake& mistake : mistakes) {
    const auto note = notes.mistakes.find(mistake.id);
    if (note == notes.mistakes.end()) continue;
    if (!cause.text.empty() && !questions) cause.heading = two_things;
    cause.text += cause.text.empty() ? "" : "\n\n";
    if (mistake.but_not_finite)
      cause.text += but_not_finite_text(language);
    else if (!mistake.guards.empty())
      cause.text += without_guards_text(mistake.guards, language);
    if (mistake.wrong > 0) cause.text += some_cases_text(mistake, language);
    cause.text += note->second.explanation;
    cause.repair += (cause.repair.empty() ? "" : "\n\n") + note->second.repair;
  }
  if (questions) cause.heading = {"What these predictions come from", "이 예측들은 어디에서 왔나"};
  if (questions || !cause.text.empty()) return cause;
  std::string advice = advice_text(part, exercise).in(language);
  if (part.observation && part.observation->kind.starts_with("edit_"))
    return {.heading = {"What one change makes right", "한 곳만 바꾸면 맞는 것"},
            .text = advice + (advice.empty() ? "" : "\n\n") + observation_text(*part.observation, language),
            .seen = true};
  if (!advice.empty()) return {.text = std::move(advice)};
  if (!part.observation) return {};
  if (part.observation->kind == "only_output" && part.failure && is_test_set(*part.failure)) return {};
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
  std::stable_partition(causes.begin(), causes.end(), [](const Cause& cause) { return cause.known(); });
  return causes;
}

Page page_of(const Cause& cause, ExampleShown example, const Look& look) {
  Page page(look);
  Look narrower = look;
  narrower.terminal.width -= std::min<std::size_t>(2, look.terminal.width / 4);
  const auto section = [&](const std::string& heading, const std::string& text) {
    if (text.empty()) return;
    page.gap();
    page.text(heading, Paint::yellow);
    for (const std::string& line : render_markdown(text, narrower)) page.line("  " + line);
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
      if (first && !fits(whole)) {
        whole = page_of(cause, shorter, look);
        left_out = 1;
      }
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
