#include "nn/option_checks.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void require_sizes(const char* layer, std::initializer_list<std::int64_t> sizes) {
  if (std::all_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size >= 1; })) return;
  throw_error<UsageError>("{}({}): every size must be at least 1", layer, fmt::join(sizes, ", "));
}

void require_heads_divide(std::int64_t heads, std::int64_t d_model) {
  if (heads < 1 || d_model < 1 || d_model % heads != 0) {
    throw_error<UsageError>(
        tr_noop("{} heads do not divide d_model {}: each head needs the same whole number of dimensions"),
        heads, d_model);
  }
}

}  // namespace heed
