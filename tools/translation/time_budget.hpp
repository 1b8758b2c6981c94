// The largest model that a given time is enough for, by what training costs on this machine and this data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/translation/data.hpp"
#include "tools/translation/translation_session.hpp"

namespace heed {

struct ModelSize {
  std::int64_t d_model = 0, heads = 0, layers = 0, dim_feedforward = 0;
};

/// Seconds that a model of a size takes here.
struct SizeCost {
  ModelSize size{};
  double pass = 0;    // over the training part, with the validation behind it
  double ending = 0;  // the translations of the test part
};

struct TimePlan {
  std::size_t chosen = 0;  // of the costs
  std::int64_t epochs = 0;
  double seconds = 0;  // of all that
};

/// From narrow to wide; each takes about a third longer than the one before.
const std::vector<ModelSize>& sizes_to_choose_from();

ModelSize size_of(const TransformerOptions& options);
void set_size(TransformerOptions& options, const ModelSize& size);

/// Trains a new model of session.model for about `seconds`, and translates a few sentences with it. Throws
/// Interrupted after Ctrl-C.
SizeCost measure_cost(const TranslationData& data, const TranslationSession& session, const BeamOptions& beam,
                      double seconds);

/// Steps of a training: with fewer, a narrower model learns more in the same time.
constexpr int steps_wanted = 3500;

/// Passes over `pairs` that make so many steps.
std::int64_t passes_wanted(std::size_t pairs, const SessionOptions& options);

/// The last of the costs (from narrow to wide) for which `seconds` are enough for so many passes, with as
/// many passes as there is time for; if there is none, the first one with those that it can make: 0 epochs
/// where that is none.
TimePlan plan_for(const std::vector<SizeCost>& costs, double seconds, std::int64_t passes);

}  // namespace heed
