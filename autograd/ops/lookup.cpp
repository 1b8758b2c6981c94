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

}  // namespace heed
