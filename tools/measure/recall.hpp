// Recall over a distance: nets that are trained to remember, what they show, and what documents say of them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/recall_net.hpp"
#include "models/recall_task.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

struct RecallKind {
  RecallNet::Kind net;
  std::string name;  // "LSTM"
  Bilingual title() const { return word(name); }
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
/// first, then the next ones; a net that does not learn the shortest one is trained no further, and asked
/// over the others as it is. Nets are independent of each other, so each thread takes one at a time, all of a
/// seed before the next seed: an early end still compares all kinds. Cells of nets that there was no time to
/// measure are left out. The same numbers on every run for any number of threads, but for times. A
/// training that diverges (loss or gradients are not finite) ends its own net alone.
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

// The judgements and the tables share these views of the cells.

using RecallCells = std::vector<RecallCell>;
/// One number of a cell: &RecallCell::accuracy, say.
using RecallValue = std::function<std::optional<double>(const RecallCell&)>;

/// The numbers of all cells of a kind, task and distance that have it, by their seeds.
std::map<std::uint64_t, double> recall_values(const RecallCells& cells, const std::string& kind,
                                              RecallTask task, std::int64_t distance,
                                              const RecallValue& value);
/// The distances that were measured, in order.
std::vector<std::int64_t> recall_distances(const RecallCells& cells);
/// Steps of a kind's path by distance (path_steps()).
Curve path_curve(const RecallCells& cells, const std::string& kind);
/// "O(1)", "O(log n)", "O(n)" of a path_growth(); "–" for nothing.
std::string growth_text(const Curve& steps);

/// A net whose path is long, in steps half of the distance or more (path_steps()), is compared with one of a
/// shorter path by what both showed at the same distance with the same seeds.
struct RecallJudgement {
  /// C8: the steps of paths grow as documents say (path_growth()): in attention O(1), in convolutions O(log
  /// n), in LSTM and RNN O(n); of a state space they say nothing. Takes three distances at least.
  Statement path;
  /// C8: at the longest distance, more answers are right, by five points or more, with a p below 0.05
  /// (Student's t) after Holm's correction for all pairs. A smaller difference is none where that p says that
  /// it is one, or its 95 % interval that it is less than five points; all else is noise. It holds where each
  /// pair speaks for the shorter path, in part where some do. What a net or a seed that did not learn the
  /// shortest distance answers counts as it is; of a task that none has learned over the shortest distance
  /// nothing is said.
  Statement learning;
  /// C18: a state space's time grows with the length to a power of at most 1 + slope_tolerance, and
  /// attention's, the control, to a larger one. Takes sequences of which the longest is at least 32 times the
  /// shortest: over less, attention's own power is near 1.
  Statement linear;
};
RecallJudgement judge_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells);

/// C8: both of its claims together, with paths, right answers and gradients of recall.
Finding found_by_distance(const RecallPlan& plan, const std::vector<RecallCell>& cells);
/// C18, with the times.
Finding found_by_time(const RecallPlan& plan, const std::vector<RecallCell>& cells);
/// Returns all of `heed recall`: right answers, gradients, times, paths, and the claims; empty without cells.
Finding found_of_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells);

}  // namespace heed
