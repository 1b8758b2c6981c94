// Communicator over MPI, with an ear for processes that die, hang or fail.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "nn/processes/communicator.hpp"

namespace heed {

/// Makes this process one of those that mpirun started. Every half second each process tells the others that
/// it is alive, by a thread of its own. A process counts as failed when it says so, or when nothing was heard
/// of it for `patience` seconds; waiting for a live process has no limit.
class MpiCommunicator : public Communicator {
 public:
  static constexpr double patience = 5;

  MpiCommunicator();
  /// Ends MPI in good order; after a failure, or without finish(), the process must end with _exit instead.
  ~MpiCommunicator() override;
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(int to, const Array& array) override;
  Array receive(int from) override;
  bool speaks() const override;

  /// Waits until every process is here: the work is done. Throws ProcessesError.
  void finish() { gather(*this, std::string()); }
  /// Tells the others that this process ends with an error, and the error.
  void fail(const std::string& error);
  /// After a failure, for a process that does not speak: waits until the one that does is gone.
  void wait_for_speaker();

 private:
  /// Names what processes tell each other beside arrays.
  struct Signal {
    enum class Kind : std::int32_t { alive, lost, failed, leaving } kind = Kind::alive;
    std::int32_t about = 0;  // the process that was lost or has failed
    char text[2000] = "";    // how it was lost, or its error
  };
  struct Told {
    Signal signal;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Peer {
    double silence = 0;  // seconds since anything came from it
    bool lost = false, left = false;
  };

  void wait(const std::function<bool()>& done);
  void wait_for(MPI_Request request, const Array& array);

  // ---- with the lock held ----
  int first_left() const;
  void announce(Signal::Kind kind, int about, const std::string& text);
  void tell_all(const Signal& signal);
  void turn();
  void take(int from, const Signal& signal);
  void look_after_peers(double seconds);

  int rank_ = 0, size_ = 1;
  std::vector<Array> abandoned_;  // which MPI may still look at

  mutable std::mutex lock_;  // of MPI, and of these:
  std::list<Told> told_;     // on their way
  std::vector<Peer> peers_;  // by rank
  std::optional<std::string> failure_;
  double last_look_ = 0, last_beat_ = 0;  // in seconds of the steady clock
  bool leaving_ = false, ended_badly_ = false;

  std::atomic<bool> stop_{false};
  std::thread watch_;
};

}  // namespace heed
