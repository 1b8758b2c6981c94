#include "nn/masked_token_task.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/core/special_ids.hpp"
#include "lib/data/draws.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The round whose words are chosen for validation: no epoch reaches it.
constexpr std::uint64_t validation_round = std::numeric_limits<std::uint32_t>::max();

double share(Draws& draws) { return static_cast<double>(draws.next()) / 4294967296.0; }

MaskingOptions checked(const MaskingOptions& o) {
  if (!(o.chosen > 0 && o.chosen <= 1 && o.masked >= 0 && o.replaced >= 0 && o.masked + o.replaced <= 1))
    throw_error<UsageError>("masking of {}, {} masked and {} replaced: shares between 0 and 1", o.chosen,
                            o.masked, o.replaced);
  if (o.mask < 0 || o.first < 0 || o.end <= o.first)
    throw_error<UsageError>("masking by id {} of words {} to {}: there is no such word", o.mask, o.first,
                            o.end - 1);
  return o;
}

LossSum loss_of(const MaskedLogits& logits, const MaskedBatch& batch, double label_smoothing) {
  return {batch.words.size(), [logits, batch, label_smoothing] {
            return cross_entropy(logits(batch), batch.words,
                                 {.label_smoothing = label_smoothing, .reduction = Reduction::sum});
          }};
}

}  // namespace

EncoderInput encoder_input(const std::vector<Example>& examples, std::span<const std::size_t> indices) {
  constexpr SpecialIds ids;
  std::vector<std::vector<std::int32_t>> tokens, segments;
  for (const std::size_t i : indices) {
    const auto &source = examples[i].source, &target = examples[i].target;
    std::vector<std::int32_t>& row = tokens.emplace_back(1, ids.bos);
    if (!source.empty()) {
      row.insert(row.end(), source.begin(), source.end());
      row.push_back(ids.eos);
    }
    segments.emplace_back(row.size(), 0);
    row.insert(row.end(), target.begin(), target.end());
    row.push_back(ids.eos);
    segments.back().resize(row.size(), source.empty() ? 0 : 1);
  }
  TokenRows rows = pad(tokens, ids.pad), sides = pad(segments, 0);
  const Shape shape{rows.rows, rows.length};
  return {Tokens(shape, std::move(rows.ids)), Tokens(shape, std::move(sides.ids))};
}

MaskedBatch mask_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices,
                       const MaskingOptions& given, std::uint64_t round) {
  constexpr SpecialIds ids;
  const MaskingOptions o = checked(given);
  MaskedBatch batch{.input = encoder_input(examples, indices), .places = {}, .words = {}};
  const std::int64_t length = batch.input.tokens.dim(1);
  std::vector<std::int32_t> all(batch.input.tokens.ids().begin(), batch.input.tokens.ids().end());
  std::vector<std::int32_t> places, words;
  for (std::size_t row = 0; row < indices.size(); ++row) {
    Draws draws(o.seed, round << 32 | indices[row]);
    std::vector<std::int32_t> candidates;
    const auto first = static_cast<std::int32_t>(static_cast<std::int64_t>(row) * length);
    for (std::int32_t place = first; place < first + length; ++place) {
      const std::int32_t id = all[static_cast<std::size_t>(place)];
      if (id != ids.bos && id != ids.eos && id != ids.pad) candidates.push_back(place);
    }
    draws.shuffle(candidates);
    const double wanted = std::max(1.0, std::round(o.chosen * static_cast<double>(candidates.size())));
    candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(wanted)));
    for (const std::int32_t place : candidates) {
      std::int32_t& id = all[static_cast<std::size_t>(place)];
      places.push_back(place);
      words.push_back(id);
      const double fate = share(draws);
      if (fate < o.masked)
        id = o.mask;
      else if (fate < o.masked + o.replaced)
        id = o.first + static_cast<std::int32_t>(draws.below(static_cast<std::uint32_t>(o.end - o.first)));
    }
  }
  batch.input.tokens = Tokens(batch.input.tokens.shape(), std::move(all));
  const Shape count{std::ssize(places)};
  batch.places = Tokens(count, std::move(places));
  batch.words = Tokens(count, std::move(words));
  return batch;
}

TrainingTask masked_token_task(const Module& model, MaskedLogits logits, std::vector<Example> train_set,
                               std::vector<Example> valid_set, const MaskedTokenOptions& options) {
  if (train_set.empty()) throw_error<Error>("there is nothing to train on: no texts");
  checked(options.masking);
  TrainingTask task;
  task.model = model;
  // Shared, as whoever copies a function copies what it holds.
  const auto examples = std::make_shared<const std::vector<Example>>(std::move(train_set));
  std::vector<std::size_t> positions;  // one row each, the source before the target
  for (const Example& e : *examples)
    positions.push_back(e.source.size() + e.target.size() + (e.source.empty() ? 2 : 3));
  const auto plan = std::make_shared<const BatchPlan>(positions, options.batches);
  const auto epoch_at_hand = std::make_shared<std::uint64_t>(0);
  task.batches = [plan, epoch_at_hand](std::uint64_t epoch) {
    *epoch_at_hand = epoch;
    return plan->epoch(epoch);
  };
  task.loss = [logits, examples, epoch_at_hand, options](std::span<const std::size_t> indices) {
    return loss_of(logits, mask_batch(*examples, indices, options.masking, *epoch_at_hand),
                   options.label_smoothing);
  };
  if (valid_set.empty()) return task;
  task.valid_loss = [model, logits,
                     valid = std::make_shared<const std::vector<Example>>(std::move(valid_set)), options] {
    return mean_loss(model, BatchPlan(*valid, {.sentences = 64, .shuffle = false}).epoch(0),
                     [&](std::span<const std::size_t> indices) {
                       return loss_of(logits, mask_batch(*valid, indices, options.masking, validation_round),
                                      0);
                     });
  };
  return task;
}

}  // namespace heed
