// heed … --processes N: training by several processes on this machine, and their end when one fails.
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <thread>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

namespace fs = std::filesystem;

/// A training that takes so long that it does not end by itself.
Words endless_training(const Words& more = {}) {
  return plus(tiny_training({"--epochs", "100000", "--processes", "2"}), more);
}

/// The processes with this name that descend from this test, in the order in which they were started.
std::vector<pid_t> descendants(const std::string& name) {
  std::map<pid_t, std::pair<pid_t, std::string>> all;  // parent and name
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string number = entry.path().filename();
    if (!std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; })) continue;
    const std::string line = slurp(entry.path() / "stat");  // "17 (name) S 16 …"
    const std::size_t open = line.find('('), close = line.rfind(')');
    if (close == std::string::npos || close + 4 > line.size()) continue;  // it has just ended
    all[std::stoi(number)] = {std::stoi(line.substr(close + 4)), line.substr(open + 1, close - open - 1)};
  }
  std::vector<pid_t> found;
  for (const auto& [pid, what] : all) {
    pid_t above = pid;
    while (above > 1 && above != ::getpid()) above = all.contains(above) ? all[above].first : 0;
    if (above == ::getpid() && what.second == name) found.push_back(pid);
  }
  return found;
}

/// A training by heed_mpi as process 0, and by another program, or with more options, as process 1.
ProgramEnd two_programs(const fs::path& folder, const std::string& other, const Words& second) {
  Words words{"-c", "exec mpirun \"$@\"", "mpirun", "-q", "--oversubscribe", "--allow-run-as-root", "-n",
              "1",  HEED_MPI_PROGRAM};
  words = plus(plus(words, tiny_training()), {":", "-n", "1", other});
  return run({.arguments = plus(words, second), .folder = folder, .program = "/bin/sh"});
}

struct FailedRun {
  ProgramEnd end;
  double seconds = 0;  // from the signal to the end
};

/// Returns true if the process has a socket: it has reached its launcher, and the others perhaps not yet.
bool has_socket(pid_t pid) {
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", gone)) {
    if (fs::read_symlink(entry.path(), gone).string().starts_with("socket:")) return true;
  }
  return false;
}

enum class When { starting, training };

/// Two processes to which that is done while they start, or in the middle of their training.
FailedRun disturbed(const fs::path& folder, When when,
                    const std::function<void(const std::vector<pid_t>& processes)>& disturb) {
  FailedRun result;
  std::thread training([&] {
    result.end = run({.arguments = endless_training({"--out", "made"}), .folder = folder});
  });
  std::vector<pid_t> processes;
  const auto reached = [&] {
    processes = descendants("heed_mpi");
    if (processes.size() < 2) return false;
    return when == When::starting ? std::all_of(processes.begin(), processes.end(), has_socket)
                                  : fs::exists(folder / "made" / "model.safetensors");
  };
  while (!reached()) std::this_thread::sleep_for(std::chrono::milliseconds(when == When::starting ? 2 : 20));
  const auto start = std::chrono::steady_clock::now();
  disturb(processes);
  training.join();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

/// Sends a signal to one of them.
FailedRun fail(const fs::path& folder, int rank, int signal, When when = When::training) {
  return disturbed(folder, when, [&](const std::vector<pid_t>& processes) {
    ::kill(processes.at(static_cast<std::size_t>(rank)), signal);
  });
}

/// All have ended soon after one died, with one line.
void check_death(const FailedRun& failed) {
  INFO(failed.end.err);
  CHECK(failed.end.status == 1);
  CHECK(occurrences(failed.end.err, "\n") == 1);
  CHECK(failed.seconds < 10);
  CHECK(descendants("heed_mpi").empty());
}

}  // namespace

TEST_CASE("2 and 4 processes save the bytes that one does") {
  const Scratch scratch;
  const auto train = [&](const std::string& out, const Words& more) {
    const ProgramEnd end = run_well(scratch.folder(), plus(tiny_training({"--out", out}), more));
    CHECK(end.err.empty());
    CHECK(occurrences(end.out, "epoch  2/") == 1);  // only one process speaks
    return slurp(scratch / out / "model.safetensors");
  };
  const std::string one = train("one", {"--shards", "4"});
  CHECK(train("two", {"--processes", "2"}) == one);
  CHECK(train("four", {"--processes", "4"}) == one);
  CHECK(train("plain", {}) != one);
  // Cut after some steps by two processes, the training goes on with one.
  const ProgramEnd cut =
      run({.arguments = tiny_training({"--out", "cut", "--processes", "2", "--epochs", "12"}),
           .folder = scratch.folder(),
           .signal_when = "epoch  1"});
  CHECK(cut.status == 128 + SIGINT);
  CHECK(train("cut", {"--shards", "4", "--epochs", "12", "--resume"}) ==
        train("whole", {"--shards", "4", "--epochs", "12"}));
  const ProgramEnd three = run_heed(scratch.folder(), tiny_training({"--processes", "3"}));
  CHECK(three.status == 2);
  CHECK(three.err.find("3 processes cannot share the 4 shards") != std::string::npos);
}

