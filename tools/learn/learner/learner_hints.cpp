// Which hint comes next, and how hints are shown.
#include <algorithm>

#include "tools/learn/learner/learner.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"

namespace heed {

int Learner::hint_count(const CourseExercise& exercise) const {
  return static_cast<int>(notes(exercise).hints.size());
}

int Learner::next_hint(const CourseExercise& exercise) {
  const int before = record_.of(exercise.name).hints;
  const int level = std::min(before + 1, hint_count(exercise));
  if (level == before) return level;
  std::vector<int> seen = hint_order(exercise);
  seen.resize(static_cast<std::size_t>(level));
  record_.change(exercise.name, [&](ExerciseRecord& record) {
    record.hints = level;
    record.seen_hints = std::move(seen);
  });
  return level;
}

std::vector<int> Learner::hint_order(const CourseExercise& exercise) const {
  const ExerciseRecord record = record_.of(exercise.name);
  const std::vector<std::string> parts = notes(exercise).hint_parts;
  const auto count = static_cast<int>(parts.size());
  std::vector<int> order;
  const auto add = [&](int hint) {
    if (hint >= 0 && hint < count && std::count(order.begin(), order.end(), hint) == 0) order.push_back(hint);
  };
  for (const int hint : record.seen_hints) add(hint);
  for (int hint = static_cast<int>(record.seen_hints.size()); hint < record.hints; ++hint) add(hint);
  const auto failing = std::find(parts.begin(), parts.end(), record.failing);
  const int first = failing == parts.end() ? 0 : static_cast<int>(failing - parts.begin());
  for (int i = 0; i < count; ++i) add((first + i) % count);
  return order;
}

void Learner::show_hints(Page& page, const CourseExercise& exercise, int level, int from) const {
  const Notes all = notes(exercise);
  const auto &hints = all.hints, &hint_parts = all.hint_parts;
  const std::vector<int> order = hint_order(exercise);
  const int count = static_cast<int>(hints.size());
  if (count == 0) page.text(course_texts::no_hints);
  for (int i = from; i <= std::min(level, count); ++i) {
    page.gap();
    const auto hint = static_cast<std::size_t>(order[static_cast<std::size_t>(i) - 1]);
    const std::string& part = hint_parts[hint];
    const auto of_part = std::count(hint_parts.begin(), hint_parts.end(), part);
    const auto number =
        1 + std::count(hint_parts.begin(), hint_parts.begin() + static_cast<long>(hint), part);
    page.text(both("Hint {} of {}", "힌트 {}/{}", number, of_part).in(look_.language) +
                  (part.empty() ? "" : " · " + part),
              Paint::yellow);
    page.append(render_markdown(hints[hint], look_));
  }
  if (level >= count && count > 0)
    page.text(Bilingual{"That was the last hint.", "마지막 힌트입니다."}, Paint::dim);
}

}  // namespace heed
