// heed_mpi: the commands that train, as one of several processes. `heed … --processes N` starts it with
// mpirun; `mpirun -n N heed_mpi …` works too. The one program here that links an MPI library.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

#include "lib/core/error.hpp"
#include "tools/mpi/mpi_communicator.hpp"
#include "tools/mpi/peers.hpp"
#include "tools/processes/launch.hpp"
#include "tools/processes/processes.hpp"
#include "tools/program.hpp"

namespace {

/// The stream that the launcher writes to, past mpirun's pipes; or this process's own.
int open_stream(int number) {
  const char* folder = std::getenv(heed::streams_variable);
  const int file =
      folder == nullptr ? -1 : ::open(fmt::format("{}/{}", folder, number).c_str(), O_WRONLY | O_APPEND);
  return file >= 0 ? file : ::dup(number);
}

/// Only process 0 is heard; another one when it has to speak for it.
class Voice {
 public:
  explicit Voice(int rank) : errors_(open_stream(STDERR_FILENO)) {
    const int nothing = ::open("/dev/null", O_WRONLY);
    ::dup2(rank == 0 ? open_stream(STDOUT_FILENO) : nothing, STDOUT_FILENO);
    ::dup2(rank == 0 ? errors_ : nothing, STDERR_FILENO);
  }
  void speak() const { ::dup2(errors_, STDERR_FILENO); }

 private:
  int errors_;
};

/// Cores of this machine shared out to its processes, unless somebody chose: mpirun may have bound each to
/// some cores already.
void choose_threads(int processes_here) {
  if (std::getenv("HEED_THREADS") != nullptr) return;
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  const int mine = known ? CPU_COUNT(&allowed) : all;
  const int threads = std::min(mine, std::max(1, all / std::max(1, processes_here)));
  ::setenv("HEED_THREADS", std::to_string(threads).c_str(), 1);
}

/// When the launcher is gone, so that nobody could stop this training: as Ctrl-C.
void follow_launcher() {
  const char* launcher = std::getenv(heed::launcher_variable);
  if (launcher == nullptr) return;
  std::thread([pid = std::atoi(launcher)] {
    while (heed::process_is_there(pid)) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    ::raise(SIGTERM);
  }).detach();
}

[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  ::_exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  const char* world = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (world == nullptr) {
    fmt::print(stderr,
               "heed: heed_mpi is started by mpirun: `heed translate --processes 2`, or `mpirun -n 2 {} "
               "translate`\n",
               argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  // mpirun passes SIGUSR1 on; for us it is Ctrl-C.
  ::signal(SIGUSR1, [](int) { ::raise(SIGINT); });
  choose_threads(here == nullptr ? 1 : std::atoi(here));
  // Copying between processes by the kernel is forbidden in many containers, and Open MPI then complains.
  ::setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);

  std::optional<heed::MpiCommunicator> communicator;
  try {
    communicator.emplace();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "heed: {}\n", problem.what());
    leave(1);
  }
  const Voice voice(communicator->rank());
  follow_launcher();
  heed::use_processes(*communicator);

  CLI::App app("Train with several processes.", "heed");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.get_formatter()->column_width(34);
  heed::Action action;
  heed::add_translate(app, action);
  heed::add_copy(app, action);
  heed::add_compare_heads(app, action);
  bool ran = false;  // to its end, with whatever status
  const heed::Action together = [&] {
    try {
      if (const int wanted = heed::wanted_processes(); wanted > 0 && wanted != communicator->size())
        heed::throw_error<heed::UsageError>("--processes {}, but mpirun has started {}", wanted,
                                            communicator->size());
      const int status = action();
      communicator->finish();
      ran = true;
      return status;
    } catch (const heed::ProcessesError&) {
      if (communicator->speaks()) voice.speak();
      throw;
    } catch (const std::exception& problem) {
      communicator->fail(problem.what());
      throw;
    }
  };
  const int status = heed::run_program(app, together, argc, argv);
  if (!ran) {
    if (status != 0) communicator->fail("its command line was refused");
    if (communicator->speaks()) {
      heed::report_status(status);
      communicator->end_hanging();
    } else {
      communicator->wait_for_speaker();
    }
    leave(status);
  }
  if (communicator->rank() == 0) heed::report_status(status);
  communicator.reset();
  leave(status);
}
