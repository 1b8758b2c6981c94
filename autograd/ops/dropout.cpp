#include "autograd/ops/dropout.hpp"

#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = D ∘ x, each factor of D 0 or 1 / (1 - p).      dx = D ∘ g
Variable dropout(const Variable& x, double p, Rng& rng) {
  const Computing computing("dropout");
  if (!(p >= 0 && p < 1))
    throw_error<UsageError>("[dropout] probability {}: must be at least 0 and below 1", p);
  if (p == 0) return x;
  const RandomStream stream = rng.next();
  // The mask is not kept: it is a function of the stream.
  return record("dropout", apply_dropout(x.value(), p, stream),
                {{x, [p, stream](const Array& g) { return apply_dropout(g, p, stream); }}});
}

}  // namespace heed
