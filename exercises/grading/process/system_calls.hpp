// What a filter of system calls (Linux's seccomp) is made of, for confine.cpp and read_only.cpp.
#pragma once

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

#if defined(__x86_64__)
#define HEED_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define HEED_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

namespace heed::grading::system_calls {

constexpr unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
constexpr unsigned number = offsetof(seccomp_data, nr), argument = offsetof(seccomp_data, args);

constexpr sock_filter load(unsigned offset) { return {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}; }
constexpr sock_filter answer(unsigned with) { return {BPF_RET | BPF_K, 0, 0, with}; }
/// Skips the next line unless the value loaded last is this one.
constexpr sock_filter if_equal(unsigned value) { return {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value}; }

#define HEED_REFUSE(call) if_equal(call), answer(refuse)

/// From now on every call goes through these lines, and those of filters before them.
__attribute__((no_sanitize("address", "undefined", "thread"))) static void give_up(sock_filter* lines,
                                                                                   std::size_t count) {
  sock_fprog program{static_cast<unsigned short>(count), lines};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

}  // namespace heed::grading::system_calls
