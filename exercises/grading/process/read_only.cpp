// An answer opens no files: a second filter of system calls, after that of confine.cpp. The libraries are
// loaded by then, and the job is in (sealed.cpp). Only AddressSanitizer still reads what its reports need;
// its answers change no files. The learner's translator, which writes its model, is linked without all this.
#include <iterator>

#include "exercises/grading/process/system_calls.hpp"

#ifdef HEED_AUDIT_ARCH
/// Where that sanitizer is linked in.
extern "C" __attribute__((weak)) void __asan_init();  // NOLINT: its name

namespace {

using namespace heed::grading::system_calls;

/// Of a call whose flags are argument `which`: refused if it would write.
#define HEED_OPEN(call, which)                                                                   \
  {BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call}, load(argument + (which)*8),                           \
      {BPF_JMP | BPF_JSET | BPF_K, 0, 1, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC}, answer(refuse), \
      answer(SECCOMP_RET_ALLOW)

__attribute__((no_sanitize("address", "undefined", "thread"))) void read_only(int, char**, char**) {
  sock_filter lines[] = {
      load(number),
#ifdef SYS_open
      HEED_REFUSE(SYS_creat),
      HEED_REFUSE(SYS_unlink),
      HEED_REFUSE(SYS_rename),
      HEED_REFUSE(SYS_mkdir),
      HEED_REFUSE(SYS_rmdir),
      HEED_REFUSE(SYS_link),
      HEED_REFUSE(SYS_symlink),
      HEED_REFUSE(SYS_chmod),
      HEED_OPEN(SYS_open, 1),
#endif
      HEED_REFUSE(SYS_unlinkat),
#ifdef SYS_renameat
      HEED_REFUSE(SYS_renameat),
#endif
      HEED_REFUSE(SYS_renameat2),
      HEED_REFUSE(SYS_mkdirat),
      HEED_REFUSE(SYS_linkat),
      HEED_REFUSE(SYS_symlinkat),
      HEED_REFUSE(SYS_truncate),
      HEED_REFUSE(SYS_fchmod),
      HEED_REFUSE(SYS_fchmodat),
      HEED_OPEN(SYS_openat, 2),
      if_equal(SYS_openat2),  // its flags cannot be seen
      answer(SECCOMP_RET_ERRNO | ENOSYS),
      answer(SECCOMP_RET_ALLOW),
  };
  give_up(lines, std::size(lines));
  if (__asan_init != nullptr) return;
  sock_filter opening[] = {
      load(number),
#ifdef SYS_open
      HEED_REFUSE(SYS_open),
#endif
      HEED_REFUSE(SYS_openat),
      HEED_REFUSE(SYS_open_by_handle_at),
      answer(SECCOMP_RET_ALLOW),
  };
  give_up(opening, std::size(opening));
}

__attribute__((section(".preinit_array"), used)) void (*const read_only_too)(int, char**, char**) = read_only;

}  // namespace
#endif
