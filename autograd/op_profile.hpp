// Where the time of a step goes, by op: a profile that a learner can read.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heed {

/// The time that all calls of one op took, in seconds.
struct OpTime {
  std::string op;
  std::int64_t calls = 0;
  double forward = 0, backward = 0;
  double total() const { return forward + backward; }
};

/// While it lives, the time on this thread is charged to ops: what passes between the recording of one op and
/// of the next to the next one, what a pullback takes to the backward of its op. So the forward time of an op
/// includes what the code around it did before (building masks, looking up modules). One at a time.
class OpProfile {
 public:
  /// Throws UsageError if there is one already.
  OpProfile();
  ~OpProfile();
  OpProfile(const OpProfile&) = delete;
  OpProfile& operator=(const OpProfile&) = delete;

  /// Charges what passed since the last charge to work that is no op: "Adam".
  void charge(const std::string& work);
  /// Starts the clock anew: what passed is nobody's.
  void skip();
  /// The largest first.
  std::vector<OpTime> times() const;

 private:
  using Clock = std::chrono::steady_clock;
  friend void charge_forward(const char* op);
  friend void charge_backward(const char* op);
  double lap();
  Clock::time_point last_;
  std::map<std::string, OpTime> times_;
};

/// For the engine: free while no profile lives.
void charge_forward(const char* op);
void charge_backward(const char* op);

}  // namespace heed
