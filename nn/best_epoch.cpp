#include "nn/best_epoch.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

double quality(const EpochReport& report) { return report.valid_score.value_or(-report.valid_loss); }

/// a ← p a + q b, array by array of the same name: a file may have them in another order.
void blend(StateDict& a, double p, const StateDict& b, double q) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& [name, array] =
        i < b.size() && b[i].first == a[i].first
            ? b[i]
            : *std::find_if(b.begin(), b.end(), [&](const auto& entry) { return entry.first == a[i].first; });
    Scalar* const to = a[i].second.mutable_data();
    const auto from = array.values();
    for (std::size_t k = 0; k < from.size(); ++k)
      to[k] = static_cast<Scalar>(p * static_cast<double>(to[k]) + q * static_cast<double>(from[k]));
  }
}

/// Says if a is better than b, as better_than_before() has it.
bool better(const EpochReport& a, const EpochReport& b, double score_from) {
  const auto score = [&](const EpochReport& e) {
    return e.valid_score ? std::max(*e.valid_score, score_from) : -e.valid_loss;
  };
  const double one = score(a), other = score(b);
  return one > other || (one == other && a.valid_loss < b.valid_loss);
}

}  // namespace

std::optional<EndedBy> ended(const TrainingState& state, const TrainingOptions& options) {
  const auto done = std::ssize(state.epochs);
  if (done == 0 || state.batch > 0) return std::nullopt;
  if (done >= options.epochs) return EndedBy::epochs;
  if (quality(state.epochs.back()) >= options.enough) return EndedBy::enough;
  if (options.patience > 0 && done - state.best_epoch >= options.patience) return EndedBy::patience;
  return std::nullopt;
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

EpochAverage EpochAverage::parse(const std::string& text) {
  if (text == "none") return {};
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  std::int64_t epochs = 0;
  if ((name == "last" || name == "best") && colon != std::string::npos &&
      read_number(text.substr(colon + 1), epochs) && epochs >= 1 && epochs <= 1000)
    return {name == "last" ? Of::last : Of::best, epochs};
  throw_error<UsageError>(tr_noop("'{}' is no average: none, last:5 or best:3, of at most 1000 epochs"),
                          text);
}

std::string EpochAverage::text() const {
  return of == Of::none ? "none" : fmt::format("{}:{}", of == Of::last ? "last" : "best", epochs);
}

void keep_epoch(const EpochAverage& average, const std::vector<EpochReport>& epochs, const StateDict& weights,
                std::vector<KeptEpoch>& kept, double score_from) {
  if (average.of == EpochAverage::Of::none) return;
  kept.push_back({epochs.back().epoch, weights});
  if (std::ssize(kept) <= average.epochs) return;
  if (average.of == EpochAverage::Of::last) {
    kept.erase(kept.begin());
    return;
  }
  const auto report = [&](const KeptEpoch& k) { return epochs[static_cast<std::size_t>(k.epoch - 1)]; };
  // The worst one; of equals the latest.
  const auto worst = std::max_element(kept.rbegin(), kept.rend(), [&](const auto& a, const auto& b) {
    return better(report(a), report(b), score_from);
  });
  kept.erase(std::next(worst).base());
}

StateDict mean_weights(const std::vector<KeptEpoch>& kept) {
  if (kept.empty()) throw_error<UsageError>("a mean of no epochs");
  StateDict mean = kept.front().weights;
  for (std::size_t k = 1; k < kept.size(); ++k) {
    const double share = 1 / static_cast<double>(k + 1);
    blend(mean, 1 - share, kept[k].weights, share);
  }
  return mean;
}

}  // namespace heed
