#include "lib/array/simd_level.hpp"

#include <fmt/format.h>

#include "lib/array/simd.hpp"

namespace heed {

std::string simd_level() {
  return fmt::format("{}, {} {} at once", xsimd::default_arch::name(), simd::Batch::size,
                     sizeof(Scalar) == 4 ? "floats" : "doubles");
}

}  // namespace heed
