// Communicator over MPI, with an ear for processes that die, hang or fail.
#pragma once

#include <memory>
#include <string>

#include "nn/processes/communicator.hpp"

namespace heed {

class MpiLine;

/// Makes this process one of those that mpirun started. A thread of its own makes all MPI calls: messages
/// travel while the program computes, and every half second each process tells the others that it is alive.
/// A process counts as failed when it says so, when its process is gone (seen at once on the same machine),
/// or when nothing was heard of it for `patience` seconds; waiting for a live process has no limit.
///
/// For experiments, $HEED_LINK_LATENCY (microseconds) delays every message, and $HEED_LINK_BANDWIDTH
/// (megabytes a second) lets the messages of a process leave one after the other, as a network would.
class MpiCommunicator : public Communicator {
 public:
  static constexpr double patience = 5;

  MpiCommunicator();
  /// Ends MPI in good order; after a failure, or without finish(), the process must end with _exit instead.
  ~MpiCommunicator() override;

  int rank() const override;
  int size() const override;
  void send(int to, int tag, const Array& array) override;
  Array receive(int from, int tag) override;
  bool speaks() const override;

  /// Waits until every process is here: the work is done. Throws ProcessesError.
  void finish();
  /// Tells the others that this process ends with an error, and the error.
  void fail(const std::string& error);
  /// After a failure, for a process that does not speak: waits until the one that does is gone.
  void wait_for_speaker();
  /// Ends processes of this machine that hang, as they do not end by themselves.
  void end_hanging();

 private:
  std::unique_ptr<MpiLine> line_;
};

}  // namespace heed
