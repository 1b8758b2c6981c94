// C9: what attention gives is linear in the values; the feed-forward network is what bends single tokens.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "lib/score/significance.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/difference.hpp"
#include "tools/lab/exact.hpp"
#include "tools/lab/feed_forward.hpp"
#include "tools/language/both.hpp"

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

LabVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without) {
  const double half = gain.half_width.value_or(INFINITY);
  if (gain.mean + half < 0) return LabVerdict::does_not_hold;
  if (gain.mean - half <= 0) return LabVerdict::inside_the_noise;
  return without.mean + without.half_width.value_or(INFINITY) < 0.5 ? LabVerdict::holds
                                                                    : LabVerdict::holds_in_part;
}

Finding attention_is_linear(const LabOptions& options) {
  const std::vector<std::int64_t> after =
      options.quick ? std::vector<std::int64_t>{100, 300} : std::vector<std::int64_t>{100, 300, 1000, 3000};
  const std::int64_t seeds = options.quick ? 3 : 5;
  Rng rng(options.seed);
  const Linearity linear = linearity(rng);
  const Reach reach = reach_of_a_token(rng);
  std::vector<Explained> with, without;
  for (std::int64_t s = 0; s < seeds; ++s) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(s);
    with.push_back(explained(TokenNet::Second::feed_forward, after, seed));
    without.push_back(explained(TokenNet::Second::attention, after, seed));
  }
  LabTable table =
      lab_table({"R² of each token's x₀ x₁ (± 95 %, seeds)", "토큰마다 x₀ x₁의 R² (± 95 %, 시드)"},
                {{{"steps", "걸음"}, Align::right},
                 {{"attention, FFN", "어텐션, FFN"}, Align::right},
                 {{"attention, attention", "어텐션, 어텐션"}, Align::right},
                 {{"difference", "차이"}, Align::right}});
  const auto text = [](const MeanInterval& share) {
    return fmt::format("{:.3f} ± {:.3f}", share.mean, share.half_width.value_or(0));
  };
  MeanInterval ffn, attention, gain;  // the last ones
  for (std::size_t i = 0; i < after.size(); ++i) {
    std::vector<double> a, b, gains;
    for (std::size_t s = 0; s < with.size(); ++s) {
      a.push_back(with[s].share.at(i)), b.push_back(without[s].share.at(i));
      gains.push_back(a.back() - b.back());
    }
    ffn = mean_interval(a), attention = mean_interval(b), gain = mean_interval(gains);
    add_row(table, {{grouped(after[i]), static_cast<double>(after[i])},
                    {text(ffn), lab_number(ffn)},
                    {text(attention), lab_number(attention)},
                    {text(gain), lab_number(gain)}});
  }
  const LabVerdict first = verdict_of_linearity(linear.of_values, reach.ffn, reach.attention);
  const LabVerdict needed = verdict_of_ffn(gain, attention);
  Finding finding{
      .verdict = together({first, needed}),
      .statements = {{.text = {"linear in the values, the FFN by position", "값에 선형, FFN은 자리마다"},
                      .verdict = first},
                     {.text = {"not without the FFN", "FFN 없이는 안 됨"}, .verdict = needed}}};
  finding.measured = both(
      "attention of 2v − 3w is 2 attention(v) − 3 attention(w) to {:.0e}, and another token moves the FFN's "
      "results of the others by {:.0e}, attention's by {:.2f}. But only in the values is attention linear: "
      "the "
      "tokens are in its softmax(QKᵀ), too, and of 2x it makes what is {:.0f} % off twice that of x. So it "
      "learns a token's x₀x₁ without an FFN, later: after {} steps the net with FFN explains {}, the one "
      "with a "
      "second attention instead {} (difference {}, {} seeds; {} and {} parameters)",
      "2v − 3w의 어텐션은 2·어텐션(v) − 3·어텐션(w)과 {:.0e} 안에서 같고, 한 토큰을 바꾸면 다른 토큰의 FFN "
      "결과는 {:.0e}, 어텐션 결과는 {:.2f} 달라집니다. 그러나 어텐션은 값에 대해서만 선형입니다: 토큰은 "
      "softmax(QKᵀ)에도 들어가서, 2x의 결과는 x의 결과의 두 배와 {:.0f} % 다릅니다. 그래서 FFN 없이도 토큰의 "
      "x₀x₁을 배우되 더 늦습니다: {}걸음 뒤 FFN이 있는 망은 {}, 대신 어텐션을 하나 더 둔 망은 {}만큼 "
      "설명합니다 (차이 {}, 시드 {}개; 매개변수 {}, {})",
      linear.of_values, reach.ffn, reach.attention, 100 * linear.of_tokens, grouped(after.back()), text(ffn),
      text(attention), text(gain), seeds, grouped(with.front().parameters),
      grouped(without.front().parameters));
  finding.answer = above_zero(0.5 - attention.mean, attention.half_width.value_or(INFINITY));  // it fails
  finding.tables.push_back(table);
  return finding;
}

}  // namespace heed
