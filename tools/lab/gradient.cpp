// C3: the gradient of softmax vanishes where it is saturated, and the scale of attention keeps it from there.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/report/number.hpp"
#include "lib/score/significance.hpp"
#include "nn/layers.hpp"
#include "nn/trainer.hpp"
#include "nn/training_task.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/gradient.hpp"
#include "tools/language/both.hpp"

namespace heed {
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

struct LookupBatch {
  Tokens query, keys, values, answer;
};

LookupBatch lookup_batch(std::int64_t sequences, Rng& rng) {
  std::vector<std::int32_t> query, key, value, answer;
  for (std::int64_t b = 0; b < sequences; ++b) {
    for (std::int32_t k = 0; k < key_count; ++k) {
      key.push_back(k);
      value.push_back(static_cast<std::int32_t>(rng.integer(value_count)));
    }
    query.push_back(static_cast<std::int32_t>(rng.integer(key_count)));
    answer.push_back(value[static_cast<std::size_t>(b * key_count + query.back())]);
  }
  return {Tokens({sequences, 1}, query), Tokens({sequences, key_count}, key),
          Tokens({sequences, key_count}, value), Tokens({sequences, 1}, answer)};
}

/// The share of right answers, as a mean over the last tenth of the steps.
double trained_lookup(std::int64_t width, double scale, std::int64_t steps, std::uint64_t seed) {
  constexpr std::int64_t sequences = 64;
  Rng initial(seed), data = initial.fork(1);
  const Lookup net(width, initial);
  Adam optimizer(net.parameters());
  double right = 0;
  std::int64_t counted = 0;
  const auto loss = [&](std::size_t step) {
    const LookupBatch batch = lookup_batch(sequences, data);
    const Variable logits = net(batch.query, batch.keys, batch.values, scale);
    if (static_cast<std::int64_t>(step) >= steps - steps / 10) {
      const std::vector<std::int32_t> best = argmax_rows(logits.value().reshape({sequences, value_count}));
      for (std::int64_t i = 0; i < sequences; ++i, ++counted)
        right += best[static_cast<std::size_t>(i)] == batch.answer[i];
    }
    return cross_entropy(logits, batch.answer, {.reduction = Reduction::sum});
  };
  train(drawn_task(net, steps, sequences, loss), optimizer,
        {.epochs = 1, .schedule = constant_schedule(3e-3), .clip = INFINITY});
  return right / static_cast<double>(counted);
}

}  // namespace

LabVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with, const MeanInterval& gain) {
  const auto low = [](const MeanInterval& m) { return m.mean - m.half_width.value_or(INFINITY); };
  const auto high = [](const MeanInterval& m) { return m.mean + m.half_width.value_or(INFINITY); };
  if (2 * low(without) > high(with) || high(gain) < 0) return LabVerdict::does_not_hold;
  return 2 * high(without) < low(with) && low(gain) > 0 ? LabVerdict::holds : LabVerdict::inside_the_noise;
}

Finding gradient_of_softmax(const LabOptions& options) {
  const std::int64_t queries = options.quick ? 200 : 2'000, steps = options.quick ? 300 : 600;
  const std::int64_t seeds = options.quick ? 3 : 5;
  constexpr std::int64_t trained_width = 256;
  Rng rng(options.seed);
  LabTable norms =
      lab_table({"‖∂p/∂z‖ of 16 keys, mean ± 95 %", "키 16개의 ‖∂p/∂z‖, 평균 ± 95 %"},
                {{{"d_k"}, Align::right}, {{"q·k"}, Align::right}, {{"q·k / √d_k"}, Align::right}});
  const auto text = [](const MeanInterval& m) {
    return fmt::format("{:.4f} ± {:.4f}", m.mean, m.half_width.value_or(0));
  };
  MeanInterval last, last_scaled;
  for (std::int64_t width = 1; width <= 1024; width *= 4) {
    last = jacobian_norm(width, 1, queries, rng);
    last_scaled = jacobian_norm(width, 1 / std::sqrt(static_cast<double>(width)), queries, rng);
    add_row(norms, {{grouped(width), static_cast<double>(width)},
                    {text(last), lab_number(last)},
                    {text(last_scaled), lab_number(last_scaled)}});
  }
  std::vector<double> with, without, gain;
  LabTable training =
      lab_table({"right answers after training, scores times", "학습 뒤 맞힌 비율, 점수에 곱한 값"},
                {{{"seed", "시드"}, Align::right}, {{"1/√d_k"}, Align::right}, {{"1"}, Align::right}});
  for (std::int64_t s = 0; s < seeds; ++s) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(s);
    with.push_back(trained_lookup(trained_width, 0, steps, seed));
    without.push_back(trained_lookup(trained_width, 1, steps, seed));
    gain.push_back(with.back() - without.back());
    const auto percent = [](double share) {
      return LabCell(fmt::format("{:.1f} %", 100 * share), 100 * share, "%");
    };
    add_row(training, {std::to_string(seed), percent(with.back()), percent(without.back())});
  }
  const MeanInterval interval = mean_interval(gain);
  const double half = interval.half_width.value_or(INFINITY);
  Finding finding{.verdict = verdict_of_scale(last, last_scaled, interval)};
  finding.measured = both(
      "at d_k 1,024 the norm of ∂p/∂z is {} without the scale and {} with it; after {} steps a head "
      "of {} numbers "
      "looks up {:.1f} % right with the scale and {:.1f} % without (difference {:+.1f} ± {:.1f}, {} seeds)",
      "d_k 1,024에서 ∂p/∂z의 노름은 스케일 없이 {}, 있으면 {}입니다. {}걸음 뒤 너비 {}인 헤드가 "
      "맞히는 비율은 스케일이 "
      "있으면 {:.1f} %, 없으면 {:.1f} %입니다 (차이 {:+.1f} ± {:.1f}, 시드 {}개)",
      text(last), text(last_scaled), steps, trained_width, 100 * mean_interval(with).mean,
      100 * mean_interval(without).mean, 100 * interval.mean, 100 * half, seeds);
  finding.answer = above_zero(interval.mean, half);
  finding.tables = {norms, training};
  return finding;
}

}  // namespace heed
