// Observers see what the engine does: the anomaly search, the profile, a training that sends gradients
// off.
#pragma once

#include <span>

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// Told what the engine does on the thread that made it, while it lives. What it throws ends the op or the
/// sweep.
class Observer {
 public:
  Observer() : older_(std::exchange(newest_, this)) {}
  virtual ~Observer() {
    Observer** at = &newest_;
    while (*at != nullptr && *at != this) at = &(*at)->older_;
    if (*at == this) *at = older_;
  }
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// `op` gave `value`; nothing has been recorded yet.
  virtual void computed(const char* /*op*/, const Array& /*value*/, std::span<const Variable> /*inputs*/) {}
  /// The backward of `op` gives `gradient` to `node`, which has not been added yet. ("backward" gives the
  /// first one.) What a pullback adds in place does not come by here.
  virtual void arriving(const char* /*op*/, const Node& /*node*/, const Array& /*gradient*/) {}
  /// The pullback of `node` has run: its inputs have all that it gives.
  virtual void pulled(const Node& /*node*/) {}

  /// The newest of this thread, and the one before; null after the last.
  static Observer* newest() { return newest_; }
  Observer* older() const { return older_; }

 private:
  // A plain pointer, which an observer of static life still finds when the thread ends.
  static inline thread_local Observer* newest_ = nullptr;
  Observer* older_;
};

/// Calls tell(observer) for each observer of this thread.
template <typename Tell>
void tell_observers(Tell tell) {
  for (Observer* o = Observer::newest(); o != nullptr; o = o->older()) tell(*o);
}

}  // namespace heed
