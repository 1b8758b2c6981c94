#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/process/this_program.hpp"
#include "tools/processes/launcher_link.hpp"
#include "tools/processes/processes.hpp"

namespace heed {
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)

namespace {

namespace fs = std::filesystem;

std::atomic<int> interrupts{0}, last_signal{0};

/// Every Ctrl-C is counted: the first one is passed on, the second one ends the processes at once.
void count_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int number) { ++interrupts, last_signal = number; };
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (number != SIGHUP || before.sa_handler != SIG_IGN)
      sigaction(number, &action, nullptr);  // nohup goes on
  }
}

std::vector<std::string> mpirun_call(int count, const std::vector<std::string>& arguments) {
  const fs::path program = this_program().parent_path() / "heed_mpi";
  if (!fs::exists(program))
    throw_error<Error>("{} is not built: it needs OpenMPI; docs/processes.md says how", program.string());
  std::vector<std::string> call{
      "mpirun",           "-q", "-n", std::to_string(count), "--oversubscribe", "--bind-to", "none",
      "--enable-recovery"};  // the processes end by themselves, saving first; mpirun's status is then always
                             // 0
  if (::geteuid() == 0) call.push_back("--allow-run-as-root");
  call.push_back(program.string());
  call.insert(call.end(), arguments.begin(), arguments.end());
  return call;
}

/// Returns what it printed without what Open MPI 4 adds when a process dies under --enable-recovery.
std::string words_of(const ProcessResult& mpirun) {
  std::istringstream lines(mpirun.err);
  std::string words;
  for (std::string line; std::getline(lines, line);) {
    const bool noise =
        line.starts_with("[warn] Epoll") || line.find("PMIX ERROR: BAD-PARAM") != std::string::npos;
    if (!line.empty() && !noise) words += "\n" + line;
  }
  return words.empty() ? "" : "; mpirun said:" + words;
}

/// mpirun and the processes that it has started.
class Run {
 public:
  Run(int count, const std::vector<std::string>& call)
      : count_(count),
        processes_(count),
        mpirun_({.arguments = call, .advice = "install OpenMPI: apt-get install openmpi-bin"}) {}

  /// Waits for the end of all and returns the exit status.
  int wait() {
    int passed_on = 0;
    for (;;) {
      look();
      if (interrupts > 1 || (interrupts > 0 && !processes_.all_ready())) {
        end_now();
        return 128 + last_signal;
      }
      for (; passed_on < interrupts; ++passed_on) processes_.interrupt();
      if (processes_.failed_start()) {
        end_now();
        throw_error<Error>("{}; nothing was trained{}",
                           mpirun_killed() ? "mpirun was killed" : *processes_.failed_start(),
                           ended_ ? words_of(*ended_) : "");
      }
      if (processes_.status()) return last_status();
      if (!ended_) continue;
      if (!processes_.any_left()) {
        if (interrupts > 0) return 128 + last_signal;
        throw_error<Error>("the {} processes ended without a word (mpirun: status {}){}", count_,
                           ended_->status, words_of(*ended_));
      }
      // Somebody has killed mpirun alone: the processes save and end, as they would when the launcher is
      // gone.
      if (!std::exchange(orphans_, true)) processes_.interrupt();
    }
  }

 private:
  void look() {
    processes_.look(100);
    if (!ended_ && (ended_ = mpirun_.advance())) processes_.look(0);
  }
  bool mpirun_killed() const { return ended_ && ended_->status > 128; }
  bool all_gone() const { return ended_ && !processes_.any_left(); }

  /// Those too that only now come to connect; ~Process is left to end an mpirun that does not see it.
  void end_now() {
    for (int i = 0; i < 20 && !all_gone(); ++i) {
      processes_.end_all();
      look();
    }
  }

  int last_status() {
    // A process that is left two seconds after the end of the one that spoke does not end by itself.
    for (int i = 0; i < 20 && !all_gone(); ++i) look();
    end_now();
    const int status = *processes_.status();
    if (status <= 128) return status;
    if (orphans_ && interrupts == 0) throw_error<Error>("mpirun was killed");
    return interrupts > 0 ? 128 + last_signal : status;
  }

  int count_;
  LauncherSocket processes_;
  Process mpirun_;
  std::optional<ProcessResult> ended_;  // mpirun
  bool orphans_ = false;
};

}  // namespace

int launch_processes(int count, const std::vector<std::string>& arguments) {
  const std::vector<std::string> call = mpirun_call(count, arguments);
  count_interrupts();
  return Run(count, call).wait();
}

#else

int launch_processes(int, const std::vector<std::string>&) {
  throw_error<UsageError>(tr_noop("several processes train on Linux alone: leave --processes out"));
}

#endif

}  // namespace heed
