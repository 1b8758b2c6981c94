// 12  LSTM: remembering one bit for as long as it takes
//
// An LSTM learns to count modulo two: is the number of ones so far odd? The answer depends on every bit from
// the first on, and what has to be remembered is one bit. It learns on rows of 16 bits and is then asked
// about rows of 256. In the cell c = f c + i g the gradient goes from step to step by the factor f, a gate
// that learns to be near 1 where something has to be kept (Hochreiter & Schmidhuber 1997, Gers et al. 2000).
//
// last line: one 0 more keeps the answer, one 1 more turns it: odd odd even
#include <fmt/format.h>

#include <vector>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "nn/optimizer.hpp"
#include "nn/recurrent.hpp"

using namespace heed;

namespace {

/// Bits, and for each whether the ones up to it are odd: (rows, length) both.
struct Bits {
  Tokens bits, odd;
};

Bits random_bits(std::int64_t rows, std::int64_t length, Rng& rng) {
  std::vector<std::int32_t> bits, odd;
  for (std::int64_t i = 0; i < rows * length; ++i) {
    bits.push_back(static_cast<std::int32_t>(rng.integer(2)));
    odd.push_back(i % length == 0 ? bits.back() : odd.back() ^ bits.back());
  }
  return {Tokens({rows, length}, bits), Tokens({rows, length}, odd)};
}

class Counter : public Module {
 public:
  explicit Counter(Rng& rng) : Module(rng) {}

  struct Result {
    Variable logits;  // (B, T, 2): even, odd
    RecurrentState state;
  };
  Result operator()(const Tokens& bits, const RecurrentState& before = {}) const {
    const auto [hidden, state] = lstm(embedding(bits), {.initial = before});
    return {head(hidden), state};
  }

  Embedding embedding = child("embedding", Embedding(2, 8, initial()));
  LSTM lstm = child("lstm", LSTM(8, 16, initial()));
  Linear head = child("head", Linear(16, 2, initial()));
};

std::int64_t right(const Counter& model, const Bits& data) {
  const NoGrad no_grad;
  const std::vector<std::int32_t> best = argmax_rows(model(data.bits).logits.value().reshape({-1, 2}));
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < data.odd.size(); ++i)
    count += best[static_cast<std::size_t>(i)] == data.odd[i];
  return count;
}

}  // namespace

int main() {
  Rng rng(3);
  const Counter model(rng);
  for (const auto& [name, parameter] : model.named_parameters())
    fmt::print("{:18} {}\n", name, to_string(parameter.shape()));

  Adam optimizer(model.parameters(), {.lr = 1e-2});
  for (int step = 1; step <= 600; ++step) {
    const Bits data = random_bits(32, 16, rng);
    const Variable loss = cross_entropy(model(data.bits).logits, data.odd);
    optimizer.zero_grad();
    loss.backward();
    clip_grad_norm(model.parameters(), 1);
    optimizer.step();
    if (step % 100 == 0) fmt::print("step {}: loss {:.4f}\n", step, loss.item());
  }

  const Bits longer = random_bits(50, 256, rng);
  fmt::print("rows of 256 bits, sixteen times as long as in training: {:.1f} % of all places are right\n",
             100.0 * static_cast<double>(right(model, longer)) / static_cast<double>(longer.odd.size()));

  // Bit by bit: what the net remembers is its state, and the next bit goes on from there.
  const NoGrad no_grad;
  std::string answers;
  RecurrentState state;
  for (const std::int32_t bit : {1, 0, 1}) {
    const auto [logits, next] = model(Tokens({1, 1}, {bit}), state);
    answers += logits.value().at({0, 0, 1}) > logits.value().at({0, 0, 0}) ? " odd" : " even";
    state = next;
  }
  fmt::print("one 0 more keeps the answer, one 1 more turns it:{}\n", answers);
}
