#include "exercises/grading/room.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#include "exercises/grading/given_out.hpp"
#include "exercises/grading/work.hpp"
#include "exercises/memory_limit.hpp"
#include "exercises/watched_memory.hpp"

// The linker sends calls of malloc and its kin in our objects and the learner's to these (--wrap): what comes
// from new arrives here as well, since new is made of malloc below.
extern "C" {  // NOLINTBEGIN: the names are the linker's
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* old, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
int __real_posix_memalign(void** to, std::size_t alignment, std::size_t size);
void __real_free(void* room);
void* __real___cxa_allocate_exception(std::size_t size) noexcept;
/// Where the first thread's stack begins, but for the arguments and the environment.
extern void* __libc_stack_end;
/// AddressSanitizer's, where it is linked in: whether that is the start of something allocated and not freed.
__attribute__((weak)) int __sanitizer_get_ownership(const volatile void* room);
/// answer_main.cpp's, where that is linked in.
extern const __attribute__((weak)) int heed_is_an_answer;
}

namespace {

constinit thread_local long living = 0, most = 0, marked = 0;  // the self-test runs exercises side by side
constinit thread_local bool stack_unmeasured = false;

constinit thread_local heed::grading::GivenOut given_out;

/// In an answer's program what it frees is only what it was given, however large it says that this is. The
/// grader's, where one thread frees what another had, asks malloc.
bool keeps_a_list() { return &heed_is_an_answer != nullptr; }

void* counted(void* room, std::size_t size) {
  if (room == nullptr) return nullptr;
  const auto bytes = static_cast<long>(std::max(size, ::malloc_usable_size(room)));
  living += bytes - (keeps_a_list() ? given_out.add(room, bytes) : 0);
  most = std::max(most, living);
  return room;
}

/// The bytes that are no longer in use.
long forget(void* room) {
  if (room == nullptr || room == heed::learn::watched_memory()) return 0;  // who frees that gains nothing
  // what was freed twice is the sanitizer's to report
  if (__sanitizer_get_ownership != nullptr && __sanitizer_get_ownership(room) == 0) return 0;
  const long bytes = keeps_a_list() ? given_out.take(room) : static_cast<long>(::malloc_usable_size(room));
  living -= bytes;
  return bytes;
}

void* or_throw(void* room) {
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

std::size_t rounded(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

// The stack below the caller, to its end but for a page or two, is filled with a mark; what is no longer the
// mark afterwards was used.
// In an answer's program each word has a mark of its own, of two numbers drawn for this run: who reads some
// cannot write others. In the grader's, whose implementations are its own, all are alike, which is quicker.
struct Secret {
  std::uint64_t first = 0, second = 0;
};
constinit thread_local Secret secret;  // beside the counters: nothing there can be named

inline __attribute__((always_inline)) std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  return x ^ x >> 27;
}

inline __attribute__((always_inline)) std::uint64_t mark_at(const volatile void* place,
                                                            const Secret& secret) {
  if (secret.first == 0) return 0xA5A5A5A5A5A5A5A5;
  return mixed(mixed(reinterpret_cast<std::uint64_t>(place) + secret.first) ^ secret.second);
}

void draw_secret() {
  if (&heed_is_an_answer != nullptr && ::getentropy(&secret, sizeof secret) != 0) std::abort();
}

constexpr rlim_t largest_stack = rlim_t{1} << 30;
constexpr long kept = 32 * 1024;  // for the filling itself, and what the kernel puts above the first call

/// So many words below here may be filled: at most 8 MiB, and 1 MiB for implementations of the grader's own,
/// of which thousands are run for one verdict.
__attribute__((noinline)) long room_below() {
  if (stack_unmeasured && &heed_is_an_answer == nullptr) return 0;
  const auto here = static_cast<const char*>(__builtin_frame_address(0));
  const char* const end = heed::grading::end_of_stack();
  const long bytes = end == nullptr ? 1 << 20 : here - end - kept;
  return std::clamp<long>(bytes, 0, &heed_is_an_answer != nullptr ? 8 << 20 : 1 << 20) / 8;
}

__attribute__((noinline, no_sanitize("address", "undefined"))) void mark_stack(long words) {
  const Secret drawn = secret;
  volatile auto* area = static_cast<volatile std::uint64_t*>(__builtin_alloca(words * 8));
  for (long i = 0; i < words; ++i) area[i] = mark_at(area + i, drawn);
}

/// In bytes. What it reads is what mark_stack wrote, and what came over it.
__attribute__((noinline, no_sanitize("address", "undefined"))) long used_stack(long words) {
  const Secret drawn = secret;
  const volatile auto* area = static_cast<volatile std::uint64_t*>(__builtin_alloca(words * 8));
  long at = 0;
  while (at < 512 && area[at] != mark_at(area + at, drawn))
    ++at;  // it may begin a little lower than the other
  while (at < words && area[at] == mark_at(area + at, drawn)) ++at;
  return (words - at) * 8;
}

}  // namespace

extern "C" {
void* __wrap_malloc(std::size_t size) { return counted(__real_malloc(size), size); }
void* __wrap_calloc(std::size_t count, std::size_t size) {
  heed::grading::count_bytes(count * size);  // zeros are work
  return counted(__real_calloc(count, size), count * size);
}
void* __wrap_realloc(void* old, std::size_t size) {
  const long before = forget(old);
  void* room = __real_realloc(old, size);
  if (room == nullptr && size > 0) counted(old, static_cast<std::size_t>(before));  // it is still there
  return counted(room, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return counted(__real_aligned_alloc(alignment, size), size);
}
int __wrap_posix_memalign(void** to, std::size_t alignment, std::size_t size) {
  const int status = __real_posix_memalign(to, alignment, size);
  if (status == 0) counted(*to, size);
  return status;
}
void __wrap_free(void* room) {
  forget(room);
  __real_free(room);
}
/// What is thrown. The C++ library frees it where nobody sees it: it stays counted.
void* __wrap___cxa_allocate_exception(std::size_t size) noexcept {
  if (size > heed::learn::memory_limit)
    std::terminate();  // as where there is no memory; a number below 0 would take away
  living += static_cast<long>(size);
  most = std::max(most, living);
  return __real___cxa_allocate_exception(size);
}
}  // NOLINTEND

// The other forms of new and delete call these.
void* operator new(std::size_t size) { return or_throw(std::malloc(std::max<std::size_t>(size, 1))); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const std::size_t at = static_cast<std::size_t>(alignment);
  return or_throw(std::aligned_alloc(at, rounded(std::max<std::size_t>(size, 1), at)));
}
void operator delete(void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
void operator delete(void* room, std::align_val_t) noexcept { std::free(room); }
void operator delete(void* room, std::size_t, std::align_val_t) noexcept { std::free(room); }

namespace heed::grading {

const char* end_of_stack() {
  static thread_local const char* const end = [] {
    pthread_attr_t attributes;
    void* address = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
      ::pthread_attr_getstack(&attributes, &address, &size);
      ::pthread_attr_destroy(&attributes);
      return static_cast<const char*>(address);
    }
    // of the first thread it asks a file, and an answer opens none
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > largest_stack)
      return static_cast<const char*>(nullptr);
    return static_cast<const char*>(__libc_stack_end) - limit.rlim_cur;
  }();
  return end;
}

StackUnmeasured::StackUnmeasured() : before_(std::exchange(stack_unmeasured, true)) {}
StackUnmeasured::~StackUnmeasured() { stack_unmeasured = before_; }

long Room::held() { return living; }
long Room::peak() { return most + std::max(0L, used_stack(marked) - 24 * 1024); }
void Room::reset_peak() {
  most = living;
  draw_secret();
  mark_stack(marked = room_below());
}

}  // namespace heed::grading
