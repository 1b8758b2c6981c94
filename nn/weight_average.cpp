#include "nn/weight_average.hpp"

#include <algorithm>
#include <charconv>

#include "lib/core/error.hpp"
#include "nn/best_epoch.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

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

}  // namespace

EpochAverage EpochAverage::parse(const std::string& text) {
  if (text == "none") return {};
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  std::int64_t epochs = 0;
  const char* const end = text.data() + text.size();
  if ((name == "last" || name == "best") && colon != std::string::npos &&
      std::from_chars(text.data() + colon + 1, end, epochs).ptr == end && epochs >= 1 && epochs <= 1000)
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

WithWeights::WithWeights(const Module& model, const StateDict& weights)
    : model_(model), before_(model.state_dict()) {
  model_.load_state_dict(weights);
}

WithWeights::~WithWeights() { model_.load_state_dict(before_); }

StateDict mean_weights(const std::vector<KeptEpoch>& kept) {
  if (kept.empty()) throw_error<UsageError>("a mean of no epochs");
  StateDict mean = kept.front().weights;
  for (std::size_t k = 1; k < kept.size(); ++k) {
    const double share = 1 / static_cast<double>(k + 1);
    blend(mean, 1 - share, kept[k].weights, share);
  }
  return mean;
}

void follow_weights(StateDict& mean, const StateDict& weights, double decay, std::int64_t step) {
  if (mean.empty()) {
    mean = weights;
    return;
  }
  const auto n = static_cast<double>(step);
  const double kept = std::min(decay, (1 + n) / (10 + n));
  blend(mean, kept, weights, 1 - kept);
}

}  // namespace heed
