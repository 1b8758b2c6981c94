#include "tools/training/machine.hpp"

#include <sys/sysinfo.h>

#include <nlohmann/json.hpp>

#include "lib/array/blas.hpp"
#include "lib/array/kernels.hpp"
#include "lib/array/parallel.hpp"

namespace heed {

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
