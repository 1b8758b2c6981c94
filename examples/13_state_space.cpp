// 13  State space: choosing what to remember
//
// A selective state space (Mamba's S6: Gu & Dao 2023) learns what to keep and what to let pass: which digit
// was the last one among the dots? Step size Δ, input B and output C depend on the token, so a dot can leave
// the state as it is. What it carries from token to token does not grow: reading a thousand tokens one by one
// costs for each of them what the first one cost, and keeps no more than the first one left.
//
// last line: its state has 576 numbers after the first token, and 576 after the last
#include <fmt/format.h>

#include <vector>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "nn/optimizer.hpp"
#include "nn/state_space.hpp"

using namespace heed;

namespace {

constexpr std::int32_t digits = 10, dot = 10;

/// Mostly dots, and for each place the last digit so far: (rows, length) both. A row begins with a digit.
struct Rows {
  Tokens seen, last;
};

Rows random_rows(std::int64_t rows, std::int64_t length, Rng& rng) {
  std::vector<std::int32_t> seen, last;
  for (std::int64_t i = 0; i < rows * length; ++i) {
    const bool digit = i % length == 0 || rng.integer(8) == 0;
    seen.push_back(digit ? static_cast<std::int32_t>(rng.integer(digits)) : dot);
    last.push_back(digit ? seen.back() : last.back());
  }
  return {Tokens({rows, length}, seen), Tokens({rows, length}, last)};
}

class LastDigit : public Module {
 public:
  explicit LastDigit(Rng& rng) : Module(rng) {}

  /// (B, T) -> (B, T, 10)
  Variable operator()(const Tokens& seen) const {
    const Variable x = embedding(seen);
    return head(norm(x + layer(x)));
  }
  /// The next tokens, from the state that those before have left.
  Variable operator()(const Tokens& seen, SelectiveStateSpace::State& state) const {
    const Variable x = embedding(seen);
    return head(norm(x + layer(x, state)));
  }

  Embedding embedding = child("embedding", Embedding(digits + 1, 16, initial()));
  SelectiveStateSpace layer = child("layer", SelectiveStateSpace(16, initial(), {.d_state = 15}));
  RMSNorm norm = child("norm", RMSNorm(16));
  Linear head = child("head", Linear(16, digits, initial()));
};

}  // namespace

int main() {
  Rng rng(5);
  const LastDigit model(rng);
  fmt::print("{} parameters\n", model.parameter_count());

  Adam optimizer(model.parameters(), {.lr = 5e-3});
  for (int step = 1; step <= 400; ++step) {
    const Rows data = random_rows(16, 64, rng);
    const Variable loss = cross_entropy(model(data.seen), data.last);
    optimizer.zero_grad();
    loss.backward();
    clip_grad_norm(model.parameters(), 1);
    optimizer.step();
    if (step % 100 == 0) fmt::print("step {}: loss {:.4f}\n", step, loss.item());
  }

  // A row sixteen times as long as in training, token by token.
  const NoGrad no_grad;
  const Rows row = random_rows(1, 1024, rng);
  SelectiveStateSpace::State state;
  std::int64_t right = 0, first = 0;
  const auto size = [&] { return state.inputs.size() + state.scan.size(); };
  for (std::int64_t t = 0; t < 1024; ++t) {
    const Variable logits = model(Tokens({1, 1}, {row.seen[t]}), state);
    right += argmax_rows(logits.value().reshape({1, -1})).front() == row.last[t];
    if (t == 0) first = size();
  }
  fmt::print("{:.1f} % of 1,024 tokens are right\n", static_cast<double>(right) / 10.24);
  fmt::print("its state has {} numbers after the first token, and {} after the last\n", first, size());
}
