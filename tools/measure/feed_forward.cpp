// C9: what attention gives is linear in the values; the feed-forward network is what bends single tokens.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/difference.hpp"
#include "tools/measure/rules.hpp"

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

/// The products x₀ x₁ of each token: neither another token nor anything linear helps.
Variable products_of(const Variable& tokens) { return slice(tokens, -1, 0, 1) * slice(tokens, -1, 1, 2); }

double mean_square(const Variable& difference) { return mean(difference * difference).value().item(); }

/// Share of the targets' variance that the net explains on fresh tokens (R²), after each of `after` steps of
/// its training.
struct Explained {
  std::vector<double> share{};
  std::int64_t parameters = 0;
};

Explained explained(TokenNet::Second second, const std::vector<std::int64_t>& after, std::uint64_t seed) {
  Rng initial(seed), data = initial.fork(1), unseen = initial.fork(2);
  const TokenNet net(second, initial);
  Explained result{.parameters = net.parameter_count()};
  Adam optimizer(net.parameters());
  constexpr std::int64_t sequences = 32, length = 16;
  const auto draw = [](Rng& rng) { return Variable(rng.normal({sequences, length, token_numbers})); };
  const auto judge = [&] {
    const NoGrad no_grad;
    const Variable x = draw(unseen), target = products_of(x);
    result.share.push_back(1 - mean_square(net(x) - target) / mean_square(target));
  };
  const auto loss = [&](std::size_t step) {
    if (std::ranges::find(after, static_cast<std::int64_t>(step)) != after.end()) judge();
    const Variable x = draw(data), error = net(x) - products_of(x);
    return sum(error * error);
  };
  train(drawn_task(net, after.back(), sequences * length, loss), optimizer,
        {.epochs = 1, .schedule = constant_schedule(3e-3), .clip = INFINITY});
  judge();
  return result;
}

/// How far what attention makes of 2v − 3w is from 2 of v − 3 of w; and, where the tokens are queries, keys
/// and values all at once, of 2x from 2 of x, as a share of the largest.
struct Linearity {
  double of_values = 0, of_tokens = 0;
};

Linearity linearity(Rng& rng) {
  const NoGrad no_grad;
  const auto draw = [&] { return Variable(rng.normal({2, 4, 24, 16})); };
  const Variable q = draw(), k = draw(), v = draw(), w = draw();
  const auto of = [&](const Variable& values) { return scaled_dot_product_attention(q, k, values); };
  const auto self = [](const Variable& x) { return scaled_dot_product_attention(x, x, x).value(); };
  const Array twice = self(v * Scalar(2)), doubled = (Variable(self(v)) * Scalar(2)).value();
  return {largest_difference(of(v * Scalar(2) - w * Scalar(3)).value(),
                             (of(v) * Scalar(2) - of(w) * Scalar(3)).value()),
          largest_difference(twice, doubled) / largest_magnitude(doubled)};
}

/// How much the FFN's, and attention's, results of other tokens change when one token is another.
struct Reach {
  double ffn = 0, attention = 0;
};

Reach reach_of_a_token(Rng& rng) {
  const NoGrad no_grad;
  const Linear up(net_width, 2 * net_width, rng), down(2 * net_width, net_width, rng);
  const MultiheadAttention attention(net_width, 4, rng);
  const Variable others(rng.normal({1, 15, net_width}));
  const auto with_last = [&] { return concat({others, Variable(rng.normal({1, 1, net_width}))}, 1); };
  const Variable one = with_last(), other = with_last();
  const auto changed = [](const Variable& a, const Variable& b) {
    return largest_difference(slice(a, 1, 0, 15).value(), slice(b, 1, 0, 15).value());
  };
  const auto ffn = [&](const Variable& x) { return down(relu(up(x))); };
  return {changed(ffn(one), ffn(other)), changed(attention(one, one, one), attention(other, other, other))};
}

}  // namespace

Finding attention_is_linear(const ExperimentOptions& options) {
  const std::vector<std::int64_t> after =
      options.quick ? std::vector<std::int64_t>{100, 300} : std::vector<std::int64_t>{100, 300, 1000, 3000};
  const std::uint64_t seeds = options.quick ? 3 : 5;
  Rng rng(options.seed);
  const Linearity linear = linearity(rng);
  const Reach reach = reach_of_a_token(rng);
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
  const ClaimVerdict first = verdict_of_linearity(linear.of_values, reach.ffn, reach.attention),
                     needed = verdict_of_ffn(gain, attention);
  return {
      .verdict = together({first, needed}),
      .measured = text_of("C9.measured", linear.of_values, reach.ffn, reach.attention, 100 * linear.of_tokens,
                          grouped(after.back()), last[1].text, last[2].text, last[3].text, seeds,
                          grouped(with.front().parameters), grouped(without.front().parameters)),
      .tables = {table},
      .statements = {{.text = word("linear in the values, the FFN by position"), .verdict = first},
                     {.text = word("not without the FFN"), .verdict = needed}},
      .answer = above_zero(0.5 - attention.mean, attention.half_width.value_or(INFINITY))};  // it fails
}

}  // namespace heed
