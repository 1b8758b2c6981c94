// Products of 8-bit integers on x86-64. VNNI adds four products to each sum at once, but takes x without a
// sign: x + 128, for which the sums start at -128 Σw. Without VNNI |x| is multiplied by w with x's sign; of
// numbers of at most 127 two products fit into 16 bits.
#include "lib/array/int8_tiles.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

#include <cstring>
#include <vector>

namespace heed::inline HEED_PRECISION {
namespace {

inline std::int32_t four_bytes(const std::int8_t* x) {
  std::int32_t four;
  std::memcpy(&four, x, sizeof four);
  return four;
}

constexpr std::int32_t sign_bits = static_cast<std::int32_t>(0x80808080U);  // x ^ 0x80 is x + 128

#define HEED_VNNI512 [[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]]
struct Vnni512 {
  using Vector = __m512i;
  static constexpr int lanes = 16, panels_of_four = 4;
  HEED_VNNI512 static Vector load(const std::int8_t* from) { return _mm512_loadu_si512(from); }
  HEED_VNNI512 static Vector start(const std::int32_t* from) { return _mm512_loadu_si512(from); }
  HEED_VNNI512 static Vector splat(const std::int8_t* x) {
    return _mm512_set1_epi32(four_bytes(x) ^ sign_bits);
  }
  HEED_VNNI512 static Vector add(Vector sum, Vector x, Vector w) { return _mm512_dpbusd_epi32(sum, x, w); }
  HEED_VNNI512 static void store(std::int32_t* to, Vector sum) { _mm512_storeu_si512(to, sum); }
};
HEED_INT8_PRODUCT(Vnni512, HEED_VNNI512)

#define HEED_BW512 [[gnu::target("avx512f,avx512bw")]]
struct Bw512 {
  using Vector = __m512i;
  static constexpr int lanes = 16, panels_of_four = 4;
  HEED_BW512 static Vector load(const std::int8_t* from) { return _mm512_loadu_si512(from); }
  HEED_BW512 static Vector start(const std::int32_t*) { return _mm512_setzero_si512(); }
  HEED_BW512 static Vector splat(const std::int8_t* x) { return _mm512_set1_epi32(four_bytes(x)); }
  HEED_BW512 static Vector add(Vector sum, Vector x, Vector w) {
    const Vector turned = _mm512_mask_sub_epi8(w, _mm512_movepi8_mask(x), _mm512_setzero_si512(), w);
    const Vector pairs = _mm512_maddubs_epi16(_mm512_abs_epi8(x), turned);
    return _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
  }
  HEED_BW512 static void store(std::int32_t* to, Vector sum) { _mm512_storeu_si512(to, sum); }
};
HEED_INT8_PRODUCT(Bw512, HEED_BW512)

#define HEED_VNNI256 [[gnu::target("avx2,avxvnni")]]
struct Vnni256 {
  using Vector = __m256i;
  static constexpr int lanes = 8, panels_of_four = 1;
  HEED_VNNI256 static Vector load(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
  }
  HEED_VNNI256 static Vector start(const std::int32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
  }
  HEED_VNNI256 static Vector splat(const std::int8_t* x) {
    return _mm256_set1_epi32(four_bytes(x) ^ sign_bits);
  }
  HEED_VNNI256 static Vector add(Vector sum, Vector x, Vector w) {
    return _mm256_dpbusd_avx_epi32(sum, x, w);
  }
  HEED_VNNI256 static void store(std::int32_t* to, Vector sum) {
    _mm256_storeu_si256(reinterpret_cast<Vector*>(to), sum);
  }
};
HEED_INT8_PRODUCT(Vnni256, HEED_VNNI256)

#define HEED_AVX2 [[gnu::target("avx2")]]
struct Avx2 {
  using Vector = __m256i;
  static constexpr int lanes = 8, panels_of_four = 1;
  HEED_AVX2 static Vector load(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
  }
  HEED_AVX2 static Vector start(const std::int32_t*) { return _mm256_setzero_si256(); }
  HEED_AVX2 static Vector splat(const std::int8_t* x) { return _mm256_set1_epi32(four_bytes(x)); }
  HEED_AVX2 static Vector add(Vector sum, Vector x, Vector w) {
    const Vector pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(x), _mm256_sign_epi8(w, x));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  HEED_AVX2 static void store(std::int32_t* to, Vector sum) {
    _mm256_storeu_si256(reinterpret_cast<Vector*>(to), sum);
  }
};
HEED_INT8_PRODUCT(Avx2, HEED_AVX2)

/// Which __builtin_cpu_supports() of older compilers does not know.
bool has_avx_vnni() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx2") != 0 && __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 &&
         (a >> 4 & 1U) != 0;
}

}  // namespace

std::span<const Int8Kernel> x86_int8_kernels() {
  static const std::vector<Int8Kernel> all = [] {
    std::vector<Int8Kernel> kernels;
    const bool wide = __builtin_cpu_supports("avx512bw") != 0;
    if (wide && __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vnni") != 0)
      kernels.push_back({"AVX-512 VNNI", Vnni512_product});
    if (has_avx_vnni()) kernels.push_back({"AVX-VNNI", Vnni256_product});
    if (wide) kernels.push_back({"AVX-512BW", Bw512_product});
    if (__builtin_cpu_supports("avx2") != 0) kernels.push_back({"AVX2", Avx2_product});
    return kernels;
  }();
  return all;
}

}  // namespace heed
#else
namespace heed::inline HEED_PRECISION {
std::span<const Int8Kernel> x86_int8_kernels() { return {}; }
}  // namespace heed
#endif
