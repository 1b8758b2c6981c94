#include "tools/processes/launch.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "lib/core/error.hpp"
#include "tools/process/process.hpp"
#include "tools/processes/launcher_link.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::atomic<int> interrupts{0}, last_signal{0};

/// heed_mpi stands beside heed.
fs::path heed_mpi() {
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "heed_mpi";
  if (!fs::exists(program)) {
    throw_error<Error>(
        "{} is not built: `./heed translate --processes 2` installs OpenMPI and builds it; by hand: apt-get "
        "install openmpi-bin libopenmpi-dev, then `cmake --preset release` and `cmake --build --preset "
        "release`",
        program.string());
  }
  return program;
}

/// Every Ctrl-C is counted and passed on, the second one too, which ends the processes at once.
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
  std::vector<std::string> call{
      "mpirun",           "-q", "-n", std::to_string(count), "--oversubscribe", "--bind-to", "none",
      "--enable-recovery"};  // the processes end by themselves, saving first
  if (::geteuid() == 0) call.push_back("--allow-run-as-root");
  call.push_back(heed_mpi().string());
  call.insert(call.end(), arguments.begin(), arguments.end());
  return call;
}

}  // namespace

int launch_processes(int count, const std::vector<std::string>& arguments) {
  const std::vector<std::string> call = mpirun_call(count, arguments);
  LauncherSocket processes;
  count_interrupts();
  Process mpirun({.arguments = call, .advice = "install OpenMPI: apt-get install openmpi-bin"});
  int passed_on = 0, looks_after_the_end = 0;
  for (;;) {
    processes.look(100);
    for (; passed_on < interrupts; ++passed_on) processes.interrupt();
    const auto result = mpirun.advance();
    if (result) processes.look(0);
    if (processes.status()) {
      // Who is left two seconds after the end of the one that spoke does not end by itself: ~Process does it.
      if (!result && ++looks_after_the_end < 20) continue;
      const bool interrupted = interrupts > 0 && *processes.status() > 128;
      return interrupted ? 128 + last_signal : *processes.status();
    }
    if (!result) continue;
    if (interrupts > 0) return 128 + last_signal;
    throw_error<Error>("the {} processes ended without a word (mpirun: status {}){}{}", count, result->status,
                       result->err.empty() ? "" : "; it said:\n", result->err);
  }
}

bool started_by_mpirun() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::atoi(size) > 1;
}

void become_heed_mpi(char** argv) {
  const fs::path program = heed_mpi();
  ::execv(program.c_str(), argv);
  throw_error<Error>("{} cannot be started: {}", program.string(), std::system_category().message(errno));
}

}  // namespace heed
