#include "tools/mpi/mpi_communicator.hpp"

#include <algorithm>
#include <chrono>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr double beat_seconds = 0.5, look_seconds = 0.1;
constexpr int signal_tag = 0, array_tag = 1;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void check(int result, const char* what) {
  if (result == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(result, text, &length);
  throw_error<ProcessesError>("the connection to the other processes failed: {}: {}", what, text);
}

bool finished(MPI_Request& request) {
  int done = 0;
  check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  return done != 0;
}

}  // namespace

MpiCommunicator::MpiCommunicator() {
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_SERIALIZED)
    throw_error<ProcessesError>(
        "this MPI library was built without threads (MPI_THREAD_SERIALIZED), of which two talk to it here");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  peers_.resize(static_cast<std::size_t>(size_));
  last_look_ = steady_seconds();
  watch_ = std::thread([this] {
    try {
      while (!stop_) {
        std::this_thread::sleep_for(std::chrono::duration<double>(look_seconds));
        const std::lock_guard guard(lock_);
        turn();
      }
    } catch (const std::exception& problem) {
      const std::lock_guard guard(lock_);
      ended_badly_ = true;
      if (!failure_) failure_ = problem.what();
    }
  });
}

/// MPI ends only where nothing is under way: each process says a last word, after which it sends nothing, and
/// as messages keep their order, whoever has that of all others has received whatever they sent.
MpiCommunicator::~MpiCommunicator() {
  stop_ = true;
  watch_.join();
  const auto nothing_left = [&] {
    return told_.empty() && std::ranges::count(peers_, true, &Peer::left) + 1 == size_;
  };
  try {
    {
      const std::lock_guard guard(lock_);
      leaving_ = true;
      tell_all({.kind = Signal::Kind::leaving});
    }
    wait(nothing_left);
    check(MPI_Finalize(), "MPI_Finalize");
  } catch (const std::exception&) {  // the process ends with _exit
  }
}

void MpiCommunicator::send(int to, const Array& array) {
  const std::size_t bytes = array.values().size_bytes();
  if (bytes > 2'147'483'647) throw_error<Error>("a gradient of {} bytes: MPI sends up to 2 GiB", bytes);
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const std::lock_guard guard(lock_);
    check(MPI_Isend(array.data(), static_cast<int>(bytes), MPI_BYTE, to, array_tag, MPI_COMM_WORLD, &request),
          "MPI_Isend");
  }
  wait_for(request, array);
}

Array MpiCommunicator::receive(int from) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  wait([&] {
    int found = 0;
    check(MPI_Improbe(from, array_tag, MPI_COMM_WORLD, &found, &message, &status), "MPI_Improbe");
    return found != 0;
  });
  Array array;
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const std::lock_guard guard(lock_);
    peers_[static_cast<std::size_t>(from)].silence = 0;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    array = Array(Shape{static_cast<std::int64_t>(static_cast<std::size_t>(bytes) / sizeof(Scalar))});
    check(MPI_Imrecv(array.mutable_data(), bytes, MPI_BYTE, &message, &request), "MPI_Imrecv");
  }
  wait_for(request, array);
  return array;
}

/// Looks at the network until it is so. Throws ProcessesError when a process has failed.
void MpiCommunicator::wait(const std::function<bool()>& done) {
  for (;; std::this_thread::yield()) {
    const std::lock_guard guard(lock_);
    if (done()) return;
    turn();
    if (failure_) throw_error<ProcessesError>("{}", *failure_);
  }
}

/// Waits until the array has been sent or received.
void MpiCommunicator::wait_for(MPI_Request request, const Array& array) try {
  wait([&] { return finished(request); });
} catch (const ProcessesError&) {
  abandoned_.push_back(array);
  throw;
}

bool MpiCommunicator::speaks() const {
  const std::lock_guard guard(lock_);
  return first_left() == rank_;
}

void MpiCommunicator::fail(const std::string& error) {
  {
    const std::lock_guard guard(lock_);
    if (failure_) return;  // known already
    announce(Signal::Kind::failed, rank_, error);
  }
  // It must have left before the process ends; who takes nothing is waited for no longer than a second.
  for (int i = 0; i < 100; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const std::lock_guard guard(lock_);
    if (told_.empty()) return;
  }
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

/// The rank of the first process that is not lost.
int MpiCommunicator::first_left() const {
  return static_cast<int>(std::ranges::find(peers_, false, &Peer::lost) - peers_.begin());
}

/// Says what has failed, for this process and soon for all.
void MpiCommunicator::announce(Signal::Kind kind, int about, const std::string& text) {
  failure_ = text;
  Signal signal{.kind = kind, .about = about};
  text.copy(signal.text, sizeof signal.text - 1);
  tell_all(signal);
}

void MpiCommunicator::tell_all(const Signal& signal) {
  for (int to = 0; to < size_; ++to) {
    if (to == rank_) continue;
    Told& told = told_.emplace_back(Told{signal});
    check(MPI_Isend(&told.signal, sizeof(Signal), MPI_BYTE, to, signal_tag, MPI_COMM_WORLD, &told.request),
          "MPI_Isend");
  }
}

/// Hears what the others tell, looks after them, and tells them that this process is alive.
void MpiCommunicator::turn() {
  for (;;) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(MPI_ANY_SOURCE, signal_tag, MPI_COMM_WORLD, &found, &message, &status), "MPI_Improbe");
    if (found == 0) break;
    Signal signal;
    check(MPI_Mrecv(&signal, sizeof signal, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
    take(status.MPI_SOURCE, signal);
  }
  told_.remove_if([](Told& told) { return finished(told.request); });
  const double time = steady_seconds();
  if (time - last_look_ >= look_seconds) {
    look_after_peers(time - last_look_);
    last_look_ = time;
  }
  // To one that takes nothing, a few beats on their way are enough.
  if (time - last_beat_ >= beat_seconds && !leaving_ && told_.size() <= 8 * peers_.size()) {
    tell_all({});
    last_beat_ = time;
  }
}

void MpiCommunicator::take(int from, const Signal& signal) {
  Peer& sender = peers_[static_cast<std::size_t>(from)];
  sender.silence = 0;
  if (signal.kind == Signal::Kind::leaving) sender.left = true;
  if (signal.kind == Signal::Kind::lost) {
    peers_[static_cast<std::size_t>(signal.about)].lost = true;
    if (!failure_) failure_ = signal.text;
  }
  if (signal.kind == Signal::Kind::failed && !failure_)
    failure_ = fmt::format("process {} of {} has failed: {}", signal.about, size_, signal.text);
}

/// Time in which this process itself was stopped is not held against the others: at most a quarter of a
/// second counts.
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

}  // namespace heed
