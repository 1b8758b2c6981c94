// Between the launcher (`heed … --processes N`) and the processes that mpirun starts for it: a local socket,
// past mpirun, which would put pipes in the place of the terminal and keep the exit status to itself.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Names what a process tells the launcher.
struct LauncherWord {
  enum class Kind : int {
    starting,  // before it calls MPI; value: its rank
    ready,     // it has found the others, and from now on they look after each other
    ended      // of the one that speaks for all; value: its exit status
  } kind = Kind::starting;
  int value = 0;
};

/// The launcher's end.
class LauncherSocket {
 public:
  /// For so many processes. Puts its name into the environment, for them.
  explicit LauncherSocket(int count);
  ~LauncherSocket();
  LauncherSocket(const LauncherSocket&) = delete;
  LauncherSocket& operator=(const LauncherSocket&) = delete;

  /// Takes new connections, each of which is given standard output and error, and what they say; waits for
  /// that for up to so many milliseconds.
  void look(int milliseconds);
  /// Ctrl-C, for each process.
  void interrupt();
  /// SIGKILL, for each process.
  void end_all();

  /// Holds the status with which the process that spoke for all has ended.
  std::optional<int> status() const { return status_; }
  /// Returns why they cannot all start, as "process 1 of 2 (pid 17) has died while starting".
  const std::optional<std::string>& failed_start() const { return failed_start_; }
  bool all_ready() const { return ready_ == count_; }
  bool any_left() const { return !members_.empty(); }

 private:
  struct Member {
    int connection;
    pid_t pid;
    int rank = -1;  // not said yet
    bool ready = false;
  };
  std::string name_of(const Member& member) const;
  void take_connection();
  /// False when the process is gone.
  bool hear(Member& member);

  int count_, listening_, ready_ = 0;
  std::vector<Member> members_;  // that are connected
  std::optional<int> status_;
  std::optional<std::string> failed_start_;
};

/// A process's end; without a launcher it does nothing. To be made before MPI_Init, which waits for all
/// processes, those that have died too: until report_ready() an interrupt ends this process at once.
class LauncherLink {
 public:
  /// Throws Error when the launcher has gone already.
  LauncherLink();

  bool exists() const { return connection_ >= 0; }
  /// The launcher's standard output and error, or this process's own.
  int output() const { return output_; }
  int errors() const { return errors_; }
  /// MPI_Init is done.
  void report_ready();
  /// Holds the state of the process that speaks for all.
  void report_status(int status) const { tell({LauncherWord::Kind::ended, status}); }

 private:
  void tell(const LauncherWord& word) const;
  void listen() const;

  int connection_ = -1, output_, errors_;
  std::atomic<bool> ready_{false};
};

}  // namespace heed
