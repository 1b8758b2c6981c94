// Between the launcher (`heed … --processes N`) and the processes that mpirun starts for it: a pipe past
// mpirun, which would put pipes in the place of the terminal and keep the exit status to itself.
#pragma once

#include <sys/types.h>

#include <array>
#include <map>
#include <optional>
#include <string>

namespace heed {

/// Names what a process tells the launcher.
struct LauncherWord {
  enum class Kind : int {
    starting,  // before it calls MPI; value: its rank
    ready,     // it has found the others, and from now on they look after each other
    ended      // of the one that speaks for all; value: its exit status
  } kind = Kind::starting;
  int value = 0;
  pid_t pid = 0;  // of the process that says it
};

/// The launcher's end.
class LauncherPipe {
 public:
  /// For so many processes. Puts its name into the environment, for them.
  explicit LauncherPipe(int count);
  ~LauncherPipe();
  LauncherPipe(const LauncherPipe&) = delete;
  LauncherPipe& operator=(const LauncherPipe&) = delete;

  /// Takes what the processes say, for which it waits up to so many milliseconds, and looks which are left.
  void look(int milliseconds);
  /// Sends a signal to each process.
  void signal_all(int signal) const;

  /// Holds the status with which the process that spoke for all has ended.
  std::optional<int> status() const { return status_; }
  /// Returns why they cannot all start, as "process 1 of 2 (pid 17) has died while starting".
  const std::optional<std::string>& failed_start() const { return failed_start_; }
  bool all_ready() const { return ready_ == count_; }
  bool any_left() const { return !members_.empty(); }

 private:
  int count_, ready_ = 0;
  std::array<int, 2> pipe_{-1, -1};
  std::map<pid_t, int> members_;  // ranks of those that have said that they start, and are still there
  std::optional<int> status_;
  std::optional<std::string> failed_start_;
};

/// A process's end; without a launcher it does nothing. To be made before MPI_Init, which waits for all
/// processes, those that have died too.
class LauncherLink {
 public:
  /// Throws Error when the launcher has gone already.
  LauncherLink();

  bool exists() const { return pipe_ >= 0; }
  /// The launcher's standard output and error, or this process's own.
  int output() const { return output_; }
  int errors() const { return errors_; }
  /// MPI_Init is done.
  void report_ready() const { tell(LauncherWord::Kind::ready); }
  /// Holds the state of the process that speaks for all.
  void report_status(int status) const { tell(LauncherWord::Kind::ended, status); }

 private:
  void tell(LauncherWord::Kind kind, int value = 0) const;

  int pipe_ = -1, output_ = -1, errors_ = -1;
};

}  // namespace heed
