// heed_mpi: the commands that train, as one of several processes. `heed … --processes N` starts it with
// mpirun; `mpirun -n N heed_mpi …` works too. The one program here that links an MPI library.
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

#include "lib/array/kernels.hpp"
#include "lib/core/error.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/files/read_file.hpp"
#include "lib/process/this_program.hpp"
#include "nn/processes/communicator.hpp"
#include "tools/commands/commands.hpp"
#include "tools/language/tr.hpp"
#include "tools/mpi/mpi_communicator.hpp"
#include "tools/processes/launcher_link.hpp"
#include "tools/processes/processes.hpp"
#include "tools/usage.hpp"

namespace {

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

/// Lists what must be the same in all processes: sums of different kernels differ in their last bits.
heed::Facts program_facts(const CLI::App& app) {
  const std::string program = heed::read_text_file(heed::this_program());
  return {{"the command", app.get_subcommands().front()->get_name()},
          {"the program", heed::content_hash(std::as_bytes(std::span(program)))},
          {"the vector instructions", heed::simd_level()},
          {"the BLAS", heed::blas_description()}};
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
  choose_threads(here == nullptr ? 1 : std::atoi(here));
  // Copying between processes by the kernel is forbidden in many containers, and Open MPI then complains.
  ::setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);

  std::optional<heed::LauncherLink> link;
  std::optional<heed::MpiCommunicator> communicator;
  try {
    link.emplace();
    communicator.emplace();
    link->report_ready();
  } catch (const std::exception& problem) {
    fmt::print(stderr, "heed: {}\n", heed::localized(problem));
    leave(1);
  }
  const heed::LauncherLink& launcher = *link;
  // mpirun makes standard output look like a terminal, which it may not be.
  if (!launcher.exists()) ::setenv("TERM", "dumb", 1);
  // Only process 0 is heard; another one when it has to speak for it.
  const int nobody = ::open("/dev/null", O_WRONLY);
  ::dup2(communicator->rank() == 0 ? launcher.output() : nobody, STDOUT_FILENO);
  ::dup2(communicator->rank() == 0 ? launcher.errors() : nobody, STDERR_FILENO);
  heed::use_processes(*communicator);

  CLI::App app("Train with several processes.", "heed");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.formatter(heed::help_format());
  heed::Action action;
  for (const heed::Command& command : heed::all_commands()) {
    if (command.trains) command.add(app, action);
  }
  bool ran = false;  // to its end, with whatever status
  const heed::Action together = [&] {
    try {
      if (const int wanted = heed::wanted_processes(); wanted > 0 && wanted != communicator->size())
        heed::throw_error<heed::UsageError>("--processes {}, but mpirun has started {}", wanted,
                                            communicator->size());
      heed::check_agreement(*communicator, "at the start", program_facts(app));
      const int status = action();
      communicator->finish();
      ran = true;
      return status;
    } catch (const heed::ProcessesError&) {
      if (communicator->speaks()) ::dup2(launcher.errors(), STDERR_FILENO);
      throw;
    } catch (const std::exception& problem) {
      communicator->fail(heed::localized(problem));
      throw;
    }
  };
  const int status = heed::run_command_line(app, together, argc, argv);
  if (!ran) {
    if (status != 0) communicator->fail("wrong usage");
    if (communicator->speaks()) {
      launcher.report_status(status);
    } else if (!launcher.exists()) {
      communicator->wait_for_speaker();  // mpirun ends all others when the first one ends
    }
    leave(status);
  }
  if (communicator->rank() == 0) launcher.report_status(status);
  communicator.reset();
  leave(status);
}
