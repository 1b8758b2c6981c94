// Products of 8-bit integers on arm64: by the dot-product instructions where the processor has them, else by
// products of 16 bits, of which two of numbers of at most 127 are added before they are widened.
#include "lib/array/int8_tiles.hpp"

#if defined(__aarch64__)
#include <arm_neon.h>
#include <sys/auxv.h>

#include <cstring>
#include <vector>

namespace heed::inline HEED_PRECISION {
namespace {

#define HEED_NEON
struct Neon {
  using Vector = int32x4_t;
  static constexpr int lanes = 4, panels_of_four = 1;
  static Vector load(const std::int8_t* from) { return vreinterpretq_s32_s8(vld1q_s8(from)); }
  static Vector start(const std::int32_t*) { return vdupq_n_s32(0); }
  static Vector splat(const std::int8_t* x) {
    std::int32_t four;
    std::memcpy(&four, x, sizeof four);
    return vdupq_n_s32(four);
  }
  static Vector add(Vector sum, Vector x, Vector w) {
    const int8x16_t a = vreinterpretq_s8_s32(x), b = vreinterpretq_s8_s32(w);
    const int16x8_t low = vmull_s8(vget_low_s8(a), vget_low_s8(b)), high = vmull_high_s8(a, b);
    return vpadalq_s16(sum, vpaddq_s16(low, high));
  }
  static void store(std::int32_t* to, Vector sum) { vst1q_s32(to, sum); }
};
HEED_INT8_PRODUCT(Neon, HEED_NEON)

#if defined(__clang__)
#define HEED_DOT [[gnu::target("dotprod")]]
#else
#define HEED_DOT [[gnu::target("arch=armv8.2-a+dotprod")]]
#endif
struct Dot : Neon {
  HEED_DOT static Vector add(Vector sum, Vector x, Vector w) {
    return vdotq_s32(sum, vreinterpretq_s8_s32(x), vreinterpretq_s8_s32(w));
  }
};
HEED_INT8_PRODUCT(Dot, HEED_DOT)

}  // namespace

std::span<const Int8Kernel> arm_int8_kernels() {
  static const std::vector<Int8Kernel> all = [] {
    std::vector<Int8Kernel> kernels;
    if ((getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0)
      kernels.push_back({"NEON with dot products", Dot_product});
    kernels.push_back({"NEON", Neon_product});
    return kernels;
  }();
  return all;
}

}  // namespace heed
#else
namespace heed::inline HEED_PRECISION {
std::span<const Int8Kernel> arm_int8_kernels() { return {}; }
}  // namespace heed
#endif
