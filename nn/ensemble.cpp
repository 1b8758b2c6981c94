// Several models that decode together.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "nn/next_tokens.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

class Ensemble : public Continuation {
 public:
  explicit Ensemble(std::vector<std::unique_ptr<Continuation>> members) : members_(std::move(members)) {
    if (members_.empty()) throw_error<UsageError>("an ensemble of no models");
  }

  Array extend(const Tokens& tokens) override {
    std::vector<Array> log_p;
    for (const auto& member : members_) {
      const Array logits = member->extend(tokens);
      require_logits(logits, tokens.dim(0));
      log_p.push_back(log_softmax_rows(logits));
      if (log_p.back().shape() != log_p.front().shape())
        throw_error<Error>("[ensemble] models that give {} and {} for the same tokens", log_p.front().shape(),
                           log_p.back().shape());
    }
    Array mean(log_p.front().shape());
    Scalar* const to = mean.mutable_data();
    parallel_for(mean.size(), 10.0 * static_cast<double>(members_.size()),
                 [&](std::int64_t i) { to[i] = log_mean(log_p, i); });
    return mean;
  }

  void select(const std::vector<std::int32_t>& rows) override {
    for (const auto& member : members_) member->select(rows);
  }

  std::int64_t max_length() const override {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto& member : members_) least = std::min(least, member->max_length());
    return least;
  }

 private:
  /// log (Σ_m p_m / M) of element i.
  static Scalar log_mean(const std::vector<Array>& log_p, std::int64_t i) {
    Scalar most = log_p.front().data()[i];
    for (const Array& one : log_p)
      most = std::isnan(one.data()[i]) ? one.data()[i] : std::max(most, one.data()[i]);
    if (!std::isfinite(most)) return most;
    double sum = 0;
    for (const Array& one : log_p) sum += std::exp(static_cast<double>(one.data()[i] - most));
    return most + static_cast<Scalar>(std::log(sum / static_cast<double>(log_p.size())));
  }

  std::vector<std::unique_ptr<Continuation>> members_;
};

}  // namespace

std::unique_ptr<Continuation> ensemble(std::vector<std::unique_ptr<Continuation>> members) {
  if (std::find(members.begin(), members.end(), nullptr) != members.end())
    throw_error<UsageError>("an ensemble of {} models, of which one is null", members.size());
  if (members.size() == 1) return std::move(members.front());
  return std::make_unique<Ensemble>(std::move(members));
}

}  // namespace heed
