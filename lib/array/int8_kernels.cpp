#include "lib/array/int8_kernels.hpp"

#include <vector>

namespace heed::inline HEED_PRECISION {
namespace {

void portable_product(const Int8Product& p) {
  for (std::int64_t r = 0; r < p.rows; ++r) {
    for (std::int64_t panel = 0; panel < p.panels; ++panel) {
      std::int32_t sums[int8_panel] = {};
      const std::int8_t* w = p.weight + panel * p.groups * int8_panel * int8_group;
      for (std::int64_t g = 0; g < p.groups; ++g) {
        const std::int8_t* x = p.x + (r * p.groups + g) * int8_group;
        for (int j = 0; j < int8_panel; ++j, w += int8_group)
          sums[j] += x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3];
      }
      for (int j = 0; j < int8_panel; ++j) p.sums[(r * p.panels + panel) * int8_panel + j] = sums[j];
    }
  }
}

}  // namespace

std::span<const Int8Kernel> int8_kernels() {
  static const std::vector<Int8Kernel> all = [] {
    std::vector<Int8Kernel> kernels;
    for (const std::span<const Int8Kernel> of : {x86_int8_kernels(), arm_int8_kernels()})
      kernels.insert(kernels.end(), of.begin(), of.end());
    kernels.push_back({"portable", portable_product});
    return kernels;
  }();
  return all;
}

}  // namespace heed
