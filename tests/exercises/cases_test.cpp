// An answer meets its cases, and they judge it.
#include <fmt/format.h>

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

}  // namespace answers
