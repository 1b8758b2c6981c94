#include "lib/array/kernels.hpp"

#include <fmt/format.h>

#include <fstream>

#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
std::string simd_level() {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  const char* rounding = "fused";
#else
  const char* rounding = "not fused";
#endif
  return fmt::format("{}, {} {} at once, {}", xsimd::default_arch::name(), simd::Batch::size,
                     sizeof(Scalar) == 4 ? "floats" : "doubles", rounding);
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (const std::size_t colon = line.find(": "); line.starts_with("model name") && colon != line.npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace heed
