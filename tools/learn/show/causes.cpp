#include "tools/learn/show/causes.hpp"

#include <algorithm>
#include <utility>

#include "tools/language/both.hpp"
#include "tools/learn/show/advice.hpp"
#include "tools/learn/show/observations.hpp"

namespace heed {
namespace {

/// break_it, where the learner writes cases: of its two results one is always a question of the grader's.
bool is_test_set(const FailedCase& failure) {
  return std::ranges::find(failure.shown, "got_away", &NamedValues::name) != failure.shown.end();
}

Cause cause_of(const PartVerdict& part, const Notes& notes, const std::string& exercise, Language language) {
  const bool questions = part.by_question.size() > 1;
  std::vector<Mistake> mistakes;
  if (questions) mistakes = part.by_question;
  if (part.mistake && !questions) mistakes.push_back(*part.mistake);
  Cause cause;
  for (const Mistake& mistake : mistakes) {
    const auto note = notes.mistakes.find(mistake.id);
    if (note == notes.mistakes.end()) continue;
    cause.text += cause.text.empty() ? "" : "\n\n";
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
