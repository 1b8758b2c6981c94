// Holds what a training keeps of its way besides the losses of its epochs: curves over its steps, and what
// some heads looked at after each epoch.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "nn/trainer.hpp"
#include "tools/training/snapshots.hpp"

namespace heed {

/// It goes with the state of a training, so that one that goes on has all of it.
class TrainingRecord {
 public:
  /// After a step; `seconds` on any clock that goes on.
  void step(const StepReport& report, double seconds);
  /// Says that what comes now is no step: its time does not count.
  void pause() { last_seconds_ = -1; }
  /// Keeps what the heads look at after an epoch (0: before the first step); of a model without heads
  /// nothing.
  void snapshot(std::int64_t epoch, Snapshots& snapshots);
  bool has_snapshot(std::int64_t epoch) const;

  /// "steps": columns of the same length, each value the mean of some steps; "snapshots": sentences, and a
  /// picture an epoch. Empty parts are left out.
  nlohmann::json to_json() const;
  /// Throws json's exceptions for what is none.
  static TrainingRecord from_json(const nlohmann::json& json);

 private:
  /// Sums over `steps` steps.
  struct Point {
    std::int64_t steps = 0;
    std::array<double, 6> sums{};  // epoch, step, loss, learning rate, gradient norm, tokens a second
  };
  static constexpr std::size_t most_points = 128;

  void halve();

  std::vector<Point> points_;
  std::int64_t steps_a_point_ = 1;  // doubled where there would be too many points
  double last_seconds_ = -1;        // of the step before; below 0: none
  double last_rate_ = 0;            // of that step
  std::string sentences_;           // JSON
  std::vector<std::pair<std::int64_t, std::string>> pictures_;
};

}  // namespace heed
