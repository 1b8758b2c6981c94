#include "autograd/ops/softmax.hpp"

#include "autograd/ops/rearrange.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

/// f along `axis`, for an f that works on the last one.
template <typename F>
Variable along(const char* op, const Variable& x, int axis, F f) {
  const Computing computing(op);
  if (x.rank() == 0) return reshape(f(reshape(x, {1})), Shape{});
  const int a = x.shape().normalize_axis(axis, op);
  if (a == x.rank() - 1) return f(x);
  return transpose(f(transpose(x, a, -1)), a, -1);
}

}  // namespace

// p = softmax(x).      dx = p ∘ (g - Σ p g)
Variable softmax(const Variable& x, int axis) {
  return along("softmax", x, axis, [](const Variable& v) {
    const Array p = softmax_rows(v.value());
    return record("softmax", p, {{v, [p](const Array& g) { return softmax_backward_rows(p, g); }}});
  });
}

// y = log softmax(x).      dx = g - e^y Σ g
Variable log_softmax(const Variable& x, int axis) {
  return along("log_softmax", x, axis, [](const Variable& v) {
    const Array y = log_softmax_rows(v.value());
    return record("log_softmax", y, {{v, [y](const Array& g) { return log_softmax_backward_rows(y, g); }}});
  });
}

// loss = -Σ_c q_c log p_c of each row, p = softmax(x), q the target, smoothed.      dx = g (p - q)
Variable cross_entropy(const Variable& logits, const Tokens& targets, CrossEntropyOptions options) {
  const Computing computing("cross_entropy");
  if (logits.rank() < 1 || logits.shape().head(logits.rank() - 1) != targets.shape()) {
    throw_error<ShapeError>(
        "[cross_entropy] logits {} need targets of their shape without the last axis, not {}", logits.shape(),
        targets.shape());
  }
  if (!(options.label_smoothing >= 0 && options.label_smoothing <= 1)) {
    throw_error<UsageError>("[cross_entropy] label smoothing {}: must be in [0, 1]", options.label_smoothing);
  }
  const std::int64_t n = targets.size();
  const Array rows = logits.value().reshape(Shape{n, logits.dim(-1)});
  const CrossEntropyRows forward =
      cross_entropy_rows(rows, targets.ids(), options.label_smoothing, options.ignore_index);
  const Scalar divisor = options.reduction == Reduction::mean
                             ? static_cast<Scalar>(std::max<std::int64_t>(forward.counted, 1))
                             : Scalar{1};
  const bool each = options.reduction == Reduction::none;
  Array loss = each ? forward.loss.reshape(targets.shape()) : sum(forward.loss) / divisor;
  return record("cross_entropy", std::move(loss),
                {{logits, [=, shape = logits.shape()](const Array& g) {
                    const Array factors = each ? g.reshape(Shape{n}) : Array::full({n}, g.item() / divisor);
                    return cross_entropy_backward_rows(rows, targets.ids(), forward, options.label_smoothing,
                                                       options.ignore_index, factors)
                        .reshape(shape);
                  }}});
}

}  // namespace heed
