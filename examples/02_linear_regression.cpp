// 02  Linear regression: learning by walking downhill
//
// B points with two features and one answer each; the answers come from known numbers plus noise:
//
//     y = X w + b + noise        X (B, 2), w (2, 1), b (1,), y (B, 1)
//
// The model knows X and y, starts at w = 0 and b = 0, and has to find the numbers again:
//
//     L = 1/B Σ (X w + b - y)²           the mean squared error
//     w ← w - rate dL/dw                 the gradient points uphill, so walk against it
//     b ← b - rate dL/db
//
// last line: found w = [2.0, -1.0], b = 0.5; the data were made with w = [2.0, -1.0], b = 0.5
#include <fmt/format.h>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/random.hpp"

using namespace heed;

int main() {
  constexpr std::int64_t B = 256;
  Rng rng(1);  // every random number comes from a generator that is passed on: the same seed, the same run

  const Array true_w({2, 1}, {2, -1});
  const Array true_b({1}, {0.5});
  const Array X = rng.normal({B, 2});                                     // (B, 2)
  const Array y = gemm(X, true_w) + true_b + rng.normal({B, 1}, 0, 0.1);  // (B, 1)

  Variable w = Variable::parameter(Array::zeros({2, 1}), "w");
  Variable b = Variable::parameter(Array::zeros({1}), "b");

  const Scalar rate = 0.1;
  constexpr int steps = 100;
  for (int step = 1; step <= steps; ++step) {
    const Variable guess = matmul(Variable(X), w) + b;  // (B, 1); b is repeated for every row
    const Variable error = guess - Variable(y);         // (B, 1)
    const Variable loss = mean(error * error);          // ()

    w.zero_grad();
    b.zero_grad();
    loss.backward();  // dL/dw = 2/B Xᵀ error  (2, 1)      dL/db = 2/B Σ error  (1,)
    w.set_value(w.value() - rate * w.grad());
    b.set_value(b.value() - rate * b.grad());

    if (step == 1 || step % 20 == 0) {
      fmt::print("step {:>3}  loss {:.4f}  w {}  b {}\n", step, loss.item(), to_string(w.value(), 3),
                 to_string(b.value(), 3));
    }
  }

  // The loss does not reach 0: it ends near the variance of the noise, 0.1² = 0.01.
  fmt::print("found w = [{:.1f}, {:.1f}], b = {:.1f}; ", w.value().at({0, 0}), w.value().at({1, 0}),
             b.value().item());
  fmt::print("the data were made with w = [{:.1f}, {:.1f}], b = {:.1f}\n", true_w.at({0, 0}),
             true_w.at({1, 0}), true_b.item());
}
