// Processes that train one model together, and what they say to each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/core/error_types.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// The way from process to process: messages are arrays, which arrive in the order in which their sender has
/// sent them.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  // this process, from 0
  virtual int size() const = 0;  // all of them

  /// May wait until the other process receives it. Both throw ProcessesError when a process has failed.
  virtual void send(int to, const Array& array) = 0;
  /// Waits for an array of that process; of rank 1.
  virtual Array receive(int from) = 0;

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
Array broadcast(Communicator& processes, Array array);

/// Returns what each process has, by rank, at every process.
std::vector<std::string> gather(Communicator& processes, const std::string& mine);
std::vector<double> gather(Communicator& processes, const std::vector<double>& mine);  // one after the other

/// Names each fact, with its value or a hash of it.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Compares the facts of all processes. Throws Error on every one of them where a process has another value
/// than process 0: with its rank, the fact, and both values.
void check_agreement(Communicator& processes, const std::string& when, const Facts& facts);

/// content_hash() of names, shapes and elements.
std::string hash_of(const StateDict& tensors);

/// Calls `work` on process 0, then on process 1, …: for what all do to the same files.
void in_turn(Communicator& processes, const std::function<void()>& work);

}  // namespace heed
