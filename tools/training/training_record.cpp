#include "tools/training/training_record.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

constexpr std::array column_names{"epoch",         "step",          "train_loss",
                                  "learning_rate", "gradient_norm", "target_tokens_per_second"};

}  // namespace

void TrainingRecord::step(const StepReport& r, double seconds) {
  if (last_seconds_ >= 0 && seconds > last_seconds_)
    last_rate_ = static_cast<double>(r.target_tokens) / (seconds - last_seconds_);
  last_seconds_ = seconds;
  if (points_.empty() || points_.back().steps >= steps_a_point_) {
    if (points_.size() >= most_points) halve();
    points_.emplace_back();
  }
  Point& point = points_.back();
  const double epochs_done =
      r.steps > 0 ? static_cast<double>(r.step * r.epochs) / static_cast<double>(r.steps) : 0;
  const std::array<double, 6> values{
      epochs_done, static_cast<double>(r.step), r.loss, r.learning_rate, r.gradient_norm, last_rate_};
  for (std::size_t c = 0; c < values.size(); ++c) point.sums[c] += values[c];
  ++point.steps;
}

void TrainingRecord::halve() {
  std::vector<Point> fewer;
  for (std::size_t i = 0; i + 1 < points_.size(); i += 2) {
    Point both = points_[i];
    both.steps += points_[i + 1].steps;
    for (std::size_t c = 0; c < both.sums.size(); ++c) both.sums[c] += points_[i + 1].sums[c];
    fewer.push_back(both);
  }
  points_ = std::move(fewer);
  steps_a_point_ *= 2;
}

bool TrainingRecord::has_snapshot(std::int64_t epoch) const {
  return std::ranges::any_of(pictures_, [&](const auto& p) { return p.first == epoch; });
}

void TrainingRecord::snapshot(std::int64_t epoch, Snapshots& snapshots) {
  std::string picture = snapshots.take();
  if (picture.empty()) return;
  if (sentences_ != snapshots.sentences()) pictures_.clear();  // of other heads: not to be read together
  sentences_ = snapshots.sentences();
  pictures_.emplace_back(epoch, std::move(picture));
}

nlohmann::json TrainingRecord::to_json() const {
  nlohmann::json all = nlohmann::json::object();
  if (!points_.empty()) {
    nlohmann::json& steps = all["steps"] = {{"steps_a_point", steps_a_point_}};
    std::vector<std::int64_t> counts;
    for (const Point& p : points_) counts.push_back(p.steps);
    steps["count"] = counts;
    for (std::size_t c = 0; c < column_names.size(); ++c) {
      std::vector<double> means;
      for (const Point& p : points_) means.push_back(p.sums[c] / static_cast<double>(p.steps));
      steps[column_names[c]] = means;  // what is not finite becomes null
    }
  }
  if (!pictures_.empty()) {
    nlohmann::json epochs = nlohmann::json::array();
    for (const auto& [epoch, picture] : pictures_) epochs.push_back({{"epoch", epoch}, {"weights", picture}});
    all["snapshots"] = {{"sentences", nlohmann::json::parse(sentences_)}, {"epochs", epochs}};
  }
  return all;
}

TrainingRecord TrainingRecord::from_json(const nlohmann::json& json) {
  TrainingRecord record;
  if (json.contains("steps")) {
    const nlohmann::json& steps = json.at("steps");
    steps.at("steps_a_point").get_to(record.steps_a_point_);
    for (const std::int64_t count : steps.at("count")) record.points_.push_back({.steps = count, .sums = {}});
    for (std::size_t c = 0; c < column_names.size(); ++c) {
      for (std::size_t i = 0; i < record.points_.size(); ++i) {
        const nlohmann::json& mean = steps.at(column_names[c]).at(i);
        Point& point = record.points_[i];
        point.sums[c] = mean.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : mean.get<double>() * static_cast<double>(point.steps);
      }
    }
  }
  if (json.contains("snapshots")) {
    record.sentences_ = json.at("snapshots").at("sentences").dump();
    for (const nlohmann::json& e : json.at("snapshots").at("epochs"))
      record.pictures_.emplace_back(e.at("epoch").get<std::int64_t>(), e.at("weights").get<std::string>());
  }
  return record;
}

}  // namespace heed
