#include "tools/learn/show/first_predictions.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace heed {
namespace {

constexpr const char* shown_name = "predictions";

/// What the file says; not told after a pass.
std::vector<int> predictions_of(const PartVerdict& part) {
  if (!part.failure) return {};
  const auto shown = std::ranges::find(part.failure->shown, shown_name, &NamedValues::name);
  if (shown == part.failure->shown.end()) return {};
  return {shown->values.begin(), shown->values.end()};
}

/// Questions of which all were answered; after a pass alone what is behind the other answers tells them
/// apart.
bool judged_predictions(const PartVerdict& part) {
  return part.status == PartStatus::passed ? !part.by_question.empty() : !predictions_of(part).empty();
}

std::string list(const std::vector<int>& answers) { return fmt::format("({})", fmt::join(answers, ",")); }

}  // namespace

void note_predictions(ExerciseRecord& record, const Verdict& verdict) {
  if (record.predicted) return;
  for (const PartVerdict& part : verdict.parts) {
    if (!judged_predictions(part)) continue;
    record.wrong_predictions = predictions_of(part);
    record.predicted = part.status == PartStatus::passed || !record.wrong_predictions.empty();
  }
}

Verdict with_first_predictions(const ExerciseRecord& record, Verdict verdict) {
  if (!record.predicted) return verdict;
  for (PartVerdict& part : verdict.parts) {
    if (judged_predictions(part) && !record.wrong_predictions.empty()) part.points = 0;
  }
  return verdict;
}

Bilingual first_predictions_text(const ExerciseRecord& record, const Verdict& verdict,
                                 const std::string& options) {
  const auto part = std::ranges::find_if(verdict.parts, judged_predictions);
  if (!record.predicted || part == verdict.parts.end()) return {};
  const bool first_right = record.wrong_predictions.empty(), now_right = part->status == PartStatus::passed;
  if (first_right && now_right) return {};
  const std::string now = list(predictions_of(*part));
  if (first_right)
    return both(
        "{}: your first answer was all right, and counts while it stands in the file. The file now: {}.",
        "{}: 처음 낸 답은 모두 맞았으며, 파일에 그대로 있을 때 점수가 됩니다. 지금 파일: {}.", part->name,
        now);
  const Bilingual first = both("{}, not all right", "{}, 틀린 것이 있음", list(record.wrong_predictions));
  const Bilingual file = now_right ? Bilingual{"all right", "모두 맞음"} : Bilingual{now, now};
  return both(
      "{}: counted: your first answer {}. The file now: {}. To begin the whole file "
      "anew (yours is kept): `./heed learn reset {}`",
      "{}: 점수로 세는 것은 처음 낸 답 {}. 지금 파일: {}. 파일 전체를 처음부터 "
      "다시 하려면(쓰던 파일은 보관합니다): `./heed learn reset {}`",
      part->name, first, file, verdict.exercise + options);
}

Verdict without_predictions_shown(Verdict verdict) {
  for (PartVerdict& part : verdict.parts) {
    if (part.failure)
      std::erase_if(part.failure->shown, [](const NamedValues& value) { return value.name == shown_name; });
  }
  return verdict;
}

}  // namespace heed
