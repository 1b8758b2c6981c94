// Trains the nets of a comparison and measures what they have learned.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/recall/net.hpp"
#include "tools/recall/task.hpp"

namespace heed {

/// One net after its training at one distance.
struct RecallCell {
  std::string kind;
  RecallTask task = RecallTask::recall;
  std::int64_t distance = 0, tokens = 0;  // tokens of a sequence
  std::uint64_t seed = 0;
  std::int64_t steps = 0;    // that it took: it ends when nearly all answers are right
  double accuracy = 0;       // of fresh sequences
  double gradient_norm = 0;  // ‖dL/dx_1‖ of the first token before any training, a mean over sequences
  double us_a_token = 0;     // of a training step: median
};

/// One number of all cells of a kind, task and distance, a seed each.
std::vector<double> recall_values(const std::vector<RecallCell>& cells, const std::string& kind,
                                  RecallTask task, std::int64_t distance, double RecallCell::*field);

struct RecallPlan {
  std::vector<std::int64_t> distances{8, 32, 128, 512};
  std::vector<std::uint64_t> seeds{1, 2, 3};
  std::vector<RecallTask> tasks{RecallTask::recall, RecallTask::induction};
  std::int64_t width = 64;      // of attention; the others have as many parameters
  std::int64_t sequences = 32;  // of a step
  double learning_rate = 2e-3;
  /// Steps at a distance at most: so many at 8, less with the square root of the distance.
  std::int64_t steps = 1200;
  double seconds = 640;  // for all; what does not fit in is left out
  /// Called before each distance of each net; false ends it all.
  std::function<bool(const RecallCell& next, std::size_t done, std::size_t all)> on_next{};
};

/// The steps that a plan has at a distance.
std::int64_t recall_steps(const RecallPlan& plan, std::int64_t distance);
/// The net of a kind.
RecallNet::Options recall_net(const RecallPlan& plan, const std::string& kind);

/// Each net learns the shortest distance first, and goes on with the next. All of a seed before the next
/// seed, so that an early end still compares all kinds. The same numbers on every run, but for times.
std::vector<RecallCell> measure_recall(const RecallPlan& plan);

}  // namespace heed
