#include "tools/learn/show/causes.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tools/language/both.hpp"
#include "tools/learn/show/advice.hpp"
#include "tools/learn/show/observations.hpp"

namespace heed {
namespace {

const Bilingual two_things{"Two things at once", "두 가지가 함께 일어났습니다"};

/// break_it, where the learner writes cases: of its two results one is always a question of the grader's.
bool is_test_set(const FailedCase& failure) {
  return std::ranges::find(failure.shown, "got_away", &NamedValues::name) != failure.shown.end();
}

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

std::string but_not_finite_text(const Mistake& mistake, Language language) {
  const Bilingual text =
      mistake.guards.empty()
          ? Bilingual{"Where the following mistake gives NaN or an infinity, your answer has other numbers, wrong "
                      "ones among them, as a guard might give; in all else they are the same:",
                      "아래 실수를 했을 때 NaN이나 무한대가 나오는 자리에서 여러분의 답은 다른 수를 냅니다. 틀린 수도 "
                      "있고, 무언가로 막은 듯합니다. 나머지는 모두 같습니다."}
          : Bilingual{"(Where it gives NaN or an infinity, your answer has other numbers even then.)",
                      "(이 실수에서 NaN이나 무한대가 나오는 자리에서는 그래도 다른 수를 냅니다.)"};
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
    if (!mistake.guards.empty()) cause.text += without_guards_text(mistake.guards, language);
    if (mistake.but_not_finite) cause.text += but_not_finite_text(mistake, language);
    if (mistake.wrong > 0) cause.text += some_cases_text(mistake, language);
    cause.text += note->second.explanation;
    cause.repair += (cause.repair.empty() ? "" : "\n\n") + note->second.repair;
  }
  if (questions) cause.heading = {"What these predictions come from", "이 예측들은 어디에서 왔나"};
  if (questions || !cause.text.empty()) return cause;
  std::string advice = advice_text(part, exercise).in(language);
  if (!advice.empty()) return {.text = std::move(advice)};
  if (!part.observation) return {};
  if (part.observation->kind == "only_output" && part.failure && is_test_set(*part.failure)) return {};
  return {.heading = {"What the numbers show", "값에서 보이는 것"},
          .text = observation_text(*part.observation, language),
          .seen = true};
}

}  // namespace

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

}  // namespace heed
