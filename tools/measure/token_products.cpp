// C9: what attention gives is linear in the values; the feed-forward network is what bends single tokens.
#include <algorithm>
#include <cmath>
#include <optional>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "tools/measure/claims.hpp"

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

/// Share of the variance of each token's product x₀ x₁ that a net explains on fresh tokens (R²), after each
/// of `after` steps of its training: neither another token nor anything linear helps.
struct Explained {
  std::vector<double> share{};
  std::int64_t parameters = 0;
};

Explained explained(TokenNet::Second second, const std::vector<std::int64_t>& after, std::uint64_t seed) {
  constexpr std::int64_t sequences = 32, length = 16;
  Rng initial(seed), data = initial.fork(1), unseen = initial.fork(2);
  const TokenNet net(second, initial);
  Explained result{.parameters = net.parameter_count()};
  const auto draw = [](Rng& rng) { return Variable(rng.normal({sequences, length, token_numbers})); };
  const auto product = [](const Variable& x) { return slice(x, -1, 0, 1) * slice(x, -1, 1, 2); };
  const auto mean_square = [](const Variable& x) { return mean(x * x).value().item(); };
  const auto judge = [&] {
    const NoGrad no_grad;
    const Variable x = draw(unseen), target = product(x);
    result.share.push_back(1 - mean_square(net(x) - target) / mean_square(target));
  };
  train_small_net(net, after.back(), sequences * length, [&](std::size_t step) {
    if (std::ranges::find(after, static_cast<std::int64_t>(step)) != after.end()) judge();
    const Variable x = draw(data), error = net(x) - product(x);
    return sum(error * error);
  });
  judge();
  return result;
}

/// How far attention is from linear in the values, of 2v − 3w; in the tokens, which are queries and keys,
/// too, of 2x as a share of the largest; and how much the FFN's and attention's results of other tokens
/// change when one token is another.
struct Linearity {
  double of_values = 0, of_tokens = 0, by_ffn = 0, by_attention = 0;
};

Linearity linearity(Rng& rng) {
  const NoGrad no_grad;
  const auto draw = [&] { return Variable(rng.normal({2, 4, 24, 16})); };
  const Variable q = draw(), k = draw(), v = draw(), w = draw();
  const auto of = [&](const Variable& values) { return scaled_dot_product_attention(q, k, values); };
  const auto self = [](const Variable& x) { return scaled_dot_product_attention(x, x, x); };
  const Array doubled = (self(v) * Scalar(2)).value();
  Linearity found{
      .of_values = largest_difference(of(v * Scalar(2) - w * Scalar(3)).value(),
                                      (of(v) * Scalar(2) - of(w) * Scalar(3)).value()),
      .of_tokens = largest_difference(self(v * Scalar(2)).value(), doubled) / largest_magnitude(doubled)};
  const Linear up(net_width, 2 * net_width, rng), down(2 * net_width, net_width, rng);
  const MultiheadAttention attention(net_width, 4, rng);
  const Variable others(rng.normal({1, 15, net_width}));
  const auto with_last = [&] { return concat({others, Variable(rng.normal({1, 1, net_width}))}, 1); };
  const Variable one = with_last(), other = with_last();
  const auto changed = [](const Variable& a, const Variable& b) {
    return largest_difference(slice(a, 1, 0, 15).value(), slice(b, 1, 0, 15).value());
  };
  found.by_ffn = changed(down(relu(up(one))), down(relu(up(other))));
  found.by_attention = changed(attention(one, one, one), attention(other, other, other));
  return found;
}

}  // namespace

ClaimVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without) {
  if (most_of(gain) < 0) return ClaimVerdict::does_not_hold;
  if (least_of(gain) <= 0) return ClaimVerdict::inside_the_noise;
  return most_of(without) < 0.5 ? ClaimVerdict::holds : ClaimVerdict::holds_in_part;
}

Finding attention_is_linear(const ExperimentOptions& options) {
  const std::vector<std::int64_t> after =
      options.quick ? std::vector<std::int64_t>{100, 300} : std::vector<std::int64_t>{100, 300, 1000, 3000};
  const std::uint64_t seeds = options.quick ? 3 : 5;
  Rng rng(options.seed);
  const Linearity linear = linearity(rng);
  std::vector<Explained> with, without;
  for (std::uint64_t seed = options.seed; seed < options.seed + seeds; ++seed) {
    with.push_back(explained(TokenNet::Second::feed_forward, after, seed));
    without.push_back(explained(TokenNet::Second::attention, after, seed));
  }
  ResultTable table(text_of("C9.table"), {"steps", "attention, FFN", "attention, attention", "difference"});
  MeanInterval ffn, attention, gain;  // the last ones
  for (std::size_t i = 0; i < after.size(); ++i) {
    std::vector<double> a, b, gains;
    for (std::size_t s = 0; s < with.size(); ++s) {
      a.push_back(with[s].share.at(i)), b.push_back(without[s].share.at(i));
      gains.push_back(a.back() - b.back());
    }
    ffn = mean_interval(a), attention = mean_interval(b), gain = mean_interval(gains);
    const char* const form = "{:.3f} ± {:.3f}";
    table.add({count_cell(after[i]), interval_cell(form, ffn), interval_cell(form, attention),
               interval_cell(form, gain)});
  }
  const std::vector<TableCell>& last = table.rows.back();
  const ClaimVerdict first = holds_where(linear.of_values < 1e-4 && linear.by_ffn < 1e-5 &&
                                         linear.by_attention > 1e-2),
                     needed = verdict_of_ffn(gain, attention);
  return {
      .verdict = together({first, needed}),
      .measured = text_of("C9.measured", linear.of_values, linear.by_ffn, linear.by_attention,
                          100 * linear.of_tokens, grouped(after.back()), last[1].text, last[2].text,
                          last[3].text, seeds, grouped(with[0].parameters), grouped(without[0].parameters)),
      .tables = {table},
      .statements = {{word("linear in the values, the FFN by position"), first},
                     {word("not without the FFN"), needed}}};
}

}  // namespace heed