TEST_CASE("when a process dies or is stopped all end, with one line that names it") {
  for (const auto& [rank, signal] : {std::pair{0, SIGKILL}, {1, SIGKILL}, {1, SIGSTOP}}) {
    const Scratch scratch;
    const FailedRun failed = fail(scratch.folder(), rank, signal);
    check_death(failed);
    CHECK_THAT(failed.end.err,
               Catch::StartsWith(fmt::format("heed: process {} of 2 has died or hangs: ", rank)) &&
                   Catch::Contains("; to go on: the same command with --resume"));
  }
}

TEST_CASE("when a process dies while it starts all end, with one line that names it") {
  const Scratch scratch;
  const FailedRun failed = fail(scratch.folder(), 1, SIGKILL, When::starting);
  check_death(failed);
  // Killed before it has said which one it is, it is known by its pid alone.
  CHECK_THAT(failed.end.err, (Catch::StartsWith("heed: process 1 of 2 (pid ") ||
                              Catch::StartsWith("heed: one of 2 processes (pid ")) &&
                                 Catch::Contains(") has died"));
}

TEST_CASE("Ctrl-C ends all processes, and the work so far is saved") {
  const Scratch scratch;
  const ProgramEnd end = run({.arguments = endless_training({"--out", "made"}),
                              .folder = scratch.folder(),
                              .signal_when = "epoch  2"});
  check_end(end, 128 + SIGINT);
  CHECK(end.out.find("Interrupted") != std::string::npos);
  CHECK(fs::exists(scratch / "made" / "model.safetensors"));
  CHECK(descendants("heed_mpi").empty());
}

TEST_CASE(
    "the first Ctrl-C while the processes start, and the second one later, end those too that do not "
    "listen") {
  for (const When when : {When::starting, When::training}) {
    const Scratch scratch;
    const FailedRun ended = disturbed(scratch.folder(), when, [&](const std::vector<pid_t>& processes) {
      ::kill(processes.at(1), SIGSTOP);
      for (int i = 0; i < (when == When::starting ? 1 : 2); ++i) {
        if (const auto launchers = descendants("heed"); !launchers.empty()) ::kill(launchers.front(), SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    });
    INFO(ended.end.err);
    CHECK(ended.end.status == 128 + SIGINT);
    CHECK(ended.end.err.empty());
    CHECK(ended.seconds < 4);
    CHECK(descendants("heed_mpi").empty());
  }
}

TEST_CASE("a process with another command, other data, options or build is named before the first step") {
  const Scratch scratch;
  const std::string other_build = scratch / "other";
  fs::copy_file(HEED_MPI_PROGRAM, other_build);
  std::ofstream(other_build, std::ios::app) << "another byte";
  const std::string differs = "process 1 of 2 differs from process 0 at the start in ";
  for (const auto& [program, second, difference] : std::vector<std::tuple<std::string, Words, std::string>>{
           {HEED_MPI_PROGRAM, {"copy"}, differs + "the command: copy and translate"},
           {HEED_MPI_PROGRAM, tiny_training({"--pairs", "301"}), differs + "--pairs: 301 and 300"},
           {HEED_MPI_PROGRAM, tiny_training({"--dropout", "0.2"}), differs + "--dropout: 0.2 and 0.0"},
           {HEED_MPI_PROGRAM, tiny_training({"--sed", "1"}), "process 1 of 2 has failed: wrong usage"},
           {other_build, tiny_training(), differs + "the program: "}}) {
    const ProgramEnd end = two_programs(scratch.folder(), program, second);
    INFO(end.err);
    CHECK(end.status != 0);
    CHECK(end.err.find(difference) != std::string::npos);
    CHECK_FALSE(fs::exists(scratch / "runs/toy-ko-en/model.safetensors"));
  }
}

TEST_CASE("the line of docs/processes.md for several machines ends with the status of the training") {
  const std::string line =
      "exec mpirun -q --mca odls_base_sigkill_timeout 1 --oversubscribe --allow-run-as-root -n 2 ";
  const auto status = [&](const Words& more) {
    const Scratch scratch;
    const ProgramEnd end =
        run({.arguments = plus({"-c", line + HEED_MPI_PROGRAM + " \"$@\"", "heed"}, tiny_training(more)),
             .folder = scratch.folder(),
             .program = "/bin/sh"});
    INFO(end.err);
    CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
    return end.status;
  };
  CHECK(status({"--sed", "1"}) == 2);
  CHECK(status({"--data", "nowhere"}) == 1);
}

TEST_CASE("messages keep their order, every process hears all others, and nothing is under way at the end") {
  // MpiCommunicator among processes that mpirun starts: programs/contract.cpp says what is looked at.
  for (const int processes : {1, 2, 8}) {
    const Scratch scratch;
    const std::string call =
        fmt::format("exec timeout 100 mpirun -q --oversubscribe --allow-run-as-root -n {} '{}'", processes,
                    HEED_MPI_CONTRACT);
    const ProgramEnd end = run({.arguments = {"-c", call}, .folder = scratch.folder(), .program = "/bin/sh"});
    CAPTURE(processes, end.out, end.err);
    CHECK(end.status == 0);
    CHECK(end.out.empty());
  }
}
