// What a training shows of itself while it goes on, and leaves beside its losses.
#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <string>

#include "tools/page/page.hpp"
#include "tools/training/session.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

/// Its pictures, its record and its live page, where something is kept; else the curve of its loss alone.
class ShownTraining {
 public:
  ShownTraining(const TrainingTask& task, const ValidationScore& score, const SessionOptions& options,
                const SessionPlace& place);

  void begin(const std::optional<TrainingState>& from);
  /// Returns the curve of the loss so far, for a line of the terminal.
  std::string step(const StepReport& report);
  void picture(std::int64_t epoch);
  void epoch(const EpochReport& report);
  void end(const TrainingResult& result);
  void failed(const std::exception& error);

 private:
  void show(LivePage::Now when);

  KeptTraining* kept_;
  std::string name_;
  TrainingHistory history_;
  Snapshots snapshots_;
  TrainingRecord own_;  // where nothing is kept
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace heed
