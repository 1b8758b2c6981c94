// What every answer is linked with: before main, starting processes is given up, by whatever call.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "exercises/grading/process/toolchain.hpp"
#include "lib/files/folders.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
namespace fs = std::filesystem;

namespace confined {

// It prints what was not refused. A child that came to be would end at once.
constexpr char probe[] = R"(#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <linux/sched.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>
extern "C" __attribute__((weak)) void __asan_init();
void* nothing(void*) { return nullptr; }
void tried(const char* name, long result) {
  if (result == 0) _exit(3);
  if (result > 0 || (errno != EPERM && errno != ENOSYS)) std::printf("%s ", name);
}
int main() {
  tried("fork", fork());
  tried("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  tried("clone_vm", syscall(SYS_clone, CLONE_VM | SIGCHLD, 0, 0, 0, 0));
  tried("clone_vfork", syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
  tried("clone_namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  clone_args arguments;
  std::memset(&arguments, 0, sizeof arguments);
  arguments.exit_signal = SIGCHLD;
  tried("clone3", syscall(SYS_clone3, &arguments, sizeof arguments));
#ifdef SYS_fork
  tried("fork itself", syscall(SYS_fork));
  tried("vfork", vfork());
#endif
#ifdef __x86_64__
  tried("x32", syscall(0x40000000 | SYS_fork));
#endif
  pthread_t thread;
  if (!__asan_init) tried("thread", (errno = pthread_create(&thread, nullptr, nothing, nullptr)) == 0 ? 1 : -1);
  char program[] = "/bin/true";
  char* const words[] = {program, nullptr};
  pid_t child = 0;
  errno = posix_spawn(&child, program, nullptr, nullptr, words, nullptr);
  tried("posix_spawn", errno == 0 ? 1 : -1);
  tried("execve", execve(program, words, nullptr));
  tried("signal", kill(getppid(), 0) == 0 ? 1 : -1);
  tried("signal to a thread", syscall(SYS_tkill, getppid(), 0) == 0 ? 1 : -1);
  tried("io_uring", syscall(SYS_io_uring_setup, 1, nullptr) == 0 ? 1 : -1);
  std::printf("done");
}
)";

// Of an exercise: it has a describe(). What is asked for is there, so that only confinement refuses it.
constexpr char files_probe[] = R"(#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>
namespace heed::grading {
class Exercise;
}
void describe(heed::grading::Exercise&) {}
void tried(const char* name, long result) {
  if (result == 0 || (errno != EPERM && errno != ENOSYS)) std::printf("%s ", name);
}
int main(int, char** words) {
  const char* file = words[1];
  const char* fresh = words[2];
  tried("open", open(fresh, O_CREAT | O_WRONLY, 0600) < 0 ? -1 : 0);
  tried("mknod", mknod(fresh, S_IFREG | 0600, 0));
  tried("mknodat", mknodat(AT_FDCWD, fresh, S_IFREG | 0600, 0));
  tried("mkfifo", mkfifo(fresh, 0600));
  tried("chmod", chmod(file, 0600));
  tried("fchmodat2", syscall(452, AT_FDCWD, file, 0600, 0));
  tried("chown", chown(file, getuid(), getgid()));
  tried("lchown", lchown(file, getuid(), getgid()));
  tried("fchown", fchown(1, getuid(), getgid()));
  tried("fchownat", fchownat(AT_FDCWD, file, getuid(), getgid(), 0));
  tried("utime", utime(file, nullptr));
  tried("utimes", utimes(file, nullptr));
  tried("utimensat", utimensat(AT_FDCWD, file, nullptr, 0));
  tried("setxattr", setxattr(file, "user.a", "b", 1, 0));
  tried("removexattr", removexattr(file, "user.a"));
  tried("mount", mount("none", "/no/such/folder", "tmpfs", 0, nullptr));
  std::printf("done");
}
)";

/// Builds the probe with what confines answers alone and gives what it prints.
std::string printed_by(const char* text, const fs::path& folder) {
  const Toolchain toolchain = read_toolchain(HEED_COURSE_TOOLCHAIN);
  std::ofstream(folder / "probe.cpp") << text;
  std::ofstream(folder / "file") << "here";
  const std::string program = (folder / "probe").string();
  std::vector<std::string> command{toolchain.compiler, "-o", program, (folder / "probe.cpp").string()};
  std::copy_if(toolchain.main.begin(), toolchain.main.end(), std::back_inserter(command),
               [](const std::string& object) { return object.find("confine") != std::string::npos; });
  REQUIRE(command.size() == 5);
  command.push_back("-pthread");
  if (toolchain.always_sanitized)
    command.insert(command.end(), toolchain.sanitizer.begin(), toolchain.sanitizer.end());
  const heed::ProcessResult built = run_tool(command);
  INFO(built.err);
  REQUIRE(built.status == 0);
  return run_tool({program, (folder / "file").string(), (folder / "fresh").string()}).out;
}

// Where the system has no seccomp, these tests fail: there only the names of such functions are refused.
TEST_CASE("an answer starts neither a process nor a thread by fork, vfork, clone or clone3") {
  const heed::TemporaryFolder folder;
  CHECK(printed_by(probe, folder.path()) == "done");
}

TEST_CASE("an answer makes no file and changes none, by whatever call") {
  const heed::TemporaryFolder folder;
  CHECK(printed_by(files_probe, folder.path()) == "done");
  CHECK_FALSE(fs::exists(folder.path() / "fresh"));
}

TEST_CASE("the learner's translator writes its files, but makes no links and folders") {
  const heed::TemporaryFolder folder;
  CHECK(printed_by(R"(#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int, char** words) {
  if (symlink(words[1], words[2]) == 0 || errno != EPERM) std::printf("symlink ");
  if (link(words[1], words[2]) == 0 || errno != EPERM) std::printf("link ");
  if (mkdir(words[2], 0700) == 0 || errno != EPERM) std::printf("mkdir ");
  if (truncate(words[1], 0) == 0 || errno != EPERM) std::printf("truncate ");
  if (chmod(words[1], 0700) == 0 || errno != EPERM) std::printf("chmod ");
  if (open(words[2], O_CREAT | O_WRONLY, 0600) < 0) std::printf("open ");
  if (rename(words[2], words[1]) != 0) std::printf("rename ");
  if (unlink(words[1]) != 0) std::printf("unlink ");
  std::printf("done");
}
)",
                   folder.path()) == "done");
}

}  // namespace confined
