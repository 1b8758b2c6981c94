#include "autograd/ops/dropout.hpp"

#include "autograd/dropout_stream.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = D ∘ x, each factor of D 0 or 1 / (1 - p).      dx = D ∘ g
Variable dropout(const Variable& x, double p, Rng& rng) {
  const Computing computing("dropout");
  const RandomStream stream = dropout_stream("dropout", p, &rng);
  if (p == 0) return x;
  // The mask is not kept: it is a function of the stream.
  return record("dropout", apply_dropout(x.value(), p, stream),
                {{x, [p, stream](const Array& g) { return apply_dropout(g, p, stream); }}});
}

}  // namespace heed
