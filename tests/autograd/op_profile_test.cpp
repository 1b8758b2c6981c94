// The profile charges every op that runs, forward and backward, and nothing while there is none.
#include "autograd/op_profile.hpp"

#include <algorithm>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {
const OpTime& time_of(const std::vector<OpTime>& times, const std::string& op) {
  const auto found = std::find_if(times.begin(), times.end(), [&](const OpTime& t) { return t.op == op; });
  REQUIRE(found != times.end());
  return *found;
}
}  // namespace

TEST_CASE("a profile counts the ops of a step and the time of both directions") {
  const Variable x = Variable::parameter(Array::ones({200, 200}));
  std::vector<OpTime> times;
  {
    OpProfile profile;
    sum(matmul(exp(x), exp(x))).backward();
    profile.charge("the optimiser");
    times = profile.times();
  }
  CHECK(time_of(times, "exp").calls == 2);
  CHECK(time_of(times, "matmul").calls == 1);
  CHECK(time_of(times, "matmul").forward > 0);
  CHECK(time_of(times, "matmul").backward > 0);
  CHECK(time_of(times, "the optimiser").calls == 1);
  CHECK(std::is_sorted(times.begin(), times.end(),
                       [](const OpTime& a, const OpTime& b) { return a.total() > b.total(); }));
  const std::size_t before = times.size();
  exp(x);
  OpProfile after;
  CHECK(after.times().empty());
  CHECK(before == times.size());
}
