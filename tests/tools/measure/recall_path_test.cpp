// The steps of paths: counted in nets, and how they grow.
#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tools/measure/difference.hpp"
#include "tools/measure/recall.hpp"

using namespace heed;

namespace {

RecallNet net_of(RecallNet::Kind kind, Rng& rng) {
  return {{.kind = kind, .vocabulary = 8, .width = 16, .layers = 2, .reach = 70}, rng};
}

}  // namespace

TEST_CASE("a path takes one step of attention, a step a token of a recurrent net, layers of a convolution") {
  using Kind = RecallNet::Kind;
  Rng rng(5);
  const auto steps = [&](Kind kind) {
    const RecallNet net = net_of(kind, rng);
    Curve curve;
    for (const std::int64_t distance : {4, 16, 64})
      curve.emplace_back(distance, static_cast<double>(path_steps(net, distance)));
    return curve;
  };
  CHECK(steps(Kind::attention) == Curve{{4, 1}, {16, 1}, {64, 1}});
  // 4 taps a layer, each four times as far apart: as many steps as a number has digits other than 0 to the
  // base of 4, at most: 3, 15 = 33₄, 63 = 333₄
  CHECK(steps(Kind::convolution) == Curve{{4, 1}, {16, 2}, {64, 3}});
  for (const Kind kind : {Kind::rnn, Kind::lstm, Kind::state_space})
    CHECK(steps(kind) == Curve{{4, 4}, {16, 16}, {64, 64}});
  const RecallNet near({.kind = Kind::convolution, .vocabulary = 8, .width = 16, .reach = 16}, rng);
  CHECK(path_steps(near, 15) == 2);
  CHECK(path_steps(near, 16) == 0);  // beyond its reach
}

TEST_CASE("paths are told constant, logarithmic and linear apart from three distances on") {
  CHECK(path_growth({{8, 1}, {32, 1}, {512, 1}}) == PathGrowth::constant);
  CHECK(path_growth({{8, 2}, {32, 3}, {128, 4}, {512, 5}}) == PathGrowth::logarithmic);
  CHECK(path_growth({{8, 8}, {32, 32}, {512, 512}}) == PathGrowth::linear);
  CHECK_FALSE(path_growth({{8, 64}, {32, 1024}, {512, 262144}}).has_value());
  CHECK_FALSE(path_growth({{8, 1}, {32, 1}}).has_value());
  CHECK(growth_text(PathGrowth::logarithmic) == "O(log n)");
  CHECK(growth_text({}) == "–");
}

TEST_CASE("a net that goes from token to token computes the same one token at a time, by its state alone") {
  Rng rng(6);
  const NoGrad no_grad;
  for (const RecallNet::Kind kind :
       {RecallNet::Kind::rnn, RecallNet::Kind::lstm, RecallNet::Kind::state_space}) {
    const RecallNet net = net_of(kind, rng);
    const Variable x(rng.normal({1, 9, 16}));
    RecallNet::State state;
    std::vector<Variable> each;
    for (std::int64_t t = 0; t < 9; ++t) each.push_back(net.added(0, slice(x, 1, t, t + 1), state));
    CHECK(largest_difference(concat(each, 1).value(), net.added(0, x).value()) < 1e-5);
  }
  RecallNet::State none;
  const RecallNet attention = net_of(RecallNet::Kind::attention, rng);
  CHECK_THROWS_AS(attention.added(0, Variable(rng.normal({1, 1, 16})), none), UsageError);
}
