// Communicator over MPI, with an ear for processes that die, hang or fail.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "nn/processes/communicator.hpp"
#include "tools/mpi/mpi_transfers.hpp"

namespace heed {

/// Makes this process one of those that mpirun started. A thread of its own makes all MPI calls: messages
/// travel while the program computes, and every half second each process tells the others that it is alive.
/// A process counts as failed when it says so, or when nothing was heard of it for `patience` seconds;
/// waiting for a live process has no limit.
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
  void send(int to, int tag, const Array& array) override;
  Array receive(int from, int tag) override;
  bool speaks() const override;

  /// Waits until every process is here: the work is done. Throws ProcessesError.
  void finish() { gather(*this, std::string()); }
  /// Tells the others that this process ends with an error, and the error.
  void fail(const std::string& error);
  /// After a failure, for a process that does not speak: waits until the one that does is gone.
  void wait_for_speaker();

 private:
  struct Letter {
    int to, tag;
    Array array;
  };
  struct Peer {
    double silence = 0;  // seconds since anything came from it
    bool lost = false, left = false;
  };
  std::vector<Array> take_sent();
  int first_left() const;
  void announce(Signal::Kind kind, int about, const std::string& text);

  // ---- the thread ----
  void work();
  void turn();
  void part();
  bool send_letters();
  bool take(MpiTransfers::News news);
  void take(int from, const Signal& signal);
  void look_after_peers(double seconds);
  void keep_alive();
  void rest();

  std::optional<MpiTransfers> transfers_;  // of the thread, once it is there
  int rank_ = 0, size_ = 1;

  mutable std::mutex lock_;  // of these:
  std::condition_variable news_, wake_;
  std::deque<Letter> outbox_;
  std::vector<Array> sent_;
  std::map<std::pair<int, int>, std::deque<Array>> inbox_;  // by sender and tag
  std::vector<Peer> peers_;                                 // by rank, once MPI has begun
  std::optional<std::string> failure_;
  std::optional<Signal> announcement_;
  bool announced_ = false, awaited_ = false, ended_badly_ = false;

  double last_look_ = 0, last_beat_ = 0;  // of the thread, in seconds of the steady clock
  bool leaving_announcement_ = false, parting_ = false;
  int last_words_ = 0;  // of other processes
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace heed
