#include "tools/processes/launch.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "lib/core/error.hpp"
#include "tools/process/process.hpp"

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

/// An empty file in memory that other processes can open by its name in /proc.
int shared_file(const char* variable) {
  const int file = ::memfd_create("heed", MFD_CLOEXEC);
  if (file < 0) throw_error("no memory for a file: {}", std::system_category().message(errno));
  ::setenv(variable, fmt::format("/proc/{}/fd/{}", ::getpid(), file).c_str(), 1);
  return file;
}

std::string content(int file) {
  std::array<char, 16> text{};
  const ssize_t length = ::pread(file, text.data(), text.size(), 0);
  return {text.data(), static_cast<std::size_t>(length > 0 ? length : 0)};
}

/// Every Ctrl-C is counted and passed on, the second one too, which ends the processes at once.
class CountInterrupts {
 public:
  CountInterrupts() {
    struct sigaction action {};
    action.sa_handler = [](int number) { ++interrupts, last_signal = number; };
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  }
};

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
  const int status_file = shared_file(status_variable);
  ::setenv(streams_variable, fmt::format("/proc/{}/fd", ::getpid()).c_str(), 1);
  ::setenv(launcher_variable, std::to_string(::getpid()).c_str(), 1);
  const CountInterrupts counting;
  Process mpirun({.arguments = call, .advice = "install OpenMPI: apt-get install openmpi-bin"});
  int passed_on = 0, after_the_end = 0;
  for (;;) {
    if (const auto result = mpirun.advance()) {
      const std::string status = content(status_file);
      if (!status.empty()) return std::atoi(status.c_str());
      if (interrupts > 0) return 128 + last_signal;
      throw_error<Error>("the {} processes ended without a word (mpirun: status {}){}{}", count,
                         result->status, result->err.empty() ? "" : "; it said:\n", result->err);
    }
    pollfd ready{mpirun.descriptor(), POLLIN, 0};
    ::poll(&ready, 1, 100);
    for (; passed_on < interrupts; ++passed_on) mpirun.signal(SIGUSR1);  // mpirun passes it on
    // Whoever is left two seconds after the end of the one that spoke will not end by itself.
    const std::string status = content(status_file);
    if (!status.empty() && ++after_the_end > 20) return std::atoi(status.c_str());
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

void report_status(int status) {
  const char* path = std::getenv(status_variable);
  if (path == nullptr) return;
  const int file = ::open(path, O_WRONLY);
  const std::string text = std::to_string(status);
  // Without it the launcher says that there was no word.
  if (file >= 0 && ::write(file, text.data(), text.size()) < 0) return;
}

}  // namespace heed
