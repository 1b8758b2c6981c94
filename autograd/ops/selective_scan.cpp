#include "autograd/ops/selective_scan.hpp"

#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// The gradients are beside the recurrence: lib/array/selective_scan.cpp.
Variable selective_scan(const Variable& x, const Variable& delta, const Variable& a, const Variable& b,
                        const Variable& c, const Variable& skip, SelectiveScanOptions options) {
  const Computing computing("selective_scan");
  if (x.rank() != 3 || delta.shape() != x.shape() || a.rank() != 2 || a.dim(0) != x.dim(2) ||
      b.shape() != Shape{x.dim(0), x.dim(1), a.dim(1)} || c.shape() != b.shape() ||
      skip.shape() != Shape{x.dim(2)})
    throw_error<ShapeError>(
        "[selective_scan] x {}, delta {}, a {}, b {}, c {}, skip {}: needs (B, T, D) twice, (D, N), (B, T, "
        "N) "
        "twice and (D,)",
        x.shape(), delta.shape(), a.shape(), b.shape(), c.shape(), skip.shape());
  ScanInputs in{x.value(), delta.value(), a.value(), b.value(), c.value(), skip.value()};
  if (options.state != nullptr && options.state->defined()) {
    if (const Shape shape{x.dim(0), x.dim(2), a.dim(1)}; options.state->shape() != shape)
      throw_error<ShapeError>("[selective_scan] a state {} for x {}: needs {}", options.state->shape(),
                              x.shape(), shape);
    in.first_state = *options.state;
  }
  const ScanResult result = selective_scan_forward(in);
  if (options.state != nullptr) *options.state = result.last_state;
  return record_joint("selective_scan", result.y, {x, delta, a, b, c, skip},
                      [in, checkpoints = result.checkpoints](const Array& g, Gradients& into) {
                        const ScanGradients d = selective_scan_backward(in, checkpoints, g);
                        const Array* all[] = {&d.x, &d.delta, &d.a, &d.b, &d.c, &d.skip};
                        for (std::size_t i = 0; i < std::size(all); ++i) into.add(i, *all[i]);
                      });
}

}  // namespace heed
