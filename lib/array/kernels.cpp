#include "lib/array/kernels.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/memory_error.hpp"

// OpenBLAS's own additions to BLAS. Another BLAS, or one built for one processor, lacks those that are weak.
extern "C" {
void openblas_set_num_threads(int count);
char* openblas_get_config();
char* openblas_get_corename();
[[gnu::weak]] void* blas_memory_alloc(int);
[[gnu::weak]] void blas_memory_free(void*);
[[gnu::weak]] void gotoblas_dynamic_quit();
[[gnu::weak]] void gotoblas_dynamic_init();
}

namespace heed::inline HEED_PRECISION {

namespace {

/// A processor that OpenBLAS does not know computes with the kernels of the first 64-bit Pentiums, vectors of
/// four floats: a training step took twice as long. Only names are missing, so the newest known ones that
/// the processor's instructions allow are chosen again.
void name_kernels_for_new_processors() {
#ifdef __x86_64__
  if (gotoblas_dynamic_quit == nullptr || gotoblas_dynamic_init == nullptr) return;
  if (std::string_view(openblas_get_corename()) != "Prescott") return;
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0) return;  // it is that old
  const bool wide = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                    __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (std::getenv("OPENBLAS_CORETYPE") != nullptr) return;
  setenv("OPENBLAS_CORETYPE", wide ? "SkylakeX" : "Haswell", 0);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
#endif
}

/// Each thread's first product takes a work buffer, and OpenBLAS asks for it in an endless loop when there is
/// no memory. So they are taken here, once it is known that they can be had. Throws MemoryError.
void reserve_work_buffers(int count) {
  if (blas_memory_alloc == nullptr || blas_memory_free == nullptr) return;
  constexpr std::size_t enough = std::size_t{160}
                                 << 20;  // Debian's take 128 MiB; pages never touched cost nothing
  std::vector<void*> held;
  const auto give_back = [&] {
    for (void* buffer : held) blas_memory_free(buffer);
  };
  for (int i = 0; i < count; ++i) {
    void* volatile probe = std::malloc(enough);  // volatile: else both calls may be left out
    if (probe == nullptr) {
      give_back();
      throw MemoryError(
          fmt::format("[gemm] {} for OpenBLAS's work buffer of thread {}", bytes_text(enough), i + 1));
    }
    std::free(probe);
    held.push_back(blas_memory_alloc(0));
  }
  give_back();
}

void choose_kernels() {
  static const bool done = (name_kernels_for_new_processors(), true);
  (void)done;
}

}  // namespace

void prepare_blas() {
  // One thread: two teams on the same cores were measured to be several times slower than one.
  static const bool done =
      (choose_kernels(), openblas_set_num_threads(1), reserve_work_buffers(threads()), true);
  (void)done;
}

std::string blas_description() {
  choose_kernels();
  const std::string config = openblas_get_config();  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …"
  const std::size_t second = config.find(' ', config.find(' ') + 1);
  return config.substr(0, second) + ' ' + openblas_get_corename();
}

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
