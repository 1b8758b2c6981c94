// Which of the other processes are alive, by what was heard of them and seen on this machine.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/catch.hpp"
#include "tools/processes/peers.hpp"

using namespace heed;

namespace {

/// A process that does nothing until it is killed.
struct Sleeper {
  pid_t pid = ::fork();
  Sleeper() {
    if (pid != 0) return;
    for (;;) ::pause();
  }
  ~Sleeper() {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
};

Whereabouts at(pid_t pid) {
  Whereabouts where = Whereabouts::of_this_process();
  where.pid = pid;
  return where;
}

}  // namespace

TEST_CASE("a process of which nothing is heard is lost when its time is over, not before") {
  Peers peers(0, 3, 1);
  for (int i = 0; i < 4; ++i) CHECK(peers.look(0.2) == -1);
  peers.heard(1);
  CHECK(peers.look(0.25) == 2);
  CHECK(peers.lost(2));
  CHECK(peers.finding(2) ==
        "process 2 of 3 hangs, or its machine cannot be reached: nothing was heard of it for 1 s");
  CHECK(peers.look(0.25) == -1);  // once
  CHECK_FALSE(peers.lost(1));
}

TEST_CASE("a process that has said its last word is not waited for") {
  Peers peers(0, 2, 1);
  peers.has_left(1);
  for (int i = 0; i < 9; ++i) CHECK(peers.look(0.25) == -1);
}

TEST_CASE("time in which this process was stopped itself does not count") {
  Peers peers(1, 2, 1);
  CHECK(peers.look(1e6) == -1);
  CHECK(peers.look(0.25) == -1);
}

TEST_CASE("the first process that is left speaks") {
  Peers peers(2, 3, 1);
  CHECK(peers.first_left() == 0);
  peers.report_lost(0);
  CHECK(peers.first_left() == 1);
  peers.report_lost(1);
  CHECK(peers.first_left() == 2);
}

TEST_CASE("a process of this machine that has died is seen at once and one that was stopped hangs") {
  Peers peers(0, 3, 0.3);
  pid_t dead = 0;
  {
    const Sleeper sleeper;
    peers.introduced(1, at(sleeper.pid));
    CHECK(peers.look(0.1) == -1);
    dead = sleeper.pid;
  }
  const Sleeper stopped;
  peers.introduced(2, at(stopped.pid));
  CHECK(peers.look(0.1) == 1);
  CHECK(peers.finding(1) == "process 1 of 3 (pid " + std::to_string(dead) + ") has died");
  ::kill(stopped.pid, SIGSTOP);
  ::waitpid(stopped.pid, nullptr, WUNTRACED);
  CHECK(peers.look(0.2) == 2);
  CHECK(peers.finding(2).find("reached: nothing was heard of it for 0.3 s") != std::string::npos);
  CHECK(peers.hanging_here() == std::vector<pid_t>{stopped.pid});
}
