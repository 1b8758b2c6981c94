// Trains the nets of a comparison and measures what they have learned.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/recall_net.hpp"
#include "models/recall_task.hpp"
#include "tools/measure/plot.hpp"
#include "tools/measure/texts.hpp"

namespace heed {

struct RecallKind {
  RecallNet::Kind net;
  std::string name;  // "LSTM"
  Bilingual title() const { return word(name); }
};
/// attention, convolution, state space, LSTM and RNN.
const std::vector<RecallKind>& recall_kinds();
/// By its name. Throws UsageError.
const RecallKind& recall_kind(const std::string& name);

/// One net at one distance.
struct RecallCell {
  std::string kind;
  RecallTask task = RecallTask::recall;
  std::int64_t distance = 0, tokens = 0;  // tokens of a sequence
  std::uint64_t seed = 0;
  // Before any training:
  std::int64_t path = 0;     // path_steps()
  double gradient_norm = 0;  // ‖dL/dx_1‖ of the first token, a mean over sequences
  double us_a_token = 0;     // forward and backward on one thread: median
  // Of the training at this distance:
  std::int64_t steps = 0;            // it ends when nearly all answers are right; 0: not trained here
  std::optional<double> accuracy{};  // of fresh sequences; nothing: there was no time, or it diverged
  bool diverged = false;             // after so many steps loss or gradients were not finite
};

/// From this share of right answers on fresh sequences on, a net counts as having learned a distance.
constexpr double recall_learned = 0.95;
inline bool learned(const RecallCell& cell) { return cell.accuracy.value_or(0) >= recall_learned; }

/// One number of a cell: &RecallCell::accuracy, say.
using RecallValue = std::function<std::optional<double>(const RecallCell&)>;
/// The numbers of all cells of a kind, task and distance that have it, a seed each.
std::vector<double> recall_values(const std::vector<RecallCell>& cells, const std::string& kind,
                                  RecallTask task, std::int64_t distance, const RecallValue& value);

struct RecallPlan {
  std::vector<std::int64_t> distances{8, 32, 128, 512};
  std::vector<std::uint64_t> seeds{1, 2, 3};
  std::vector<RecallTask> tasks{RecallTask::recall, RecallTask::induction};
  std::int64_t width = 64;      // of attention; the others have as many parameters
  std::int64_t sequences = 32;  // of a step
  double learning_rate = 2e-3;  // of Adam; a search is in docs/models.md
  /// Steps at a distance d at most: so many at 8, (8/d)^(2/3) times as many beyond. 0: no
  /// training.
  std::int64_t steps = 6000;
  double seconds = 710;  // for all; what does not fit in is left out
  /// Called before each step of a training, by one thread at a time, with how many cells of all are done;
  /// false ends it all.
  std::function<bool(const RecallCell& next, std::size_t done, std::size_t all)> on_step{};
};

/// The steps that a plan has at a distance.
std::int64_t recall_steps(const RecallPlan& plan, std::int64_t distance);
RecallNet::Options recall_net(const RecallPlan& plan, const std::string& kind);

/// Mean over the sequences of the norm of the loss's gradient by the embedding of the first token.
double first_token_gradient(const RecallNet& net, const RecallBatch& batch);

/// Measures the gradient and the time of all nets at all distances, then trains them: the shortest distance
/// first, then the next ones; a net that does not learn the shortest one is trained no further, and asked
/// over the others as it is. Nets are independent of each other, so each thread takes one at a time, all of a
/// seed before the next seed: an early end still compares all kinds. Cells of nets that there was no time to
/// measure are left out. The same numbers on every run for any number of threads, but for times. A
/// training that diverges ends its own net alone.
std::vector<RecallCell> measure_recall(const RecallPlan& plan);

/// The fewest steps from one token to the last result, for the token for which they are most: the "maximum
/// path length" of Vaswani et al. 2017, section 4, of tokens up to `distance` apart. A step takes something
/// from token to token: from each that a layer's result depends on by its gradient; in a layer that goes from
/// token to token, by the state that it hands on. What a token makes of itself, and what passes a layer by,
/// is no step. Measured with this net's weights; 0 where some token is not reached at all.
std::int64_t path_steps(const RecallNet& net, std::int64_t distance);

enum class PathGrowth { constant, logarithmic, linear };
/// The first of these of which a fit (least squares) is within half a step of every number of steps; nothing
/// for fewer than three distances, or if none is.
std::optional<PathGrowth> path_growth(const Curve& steps);
/// "O(1)", "O(log n)", "O(n)"; "–" for nothing.
std::string growth_text(const std::optional<PathGrowth>& growth);

}  // namespace heed
