#include "autograd/ops/matmul.hpp"

#include "autograd/ops/rearrange.hpp"
#include "lib/array/gemm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = a b.      da = g bᵀ      db = aᵀ g
Variable matmul(const Variable& a, const Variable& b) {
  const Computing computing("matmul");
  if (a.rank() == 0 || b.rank() == 0) {
    throw_error<ShapeError>("[matmul] needs at least one axis each: {} @ {}", a.shape(), b.shape());
  }
  if (a.dim(-1) != b.dim(b.rank() == 1 ? 0 : -2)) {
    throw_error<ShapeError>("[matmul] inner dimensions differ: {} @ {}", a.shape(), b.shape());
  }
  if (a.rank() == 1) {
    const Variable y = matmul(reshape(a, {1, a.size()}), b.rank() == 1 ? reshape(b, {b.size(), 1}) : b);
    return b.rank() == 1 ? reshape(y, Shape{}) : reshape(y, y.shape().without_axis(y.rank() - 2));
  }
  if (b.rank() == 1) {
    const Variable y = matmul(a, reshape(b, {b.size(), 1}));
    return reshape(y, y.shape().without_axis(y.rank() - 1));
  }
  const Array A = a.value(), B = b.value();
  return record(
      "matmul", gemm(A, B),
      {{a, [B](const Array& g) { return gemm(g, B, {.transpose_b = true}); }},
       {b, [A, shared = b.rank() == 2](const Array& g) {
          if (!shared || A.rank() == 2) return gemm(A, g, {.transpose_a = true});
          // one b for the whole batch: its rows are one long product, no gradient for each
          const std::int64_t rows = A.shape().head(A.rank() - 1).size();
          return gemm(A.reshape({rows, A.dim(-1)}), g.reshape({rows, g.dim(-1)}), {.transpose_a = true});
        }}});
}

}  // namespace heed
