#include "autograd/ops/reduction.hpp"

#include "lib/array/elementwise.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The shape with reduced axes as length 1, to which a gradient is brought before it is repeated.
Shape kept(const char* op, const Array& x, const std::vector<int>& axes) {
  return reduced_shape(op, x.shape(), axes, KeepDims::yes);
}

}  // namespace

// y = Σ x.      dx = g, for each of the summands
Variable sum(const Variable& x, const std::vector<int>& axes, KeepDims keep) {
  const Shape full = x.shape(), narrow = kept("sum", x.value(), axes);
  return record("sum", sum(x.value(), axes, keep),
                {{x, [full, narrow](const Array& g) { return broadcast_to(g.reshape(narrow), full); }}});
}

// y = Σ x / n.      dx = g / n
Variable mean(const Variable& x, const std::vector<int>& axes, KeepDims keep) {
  const Shape full = x.shape(), narrow = kept("mean", x.value(), axes);
  const Scalar share = static_cast<Scalar>(narrow.size()) / static_cast<Scalar>(full.size());
  return record(
      "mean", mean(x.value(), axes, keep),
      {{x, [full, narrow, share](const Array& g) { return broadcast_to(g.reshape(narrow) * share, full); }}});
}

}  // namespace heed
