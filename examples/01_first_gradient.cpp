// 01  First gradient
//
// A gradient says how far a result moves when an input moves a little. Here one neuron guesses one number:
//
//     y = w x + b        the guess
//     L = (y - t)²       the loss: how far the guess is from the target t
//
// With the chain rule and e = y - t:   dL/dw = 2 e x     dL/db = 2 e     dL/dx = 2 e w
//
// last line: dL/dw: 12 by hand, 12 by backward(), 12.00 by nudging w
#include <fmt/format.h>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"

using namespace heed;

namespace {

Variable loss(const Variable& w, const Variable& x, const Variable& b, const Variable& t) {
  const Variable e = w * x + b - t;
  return e * e;  // e is used twice: its two gradients add up to 2 e
}

}  // namespace

int main() {
  // A parameter is a leaf of the graph: a number we want the gradient of. A plain Variable is a constant.
  Variable w = Variable::parameter(Array::scalar(2), "w");
  Variable x = Variable::parameter(Array::scalar(3), "x");
  Variable b = Variable::parameter(Array::scalar(1), "b");
  const Variable t(Array::scalar(5));

  // Forward: every operation computes its value at once and remembers what it was made from.
  const Variable L = loss(w, x, b, t);
  fmt::print("y = 2·3 + 1 = 7,  e = 7 - 5 = 2,  L = e² = {}\n", L.item());

  // Backward: from L to the leaves, each operation multiplies by its own derivative.
  L.backward();
  fmt::print("dL/dw = {}   dL/dx = {}   dL/db = {}\n", w.grad().item(), x.grad().item(), b.grad().item());

  // The graph is used up now: what backward() needed has been freed.
  try {
    L.backward();
  } catch (const Error& error) {
    fmt::print("a second L.backward() is refused:\n  {}\n", error.what());
  }

  // Gradients add up until they are reset. Training loops call zero_grad() before each backward().
  const Scalar once = w.grad().item();
  loss(w, x, b, t).backward();
  fmt::print("dL/dw after another forward and backward: {} + {} = {}\n", once, once, w.grad().item());
  w.zero_grad();
  loss(w, x, b, t).backward();
  fmt::print("dL/dw after zero_grad(), forward and backward: {}\n", w.grad().item());

  // Arrays work in the same way; the gradient has the shape of the parameter. L = Σ v² gives dL/dv = 2 v.
  const Variable v = Variable::parameter(Array({2, 3}, {1, 2, 3, 4, 5, 6}), "v");  // (2, 3)
  sum(v * v).backward();
  fmt::print("v = {}\ndΣv²/dv = {}\n", to_string(v.value()), to_string(v.grad()));

  // The check that needs no calculus: move w a little to both sides and look how far L moves.
  const Scalar h = 0.01;
  const Scalar right = loss(Variable(Array::scalar(2 + h)), x, b, t).item();
  const Scalar left = loss(Variable(Array::scalar(2 - h)), x, b, t).item();
  fmt::print("dL/dw: {} by hand, {} by backward(), {:.2f} by nudging w\n", 2 * 2 * 3, w.grad().item(),
             (right - left) / (2 * h));
}
