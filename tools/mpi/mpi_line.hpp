// A thread that talks to MPI, and the program's way to it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/mpi/mpi_transfers.hpp"
#include "tools/mpi/outbox.hpp"
#include "tools/processes/peers.hpp"

namespace heed {

/// The functions of MpiCommunicator, which explains them.
class MpiLine {
 public:
  explicit MpiLine(double patience);
  ~MpiLine();
  MpiLine(const MpiLine&) = delete;
  MpiLine& operator=(const MpiLine&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  void send(int to, int tag, const Array& array);
  Array receive(int from, int tag);
  bool speaks();
  void fail(const std::string& error);
  void wait_for_speaker();
  void end_hanging();

 private:
  std::vector<Array> take_sent();
  void announce(Signal::Kind kind, int about, const std::string& text);

  // ---- the thread ----
  void work();
  void turn();
  void part();
  bool all_posted();
  bool send_due();
  bool take(MpiTransfers::News news);
  void take(int from, const Signal& signal);
  void keep_alive();
  void rest();

  const double patience_;
  const Whereabouts own_ = Whereabouts::of_this_process();
  std::optional<MpiTransfers> transfers_;  // of the thread, once it is there
  int rank_ = 0, size_ = 1;

  std::mutex lock_;  // of these:
  std::condition_variable news_, wake_;
  Outbox outbox_;
  std::vector<Array> sent_;
  std::map<std::pair<int, int>, std::deque<Array>> inbox_;  // by sender and tag
  std::optional<Peers> peers_;
  std::optional<std::string> failure_;
  std::optional<Signal> announcement_;
  bool announced_ = false, awaited_ = false, ended_badly_ = false;

  double last_look_ = 0, last_beat_ = 0;  // of the thread
  bool leaving_announcement_ = false, parting_ = false;
  int last_words_ = 0;  // of other processes
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace heed
