#include "lib/report/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.hpp"

using namespace heed;

namespace {

// How a child process ends that runs `work` and would exit with 0: the signal that ended it, or 0.
template <typename Work>
int ending_signal(const Work& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("the first signal sets the flag") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(number, SIG_DFL);  // nohup, under which these tests may run, ignores SIGHUP
    const CatchInterrupts guard;
    CHECK_FALSE(interrupt_requested());
    std::raise(number);
    CHECK(interrupt_requested());
    CHECK(interrupt_signal() == number);
  }
  CHECK(interrupt_requested());  // stays to be read after the guard is gone
}

TEST_CASE("the second signal ends the program") {
  const auto ending_after = [](const std::vector<int>& signals) {
    return ending_signal([&] {
      const CatchInterrupts guard;
      for (const int number : signals) std::raise(number);
    });
  };
  CHECK(ending_after({SIGINT}) == 0);
  CHECK(ending_after({SIGINT, SIGINT}) == SIGINT);
  CHECK(ending_after({SIGINT, SIGTERM}) == SIGTERM);
}

TEST_CASE("under nohup a closed terminal changes nothing") {
  CHECK(ending_signal([] {
          std::signal(SIGHUP, SIG_IGN);
          const CatchInterrupts guard;
          std::raise(SIGHUP);
          if (interrupt_requested()) std::raise(SIGKILL);
        }) == 0);
}

TEST_CASE("afterwards signals do what they did before") {
  CHECK(ending_signal([] {
          std::signal(SIGINT, SIG_DFL);
          { const CatchInterrupts guard; }
          std::raise(SIGINT);
        }) == SIGINT);
}
