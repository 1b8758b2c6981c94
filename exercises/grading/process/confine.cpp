// Before any code of the learner runs, its program gives up what no exercise needs: starting other programs,
// the network, looking into other processes and sending them signals. Linux's seccomp does
// it; where there is none (another processor, or a system that forbids it) the program runs without, and only
// what compile_answer finds in the object file is refused. Calls that are given up fail with EPERM.
#include <sched.h>
#include <unistd.h>

#include <iterator>

#include "exercises/grading/process/system_calls.hpp"

#ifdef HEED_AUDIT_ARCH
namespace {

using namespace heed::grading::system_calls;

// It runs before a sanitizer is ready, so nothing in it is instrumented.
__attribute__((no_sanitize("address", "undefined", "thread"))) void confine(int, char**, char**) {
  const auto self = static_cast<unsigned>(::syscall(SYS_getpid));
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
    HEED_REFUSE(SYS_io_uring_setup),  // does in the kernel what the lines of read_only.cpp look at
    HEED_REFUSE(SYS_setpgid),         // to stay where its end is seen to
    HEED_REFUSE(SYS_setsid),
    if_equal(SYS_clone3),  // its arguments cannot be seen: the C library then uses clone
    answer(SECCOMP_RET_ERRNO | ENOSYS),
    // threads are allowed, processes are not
    {BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_clone},
    load(argument),
    {BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD},
    answer(SECCOMP_RET_ALLOW),
    answer(refuse),
    // signals to itself, as abort() and raise() send them
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_kill},
    {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_tgkill},
    load(argument),
    {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, self},
    answer(refuse),
    answer(SECCOMP_RET_ALLOW),
  };
  give_up(lines, std::size(lines));
}

// Ahead of every constructor; among its like, the first that is linked (compile_answer links it first).
__attribute__((section(".preinit_array"), used)) void (*const confine_first)(int, char**, char**) = confine;

}  // namespace
#endif
