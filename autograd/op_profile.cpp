#include "autograd/op_profile.hpp"

#include <algorithm>
#include <utility>

#include "lib/core/error.hpp"

namespace heed {
namespace {
thread_local OpProfile* running = nullptr;
}

OpProfile::OpProfile() : last_(Clock::now()) {
  if (running != nullptr) throw_error<UsageError>("OpProfile: there is one already; make one at a time");
  running = this;
}
OpProfile::~OpProfile() { running = nullptr; }

double OpProfile::lap() {
  const Clock::time_point now = Clock::now();
  return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
}

void OpProfile::skip() { lap(); }

void OpProfile::charge(const std::string& work) {
  OpTime& time = times_[work];
  time.op = work;
  ++time.calls;
  time.forward += lap();
}

std::vector<OpTime> OpProfile::times() const {
  std::vector<OpTime> list;
  for (const auto& [name, time] : times_) list.push_back(time);
  std::sort(list.begin(), list.end(), [](const OpTime& a, const OpTime& b) { return a.total() > b.total(); });
  return list;
}

void charge_forward(const char* op) {
  if (running != nullptr) running->charge(op);
}

void charge_backward(const char* op) {
  if (running == nullptr) return;
  OpTime& time = running->times_[op];
  time.op = op;
  time.backward += running->lap();
}

}  // namespace heed
