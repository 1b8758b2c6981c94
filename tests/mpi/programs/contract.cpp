// Checks what MpiCommunicator promises, by the processes that mpirun starts: each says what it misses, and
// ends with 1: the order of messages, gather(), and that nothing is under way when MPI ends. MPI's own
// functions are replaced by some that look, and pass on to those of the same name with a P.
#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "nn/processes/communicator.hpp"
#include "tools/mpi/mpi_communicator.hpp"

using namespace heed;

namespace {

std::atomic<long> sent{0}, received{0}, failures{0};

void require(bool good, std::string_view what, int rank) {
  if (good) return;
  ++failures;
  fmt::print("process {}: {}\n", rank, what);
}

/// Messages of the same sender arrive in the order in which they were sent: large ones, which take longer,
/// before small ones.
void check_order(MpiCommunicator& all) {
  constexpr int rounds = 8;
  const std::vector<std::int64_t> sizes{300, 4, 100'000, 1, 5'000, 2};
  for (int round = 0; round < rounds; ++round) {
    if (all.rank() > 0) {
      for (const std::int64_t size : sizes) all.send(0, Array::full({size}, static_cast<Scalar>(round)));
      all.receive(0);
      continue;
    }
    for (int from = 1; from < all.size(); ++from) {
      bool in_order = true;
      for (const std::int64_t size : sizes) {
        const Array array = all.receive(from);
        in_order &= array.size() == size && array.values().back() == static_cast<Scalar>(round);
      }
      require(in_order, fmt::format("round {}: the messages of {} came in another order", round, from), 0);
      all.send(from, Array::zeros({1}));
    }
  }
}

/// As at the end of each epoch: large answers, after which process 0 sends a number at once.
void check_gather(MpiCommunicator& all) {
  for (int round = 0; round < 8; ++round) {
    check_agreement(all, "in the test", {{"a fact of 600 letters", std::string(600, 'x')}});
    const std::vector<double> numbers = gather(all, std::vector<double>{static_cast<double>(round)});
    require(numbers == std::vector<double>(static_cast<std::size_t>(all.size()), round), "another number",
            all.rank());
  }
  if (all.size() == 1) return;
  try {
    check_agreement(all, "in the test", {{"who", all.rank() + 1 == all.size() ? "I" : "we"}});
    require(false, "a difference of the last process was not seen", all.rank());
  } catch (const ProcessesError&) {
    throw;
  } catch (const Error&) {
  }
}

}  // namespace

extern "C" {

int MPI_Isend(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm world,
              MPI_Request* request) {
  ++sent;
  return PMPI_Isend(memory, count, type, to, tag, world, request);
}

int MPI_Mrecv(void* memory, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  ++received;
  return PMPI_Mrecv(memory, count, type, message, status);
}

int MPI_Imrecv(void* memory, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  ++received;
  return PMPI_Imrecv(memory, count, type, message, request);
}

int MPI_Finalize() {
  long mine = sent - received, all = 0;
  PMPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  require(all == 0, fmt::format("{} messages under way when MPI ended", all), -1);
  return PMPI_Finalize();
}
}

int main() {
  ::setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);  // as heed_mpi does
  try {
    MpiCommunicator all;
    check_order(all);
    check_gather(all);
    all.finish();
    // The others go on saying that they are alive meanwhile.
    if (all.rank() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(700));
  } catch (const std::exception& problem) {
    fmt::print("{}\n", problem.what());
    std::fflush(stdout);
    ::_exit(1);
  }
  return failures > 0 ? 1 : 0;
}
