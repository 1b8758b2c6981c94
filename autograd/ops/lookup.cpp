#include "autograd/ops/lookup.hpp"

#include <algorithm>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/core/multiply_add.hpp"

namespace heed::inline HEED_PRECISION {

// y_i = s W_id(i).      dW_r = s Σ g_i over the places i with id r, but that of padding
Variable embedding(const Variable& weight, const Tokens& ids, EmbeddingOptions options) {
  const Computing computing("embedding");
  if (weight.rank() != 2)
    throw_error<ShapeError>("[embedding] the weight has shape {}, not (V, C); ids {}", weight.shape(),
                            ids.shape());
  const std::int64_t rows = weight.dim(0);
  const std::int64_t c = weight.dim(1);
  for (std::int32_t id : ids.ids()) {
    if (id < 0 || id >= rows)
      throw_error<ShapeError>("[embedding] id {} is outside the weight of shape {}; ids {}", id,
                              weight.shape(), ids.shape());
  }
  Shape shape = ids.shape();
  shape.append(c);
  Array y(shape);
  Scalar* out = y.mutable_data();
  const Scalar* in = weight.value().data();
  parallel_for(ids.size(), static_cast<double>(c) * 0.3, [&](std::int64_t i) {
    const Scalar* row = in + ids[i] * c;
    for (std::int64_t j = 0; j < c; ++j) out[i * c + j] = options.scale * row[j];
  });
  return record_joint(
      "embedding", std::move(y), {weight}, [ids, c, options](const Array& g, Gradients& into) {
        Scalar* dw = into.target(0).zeroed();
        // Threads share the columns: an id may come twice, so its row has one order of adding.
        constexpr std::int64_t strip = 64;
        parallel_ranges((c + strip - 1) / strip, static_cast<double>(ids.size() * strip) * 0.1,
                        [&](std::int64_t begin, std::int64_t end) {
                          const std::int64_t last = std::min(c, end * strip);
                          for (std::int64_t i = 0; i < ids.size(); ++i) {
                            if (ids[i] == options.padding_idx) continue;
                            Scalar* row = dw + ids[i] * c;
                            const Scalar* up = g.data() + i * c;
#pragma omp simd
                            for (std::int64_t j = begin * strip; j < last; ++j)
                              row[j] = multiply_add(options.scale, up[j], row[j]);
                          }
                        });
      });
}

namespace {

/// Calls body(element of the index, element of x) for each element of the index.
template <typename Body>
void for_each_pick(const Shape& x, int axis, const Tokens& index, Body body) {
  const Shape& shape = index.shape();
  for (std::int64_t i = 0; i < index.size(); ++i) {
    std::int64_t rest = i;
    std::int64_t offset = 0;
    std::int64_t stride = 1;
    for (int a = shape.rank() - 1; a >= 0; --a) {
      const std::int64_t coordinate = rest % shape[a];
      rest /= shape[a];
      offset += (a == axis ? index[i] : coordinate) * stride;
      stride *= x[a];
    }
    body(i, offset);
  }
}

}  // namespace

// y_i = x_at(i).      dx_j = Σ g_i over the picks i with at(i) = j
Variable gather(const Variable& x, int axis, const Tokens& index) {
  const int a = x.shape().normalize_axis(axis, "gather");
  bool fits = index.shape().rank() == x.rank();
  for (int i = 0; fits && i < x.rank(); ++i) fits = i == a || index.shape()[i] <= x.shape()[i];
  if (!fits)
    throw_error<ShapeError>("[gather] an index of shape {} for x of shape {} along axis {}", index.shape(),
                            x.shape(), axis);
  for (std::int32_t i : index.ids()) {
    if (i < 0 || i >= x.shape()[a])
      throw_error<ShapeError>("[gather] index {} is outside axis {} of shape {}; index {}", i, axis,
                              x.shape(), index.shape());
  }
  Array y(index.shape());
  Scalar* out = y.mutable_data();
  for_each_pick(x.shape(), a, index,
                [&](std::int64_t to, std::int64_t from) { out[to] = x.value().data()[from]; });
  return record("gather", std::move(y),
                {{x, [shape = x.shape(), a, index](const Array& g) {
                    Array dx = Array::zeros(shape);
                    Scalar* d = dx.mutable_data();
                    for_each_pick(shape, a, index,
                                  [&](std::int64_t from, std::int64_t to) { d[to] += g.data()[from]; });
                    return dx;
                  }}});
}

}  // namespace heed
