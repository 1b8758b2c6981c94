// Planted wrong gradients: each usual mistake must be caught and called by its name.
#include "autograd/gradcheck.hpp"

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

Variable input(const Shape& shape, const std::string& name, std::uint64_t seed = 3) {
  Rng rng(seed);
  return Variable::parameter(rng.uniform(shape, 0.5, 1.5), name);
}

/// An op with value(x) whose backward is whatever `wrong` says.
template <typename F>
Variable planted(const Variable& x, const Array& value, F wrong) {
  return record("planted", value, {{x, wrong}});
}

void expect(const GradcheckResult& result, const std::string& pattern, const std::string& words) {
  INFO(result.report);
  CHECK_FALSE(result.ok);
  CHECK(result.pattern == pattern);
  CHECK(result.report.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("gradcheck accepts right gradients and says how many entries it compared") {
  const Variable a = input({3, 4}, "a"), b = input({4, 2}, "b", 4);
  const GradcheckResult result =
      gradcheck([](const Variable& x, const Variable& y) { return tanh(matmul(x, y)); }, {a, b});
  INFO(result.report);
  CHECK(result);
  CHECK(result.pattern.empty());
  CHECK(result.report.find("20 entries agree") != std::string::npos);
}

TEST_CASE("gradcheck leaves inputs and their gradients as they were") {
  Variable x = input({5}, "x");
  const Array before = x.value();
  x.set_grad(Array::full({5}, 7));
  CHECK(gradcheck([](const Variable& v) { return exp(v); }, {x}).ok);
  CHECK(identical(x.value(), before));
  CHECK(identical(x.grad(), Array::full({5}, 7)));
}

TEST_CASE("gradcheck names a constant factor") {
  const Variable x = input({2, 3}, "x");
  const auto twice = [](const Variable& v) {
    const Array y = exp(v.value());
    return planted(v, y, [y](const Array& g) { return g * y * 2; });
  };
  const GradcheckResult result = gradcheck(twice, {x});
  expect(result, "constant factor", "2 times (1/0.5) what it should be");
  expect(result, "constant factor", "input 0 'x' (2, 3)");
  CHECK(result.input == 0);
  CHECK(result.backward == Approx(2 * result.difference).epsilon(0.02));
  const auto mean_forgotten = [](const Variable& v) {
    return planted(v, v.value() * 3, [](const Array& g) { return g; });
  };
  expect(gradcheck(mean_forgotten, {x}), "constant factor", "0.3333 times (1/3) what");
}

TEST_CASE("gradcheck names a wrong sign") {
  const auto wrong = [](const Variable& a, const Variable& b) {
    const auto same = [](const Array& g) { return g; };
    return record("planted", a.value() - b.value(), {{a, same}, {b, same}});
  };
  const GradcheckResult result = gradcheck(wrong, {input({4}, "a"), input({4}, "b", 5)});
  expect(result, "sign", "input 1 'b'");
  CHECK(result.input == 1);
}

TEST_CASE("gradcheck names a transposed gradient") {
  const auto gradient = [](const Variable& v) {
    const Array w = Rng(9).uniform({3, 3}, 1, 2);
    return planted(v, v.value() * w, [w](const Array& g) { return transpose(g * w); });
  };
  expect(gradcheck(gradient, {input({3, 3}, "x")}), "transposed", "last two axes exchanged");
}

TEST_CASE("gradcheck names an ignored upstream gradient") {
  const auto wrong = [](const Variable& v) {
    const Array y = exp(v.value());
    return planted(v, y, [y](const Array&) { return y; });
  };
  expect(gradcheck(wrong, {input({2, 3}, "x")}), "upstream ignored", "upstream ignored");
  // With a scalar result it looks like a factor, and must still be told from one.
  const auto scalar = [](const Variable& v) {
    return planted(v, sum(v.value()), [s = v.shape()](const Array&) { return Array::ones(s); });
  };
  expect(gradcheck(scalar, {input({3}, "x")}), "upstream ignored", "upstream ignored");
}

TEST_CASE("gradcheck names gradients that are overwritten instead of accumulated") {
  // A joint pullback that does not ask whether something stands in its target.
  const auto overwrites = [](const Variable& v) {
    const Array y = exp(v.value());
    return record_joint("planted", y, {v}, [y](const Array& g, Gradients& into) {
      const Array d = g * y;
      std::copy_n(d.data(), d.size(), into.target(0).memory.data());
    });
  };
  const Variable x = input({2, 3}, "x");
  const GradcheckResult alone = gradcheck(overwrites, {x});
  expect(alone, "overwritten", "add to it");
  expect(alone, "overwritten", "in 0 of 6 entries");
  const auto used_twice = [&](const Variable& v) {
    const Variable first = overwrites(v);
    return first + v * 3;
  };
  expect(gradcheck(used_twice, {x}), "overwritten", "add to it");
}

TEST_CASE("gradcheck hands on the error of a gradient whose shape the sweep cannot sum") {
  const auto shape = [](const Variable& v) {
    return planted(v, broadcast_to(v.value().reshape({2, 1}), {2, 3}), [](const Array& g) { return g; });
  };
  expect(gradcheck(shape, {input({2}, "v")}), "backward threw", "[planted]");
}

TEST_CASE("gradcheck names a cut graph") {
  const auto cut = [](const Variable& x, const Variable& y) { return Variable(exp(x.value())) * y; };
  const GradcheckResult result = gradcheck(cut, {input({3}, "x"), input({3}, "y", 5)});
  expect(result, "graph cut", "no gradient arrives");
  CHECK(result.input == 0);
  const auto zeros = [](const Variable& x) {
    return planted(x, exp(x.value()), [](const Array& g) { return g * 0; });
  };
  expect(gradcheck(zeros, {input({3}, "x")}), "graph cut", "only zeros");
}

TEST_CASE("gradcheck tells a kink and a random function from a wrong gradient") {
  const Variable zero = Variable::parameter(Array::zeros({3}), "x");
  expect(gradcheck([](const Variable& x) { return relu(x); }, {zero}), "kink", "corner");
  Rng rng(5);
  expect(gradcheck([&](const Variable& x) { return dropout(x, 0.5, rng); }, {input({50}, "x")}),
         "not repeatable", "another value each time");
}

TEST_CASE("gradcheck of one wrong entry gives its coordinates and both numbers") {
  const auto wrong = [](const Variable& v) {
    return planted(v, v.value() * 2, [](const Array& g) {
      Array d = g * 2;
      d.mutable_data()[4] = 100;
      return d;
    });
  };
  const GradcheckResult result = gradcheck(wrong, {input({2, 3}, "w")});
  expect(result, "none that is known", "worst entry (1, 1): backward gives 100");
  CHECK(result.report.find("in 1 of 6 entries") != std::string::npos);
  CHECK(result.entry == Shape{1, 1});
  CHECK(result.backward == 100);
}

TEST_CASE("gradcheck refuses inputs that it cannot move") {
  const Variable x = input({3}, "x");
  const auto f = [](const Variable& v) { return exp(v); };
  CHECK_THROWS_AS(gradcheck(f, {Variable(Array::ones({3}))}), UsageError);
  CHECK_THROWS_AS(gradcheck(f, {exp(x)}), UsageError);
  CHECK_THROWS_AS(gradcheck(f, {x, x}), UsageError);
}

TEST_CASE("gradcheck takes constants and parameters that the function holds by itself") {
  const Variable weight = input({2, 3}, "weight");
  const Variable x(Array::ones({4, 3}));
  const auto layer = [&](const std::vector<Variable>&) { return linear(x, weight); };
  CHECK(gradcheck(layer, {weight}).ok);
  CHECK(gradcheck([](const Variable& a, const Variable& b) { return a * b; },
                  {input({3}, "a"), Variable(Array::ones({3}))})
            .ok);
}

}  // namespace heed
