// Which cases the known-wrong implementations are run on and compared with an answer.
#pragma once

#include <set>
#include <string>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

struct Compared {
  Expected expected;
  Outcomes got;
};

/// Of a part in which time ran out (`timed_out`), the cases that came out. Of a part that measures costs, not
/// the long cases, on which an implementation that costs too much takes seconds: unless these alone are
/// wrong.
Compared what_is_compared(const Expected& expected, const Outcomes& got,
                          const std::set<std::string>& timed_out);

}  // namespace heed::grading
