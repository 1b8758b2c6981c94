// Planted wrong gradients: each usual mistake must be caught and called by its name.
#include "autograd/gradcheck.hpp"

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
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

/// exp with a joint pullback that does not ask whether something stands in its target.
Variable overwriting_exp(const Variable& x) {
  const Array y = exp(x.value());
  return record_joint("planted", y, {x}, [y](const Array& g, Gradients& into) {
    const Array d = g * y;
    std::copy_n(d.data(), d.size(), into.target(0).memory.data());
  });
}

}  // namespace

TEST_CASE("gradcheck accepts right gradients, says how many entries it compared, and changes nothing") {
  Variable a = input({3, 4}, "a");
  const Variable b = input({4, 2}, "b", 4);
  const Array before = a.value();
  a.set_grad(Array::full({3, 4}, 7));
  const GradcheckResult result =
      gradcheck([](const Variable& x, const Variable& y) { return tanh(matmul(x, y)); }, {a, b});
  INFO(result.report);
  CHECK(result);
  CHECK(result.report.find("20 entries agree") != std::string::npos);
  CHECK(identical(a.value(), before));
  CHECK(identical(a.grad(), Array::full({3, 4}, 7)));
}

TEST_CASE("gradcheck names the mistake, the input and the entry") {
  using V = const Variable&;
  Rng rng(5);
  const Variable x = input({2, 3}, "x"), y = input({2, 3}, "y", 5);
  struct Row {
    GradcheckFunction f;
    std::vector<Variable> inputs;
    std::vector<std::string> words;
  };
  const Row rows[] = {
      {[](V v) {
         const Array e = exp(v.value());
         return planted(v, e, [e](const Array& g) { return g * e * 2; });
       },
       {x},
       {"input 0 'x' (2, 3) is wrong in 6 of 6", "constant factor: every entry is 2 times"}},
      {[](V a, V b) {
         const auto same = [](const Array& g) { return g; };
         return record("planted", a.value() - b.value(), {{a, same}, {b, same}});
       },
       {x, y},
       {"input 1 'y'", "constant factor: every entry is -1 times"}},
      {overwriting_exp, {x}, {"wrong in 0 of 6", "overwritten"}},
      {[](V v) { return overwriting_exp(v) + v * 3; }, {x}, {"overwritten"}},
      {[](V v) {
         return planted(v, broadcast_to(v.value().reshape({2, 3, 1}), {2, 3, 2}),
                        [](const Array& g) { return g; });
       },
       {x},
       {"backward threw", "[planted]"}},
      {[](V a, V b) { return Variable(exp(a.value())) * b; }, {x, y}, {"input 0 'x'", "graph cut"}},
      {[](V v) { return planted(v, exp(v.value()), [](const Array& g) { return g * 0; }); },
       {x},
       {"graph cut"}},
      {[](V v) { return relu(v); }, {Variable::parameter(Array::zeros({3}), "zero")}, {"kink", "corner"}},
      {[&](V v) { return dropout(v, 0.5, rng); }, {input({50}, "x")}, {"another value each time"}},
      {[](V v) {
         return planted(v, v.value() * 2, [](const Array& g) {
           Array d = g * 2;
           d.mutable_data()[4] = 100;
           return d;
         });
       },
       {x},
       {"in 1 of 6 entries", "worst entry (1, 1): backward gives 100", "none that is known"}}};
  for (const Row& row : rows) {
    const GradcheckResult result = gradcheck(row.f, row.inputs);
    INFO(result.report);
    CHECK_FALSE(result.ok);
    for (const std::string& word : row.words) CHECK_THAT(result.report, Catch::Contains(word));
  }
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

TEST_CASE("gradcheck refuses a function whose result changes its shape") {
  const auto jumps = [](const Variable& v) { return v.value().data()[0] > 1 ? v : sum(v); };
  CHECK_THROWS_WITH(gradcheck(jumps, {Variable::parameter(Array::ones({2}), "v")}),
                    Catch::Contains("after a small step"));
}

}  // namespace heed
