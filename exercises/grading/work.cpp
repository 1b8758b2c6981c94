#include "exercises/grading/work.hpp"

#include <cstddef>

namespace {
constinit thread_local long branches = 0;      // the self-test runs exercises side by side
constexpr std::size_t bytes_of_a_branch = 64;  // of what is filled, copied or compared without one
}  // namespace

extern "C" {  // NOLINTBEGIN: the names are GCC's and the linker's
// Compiled code calls this at each of its branches, if that was asked for.
void __sanitizer_cov_trace_pc() { ++branches; }

// Calls of these functions in our objects and the learner's (--wrap).
#define HEED_COUNT_BYTES(Result, function, First, Second)             \
  Result __real_##function(First to, Second from, std::size_t size);  \
  Result __wrap_##function(First to, Second from, std::size_t size) { \
    heed::grading::count_bytes(size);                                 \
    return __real_##function(to, from, size);                         \
  }
HEED_COUNT_BYTES(void*, memset, void*, int)
HEED_COUNT_BYTES(void*, memcpy, void*, const void*)
HEED_COUNT_BYTES(void*, memmove, void*, const void*)
HEED_COUNT_BYTES(int, memcmp, const void*, const void*)
HEED_COUNT_BYTES(int, bcmp, const void*, const void*)
#undef HEED_COUNT_BYTES
std::size_t __real_strlen(const char* text);
std::size_t __wrap_strlen(const char* text) {
  const std::size_t size = __real_strlen(text);
  heed::grading::count_bytes(size);
  return size;
}
int __real_strcmp(const char* one, const char* other);
int __wrap_strcmp(const char* one, const char* other) {
  heed::grading::count_bytes(__real_strlen(one));
  return __real_strcmp(one, other);
}
}  // NOLINTEND

namespace heed::grading {

void count_bytes(std::size_t size) { branches += static_cast<long>(size / bytes_of_a_branch); }

long work_done() { return branches + learn::Tensor::element_reads(); }

learn::Tensor first_quarter(const learn::Tensor& x) {
  learn::Tensor first({x.dim(0) / 4, x.dim(1)});
  for (int i = 0; i < first.size(); ++i) first.flat(i) = x.flat(i);
  return first;
}

}  // namespace heed::grading
