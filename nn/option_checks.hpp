// Checks that the sizes of several modules and models have in common.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws UsageError for a layer with a size below 1: "Linear(0, 3): every size must be at least 1".
void require_sizes(const char* layer, std::initializer_list<std::int64_t> sizes);

/// Throws UsageError if `heads` does not divide d_model, or one of them is below 1.
void require_heads_divide(std::int64_t heads, std::int64_t d_model);

/// The options, after check_options(): for a constructor that makes its parts of them.
template <typename Options>
const Options& checked(const Options& options) {
  check_options(options);
  return options;
}

}  // namespace heed
