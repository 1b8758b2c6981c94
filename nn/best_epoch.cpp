#include "nn/best_epoch.hpp"

#include <algorithm>
#include <cmath>

namespace heed::inline HEED_PRECISION {
namespace {

double quality(const EpochReport& report) { return report.valid_score.value_or(-report.valid_loss); }

}  // namespace

std::optional<EndedBy> ended(const TrainingState& state, const TrainingOptions& options) {
  const auto done = std::ssize(state.epochs);
  if (done == 0 || state.batch > 0) return std::nullopt;
  if (done >= options.epochs) return EndedBy::epochs;
  if (quality(state.epochs.back()) >= options.enough) return EndedBy::enough;
  if (options.patience > 0 && done - state.best_epoch >= options.patience) return EndedBy::patience;
  return std::nullopt;
}

bool better(const EpochReport& a, const EpochReport& b, double score_from) {
  const auto score = [&](const EpochReport& e) {
    return e.valid_score ? std::max(*e.valid_score, score_from) : -e.valid_loss;
  };
  const double one = score(a), other = score(b);
  return one > other || (one == other && a.valid_loss < b.valid_loss);
}

bool candidate(const TrainingState& state, const EpochReport& report) {
  return std::isfinite(quality(report)) && std::isfinite(report.valid_loss) &&
         report.valid_loss <= state.untrained_loss;
}

bool better_than_before(const TrainingState& state, const EpochReport& report, double score_from) {
  if (!candidate(state, report)) return false;
  if (state.best_epoch == 0) return true;
  return better(report, state.epochs[static_cast<std::size_t>(state.best_epoch - 1)], score_from);
}

}  // namespace heed
