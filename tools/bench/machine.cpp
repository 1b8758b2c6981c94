#include "tools/bench/machine.hpp"

#include <sys/sysinfo.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "lib/array/gemm.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd_level.hpp"

namespace heed {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  }
  return "unknown";
}

}  // namespace

nlohmann::json describe_machine() {
  struct sysinfo memory {};
  sysinfo(&memory);
  return {{"processor", processor_name()},
          {"processors", threads()},
          {"memory_gib", static_cast<double>(memory.totalram) * memory.mem_unit / (1u << 30)},
          {"simd", simd_level()},
          {"blas", blas_description()}};
}

}  // namespace heed
