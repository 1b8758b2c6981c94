#include "tools/learn/course/record.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ExerciseRecord, points, max_points, passed, solution_open,
                                                gave_up, failing, hints, seen_hints, own_seconds, told_stub,
                                                predicted, wrong_predictions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ReviewCard, due, days)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ReviewRecord, cards, day, asked, off)

Record::Record(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) return;
  try {
    const nlohmann::json json = read_json(file_);
    current_ = json.value("current", "");
    exercises_ = json.value("exercises", exercises_);
    review_ = json.value("review", review_);
  } catch (const std::exception&) {
    current_.clear();
    exercises_.clear();
    review_ = {};
    aside_ = file_.string() + ".broken";
    for (int n = 2; std::filesystem::exists(aside_); ++n)
      aside_ = fmt::format("{}.broken{}", file_.string(), n);
    damaged_ = true;
  }
}

void Record::set_current(const std::string& exercise) {
  if (exercise == current_) return;
  current_ = exercise;
  save();
}

ExerciseRecord Record::of(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? ExerciseRecord{} : found->second;
}

void Record::set(const std::string& exercise, const ExerciseRecord& record) {
  exercises_[exercise] = record;
  save();
}

void Record::set_review(const ReviewRecord& review) {
  review_ = review;
  save();
}

void Record::save() {
  make_folders(file_.parent_path());
  if (damaged_) {
    std::error_code failed;
    std::filesystem::rename(file_, aside_, failed);
    if (failed)
      throw_error("{}: is damaged, and cannot be kept as {}: {}", file_.string(), aside_.string(),
                  failed.message());
    damaged_ = false;
  }
  write_json(file_, {{"current", current_}, {"exercises", exercises_}, {"review", review_}});
}

}  // namespace heed
