// Numbers too small for the normal format, counted as 0.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace heed {

/// While it lives, results and operands of this thread below 2^-126 (of doubles 2^-1022) count as 0, as after
/// torch.set_flush_denormal(true): the processor takes a hundred times as long for them, and gradients that
/// vanish pass through them. Does nothing on processors other than x86-64 and arm64.
class FlushDenormal {
 public:
  FlushDenormal() : before_(control()) { set_control(before_ | flush); }
  ~FlushDenormal() { set_control(before_); }
  FlushDenormal(const FlushDenormal&) = delete;
  FlushDenormal& operator=(const FlushDenormal&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr std::uint64_t flush = 0x8040;  // flush to zero, denormals are zero
  static std::uint64_t control() { return _mm_getcsr(); }
  static void set_control(std::uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
  static constexpr std::uint64_t flush = std::uint64_t{1} << 24;
  static std::uint64_t control() {
    std::uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void set_control(std::uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
  static constexpr std::uint64_t flush = 0;
  static std::uint64_t control() { return 0; }
  static void set_control(std::uint64_t) {}
#endif

  std::uint64_t before_;
};

}  // namespace heed
