// Recall over a distance: nets that are trained to remember, what they show, and what documents say of them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/recall_net.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

struct RecallKind {
  RecallNet::Kind net;
  std::string name;  // "LSTM"
};
/// attention, convolution, state space, LSTM and RNN.
const std::vector<RecallKind>& recall_kinds();

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
  // After the training at this distance:
  std::int64_t steps = 0;            // it ends when nearly all answers are right; 0: not trained here
  std::optional<double> accuracy{};  // of fresh sequences; nothing: there was no time, or it diverged
};

/// From this share of right answers on fresh sequences on, a net counts as having learned a distance.
constexpr double recall_learned = 0.95;

struct RecallPlan {
  std::vector<std::int64_t> distances{8, 32, 128, 512};
  std::vector<std::uint64_t> seeds{1, 2, 3};
  std::vector<RecallTask> tasks{RecallTask::recall, RecallTask::induction};
  std::int64_t width = 64;      // of attention; the others have as many parameters
  std::int64_t sequences = 32;  // of a step
  double learning_rate = 2e-3;  // of Adam; a search is in docs/models.md
  /// Steps at a distance d at most: so many at 8, (8/d)^(2/3) times as many beyond. 0: no training.
  std::int64_t steps = 6000;
  double seconds = 710;  // for all; what does not fit in is left out
  /// Called before each step of a training, by one thread at a time, with how many cells of all are done;
  /// false ends it all.
  std::function<bool(const RecallCell& next, std::size_t done)> on_step{};
};

/// The steps that a plan has at a distance.
std::int64_t recall_steps(const RecallPlan& plan, std::int64_t distance);
RecallNet::Options recall_net(const RecallPlan& plan, const RecallKind& kind);

/// Mean over the sequences of the norm of the loss's gradient by the embedding of the first token.
double first_token_gradient(const RecallNet& net, const RecallBatch& batch);

/// Measures the gradient and the time of all nets at all distances, then trains them: the shortest distance
/// first, then the next ones; a net that does not learn the shortest one is asked over the others as it is,
/// and a training that diverges ends its own net alone. Each thread takes one net at a time, all of a seed
/// before the next seed: an early end still compares all kinds. Cells that there was no time to measure are
/// left out. But for times the numbers are the same for any number of threads.
std::vector<RecallCell> measure_recall(const RecallPlan& plan);

/// The fewest steps from one token to the last result, for the token for which they are most: the "maximum
/// path length" of Vaswani et al. 2017, section 4, of tokens up to `distance` apart. A step goes from each
/// other token that a layer's result depends on by its gradient; in a layer that goes by token, to the next
/// one. 0 where some token is not reached at all.
std::int64_t path_steps(const RecallNet& net, std::int64_t distance);

/// "O(1)", "O(log n)" or "O(n)", the first of these of which a fit (least squares) is within half a step of
/// every number of steps; "–" for fewer than three distances, or if none is.
std::string path_growth(const Curve& steps);

using RecallCells = std::vector<RecallCell>;
/// One number of a cell: &RecallCell::accuracy, say.
using RecallValue = std::function<std::optional<double>(const RecallCell&)>;

/// The numbers of all cells of a kind, task and distance that have it, by their seeds.
std::map<std::uint64_t, double> recall_values(const RecallCells& cells, const std::string& kind,
                                              RecallTask task, std::int64_t distance,
                                              const RecallValue& value = &RecallCell::accuracy);
/// The distances that were measured, in order.
std::vector<std::int64_t> recall_distances(const RecallCells& cells);
/// Steps of a kind's path by distance (path_steps()).
Curve path_curve(const RecallCells& cells, const std::string& kind);

/// Judged by the rules of C8 (path, learning) and C18 (linear), in tools/measure/texts. Of a task that no net
/// has learned over the shortest distance nothing is said, nor of paths over fewer than three distances, nor
/// of times where the longest sequence is less than 32 times the shortest: there attention's own power is
/// near 1.
struct RecallJudgement {
  Statement path, learning, linear;
};
RecallJudgement judge_recall(const RecallPlan& plan, const RecallCells& cells);

/// `heed recall`: C8, C18, and the right answers of all tasks; empty without cells.
Finding found_of_recall(const RecallPlan& plan, const RecallCells& cells);

}  // namespace heed
