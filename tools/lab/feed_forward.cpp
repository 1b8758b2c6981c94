// C9: what attention gives is linear in the values; the feed-forward network is what bends single tokens.
#include <algorithm>
#include <cmath>
#include <optional>

#include "autograd/no_grad.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/trainer.hpp"
#include "tools/compare/significance.hpp"
#include "tools/lab/both.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/difference.hpp"
#include "tools/training/drawn_task.hpp"

namespace heed {
namespace {

constexpr std::int64_t net_width = 32, token_numbers = 4;

/// x + attention(x), then x + W₂ relu(W₁ x) or another attention with as many parameters; no normalisation.
class TokenNet : public Module {
 public:
  enum class Second { feed_forward, attention };
  TokenNet(Second second, Rng& rng)
      : in_(child("in", Linear(token_numbers, net_width, rng))),
        first_(child("first", MultiheadAttention(net_width, 4, rng))),
        out_(child("out", Linear(net_width, 1, rng))) {
    if (second == Second::attention) {
      again_ = child("again", MultiheadAttention(net_width, 4, rng));
    } else {
      linear1_ = child("linear1", Linear(net_width, 2 * net_width, rng));
      linear2_ = child("linear2", Linear(2 * net_width, net_width, rng));
    }
  }
  Variable operator()(const Variable& tokens) const {
    Variable x = in_(tokens);
    x = x + first_(x, x, x);
    x = x + (again_ ? (*again_)(x, x, x) : (*linear2_)(relu((*linear1_)(x))));
    return out_(x);
  }

 private:
  Linear in_;
  MultiheadAttention first_;
  std::optional<MultiheadAttention> again_;
  std::optional<Linear> linear1_, linear2_;
  Linear out_;
};

/// Each token's own x₀ x₁: neither another token nor anything linear helps.
Variable products_of(const Variable& tokens) { return slice(tokens, -1, 0, 1) * slice(tokens, -1, 1, 2); }

double mean_square(const Variable& difference) { return mean(difference * difference).value().item(); }

/// Share of the targets' variance that the trained net explains on fresh tokens (R²).
double explained(TokenNet::Second second, std::int64_t steps, std::uint64_t seed, std::int64_t& parameters) {
  Rng initial(seed), data = initial.fork(1);
  const TokenNet net(second, initial);
  parameters = net.parameter_count();
  Adam optimizer(net.parameters());
  constexpr std::int64_t sequences = 32, length = 16;
  const auto draw = [&] { return Variable(data.normal({sequences, length, token_numbers})); };
  const auto loss = [&](std::size_t) {
    const Variable x = draw(), error = net(x) - products_of(x);
    return sum(error * error);
  };
  train(drawn_task(net, steps, sequences * length, loss), optimizer,
        {.epochs = 1, .schedule = constant_schedule(3e-3), .clip = INFINITY});
  const NoGrad no_grad;
  const Variable x = draw(), target = products_of(x);
  return 1 - mean_square(net(x) - target) / mean_square(target);
}

}  // namespace

Finding attention_is_linear(const LabOptions& options) {
  const std::int64_t steps = options.quick ? 300 : 1000, seeds = options.quick ? 3 : 5;
  Rng rng(options.seed);
  double apart = 0;
  {
    const NoGrad no_grad;
    const auto draw = [&] { return Variable(rng.normal({2, 4, 24, 16})); };
    const Variable q = draw(), k = draw(), v = draw(), w = draw();
    const Variable together = scaled_dot_product_attention(q, k, v * Scalar(2) - w * Scalar(3));
    const Variable alone =
        scaled_dot_product_attention(q, k, v) * Scalar(2) - scaled_dot_product_attention(q, k, w) * Scalar(3);
    apart = largest_difference(together.value(), alone.value());
  }
  std::vector<double> with, without, gain;
  std::int64_t parameters[2]{};
  Table table{.columns = {{"seed", Align::right},
                          {"attention, FFN", Align::right},
                          {"attention, attention", Align::right}}};
  for (std::int64_t s = 0; s < seeds; ++s) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(s);
    with.push_back(explained(TokenNet::Second::feed_forward, steps, seed, parameters[0]));
    without.push_back(explained(TokenNet::Second::attention, steps, seed, parameters[1]));
    gain.push_back(with.back() - without.back());
    table.rows.push_back(
        {std::to_string(seed), fmt::format("{:.3f}", with.back()), fmt::format("{:.3f}", without.back())});
  }
  const MeanInterval interval = mean_interval(gain);
  const double half = interval.half_width.value_or(INFINITY);
  Finding finding{.verdict = apart > 1e-4               ? LabVerdict::does_not_hold
                             : interval.mean - half > 0 ? LabVerdict::holds
                             : interval.mean + half < 0 ? LabVerdict::does_not_hold
                                                        : LabVerdict::inside_the_noise};
  finding.measured = both(
      "attention of 2v − 3w is 2 attention(v) − 3 attention(w) to {:.0e}; of a token's x₀x₁ the net with FFN "
      "explains {:.2f}, "
      "the one with a second attention instead {:.2f} (difference {:+.2f} ± {:.2f}, {} seeds; {} and {} "
      "parameters)",
      "2v − 3w의 어텐션은 2·어텐션(v) − 3·어텐션(w)과 {:.0e} 안에서 같습니다. 토큰의 x₀x₁을 FFN이 있는 망은 "
      "{:.2f}, 대신 어텐션을 "
      "하나 더 둔 망은 {:.2f}만큼 설명합니다 (차이 {:+.2f} ± {:.2f}, 시드 {}개; 매개변수 {}, {})",
      apart, mean_interval(with).mean, mean_interval(without).mean, interval.mean, half, seeds, parameters[0],
      parameters[1]);
  finding.tables.push_back({{"R² of each token's x₀ x₁", "토큰마다 x₀ x₁의 R²"}, table});
  return finding;
}

}  // namespace heed
