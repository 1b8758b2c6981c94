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
  std::string maker;  // arm64 knows codes alone
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    const std::string value = line.substr(colon + 2);
    if (line.starts_with("model name")) return value;
    if (line.starts_with("CPU implementer")) maker = value;
    if (line.starts_with("CPU part")) return fmt::format("arm64, implementer {}, part {}", maker, value);
  }
  return "unknown";
}

}  // namespace heed
