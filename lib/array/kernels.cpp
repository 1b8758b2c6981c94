#include "lib/array/kernels.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Returns what stands after "key :" in the first line that begins with the key; empty without one.
std::string field(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace

std::string simd_level() {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  const char* rounding = "fused";
#else
  const char* rounding = "not fused";
#endif
  return fmt::format("{}, {} {} at once, {}", xsimd::default_arch::name(), simd::Batch::size,
                     sizeof(Scalar) == 4 ? "floats" : "doubles", rounding);
}

std::string processor_name(const std::string& cpuinfo) {
  const std::string name = field(cpuinfo, "model name"), maker = field(cpuinfo, "CPU implementer");
  if (!name.empty()) return name;
  if (maker.empty()) return "unknown";
  return fmt::format("arm64, implementer {}, part {}", maker, field(cpuinfo, "CPU part"));
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  return processor_name(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace heed
