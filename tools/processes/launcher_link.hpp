// Between the launcher (`heed … --processes N`) and the processes that mpirun starts for it: a local socket,
// past mpirun, which would put pipes in the place of the terminal and keep the exit status to itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// The launcher's end.
class LauncherSocket {
 public:
  /// Puts its name into the environment, for the processes.
  LauncherSocket();
  ~LauncherSocket();
  LauncherSocket(const LauncherSocket&) = delete;
  LauncherSocket& operator=(const LauncherSocket&) = delete;

  /// Takes new connections, each of which is given standard output and error, and what they say; waits for
  /// that for up to so many milliseconds.
  void look(int milliseconds);
  /// Ctrl-C, for each process.
  void interrupt();
  /// What the process that spoke for all has ended with.
  std::optional<int> status() const { return status_; }

 private:
  int listening_;
  std::vector<int> connections_;
  std::optional<int> status_;
};

/// A process's end; without a launcher it does nothing.
class LauncherLink {
 public:
  LauncherLink();

  bool exists() const { return connection_ >= 0; }
  /// The launcher's standard output and error, or this process's own.
  int output() const { return output_; }
  int errors() const { return errors_; }
  /// Of the process that speaks for all.
  void report_status(int status) const;

 private:
  int connection_ = -1, output_, errors_;
};

}  // namespace heed
