// C3 and C9: small nets show what the scale of attention and the feed-forward network are for.
#include <algorithm>
#include <cmath>
#include <functional>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

/// Trains by Adam on batches that loss(step) draws.
void train_small_net(const Module& net, std::int64_t steps, std::int64_t targets,
                     const std::function<Variable(std::size_t step)>& loss) {
  Adam optimizer(net.parameters());
  train(drawn_task(net, steps, targets, loss), optimizer,
        {.epochs = 1, .schedule = constant_schedule(3e-3), .clip = INFINITY});
}

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
/// One head whose queries and keys have 256 numbers of N(0, 1) to begin with.
struct Lookup : Module {
  explicit Lookup(Rng& rng) : Module(rng) {}
  Embedding asked = child("asked", Embedding(key_count, 256, initial()));
  Embedding key = child("key", Embedding(key_count, 256, initial()));
  Embedding value = child("value", Embedding(value_count, 32, initial()));
  Linear head = child("head", Linear(32, value_count, initial()));
};

/// The share of right answers, as a mean over the last tenth of the steps.
double trained_lookup(double scale, std::int64_t steps, std::uint64_t seed) {
  constexpr std::int64_t sequences = 64;
  Rng initial(seed), data = initial.fork(1);
  const Lookup net(initial);
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
    const Shape all{sequences, key_count};
    const Variable logits = net.head(scaled_dot_product_attention(
        net.asked({{sequences, 1}, query}), net.key({all, key}), net.value({all, value}), {.scale = scale}));
    const Tokens expected({sequences, 1}, answer);
    if (static_cast<std::int64_t>(step) >= steps - steps / 10)
      right += right_answers(logits.value(), expected), answers += sequences;
    return cross_entropy(logits, expected, {.reduction = Reduction::sum});
  });
  return right / answers;
}

constexpr std::int64_t net_width = 32, token_numbers = 4;

/// x + attention(x), then x + W₂ relu(W₁ x) or another attention with as many parameters; no normalisation.
class TokenNet : public Module {
 public:
  enum class Second { feed_forward, attention };
  TokenNet(Second second, Rng& rng) : Module(rng) {
    if (second == Second::attention)
      second_ = [again = child("again", MultiheadAttention(net_width, 4, rng))](const Variable& x) {
        return again(x, x, x);
      };
    else
      second_ = [up = child("linear1", Linear(net_width, 2 * net_width, rng)),
                 down = child("linear2", Linear(2 * net_width, net_width, rng))](const Variable& x) {
        return down(relu(up(x)));
      };
  }
  Variable operator()(const Variable& tokens) const {
    const Variable x = in_(tokens), y = x + first_(x, x, x);
    return out_(y + second_(y));
  }

 private:
  Linear in_ = child("in", Linear(token_numbers, net_width, initial()));
  MultiheadAttention first_ = child("first", MultiheadAttention(net_width, 4, initial()));
  Linear out_ = child("out", Linear(net_width, 1, initial()));
  std::function<Variable(const Variable&)> second_;
};

/// Share of the variance of each token's product x₀ x₁ that a net explains on fresh tokens (R²), after each
/// of `after` steps of its training: neither another token nor anything linear helps.
std::vector<double> explained(TokenNet::Second second, const std::vector<std::int64_t>& after,
                              std::uint64_t seed) {
  constexpr std::int64_t sequences = 32, length = 16;
  Rng initial(seed), data = initial.fork(1), unseen = initial.fork(2);
  const TokenNet net(second, initial);
  std::vector<double> shares;
  const auto draw = [](Rng& rng) { return Variable(rng.normal({sequences, length, token_numbers})); };
  const auto product = [](const Variable& x) { return slice(x, -1, 0, 1) * slice(x, -1, 1, 2); };
  const auto mean_square = [](const Variable& x) { return mean(x * x).value().item(); };
  const auto judge = [&] {
    const NoGrad no_grad;
    const Variable x = draw(unseen), target = product(x);
    shares.push_back(1 - mean_square(net(x) - target) / mean_square(target));
  };
  train_small_net(net, after.back(), sequences * length, [&](std::size_t step) {
    if (std::ranges::find(after, static_cast<std::int64_t>(step)) != after.end()) judge();
    const Variable x = draw(data), error = net(x) - product(x);
    return sum(error * error);
  });
  judge();
  return shares;
}

/// How far attention is from linear in the values, and in tokens that are queries and keys, too, as a share
/// of the largest; and how much the FFN's and attention's results of other tokens change when one is another.
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
  return {.verdict = verdict_of_scale(last, last_scaled, interval),
          .measured = text_of("C3.measured", norms.rows.back()[1].text, norms.rows.back()[2].text, steps, 256,
                              100 * mean_interval(with).mean, 100 * mean_interval(without).mean,
                              100 * interval.mean, 100 * interval.half_width.value_or(INFINITY), seeds),
          .tables = {norms, training}};
}

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
  const auto parameters = [&](TokenNet::Second second) {
    return grouped(TokenNet(second, rng).parameter_count());
  };
  std::vector<std::vector<double>> with, without;
  for (std::uint64_t seed = options.seed; seed < options.seed + seeds; ++seed) {
    with.push_back(explained(TokenNet::Second::feed_forward, after, seed));
    without.push_back(explained(TokenNet::Second::attention, after, seed));
  }
  ResultTable table(text_of("C9.table"), {"steps", "attention, FFN", "attention, attention", "difference"});
  MeanInterval ffn, attention, gain;  // the last ones
  for (std::size_t i = 0; i < after.size(); ++i) {
    std::vector<double> a, b, gains;
    for (std::size_t s = 0; s < with.size(); ++s) {
      a.push_back(with[s].at(i)), b.push_back(without[s].at(i));
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
  return {.verdict = together({first, needed}),
          .measured = text_of("C9.measured", linear.of_values, linear.by_ffn, linear.by_attention,
                              100 * linear.of_tokens, grouped(after.back()), last[1].text, last[2].text,
                              last[3].text, seeds, parameters(TokenNet::Second::feed_forward),
                              parameters(TokenNet::Second::attention)),
          .tables = {table},
          .statements = {{word("linear in the values, the FFN by position"), first},
                         {word("not without the FFN"), needed}}};
}

}  // namespace heed
