// The engine: how gradients add up, what is an error, what is kept and what is let go.
#include <cmath>
#include <limits>

#include "autograd/anomaly.hpp"
#include "autograd/live_nodes.hpp"
#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/pool.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

namespace heed {
namespace {

Variable leaf(std::initializer_list<Scalar> values, const std::string& name = "") {
  return Variable::parameter(Array(Shape{static_cast<std::int64_t>(values.size())}, values), name);
}

std::vector<Scalar> grad(const Variable& x) { return {x.grad().values().begin(), x.grad().values().end()}; }

using Values = std::vector<Scalar>;

}  // namespace

TEST_CASE("gradients add up over backward calls until zero_grad") {
  Variable x = leaf({1, 2, 3});
  CHECK_FALSE(x.grad().defined());
  sum(x * 2).backward();
  CHECK(grad(x) == Values{2, 2, 2});
  sum(x * 3).backward();
  CHECK(grad(x) == Values{5, 5, 5});
  const Array kept = x.grad();
  x.zero_grad();
  CHECK_FALSE(x.grad().defined());
  sum(x).backward();
  CHECK(grad(x) == Values{1, 1, 1});
  CHECK(kept.data()[0] == 5);
}

TEST_CASE("a value that is used twice gets the sum") {
  const Variable x = leaf({3});
  sum(x * x).backward();
  CHECK(grad(x) == Values{6});
  const Variable y = leaf({2, 5});
  sum(y + y + y).backward();
  CHECK(grad(y) == Values{3, 3});
  // The same gradient array handed to two inputs must not be shared by what is added to one of them.
  const Variable a = leaf({1}), b = leaf({1});
  sum((a + b) + a * 10).backward();
  CHECK(grad(a) == Values{11});
  CHECK(grad(b) == Values{1});
}

TEST_CASE("diamonds: every path counts, every node is passed once") {
  const Variable x = leaf({2});
  Variable y = x;
  for (int i = 0; i < 40; ++i) y = y + y;  // 2^40 paths
  sum(y * Scalar(1.0 / 1024)).backward();
  CHECK(grad(x) == Values{static_cast<Scalar>(1073741824.0)});

  const Variable z = leaf({Scalar(0.5)});
  const Variable left = exp(z), right = left * left;  // long and short way to `left`
  sum(left * right + left).backward();                // e^3z + e^z
  CHECK(grad(z)[0] == Approx(3 * std::exp(1.5) + std::exp(0.5)));
}

TEST_CASE("retain_graph keeps the graph, without it a second backward is an error that says so") {
  const Variable x = leaf({1, 2});
  const Variable y = sum(exp(x) * x);
  y.backward({.retain_graph = true});
  const Values once = grad(x);
  y.backward();
  for (std::size_t i = 0; i < 2; ++i) CHECK(grad(x)[i] == Approx(2 * once[i]));
  const std::string text = error_text<Error>([&] { y.backward(); });
  CHECK_THAT(text, Catch::Contains("freed by an earlier backward()"));
  CHECK_THAT(text, Catch::Contains("retain_graph"));
  for (std::size_t i = 0; i < 2; ++i) CHECK(grad(x)[i] == Approx(2 * once[i]));
}

TEST_CASE("a graph that shares a freed part is refused and leaves no gradient behind") {
  const Variable x = leaf({1}, "x"), other = leaf({1}, "other");
  const Variable shared = exp(x);
  sum(shared * 2).backward();
  const Values before = grad(x);
  CHECK_THROWS_AS(sum(shared * other).backward(), Error);
  CHECK_FALSE(other.grad().defined());
  CHECK(grad(x) == before);
}

TEST_CASE("backward says what is wrong with the call") {
  const Variable x = leaf({1, 2, 3}, "x"), constant(Array::ones({3}));
  Variable y = exp(x), z = x;
  const auto says = [](const std::string& words, const auto& call) {
    CHECK_THAT(error_text<Error>(call), Catch::Contains(words));
  };
  says("[backward] the result has shape (3,)", [&] { exp(x).backward(); });
  says("shape (3,), its gradient (2,)", [&] { exp(x).backward({.gradient = Array::ones({2})}); });
  says("requires a gradient", [&] { sum(constant).backward(); });
  says("requires a gradient", [&] { Variable().backward(); });
  says("never given a value", [&] { exp(Variable()); });
  says("no leaf", [&] { y.grad(); });
  says("no leaf", [&] { constant.grad(); });
  says("no leaf", [&] { y.set_value(Array::ones({3})); });
  says("'x'", [&] { z.set_value(Array::ones({2})); });
  says("[set_grad]", [&] { z.set_grad(Array::ones({2})); });
}

TEST_CASE("backward with a gradient of its own") {
  const Variable x = leaf({1, 2, 3});
  (x * x).backward({.gradient = Array({3}, {1, 10, 100})});
  CHECK(grad(x) == Values{2, 40, 600});
  const Variable leaf_itself = leaf({4, 5});
  const Array seed = Array::ones({2});
  leaf_itself.backward({.gradient = seed});
  leaf_itself.backward({.gradient = seed});
  CHECK(grad(leaf_itself) == Values{2, 2});
  CHECK(seed.data()[0] == 1);
}

TEST_CASE("a pullback that gives a gradient of another shape is named") {
  const Variable x = leaf({1, 2, 3}, "weights");
  const Variable y = record("my_op", x.value(), {{x, [](const Array&) { return Array::ones({2, 2}); }}});
  const std::string text = error_text<ShapeError>([&] { sum(y).backward(); });
  CHECK_THAT(text, Catch::Contains("[my_op]"));
  CHECK_THAT(text, Catch::Contains("(2, 2)"));
  CHECK_THAT(text, Catch::Contains("'weights' (3,)"));
}

TEST_CASE("under NoGrad and after detach nothing is recorded") {
  const Variable x = leaf({1, 2});
  const std::int64_t before = live_nodes();
  {
    const NoGrad no_grad;
    CHECK_FALSE(grad_enabled());
    { const NoGrad again; }
    CHECK_FALSE(grad_enabled());
    const Variable y = exp(x);
    CHECK_FALSE(y.requires_grad());
    CHECK(live_nodes() == before);
  }
  CHECK(grad_enabled());
  const Variable y = exp(x);
  CHECK(live_nodes() == before + 1);
  CHECK_FALSE(y.detach().requires_grad());
  CHECK(y.detach().value().shares(y.value()));
  sum(y.detach() * x).backward();
  CHECK(grad(x) == Values{y.value().data()[0], y.value().data()[1]});
}

TEST_CASE("a chain of 200000 nodes goes backward and is destroyed without backward") {
  const Variable x = leaf({1});
  const auto chain = [&] {
    Variable y = x;
    for (int i = 0; i < 200'000; ++i) y = y + 0;  // recursion would need more than 8 MiB of stack
    return y;
  };
  {
    const Variable y = chain();
    CHECK(live_nodes() == 200'001);
    y.backward();
    CHECK(grad(x) == Values{1});
  }
  CHECK(live_nodes() == 1);
  chain();
  CHECK(live_nodes() == 1);
}

TEST_CASE("changing a leaf's value after the forward does not change what was recorded") {
  Variable x = leaf({2, 3});
  const Variable y = sum(x * x);
  x.mutable_data()[0] = 100;
  y.backward();
  CHECK(grad(x) == Values{4, 6});
  CHECK(x.value().data()[0] == 100);
}

TEST_CASE("an exception in a pullback leaves no half-summed gradients") {
  const Variable x = leaf({1, 2}, "x"), w = leaf({3, 4}, "w");
  sum(w * 1).backward();
  bool angry = true;
  const Variable fragile = record("fragile", x.value(), {{x, [&angry](const Array& g) {
                                                            if (angry) throw std::runtime_error("pullback");
                                                            return g;
                                                          }}});
  const Variable middle = exp(x);
  // newer than `fragile`, so their gradients arrive first
  const Variable y = sum(middle * w) + sum(fragile * w);
  const auto again = [&] { y.backward({.retain_graph = true}); };
  CHECK_THROWS_WITH(again(), "pullback");
  CHECK(grad(w) == Values{1, 1});
  CHECK_FALSE(x.grad().defined());
  angry = false;
  again();
  const Scalar e = std::exp(Scalar(1));
  CHECK(grad(x)[0] == Approx(3 * e + 3));
  CHECK(grad(w)[0] == Approx(1 + e + 1));
}

TEST_CASE("anomaly mode names the op, the tensor and the first coordinate") {
  const Scalar infinite = std::numeric_limits<Scalar>::infinity(), large = std::numeric_limits<Scalar>::max();
  const Variable scores = Variable::parameter(Array({2, 2}, {1, 2, 0, -1}), "scores"),
                 weights = Variable::parameter(Array({3}, {1, 4, 0}), "weights"),
                 constant(Array({1}, {infinite})), w = Variable::parameter(Array::full({2, 3}, large), "w"),
                 v = Variable::parameter(Array::zeros({1, 3}), "input");
  CHECK_NOTHROW(log(scores));
  const DetectAnomaly detect;
  const auto names = [](const std::vector<std::string>& words, const auto& call) {
    const std::string text = error_text<NumericError>(call);
    for (const std::string& word : words) CHECK_THAT(text, Catch::Contains(word));
  };
  names({"[log]", "'scores' (2, 2)", "-inf at (1, 0)"}, [&] { log(scores); });
  names({"NaN at (1, 1)"}, [&] { sqrt(scores); });
  names({"inf at (0,)"}, [&] { exp(constant); });
  const Variable root = sum(sqrt(weights));  // the slope at 0 is infinite
  names({"backward", "[sqrt]", "'weights' (3,)", "inf at (2,)"}, [&] { root.backward(); });
  CHECK_FALSE(weights.grad().defined());
  const Variable z = linear(v, w);
  names({"[linear]"}, [&] { z.backward({.gradient = Array::full({1, 2}, 2)}); });
}

TEST_CASE("anomaly mode finds what overflows only when gradients add up") {
  const Scalar large = std::numeric_limits<Scalar>::max() * Scalar(0.75);
  const Variable x = Variable::parameter(Array({2}, {0, 0}), "weights"), y = tanh(x);
  const DetectAnomaly detect;
  const auto blames = [](const std::string& sum_of, const Variable& result) {
    CHECK_THAT(error_text<NumericError>([&] { result.backward(); }),
               Catch::Contains("sum of the gradients of " + sum_of) && Catch::Contains("inf at (0,)"));
  };
  blames("'weights' (2,)", sum(x * large + x * large));
  blames("[tanh]", sum(y * large + y * large));  // not tanh's own: what comes to it is infinite already
  sum(x * large).backward();
  blames("'weights' (2,)", sum(x * large));
  CHECK(x.grad().data()[0] == large);  // what stood there is kept
}

}  // namespace heed
