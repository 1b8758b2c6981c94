#include "nn/best_epoch.hpp"

#include <cmath>

namespace heed {
namespace {

double quality(const EpochReport& report) { return report.valid_score.value_or(-report.valid_loss); }

}  // namespace

bool ended(const TrainingState& state, const TrainingOptions& options) {
  const auto done = std::ssize(state.epochs);
  if (done == 0 || state.batch > 0) return false;
  return done >= options.epochs || quality(state.epochs.back()) >= options.enough ||
         (options.patience > 0 && done - state.best_epoch >= options.patience);
}

bool better_than_before(const TrainingState& state, const EpochReport& report) {
  if (!std::isfinite(report.valid_loss) || report.valid_loss > state.untrained_loss) return false;
  if (state.best_epoch == 0) return true;
  const EpochReport& best = state.epochs[static_cast<std::size_t>(state.best_epoch - 1)];
  // Of equal scores (BLEU is 0 for some epochs) the loss decides; of equal losses the earlier epoch.
  return quality(report) > quality(best) ||
         (quality(report) == quality(best) && report.valid_loss < best.valid_loss);
}

}  // namespace heed
