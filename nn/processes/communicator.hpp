// Processes that train one model together, and what they say to each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/core/error_types.hpp"

namespace heed::inline HEED_PRECISION {

/// The way from process to process: messages are arrays, found again by who sent them and by a tag. Of the
/// same sender and tag they arrive in the order in which they were sent.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  // this process, from 0
  virtual int size() const = 0;  // all of them

  /// Returns at once. The elements travel while the program goes on; who writes to a handle of the same array
  /// meanwhile writes to a copy.
  virtual void send(int to, int tag, const Array& array) = 0;
  /// Waits for an array of that process and tag; of rank 1. Throws ProcessesError when a process has failed.
  virtual Array receive(int from, int tag) = 0;

  /// Says if this process speaks and saves for all: process 0, or when that has failed the first that is
  /// left.
  virtual bool speaks() const { return rank() == 0; }
};

/// One process has died, hangs, or says that it failed; the text names it and the cause.
class ProcessesError : public Error {
 public:
  using Error::Error;
};

/// One process without others.
Communicator& alone();

// ---- by all processes: each has to call them, in the same order; they throw ProcessesError ----

/// Gives the array of process 0 to all, passed on from process to process in a binary tree.
Array broadcast(Communicator& processes, int tag, Array array);

/// Returns what each process has, by rank, at every process.
std::vector<std::string> gather(Communicator& processes, const std::string& mine);
std::vector<double> gather(Communicator& processes, const std::vector<double>& mine);  // one after the other

/// Returns what process 0 has; each process gives as many numbers.
std::vector<double> broadcast(Communicator& processes, const std::vector<double>& values);

/// Calls `work` on process 0, then on process 1, …: for what all do to the same files.
void in_turn(Communicator& processes, const std::function<void()>& work);

/// Tags below this are those of the functions above that are given none.
inline constexpr int first_free_tag = 3;

}  // namespace heed
