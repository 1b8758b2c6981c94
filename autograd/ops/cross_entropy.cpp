#include "autograd/ops/cross_entropy.hpp"

#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

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
