// C3: the gradient of softmax vanishes where it is saturated, and the scale of attention keeps it from there.
#include <cmath>
#include <functional>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "nn/layers.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/measure/claims.hpp"

namespace heed {

void train_small_net(const Module& net, std::int64_t steps, std::int64_t targets,
                     const std::function<Variable(std::size_t step)>& loss) {
  Adam optimizer(net.parameters());
  train(drawn_task(net, steps, targets, loss), optimizer,
        {.epochs = 1, .schedule = constant_schedule(3e-3), .clip = INFINITY});
}

namespace {

constexpr std::int64_t key_count = 16, value_count = 16;

/// ‖diag(p) − p pᵀ‖ (Frobenius) of p = softmax(scale K q), over queries; elements are N(0, 1).
MeanInterval jacobian_norm(std::int64_t width, double scale, std::int64_t queries, Rng& rng) {
  const NoGrad no_grad;
  const Variable q(rng.normal({queries, 1, width})), k(rng.normal({queries, key_count, width}));
  const Array p = softmax(matmul(q, transpose(k)) * static_cast<Scalar>(scale)).value();
  std::vector<double> norms;
  for (std::int64_t i = 0; i < queries; ++i) {
    double squares = 0;
    for (std::int64_t a = 0; a < key_count; ++a) {
      for (std::int64_t b = 0; b < key_count; ++b) {
        const double pa = p.data()[i * key_count + a], pb = p.data()[i * key_count + b];
        squares += std::pow((a == b ? pa : 0) - pa * pb, 2);
      }
    }
    norms.push_back(std::sqrt(squares));
  }
  return mean_interval(norms);
}

/// Looks a value up: 16 keys, each with a value in this sequence, and one of the keys asked for.
/// One head whose queries and keys have `width` numbers of N(0, 1) to begin with.
class Lookup : public Module {
 public:
  Lookup(std::int64_t width, Rng& rng)
      : asked_(child("asked", Embedding(key_count, width, rng))),
        key_(child("key", Embedding(key_count, width, rng))),
        value_(child("value", Embedding(value_count, 32, rng))),
        head_(child("head", Linear(32, value_count, rng))) {}
  Variable operator()(const Tokens& query, const Tokens& key, const Tokens& value, double scale) const {
    return head_(scaled_dot_product_attention(asked_(query), key_(key), value_(value), {.scale = scale}));
  }

 private:
  Embedding asked_, key_, value_;
  Linear head_;
};

/// The share of right answers, as a mean over the last tenth of the steps.
double trained_lookup(double scale, std::int64_t steps, std::uint64_t seed) {
  constexpr std::int64_t sequences = 64, width = 256;
  Rng initial(seed), data = initial.fork(1);
  const Lookup net(width, initial);
  double right = 0, answers = 0;
  train_small_net(net, steps, sequences, [&](std::size_t step) {
    std::vector<std::int32_t> query, key, value, answer;
    for (std::int64_t b = 0; b < sequences; ++b) {
      for (std::int32_t k = 0; k < key_count; ++k) {
        key.push_back(k);
        value.push_back(static_cast<std::int32_t>(data.integer(value_count)));
      }
      query.push_back(static_cast<std::int32_t>(data.integer(key_count)));
      answer.push_back(value[static_cast<std::size_t>(b * key_count + query.back())]);
    }
    const Variable logits =
        net({{sequences, 1}, query}, {{sequences, key_count}, key}, {{sequences, key_count}, value}, scale);
    const Tokens expected({sequences, 1}, answer);
    if (static_cast<std::int64_t>(step) >= steps - steps / 10)
      right += right_answers(logits.value(), expected), answers += sequences;
    return cross_entropy(logits, expected, {.reduction = Reduction::sum});
  });
  return right / answers;
}

}  // namespace

ClaimVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with,
                              const MeanInterval& gain) {
  if (2 * least_of(without) > most_of(with) || most_of(gain) < 0) return ClaimVerdict::does_not_hold;
  return 2 * most_of(without) < least_of(with) && least_of(gain) > 0 ? ClaimVerdict::holds
                                                                     : ClaimVerdict::inside_the_noise;
}

Finding gradient_of_softmax(const ExperimentOptions& options) {
  const std::int64_t queries = options.quick ? 200 : 2'000, steps = options.quick ? 300 : 600;
  const std::uint64_t seeds = options.quick ? 3 : 5;
  Rng rng(options.seed);
  ResultTable norms(text_of("C3.norms"), {"d_k", "q·k", "q·k / √d_k"});
  const char* const form = "{:.4f} ± {:.4f}";
  MeanInterval last, last_scaled;
  for (std::int64_t width = 1; width <= 1024; width *= 4) {
    last = jacobian_norm(width, 1, queries, rng);
    last_scaled = jacobian_norm(width, 1 / std::sqrt(static_cast<double>(width)), queries, rng);
    norms.add({count_cell(width), interval_cell(form, last), interval_cell(form, last_scaled)});
  }
  std::vector<double> with, without, gain;
  ResultTable training(text_of("C3.training"), {"seed", "1/√d_k", "1"});
  for (std::uint64_t seed = options.seed; seed < options.seed + seeds; ++seed) {
    with.push_back(trained_lookup(0, steps, seed));  // 0: the usual scale
    without.push_back(trained_lookup(1, steps, seed));
    gain.push_back(with.back() - without.back());
    training.add({std::to_string(seed), number_cell("{:.1f} %", 100 * with.back(), "%"),
                  number_cell("{:.1f} %", 100 * without.back(), "%")});
  }
  const MeanInterval interval = mean_interval(gain);
  const double half = interval.half_width.value_or(INFINITY);
  return {.verdict = verdict_of_scale(last, last_scaled, interval),
          .measured = text_of("C3.measured", norms.rows.back()[1].text, norms.rows.back()[2].text, steps, 256,
                              100 * mean_interval(with).mean, 100 * mean_interval(without).mean,
                              100 * interval.mean, 100 * half, seeds),
          .tables = {norms, training}};
}

}  // namespace heed
