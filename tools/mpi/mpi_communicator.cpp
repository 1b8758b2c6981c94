#include "tools/mpi/mpi_communicator.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"
#include "nn/processes/communicator.hpp"

namespace heed {
namespace {

constexpr double beat_seconds = 0.5, look_seconds = 0.1;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

MpiCommunicator::MpiCommunicator() : thread_([this] { work(); }) {
  std::unique_lock guard(lock_);
  news_.wait(guard, [&] { return !peers_.empty() || failure_; });
  if (!peers_.empty()) return;
  guard.unlock();
  thread_.join();
  throw_error<ProcessesError>("{}", *failure_);
}

MpiCommunicator::~MpiCommunicator() {
  stop_ = true;
  thread_.join();
}

void MpiCommunicator::send(int to, int tag, const Array& array) {
  transfers_->check_can_send(tag, array);
  const std::vector<Array> dropped = take_sent();
  const std::lock_guard guard(lock_);
  outbox_.push_back({to, tag, array});
  wake_.notify_one();
}

Array MpiCommunicator::receive(int from, int tag) {
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

bool MpiCommunicator::speaks() const {
  const std::lock_guard guard(lock_);
  return first_left() == rank_;
}

/// With the lock held: the rank of the first process that is not lost.
int MpiCommunicator::first_left() const {
  return static_cast<int>(std::ranges::find(peers_, false, &Peer::lost) - peers_.begin());
}

void MpiCommunicator::fail(const std::string& error) {
  std::unique_lock guard(lock_);
  if (failure_) return;  // known already
  announce(Signal::Kind::failed, rank_, error);
  news_.wait_for(guard, std::chrono::seconds(1), [&] { return announced_; });
}

void MpiCommunicator::wait_for_speaker() {
  for (int speaker = -1;;) {
    {
      const std::lock_guard guard(lock_);
      const int first = first_left();
      if (ended_badly_ || first == rank_ || (speaker >= 0 && first != speaker)) return;  // it has gone
      speaker = first;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

/// Arrays that have been sent are let go by the thread that computes with them.
std::vector<Array> MpiCommunicator::take_sent() {
  const std::lock_guard guard(lock_);
  return std::exchange(sent_, {});
}

/// With the lock held: what has failed, for this process and soon for all.
void MpiCommunicator::announce(Signal::Kind kind, int about, const std::string& text) {
  Signal signal{.kind = kind, .about = about};
  std::string_view fits = std::string_view(text).substr(0, sizeof signal.text - 1);
  if (const auto half = first_invalid_utf8(fits); half && fits.size() < text.size())
    fits = fits.substr(0, *half);
  fits.copy(signal.text, fits.size());
  announcement_ = signal;
  announced_ = false;
  failure_ = text;
  news_.notify_all();
}

// ---- the thread that talks to MPI ----

void MpiCommunicator::work() {
  try {
    transfers_.emplace();
    rank_ = transfers_->rank();
    size_ = transfers_->size();
    last_look_ = steady_seconds();
    {
      const std::lock_guard guard(lock_);
      peers_.resize(static_cast<std::size_t>(size_));
      news_.notify_all();
    }
    while (!stop_) turn();
    turn();  // what was sent before the end
    part();
  } catch (const std::exception& problem) {
    const std::lock_guard guard(lock_);
    ended_badly_ = true;
    if (!failure_) failure_ = problem.what();
    news_.notify_all();
  }
}

void MpiCommunicator::turn() {
  const bool sent = send_letters();
  const bool came = take(transfers_->look());
  keep_alive();
  if (!sent && !came) rest();
}

/// MPI ends only where nothing is under way: each process says a last word, after which it sends nothing, and
/// as messages keep their order, whoever has that of all others has received whatever they sent.
void MpiCommunicator::part() {
  parting_ = true;
  transfers_->tell_all({.kind = Signal::Kind::leaving});
  for (;; turn()) {
    if (last_words_ + 1 == size_ && !transfers_->anything_moving()) break;
    const std::lock_guard guard(lock_);
    if (failure_) throw_error<ProcessesError>("{}", *failure_);
  }
  MpiTransfers::finish();
}

bool MpiCommunicator::send_letters() {
  std::unique_lock guard(lock_);
  std::deque<Letter> letters = std::exchange(outbox_, {});
  guard.unlock();
  for (Letter& letter : letters) transfers_->send(letter.to, letter.tag, std::move(letter.array));
  return !letters.empty();
}

bool MpiCommunicator::take(MpiTransfers::News news) {
  if (news.none()) return false;
  const std::lock_guard guard(lock_);
  for (auto& arrived : news.arrived) {
    inbox_[{arrived.from, arrived.tag}].push_back(std::move(arrived.array));
    peers_[static_cast<std::size_t>(arrived.from)].silence = 0;
  }
  for (auto& array : news.sent) sent_.push_back(std::move(array));
  for (const auto& [from, signal] : news.signals) take(from, signal);
  news_.notify_all();
  return true;
}

/// With the lock held.
void MpiCommunicator::take(int from, const Signal& signal) {
  Peer& sender = peers_[static_cast<std::size_t>(from)];
  sender.silence = 0;
  if (signal.kind == Signal::Kind::leaving) {
    sender.left = true;
    ++last_words_;
  }
  if (signal.kind == Signal::Kind::lost) {
    peers_[static_cast<std::size_t>(signal.about)].lost = true;
    if (!failure_) failure_ = signal.text;
  }
  if (signal.kind == Signal::Kind::failed && !failure_)
    failure_ = fmt::format("process {} of {} has failed: {}", signal.about, size_, signal.text);
}

/// With the lock held. Time in which this process itself was stopped is not held against the others: at most
/// a quarter of a second counts.
void MpiCommunicator::look_after_peers(double seconds) {
  for (int rank = 0; rank < size_; ++rank) {
    Peer& peer = peers_[static_cast<std::size_t>(rank)];
    if (rank == rank_ || peer.lost || peer.left) continue;
    peer.silence += std::min(seconds, 0.25);
    peer.lost = peer.silence > patience;
    if (peer.lost && !failure_)
      announce(Signal::Kind::lost, rank,
               fmt::format("process {} of {} has died or hangs: nothing was heard of it for {} s", rank,
                           size_, patience));
  }
}

/// Tells the others what they must know, and looks after them.
void MpiCommunicator::keep_alive() {
  const double time = steady_seconds();
  std::unique_lock guard(lock_);
  if (time - last_look_ >= look_seconds) {
    look_after_peers(time - last_look_);
    last_look_ = time;
  }
  if (parting_) return;
  if (announcement_) {
    transfers_->tell_all(*std::exchange(announcement_, std::nullopt));
    leaving_announcement_ = true;
  } else if (leaving_announcement_ && transfers_->signals_leaving() == 0) {
    leaving_announcement_ = false;
    announced_ = true;
    news_.notify_all();
  }
  guard.unlock();
  // To one that takes nothing, a few beats on their way are enough.
  const bool choked = transfers_->signals_leaving() > 8 * static_cast<std::size_t>(size_);
  if (time - last_beat_ >= beat_seconds && !choked) {
    transfers_->tell_all({});
    last_beat_ = time;
  }
}

/// Between two looks at the network: not at all when somebody waits for it, else long enough to leave the
/// processor to those who compute.
void MpiCommunicator::rest() {
  std::unique_lock guard(lock_);
  if (awaited_) {
    guard.unlock();
    std::this_thread::yield();
    return;
  }
  wake_.wait_for(guard, std::chrono::microseconds(transfers_->arrays_moving() ? 100 : 300),
                 [&] { return awaited_ || !outbox_.empty(); });
}

}  // namespace heed
