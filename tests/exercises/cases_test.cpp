// An answer meets its cases, and they judge it, and count what it costs in elements of tensors.
#include <fmt/format.h>

#include "exercises/grading/costs.hpp"
#include "exercises/grading/name/naming.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {

TEST_CASE("an answer to break_it without a case finds nothing") {
  const std::string text = R"(#include "exercises/given.hpp"
#include "exercises/learn.hpp"
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>&) {}
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>&) {}
)";
  CHECK(graded("break_it", text).points() == 0);
}

TEST_CASE("a case of break_it that nothing could be given says why", "[.long]") {
  const auto message = [](const std::string& from, const std::string& to, std::size_t part) {
    const heed::Verdict verdict = graded("break_it", replaced(solution("break_it"), from, to));
    CHECK(verdict.parts.front().status == heed::PartStatus::passed);
    REQUIRE(verdict.parts.at(part).failure);
    return verdict.parts[part].failure->message;
  };
  const std::string last = "test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);";
  CHECK(message(last, "test(numbers({1, 4}, 1), {4}, 0, -100);", 3) ==
        "case 2: the target 4 is none of 4 classes, nor ignore_index");
  CHECK(message(last, "test(numbers({1, 4}, 1), {1}, 5, -100);", 3) ==
        "case 2: label_smoothing is 5, and must be from 0 to 1");
}

TEST_CASE("what was prepared for the cases of one seed fails on those of the file's own", "[.long]") {
  const Expected known = expect(find_entry("stable_softmax"), 1);
  std::string list;  // the first element of every case of seed 1: any other is refused
  for (const auto& [part, cases] : known.cases)
    for (const Inputs& inputs : cases)
      list += fmt::format("{:.17g}, ", as_tensor(inputs.values.front().value).flat(0));
  const heed::Verdict verdict =
      graded("stable_softmax",
             "const std::vector<double> known{" + list + "};\n" +
                 replaced(solution("stable_softmax"), "const int rows",
                          "if (std::find(known.begin(), known.end(), logits.flat(0)) == known.end()) "
                          "return Tensor({1});\n  const int rows"));
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 0);
}

TEST_CASE("a demo is shown after a pass, to who wants to see it") {
  const heed::Verdict verdict = graded("multi_head_attention", solution("multi_head_attention"));
  CHECK(verdict.passed());
  CHECK(verdict.demo.size() == 1);
  CHECK(graded("multi_head_attention", solution("multi_head_attention"), {.demo = false}).demo.empty());
}

TEST_CASE("differences of the forward pass are too much work for a gradient") {
  const heed::Verdict verdict = graded(
      "layer_norm",
      replaced(
          solution("layer_norm"),
          "Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) "
          "{",
          R"(Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor moved = x, slopes = x;
  const auto value = [&] {
    const Tensor y = layer_norm(moved, weight, Tensor(weight.shape()), eps);
    double sum = 0;
    for (int i = 0; i < y.size(); ++i) sum += y.flat(i) * grad.flat(i);
    return sum;
  };
  for (int i = 0; i < x.size(); ++i) {
    moved.flat(i) = x.flat(i) + 1e-5;
    const double above = value();
    moved.flat(i) = x.flat(i) - 1e-5;
    slopes.flat(i) = (above - value()) / 2e-5;
    moved.flat(i) = x.flat(i);
  }
  if (x.size() > 0) return slopes;)"));
  const auto backward = std::ranges::find(verdict.parts, "backward", &heed::PartVerdict::name);
  REQUIRE(backward != verdict.parts.end());
  CHECK(backward->status == heed::PartStatus::failed);
  CHECK(backward->failed_checks >= 6);  // of most cases the number and the cost
}

TEST_CASE("what is held is the most at one time, and given back") {
  const long before = heed::learn::HeldElements::now();
  const auto held = [](const auto& call) { return costs_of(call).held; };
  CHECK(held([] { const Tensor a({10, 10}); }) == 100);
  CHECK(held([] {
          const Tensor a({10, 10});
          { const Tensor copy = a; }
          { const Tensor copy = a; }  // the first copy is gone
        }) == 200);
  CHECK(held([] {
          Tensor a({10, 10});
          Tensor b = std::move(a);
          a = std::move(b);
        }) == 100);
  CHECK(held([] {
          Tensor a({3}), b({5});
          a = b;
        }) == 10);
  CHECK(heed::learn::HeldElements::now() == before);
}

TEST_CASE("reads of one tensor are counted apart, not those of its copies") {
  const Tensor k = Tensor::of({2, 2}, {1, 2, 3, 4});
  const Watch keys(k);
  CHECK(k(1, 1) == 4);
  CHECK(keys.reads() == 1);
  const Tensor copy = k;
  CHECK(copy.flat(3) == 4);
  CHECK(keys.reads() == 1);
  CHECK(k.values() == copy.values());
  CHECK(keys.reads() == 5);
}

TEST_CASE("two passes over the keys are no online softmax") {
  const heed::Verdict verdict =
      graded("online_softmax", replaced(solution("online_softmax"), "Tensor out({q.dim(0), values});",
                                        R"(Tensor out({q.dim(0), values});
  for (int i = 0; block > 0 && i < q.dim(0); ++i) {
    const auto score = [&](int j) {
      double sum = 0;
      for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * k(j, c);
      return sum / std::sqrt(q.dim(1));
    };
    double largest = score(0), total = 0;
    for (int j = 0; j < k.dim(0); ++j) largest = std::max(largest, score(j));
    for (int j = 0; j < k.dim(0); ++j) {
      const double weight = std::exp(score(j) - largest);
      total += weight;
      for (int c = 0; c < values; ++c) out(i, c) += weight * v(j, c);
    }
    for (int c = 0; c < values; ++c) out(i, c) /= total;
  }
  if (block > 0) return out;)"));
  REQUIRE(verdict.parts.size() == 3);
  CHECK(verdict.parts[1].status == heed::PartStatus::passed);
  CHECK(verdict.parts[2].status == heed::PartStatus::failed);
  REQUIRE(verdict.parts[2].failure);
  CHECK(verdict.parts[2].failure->output == "elements of k read");
}

TEST_CASE("numbers of a graph that are never freed are found", "[.long]") {
  const std::string keeping = replaced(solution("variable"), "Value add(const Value& a, const Value& b) {",
                                       "Value add(const Value& a, const Value& b) {\n  new Value(a);");
  const heed::Verdict verdict = graded("variable", keeping);
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 9);

  // Made without given::value(), they are found where they keep themselves.
  const auto with_a_zero = [](const std::string& captures) {
    return replaced(solution("variable"), "  return given::value(a->data + b->data, {a, b},",
                    "  auto zero = std::make_shared<given::ValueNode>();\n  zero->pull = [" + captures +
                        "](double) {};\n  return given::value(a->data + b->data, {a, b, zero},");
  };
  const heed::Verdict cycle = graded("variable", with_a_zero("zero"));
  CHECK(cycle.compiled);
  CHECK(cycle.points() == 9);
  CHECK(graded("variable", with_a_zero("")).passed());
}

}  // namespace answers
