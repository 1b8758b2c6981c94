#include "autograd/dropout_stream.hpp"

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

RandomStream dropout_stream(const char* op, double p, Rng* rng) {
  if (!(p >= 0 && p < 1)) throw_error<UsageError>("[{}] dropout {}: must be at least 0 and below 1", op, p);
  if (p > 0 && rng == nullptr)
    throw_error<UsageError>("[{}] dropout {} needs a random generator: set .rng", op, p);
  return p > 0 ? rng->next() : RandomStream{};
}

}  // namespace heed
