// Before any code of the learner runs, its program gives up what no exercise needs: threads, starting other
// programs, the network, looking into other processes and sending them signals, opening and changing files.
// Linux's seccomp does it; where there is none (another processor, or a system that forbids it) the program
// runs without, and only what compile_answer finds in the object file is refused. Calls that are given up
// fail with EPERM.
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)  // elsewhere only limits of time and memory hold
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iterator>

#if defined(__x86_64__)
#define HEED_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define HEED_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef HEED_AUDIT_ARCH
/// Where AddressSanitizer is linked in, which reads files for its reports.
extern "C" __attribute__((weak)) void __asan_init();  // NOLINT: its name

namespace heed::grading {
class Exercise;
}
/// Of an exercise's grade.cpp. Where there is none it is the learner's translator, which reads and writes
/// files of its own: opening, renaming and removing them is refused by name alone there (refusals.cpp).
__attribute__((weak)) void describe(heed::grading::Exercise& exercise);

namespace {

constexpr unsigned refuse = SECCOMP_RET_ERRNO | EPERM, allow = SECCOMP_RET_ALLOW;
constexpr unsigned number = offsetof(seccomp_data, nr), argument = offsetof(seccomp_data, args);

/// From fchmodat2 on (Linux 6.6; numbers the same on all processors): nobody has looked at what these change.
constexpr unsigned first_unknown = 452;

constexpr sock_filter load(unsigned offset) { return {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}; }
constexpr sock_filter answer(unsigned with) { return {BPF_RET | BPF_K, 0, 0, with}; }
/// Skips the next line unless the value loaded last is this one.
constexpr sock_filter if_equal(unsigned value) { return {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value}; }

#define HEED_REFUSE(call) if_equal(call), answer(refuse)
#define HEED_WRITE(call) if_equal(call), answer(for_writing)
/// Of a call whose flags are argument `which`: refused if it would write.
#define HEED_OPEN(call, which)                                                                        \
  {BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call}, load(argument + (which)*8),                                \
      {BPF_JMP | BPF_JSET | BPF_K, 0, 1, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC}, answer(for_writing), \
      answer(for_reading)
// All this runs before a sanitizer is ready, so nothing in it is instrumented.
#define HEED_RAW __attribute__((no_sanitize("address", "undefined", "thread")))

/// From now on every call goes through these lines, and those of filters before them.
HEED_RAW void give_up(sock_filter* lines, std::size_t count) {
  sock_fprog program{static_cast<unsigned short>(count), lines};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/// The libraries are loaded by then.
HEED_RAW void give_up_files() {
  const unsigned for_writing = describe != nullptr ? refuse : allow,
                 for_reading = describe == nullptr || __asan_init != nullptr ? allow : refuse;
  sock_filter lines[] = {
      load(number),
#ifdef SYS_open
      HEED_REFUSE(SYS_creat),
      HEED_WRITE(SYS_unlink),
      HEED_WRITE(SYS_rename),
      HEED_REFUSE(SYS_mkdir),
      HEED_REFUSE(SYS_rmdir),
      HEED_REFUSE(SYS_link),
      HEED_REFUSE(SYS_symlink),
      HEED_REFUSE(SYS_chmod),
      HEED_REFUSE(SYS_mknod),
      HEED_REFUSE(SYS_chown),
      HEED_REFUSE(SYS_lchown),
      HEED_REFUSE(SYS_utime),
      HEED_REFUSE(SYS_utimes),
      HEED_REFUSE(SYS_futimesat),
      HEED_OPEN(SYS_open, 1),
#endif
      HEED_WRITE(SYS_unlinkat),
#ifdef SYS_renameat
      HEED_WRITE(SYS_renameat),
#endif
      HEED_WRITE(SYS_renameat2),
      HEED_REFUSE(SYS_mkdirat),
      HEED_REFUSE(SYS_linkat),
      HEED_REFUSE(SYS_symlinkat),
      HEED_REFUSE(SYS_truncate),
      HEED_WRITE(SYS_fchmod),
      HEED_REFUSE(SYS_fchmodat),
      HEED_REFUSE(SYS_mknodat),
      HEED_WRITE(SYS_fchown),
      HEED_REFUSE(SYS_fchownat),
      HEED_REFUSE(SYS_utimensat),
      HEED_REFUSE(SYS_setxattr),
      HEED_REFUSE(SYS_lsetxattr),
      HEED_REFUSE(SYS_fsetxattr),
      HEED_REFUSE(SYS_removexattr),
      HEED_REFUSE(SYS_lremovexattr),
      HEED_REFUSE(SYS_fremovexattr),
      HEED_REFUSE(SYS_mq_open),
      HEED_REFUSE(SYS_mount),
      HEED_REFUSE(SYS_umount2),
      HEED_REFUSE(SYS_pivot_root),
      HEED_REFUSE(SYS_chroot),
      HEED_REFUSE(SYS_unshare),
      HEED_REFUSE(SYS_setns),
      HEED_REFUSE(SYS_open_tree),
      HEED_REFUSE(SYS_move_mount),
      HEED_REFUSE(SYS_fsopen),
      HEED_REFUSE(SYS_fspick),
      {BPF_JMP | BPF_JGE | BPF_K, 0, 1, first_unknown},
      answer(SECCOMP_RET_ERRNO | ENOSYS),
      HEED_OPEN(SYS_openat, 2),
      if_equal(SYS_open_by_handle_at),
      answer(for_reading),
      if_equal(SYS_openat2),  // its flags cannot be seen
      answer(SECCOMP_RET_ERRNO | ENOSYS),
      answer(allow),
  };
  give_up(lines, std::size(lines));
}

HEED_RAW void confine(int, char**, char**) {
  const auto self = static_cast<unsigned>(::syscall(SYS_getpid));
  // one that looks on while a result is handed back; a sanitizer watches its own limits from one
  const unsigned for_threads = __asan_init != nullptr ? allow : refuse;
  sock_filter lines[] = {
    load(offsetof(seccomp_data, arch)),
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, HEED_AUDIT_ARCH},
    answer(refuse),
    load(number),
#if defined(__x86_64__)
    {BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000},  // the x32 names of the same calls
    answer(refuse),
#endif
#ifdef SYS_fork
    HEED_REFUSE(SYS_fork),
    HEED_REFUSE(SYS_vfork),
#endif
    HEED_REFUSE(SYS_execve),
    HEED_REFUSE(SYS_execveat),
    HEED_REFUSE(SYS_socket),
    HEED_REFUSE(SYS_socketpair),
    HEED_REFUSE(SYS_ptrace),
    HEED_REFUSE(SYS_process_vm_readv),
    HEED_REFUSE(SYS_process_vm_writev),
    HEED_REFUSE(SYS_rt_sigqueueinfo),
    HEED_REFUSE(SYS_rt_tgsigqueueinfo),
    HEED_REFUSE(SYS_tkill),
    HEED_REFUSE(SYS_pidfd_open),
    HEED_REFUSE(SYS_pidfd_send_signal),
    HEED_REFUSE(SYS_io_uring_setup),  // does in the kernel what these lines look at
    HEED_REFUSE(SYS_setpriority),
    HEED_REFUSE(SYS_sched_setaffinity),
    HEED_REFUSE(SYS_setpgid),  // to stay where its end is seen to
    HEED_REFUSE(SYS_setsid),
    if_equal(SYS_clone3),  // its arguments cannot be seen: the C library then uses clone
    answer(SECCOMP_RET_ERRNO | ENOSYS),
    {BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_clone},
    load(argument),
    {BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD},
    answer(for_threads),
    answer(refuse),
    // limits of its own, which the C library asks for, but of no other process
    {BPF_JMP | BPF_JEQ | BPF_K, 0, 5, SYS_prlimit64},
    load(argument),
    {BPF_JMP | BPF_JEQ | BPF_K, 2, 0, 0},
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, self},
    answer(refuse),
    answer(allow),
    // signals to itself, as abort() and raise() send them
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_kill},
    {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_tgkill},
    load(argument),
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, self},
    answer(refuse),
    answer(allow),
  };
  give_up(lines, std::size(lines));
  give_up_files();
}

// Ahead of every constructor; among its like, the first that is linked (compile_answer links it first).
__attribute__((section(".preinit_array"), used)) void (*const confine_first)(int, char**, char**) = confine;

}  // namespace
#endif
#endif
