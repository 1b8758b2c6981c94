// The largest model that a given time is enough for, by what training costs on this machine and this data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
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

/// How a plan is measured: what a size costs, the seconds that are left for training, and whether measuring
/// has had its share of the time.
struct Measuring {
  std::function<SizeCost(const ModelSize&)> cost;
  std::function<double()> left;
  std::function<bool()> over;
};

/// What the sizes around the largest one cost for which the time is enough, from narrow to wide: found by
/// halving. Where measuring takes too long, the narrowest is the last that is tried.
std::vector<SizeCost> costs_around(const std::vector<ModelSize>& sizes, std::int64_t passes,
                                   const Measuring& measuring);

/// A size that seems to take longer than a wider one has met another program: it is measured again, and the
/// quicker measurement counts. What still seems to takes no longer than the wider one.
void measure_falling_again(std::vector<SizeCost>& costs, const Measuring& measuring);

/// With few passes much of one may be left over: a wider feed-forward network uses it, for as many passes.
void use_what_is_left(SizeCost& cost, TimePlan& plan, const Measuring& measuring);

/// How many times so many passes fit into the seconds; and so many times the pairs, a million at most.
double times_fitting(const SizeCost& cost, double seconds, std::int64_t passes);
std::size_t pairs_for(double times, std::size_t pairs);

/// The oftener a text is read, the better it is known by heart.
double dropout_for(std::int64_t epochs);

/// Whether what would have taken `seconds` after one more epoch is too much for the time: by more than 6 per
/// cent of it and a second, where passes take longer than measured.
bool is_over(double seconds, double budget);

/// What came out of the measurements.
struct BudgetChoice {
  double fits = 1;  // how many times `passes` passes over all pairs fit into the time
  std::int64_t passes = 0;
  bool fewer_pairs = false;  // of the grammar: as many as fit
  double all = 0;            // seconds that all pairs would take
};

/// "Chosen: the largest …", or what the time was too short for.
std::string why_chosen(const BudgetChoice& choice);

}  // namespace heed
