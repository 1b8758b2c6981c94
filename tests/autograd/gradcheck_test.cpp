// Planted wrong gradients: each usual mistake must be caught and called by its name.
#include "autograd/gradcheck.hpp"

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {

namespace {

using Inputs = std::vector<Variable>;

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
      gradcheck([](const Inputs& in) { return tanh(matmul(in[0], in[1])); }, {a, b});
  INFO(result.report);
  CHECK(result);
  CHECK(result.report.find("20 entries agree") != std::string::npos);
  CHECK(identical(a.value(), before));
  CHECK(identical(a.grad(), Array::full({3, 4}, 7)));
}

TEST_CASE("gradcheck names the mistake, the input and the entry") {
  Rng rng(5);
  const Variable x = input({2, 3}, "x"), y = input({2, 3}, "y", 5);
  struct Row {
    GradcheckFunction f;
    std::vector<Variable> inputs;
    std::vector<std::string> words;
  };
  const Row rows[] = {
      {[](const Inputs& in) {
         const Array e = exp(in[0].value());
         return planted(in[0], e, [e](const Array& g) { return g * e * 2; });
       },
       {x},
       {"input 0 'x' (2, 3) is wrong in 6 of 6", "constant factor: every entry is 2 times"}},
      {[](const Inputs& in) {
         const auto same = [](const Array& g) { return g; };
         return record("planted", in[0].value() - in[1].value(), {{in[0], same}, {in[1], same}});
       },
       {x, y},
       {"input 1 'y'", "constant factor: every entry is -1 times"}},
      {[](const Inputs& in) { return overwriting_exp(in[0]); }, {x}, {"wrong in 0 of 6", "overwritten"}},
      {[](const Inputs& in) { return overwriting_exp(in[0]) + in[0] * 3; }, {x}, {"overwritten"}},
      {[](const Inputs& in) {
         return planted(in[0], broadcast_to(in[0].value().reshape({2, 3, 1}), {2, 3, 2}),
                        [](const Array& g) { return g; });
       },
       {x},
       {"backward threw", "[planted]"}},
      {[](const Inputs& in) { return Variable(exp(in[0].value())) * in[1]; },
       {x, y},
       {"input 0 'x'", "graph cut"}},
      {[](const Inputs& in) { return relu(in[0]); },
       {Variable::parameter(Array::zeros({3}), "zero")},
       {"kink", "corner"}},
      {[&](const Inputs& in) { return dropout(in[0], 0.5, rng); },
       {input({50}, "x")},
       {"another value each time"}},
      {[](const Inputs& in) {
         return planted(in[0], in[0].value() * 2, [](const Array& g) {
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
  const auto f = [](const Inputs& in) { return exp(in[0]); };
  CHECK_THROWS_AS(gradcheck(f, {Variable(Array::ones({3}))}), UsageError);
  CHECK_THROWS_AS(gradcheck(f, {exp(x)}), UsageError);
}

TEST_CASE("gradcheck takes constants and parameters that the function holds by itself") {
  const Variable weight = input({2, 3}, "weight");
  const Variable x(Array::ones({4, 3}));
  const auto layer = [&](const Inputs&) { return linear(x, weight); };
  CHECK(gradcheck(layer, {weight}).ok);
  CHECK(
      gradcheck([](const Inputs& in) { return in[0] * in[1]; }, {input({3}, "a"), Variable(Array::ones({3}))})
          .ok);
}

TEST_CASE("gradcheck refuses a function whose result changes its shape") {
  const auto jumps = [](const Inputs& in) { return in[0].value().data()[0] > 1 ? in[0] : sum(in[0]); };
  CHECK_THROWS_WITH(gradcheck(jumps, {Variable::parameter(Array::ones({2}), "v")}),
                    Catch::Contains("after a small step"));
}

}  // namespace heed
