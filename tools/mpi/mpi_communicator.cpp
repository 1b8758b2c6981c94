#include "tools/mpi/mpi_communicator.hpp"

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "tools/mpi/mpi_transfers.hpp"

namespace heed {
namespace {

constexpr double beat_seconds = 0.5, look_seconds = 0.1;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::max(0.0, std::atof(text));
}

}  // namespace

class MpiCommunicator::Line {
 public:
  Line() : thread_([this] { work(); }) {
    std::unique_lock guard(lock_);
    news_.wait(guard, [&] { return peers_ || failure_; });
    if (peers_) return;
    guard.unlock();
    thread_.join();
    throw_error<ProcessesError>("{}", *failure_);
  }
  ~Line() {
    stop_ = true;
    thread_.join();
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  void send(int to, int tag, const Array& array) {
    const std::vector<Array> dropped = take_sent();
    const std::lock_guard guard(lock_);
    const auto bytes = static_cast<double>(array.values().size_bytes());
    link_free_ = std::max(now(), link_free_) + (bandwidth_ > 0 ? bytes / bandwidth_ : 0);
    outbox_.push_back({to, tag, array, link_free_ + latency_});
    wake_.notify_one();
  }

  Array receive(int from, int tag) {
    const std::vector<Array> dropped = take_sent();
    std::unique_lock guard(lock_);
    std::deque<Array>& queue = inbox_[{from, tag}];
    awaited_ = true;
    wake_.notify_one();
    news_.wait(guard, [&] { return !queue.empty() || failure_; });
    awaited_ = false;
    if (queue.empty()) throw_error<ProcessesError>("{}", *failure_);
    Array array = std::move(queue.front());
    queue.pop_front();
    return array;
  }

  bool speaks() {
    const std::lock_guard guard(lock_);
    return peers_->first_left() == rank_;
  }

  void fail(const std::string& error) {
    std::unique_lock guard(lock_);
    if (failure_) return;  // known already
    announce(Signal::Kind::failed, rank_, error);
    news_.wait_for(guard, std::chrono::seconds(1), [&] { return announced_; });
  }

  void wait_for_speaker() {
    for (int speaker = -1;;) {
      {
        const std::lock_guard guard(lock_);
        const int first = peers_->first_left();
        if (ended_badly_ || first == rank_ || (speaker >= 0 && first != speaker)) return;  // it has gone
        speaker = first;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  void end_hanging() {
    const std::lock_guard guard(lock_);
    for (const pid_t pid : peers_->hanging_here()) ::kill(pid, SIGKILL);
  }

 private:
  struct Outgoing {
    int to, tag;
    Array array;
    double due;  // not before this time: see $HEED_LINK_LATENCY
  };

  /// Arrays that have been sent are let go by the thread that computes with them.
  std::vector<Array> take_sent() {
    const std::lock_guard guard(lock_);
    return std::exchange(sent_, {});
  }

  /// With the lock held: what has failed, for this process and soon for all.
  void announce(Signal::Kind kind, int about, const std::string& text) {
    Signal signal{.kind = kind, .about = about, .where = own_};
    std::strncpy(signal.text, text.c_str(), sizeof signal.text - 1);
    announcement_ = signal;
    announced_ = false;
    failure_ = text;
    news_.notify_all();
  }

  // ---- the thread that talks to MPI ----

  void work() {
    try {
      MpiTransfers transfers;
      rank_ = transfers.rank();
      size_ = transfers.size();
      {
        const std::lock_guard guard(lock_);
        peers_.emplace(rank_, size_, patience);
        news_.notify_all();
      }
      last_look_ = now();
      while (!stop_ || !all_sent(transfers)) {
        const bool sent = send_due(transfers);
        const bool came = take(transfers.look());
        keep_alive(transfers);
        if (!sent && !came) rest(transfers);
      }
      MpiTransfers::finish();
    } catch (const std::exception& problem) {
      const std::lock_guard guard(lock_);
      ended_badly_ = true;
      if (!failure_) failure_ = problem.what();
      news_.notify_all();
    }
  }

  bool all_sent(const MpiTransfers& transfers) {
    const std::lock_guard guard(lock_);
    return outbox_.empty() && !transfers.arrays_leaving();
  }

  bool send_due(MpiTransfers& transfers) {
    for (bool any = false;; any = true) {
      std::unique_lock guard(lock_);
      if (outbox_.empty() || outbox_.front().due > now()) return any;
      Outgoing next = std::move(outbox_.front());
      outbox_.pop_front();
      guard.unlock();
      transfers.send(next.to, next.tag, std::move(next.array));
    }
  }

  bool take(MpiTransfers::News news) {
    if (news.none()) return false;
    const std::lock_guard guard(lock_);
    for (auto& arrived : news.arrived) {
      inbox_[{arrived.from, arrived.tag}].push_back(std::move(arrived.array));
      peers_->heard(arrived.from);
    }
    for (auto& array : news.sent) sent_.push_back(std::move(array));
    for (const auto& [from, signal] : news.signals) {
      peers_->heard(from);
      peers_->introduced(from, signal.where);
      if (signal.kind == Signal::Kind::alive) continue;
      if (signal.kind == Signal::Kind::lost) peers_->report_lost(signal.about);
      if (failure_) continue;
      failure_ = signal.kind == Signal::Kind::lost
                     ? std::string(signal.text)
                     : fmt::format("process {} of {} has failed: {}", signal.about, size_, signal.text);
    }
    news_.notify_all();
    return true;
  }

  /// Tells the others what they must know, and looks after them.
  void keep_alive(MpiTransfers& transfers) {
    const double time = now();
    std::unique_lock guard(lock_);
    if (time - last_look_ >= look_seconds) {
      const int lost = peers_->look(time - last_look_);
      last_look_ = time;
      if (lost >= 0 && !failure_) announce(Signal::Kind::lost, lost, peers_->finding(lost));
    }
    if (announcement_) {
      transfers.tell_all(*std::exchange(announcement_, std::nullopt));
      leaving_announcement_ = true;
    } else if (leaving_announcement_ && transfers.signals_leaving() == 0) {
      leaving_announcement_ = false;
      announced_ = true;
      news_.notify_all();
    }
    guard.unlock();
    // To one that takes nothing, a few beats on their way are enough.
    const bool choked = transfers.signals_leaving() > 8 * static_cast<std::size_t>(size_);
    if (time - last_beat_ >= beat_seconds && !choked) {
      transfers.tell_all({.where = own_});
      last_beat_ = time;
    }
  }

  /// Between two looks at the network: not at all when somebody waits for it, else long enough to leave the
  /// processor to those who compute.
  void rest(const MpiTransfers& transfers) {
    std::unique_lock guard(lock_);
    if (awaited_) {
      guard.unlock();
      std::this_thread::yield();
      return;
    }
    wake_.wait_for(guard, std::chrono::microseconds(transfers.arrays_moving() ? 100 : 300),
                   [&] { return awaited_ || (!outbox_.empty() && outbox_.front().due <= now()); });
  }

  const Whereabouts own_ = Whereabouts::of_this_process();
  const double latency_ = number_in_environment("HEED_LINK_LATENCY") / 1e6;
  const double bandwidth_ = number_in_environment("HEED_LINK_BANDWIDTH") * 1e6;
  int rank_ = 0, size_ = 1;

  std::mutex lock_;  // of these:
  std::condition_variable news_, wake_;
  std::deque<Outgoing> outbox_;
  std::vector<Array> sent_;
  std::map<std::pair<int, int>, std::deque<Array>> inbox_;  // by sender and tag
  std::optional<Peers> peers_;
  std::optional<std::string> failure_;
  std::optional<Signal> announcement_;
  bool announced_ = false, awaited_ = false, ended_badly_ = false;
  double link_free_ = 0;

  double last_look_ = 0, last_beat_ = 0;  // of the thread
  bool leaving_announcement_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

MpiCommunicator::MpiCommunicator() : line_(std::make_unique<Line>()) {}
MpiCommunicator::~MpiCommunicator() = default;
int MpiCommunicator::rank() const { return line_->rank(); }
int MpiCommunicator::size() const { return line_->size(); }
void MpiCommunicator::send(int to, int tag, const Array& array) { line_->send(to, tag, array); }
Array MpiCommunicator::receive(int from, int tag) { return line_->receive(from, tag); }
bool MpiCommunicator::speaks() const { return line_->speaks(); }
void MpiCommunicator::finish() { gather(*this, std::string()); }
void MpiCommunicator::fail(const std::string& error) { line_->fail(error); }
void MpiCommunicator::wait_for_speaker() { line_->wait_for_speaker(); }
void MpiCommunicator::end_hanging() { line_->end_hanging(); }

}  // namespace heed
