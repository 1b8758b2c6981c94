// Arrays that wait to leave.
#pragma once

#include <deque>
#include <optional>

#include "lib/array/array.hpp"

namespace heed {

/// First in, first out. As over a slower network if $HEED_LINK_LATENCY (microseconds) or $HEED_LINK_BANDWIDTH
/// (megabytes a second) say so. Knows no locks.
class Outbox {
 public:
  struct Letter {
    int to, tag;
    Array array;
    double due;  // not before this time, in seconds of the steady clock
  };

  Outbox();
  void push(int to, int tag, const Array& array);
  bool empty() const { return letters_.empty(); }
  /// Whether one is due.
  bool due() const;
  /// The first one, if it is due.
  std::optional<Letter> take_due();

 private:
  double latency_, bandwidth_;  // seconds; bytes a second, or 0 for any number
  double link_free_ = 0;        // when the last one will have gone out
  std::deque<Letter> letters_;
};

/// Seconds of the steady clock.
double steady_seconds();

}  // namespace heed
