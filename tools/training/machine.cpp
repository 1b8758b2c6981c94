#include "tools/training/machine.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "lib/array/kernels.hpp"
#include "lib/array/parallel.hpp"

namespace heed {

nlohmann::json describe_machine() {
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return {{"processor", processor_name()},
          {"processors", threads()},
          {"memory_gib", memory / (1u << 30)},
          {"simd", simd_level()},
          {"blas", blas_description()}};
}

}  // namespace heed
