// The time of a step, by op: a profile that a learner can read.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "autograd/observer.hpp"

namespace heed::inline HEED_PRECISION {

/// The time that all calls of one op took, in seconds.
struct OpTime {
  std::string op;
  std::int64_t calls = 0;
  double forward = 0, backward = 0;
  double total() const { return forward + backward; }
};

/// While it lives, the time on this thread is charged to ops: what passes between the recording of one op and
/// of the next to the next one, what a pullback takes to the backward of its op. So the forward time of an op
/// includes what the code around it did before (building masks, looking up modules).
class OpProfile : public Observer {
 public:
  OpProfile() : last_(Clock::now()) {}

  /// Charges what passed since the last charge to work that is no op: "Adam".
  void charge(const std::string& work);
  /// Starts the clock anew: what passed is nobody's.
  void skip() { lap(); }
  /// The largest first.
  std::vector<OpTime> times() const;

  void computed(const char* op, const Array& value, std::span<const Variable> inputs) override;
  void pulled(const Node& node) override;

 private:
  using Clock = std::chrono::steady_clock;
  double lap();
  OpTime& time_of(const std::string& work);
  Clock::time_point last_;
  std::map<std::string, OpTime> times_;
};

}  // namespace heed
