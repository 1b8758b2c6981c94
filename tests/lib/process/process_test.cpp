// Another program, run with and without limits.
#include "lib/process/process.hpp"
#include "lib/process/this_program.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

TEST_CASE("a program that has closed its outputs and goes on is not waited for by advance()") {
  const Scratch scratch;
  const std::string command = "exec >&- 2>&-; until [ -e \"$0\" ]; do sleep 0.02; done; exit 7";
  Process program({.arguments = {"sh", "-c", command, scratch / "end"}});
  while (!program.has_closed_outputs()) {
    CHECK_FALSE(program.advance());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  spill(scratch / "end", "");
  CHECK(program.wait().status == 7);
}

TEST_CASE("a program gets no more of our variables than it is to inherit") {
  ::setenv("HEED_TEST_TOKEN", "secret", 1);
  ProcessCall call{.arguments = {"/bin/sh", "-c", "echo \"$HEED_TEST_TOKEN$WORD\""},
                   .environment = {"WORD=hello"}};
  CHECK(run_process(call).out == "secrethello\n");
  call.inherited = std::vector<std::string>{"HEED_TEST"};
  CHECK(run_process(call).out == "hello\n");
  call.inherited = std::vector<std::string>{"HEED_TEST_TOKEN"};
  CHECK(run_process(call).out == "secrethello\n");
  ::unsetenv("HEED_TEST_TOKEN");
}

TEST_CASE("a program gets its input and variables, and says how it ended") {
  const ProcessResult result = run_process({.arguments = {"sh", "-c", "cat; echo $WORD >&2; kill -9 $$"},
                                            .environment = {"WORD=hello"},
                                            .input = "what it reads"});
  CHECK(result.out == "what it reads");
  CHECK(result.err == "hello\n");
  CHECK(result.signal == 9);
  CHECK(result.status == 128 + 9);
  CHECK_FALSE(result.timed_out);
  const auto cannot = [](const auto& call) {
    CHECK_THROWS_WITH(call(), Catch::Contains("/no/such/program: cannot be started: No such file") &&
                                  Catch::EndsWith("; build it"));
  };
  cannot([] { run_process({.arguments = {"/no/such/program"}, .advice = "build it"}); });
  cannot([] { replace_by({"/no/such/program", "word"}, "build it"); });
}

TEST_CASE("how a program ended is known though signals of children were ignored") {
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  CHECK(run_process({.arguments = {"sh", "-c", "exit 3"}}).status == 3);
  CHECK(run_process({.arguments = {"sh", "-c", "kill -9 $$"}}).signal == 9);
  ::signal(SIGCHLD, before);
}

TEST_CASE("who waits for a processor gets more time by the clock, who uses one does not") {
  const auto run = [](const char* program, double stalled) {
    return run_process(
        {.arguments = {"sh", "-c", program}, .limits = ProcessLimits{.seconds = 0.2, .stalled = stalled}});
  };
  CHECK(run("sleep 60", 0).timed_out);
  CHECK_FALSE(run("sleep 1.2", 60).timed_out);  // beyond the limit, five times as long under sanitizers, too
  CHECK(run("sleep 60", 0.3).timed_out);
  const ProcessResult endless = run("while :; do :; done", 1000);
  CHECK(endless.timed_out);
  CHECK(endless.seconds < 100);
}

TEST_CASE("what a program left running is gone, and one that is not there is named") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(run_process({.arguments = {"sh", "-c", "sleep 60 & exit 5"}}).status == 5);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(15));
  CHECK_THROWS_WITH(run_process({.arguments = {"no-such-program"}}), Catch::Contains("no-such-program"));
}

TEST_CASE("limits end a program that does not, and drop what it prints beyond them") {
  const ProcessResult endless = run_process(
      {.arguments = {"sh", "-c", "yes & yes >&2"}, .limits = ProcessLimits{.seconds = 0.3, .keep = 1000}});
  CHECK(endless.timed_out);
  CHECK(endless.out.size() == 1000);
  CHECK(endless.err.size() == 1000);
  CHECK(run_process(
            {.arguments = {"sh", "-c", "ulimit -v; ulimit -f"}, .limits = ProcessLimits{.memory = 1 << 30}})
            .out == "1048576\n524288\n");
}

TEST_CASE("a program held to limits does not outlive the one that started it") {
  const Scratch scratch;
  const std::string fifo = scratch / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const pid_t starter = ::fork();
  if (starter == 0) {
    Process program({.arguments = {"sh", "-c", "exec >\"$0\"; echo ready; exec sleep 60", fifo},
                     .limits = ProcessLimits{}});
    for (;;) ::pause();
  }
  std::ifstream program(fifo);
  std::string word;
  CHECK((program >> word && word == "ready"));
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  const auto start = std::chrono::steady_clock::now();
  CHECK_FALSE(program >> word);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}
