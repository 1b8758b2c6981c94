#include "tools/learn/record.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {
namespace {

ExerciseRecord from_json(const nlohmann::json& json) {
  return {.points = json.value("points", 0.0),
          .max_points = json.value("max_points", 0.0),
          .passed = json.value("passed", false),
          .solution_open = json.value("solution_open", false),
          .gave_up = json.value("gave_up", false),
          .failing = json.value("failing", ""),
          .hints = json.value("hints", 0),
          .seen_hints = json.value("seen_hints", std::vector<int>()),
          .own_seconds = json.value("own_seconds", 0.0),
          .told_stub = json.value("told_stub", ""),
          .predicted = json.value("predicted", false),
          .wrong_predictions = json.value("wrong_predictions", std::vector<int>())};
}

nlohmann::json to_json(const ExerciseRecord& record) {
  return {{"points", record.points},           {"max_points", record.max_points},
          {"passed", record.passed},           {"solution_open", record.solution_open},
          {"gave_up", record.gave_up},         {"hints", record.hints},
          {"failing", record.failing},         {"seen_hints", record.seen_hints},
          {"own_seconds", record.own_seconds}, {"told_stub", record.told_stub},
          {"predicted", record.predicted},     {"wrong_predictions", record.wrong_predictions}};
}

ReviewRecord review_from(const nlohmann::json& json) {
  ReviewRecord review{
      .day = json.value("day", 0), .asked = json.value("asked", 0), .off = json.value("off", false)};
  const nlohmann::json cards = json.value("cards", nlohmann::json::object());
  for (const auto& [key, card] : cards.items())
    review.cards[key] = {.due = card.value("due", 0), .days = card.value("days", 0)};
  return review;
}

nlohmann::json to_json(const ReviewRecord& review) {
  nlohmann::json cards = nlohmann::json::object();
  for (const auto& [key, card] : review.cards) cards[key] = {{"due", card.due}, {"days", card.days}};
  return {{"day", review.day}, {"asked", review.asked}, {"off", review.off}, {"cards", cards}};
}

}  // namespace

Record::Record(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) return;
  try {
    const nlohmann::json json = read_json(file_);
    current_ = json.value("current", "");
    const nlohmann::json exercises = json.value("exercises", nlohmann::json::object());
    for (const auto& [name, entry] : exercises.items()) exercises_[name] = from_json(entry);
    review_ = review_from(json.value("review", nlohmann::json::object()));
  } catch (const std::exception&) {
    current_.clear();
    exercises_.clear();
    review_ = {};
    std::error_code ignored;
    std::filesystem::rename(file_, file_.string() + ".broken", ignored);
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

void Record::save() const {
  nlohmann::json exercises = nlohmann::json::object();
  for (const auto& [name, record] : exercises_) exercises[name] = to_json(record);
  make_folders(file_.parent_path());
  write_json(file_, {{"current", current_}, {"exercises", exercises}, {"review", to_json(review_)}});
}

}  // namespace heed
