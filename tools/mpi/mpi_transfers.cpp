#include "tools/mpi/mpi_transfers.hpp"

#include <set>

#include "lib/core/error.hpp"
#include "nn/processes/communicator.hpp"

namespace heed {
namespace {

constexpr int signal_tag = 0;  // arrays have their own tag + 1

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

MpiTransfers::MpiTransfers() {
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED)
    throw_error<ProcessesError>(
        "this MPI library was built without threads (MPI_THREAD_FUNNELED), of which one talks to it here");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  int known = 0;
  const int* largest = nullptr;
  check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&largest), &known), "MPI_TAG_UB");
  if (known != 0) largest_tag_ = *largest - 1;
}

void MpiTransfers::finish() { check(MPI_Finalize(), "MPI_Finalize"); }

void MpiTransfers::check_can_send(int tag, const Array& array) const {
  const std::size_t bytes = array.values().size_bytes();
  if (bytes > 2'147'483'647) throw_error<Error>("a parameter of {} bytes: MPI sends up to 2 GiB", bytes);
  if (tag < 0 || tag > largest_tag_)
    throw_error<Error>(
        "message {} of a step: this MPI library numbers up to {}; use fewer --shards, or a model of fewer "
        "parameters",
        tag, largest_tag_);
}

void MpiTransfers::send(int to, int tag, Array array) {
  const int bytes = static_cast<int>(array.values().size_bytes());
  Leaving& l = leaving_.emplace_back(Leaving{std::move(array)});
  check(MPI_Isend(l.array.data(), bytes, MPI_BYTE, to, tag + 1, MPI_COMM_WORLD, &l.request), "MPI_Isend");
}

void MpiTransfers::tell_all(const Signal& signal) {
  for (int to = 0; to < size_; ++to) {
    if (to == rank_) continue;
    Told& told = signals_.emplace_back(Told{signal});
    check(MPI_Isend(&told.signal, sizeof(Signal), MPI_BYTE, to, signal_tag, MPI_COMM_WORLD, &told.request),
          "MPI_Isend");
  }
}

bool MpiTransfers::take_one(News& news) {
  int found = 0, bytes = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  check(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, &status), "MPI_Improbe");
  if (found == 0) return false;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  const int from = status.MPI_SOURCE;
  if (status.MPI_TAG == signal_tag) {
    auto& signal = news.signals.emplace_back(from, Signal{}).second;
    check(MPI_Mrecv(&signal, sizeof signal, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
    return true;
  }
  Array array(Shape{static_cast<std::int64_t>(static_cast<std::size_t>(bytes) / sizeof(Scalar))});
  Scalar* memory = array.mutable_data();
  Arriving& a = arriving_.emplace_back(Arriving{{from, status.MPI_TAG - 1, std::move(array)}});
  check(MPI_Imrecv(memory, bytes, MPI_BYTE, &message, &a.request), "MPI_Imrecv");
  return true;
}

void MpiTransfers::take_arrived(News& news) {
  // They were matched in the order in which they were sent, but a large one takes longer: what was sent after
  // it, by the same process and with the same tag, waits for it.
  std::set<std::pair<int, int>> delayed;
  for (auto at = arriving_.begin(); at != arriving_.end();) {
    const std::pair<int, int> way{at->what.from, at->what.tag};
    if (!delayed.contains(way) && finished(at->request)) {
      news.arrived.push_back(std::move(at->what));
      at = arriving_.erase(at);
    } else {
      delayed.insert(way);
      ++at;
    }
  }
}

MpiTransfers::News MpiTransfers::look() {
  News news;
  while (take_one(news)) {
  }
  take_arrived(news);
  for (auto at = leaving_.begin(); at != leaving_.end();) {
    if (finished(at->request)) {
      news.sent.push_back(std::move(at->array));
      at = leaving_.erase(at);
    } else {
      ++at;
    }
  }
  signals_.remove_if([](Told& told) { return finished(told.request); });
  return news;
}

}  // namespace heed
