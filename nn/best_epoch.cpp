#include "nn/best_epoch.hpp"

#include <cmath>

namespace heed::inline HEED_PRECISION {
namespace {

double quality(const EpochReport& report) { return report.valid_score.value_or(-report.valid_loss); }

}  // namespace

bool ended(const TrainingState& state, const TrainingOptions& options) {
  const auto done = std::ssize(state.epochs);
  if (done == 0 || state.batch > 0) return false;
  return done >= options.epochs || quality(state.epochs.back()) >= options.enough ||
         (options.patience > 0 && done - state.best_epoch >= options.patience);
}

bool better(const EpochReport& a, const EpochReport& b) {
  // Of equal scores (BLEU is 0 for some epochs) the loss decides.
  return quality(a) > quality(b) || (quality(a) == quality(b) && a.valid_loss < b.valid_loss);
}

bool candidate(const TrainingState& state, const EpochReport& report) {
  return std::isfinite(quality(report)) && std::isfinite(report.valid_loss) &&
         report.valid_loss <= state.untrained_loss;
}

bool better_than_before(const TrainingState& state, const EpochReport& report) {
  if (!candidate(state, report)) return false;
  if (state.best_epoch == 0) return true;
  return better(report, state.epochs[static_cast<std::size_t>(state.best_epoch - 1)]);
}

}  // namespace heed
