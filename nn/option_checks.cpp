#include "nn/option_checks.hpp"

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void require_positive(const char* what, std::int64_t value) {
  if (value < 1) throw_error<UsageError>("{} is {}: must be at least 1", what, value);
}

void require_heads_divide(std::int64_t heads, std::int64_t d_model) {
  if (heads < 1 || d_model < 1 || d_model % heads != 0) {
    throw_error<UsageError>(
        "{} heads do not divide d_model {}: each head needs the same whole number of dimensions", heads,
        d_model);
  }
}

}  // namespace heed
