// The line between `heed … --processes N` and its processes, while these start: without MPI.
#include "tools/processes/launcher_link.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)  // elsewhere there is none

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <optional>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace {

using namespace heed;

/// A process of this rank that connects and does so; then it waits for its end, which ~Child brings too.
class Child {
 public:
  Child(int rank, const std::function<void(LauncherLink&)>& then) : pid_(::fork()) {
    if (pid_ != 0) return;
    for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
    ::setenv("OMPI_COMM_WORLD_RANK", std::to_string(rank).c_str(), 1);
    try {
      LauncherLink link;
      then(link);
      for (;;) ::pause();
    } catch (const Error&) {
      ::_exit(99);
    }
  }
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  /// Its status when it has ended, as shells have it; waits.
  int status() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    status();
  }

 private:
  pid_t pid_;
};

void stand_still(LauncherLink& /*link*/) {}
void get_ready(LauncherLink& link) { link.report_ready(); }

/// Looks until that is so, for two seconds at most.
bool comes(LauncherSocket& launcher, const std::function<bool()>& what) {
  for (int i = 0; i < 200 && !what(); ++i) launcher.look(10);
  return what();
}

}  // namespace

TEST_CASE("a process that dies while starting is named, before and after another is ready") {
  LauncherSocket launcher(2);
  Child first(0, get_ready), second(1, stand_still);
  for (int i = 0; i < 10; ++i) launcher.look(10);
  CHECK_FALSE(launcher.all_ready());
  CHECK_FALSE(launcher.failed_start());
  const std::string name = "process 1 of 2 (pid " + std::to_string(second.pid()) + ")";
  second.end();
  REQUIRE(comes(launcher, [&] { return launcher.failed_start().has_value(); }));
  CHECK(*launcher.failed_start() == name + " has died while starting");
}

TEST_CASE("processes that are all ready look after each other, one of them tells the status") {
  LauncherSocket launcher(2);
  Child first(0, get_ready);
  Child second(1, [](LauncherLink& link) {
    link.report_ready();
    link.report_status(7);
  });
  CHECK(comes(launcher, [&] { return launcher.all_ready(); }));
  CHECK(comes(launcher, [&] { return launcher.status().has_value(); }));
  CHECK(launcher.status() == 7);
  first.end();
  second.end();
  CHECK(comes(launcher, [&] { return !launcher.any_left(); }));
  CHECK_FALSE(launcher.failed_start());
}

TEST_CASE("an interrupt, and the end of the launcher, end a process that is still starting") {
  std::optional<LauncherSocket> launcher(std::in_place, 2);
  Child first(0, stand_still), second(1, stand_still);
  for (int i = 0; i < 20; ++i) launcher->look(5);
  launcher->interrupt();
  CHECK(first.status() == 128 + SIGINT);
  CHECK(second.status() == 128 + SIGINT);
  Child third(0, stand_still);
  for (int i = 0; i < 20; ++i) launcher->look(5);
  launcher.reset();
  CHECK(third.status() == 128 + SIGTERM);
  ::setenv("HEED_LAUNCHER", "heed-launcher-0", 1);
  CHECK_THROWS_WITH(LauncherLink(), "the `heed` that started this process has ended");
  ::unsetenv("HEED_LAUNCHER");
  CHECK_FALSE(LauncherLink().exists());
}

#endif
