#include "autograd/op_profile.hpp"

#include <algorithm>
#include <utility>

#include "autograd/node.hpp"

namespace heed::inline HEED_PRECISION {

double OpProfile::lap() {
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
}

OpTime& OpProfile::time_of(const std::string& work) {
  OpTime& time = times_[work];
  time.op = work;
  return time;
}

void OpProfile::charge(const std::string& work) {
  OpTime& time = time_of(work);
  ++time.calls;
  time.forward += lap();
}

void OpProfile::computed(const char* op, const Array&, std::span<const Variable>) { charge(op); }

void OpProfile::pulled(const Node& node) { time_of(node.op).backward += lap(); }

std::vector<OpTime> OpProfile::times() const {
  std::vector<OpTime> list;
  for (const auto& [name, time] : times_) list.push_back(time);
  std::sort(list.begin(), list.end(), [](const OpTime& a, const OpTime& b) { return a.total() > b.total(); });
  return list;
}

}  // namespace heed
