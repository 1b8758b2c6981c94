// The answers to the questions of the exercises on evidence, where they can be measured at little cost.
#include <cmath>

#include "exercises/grading/run/run_part.hpp"
#include "exercises/grading/source/registry.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

double result_of(const Exercise& exercise, const std::string& part, const Inputs& inputs) {
  const CaseOutcome outcome = run_case(exercise.part(part), inputs);
  REQUIRE(outcome.ending == Ending::finished);
  return outcome.outputs.at(0).value.flat(0);
}

int answer(const Exercise& exercise, int question) {
  return int(result_of(exercise, "prediction", {"", {{"question", question}}}));
}

}  // namespace

TEST_CASE("what the Jacobian's norm does is what its questions expect") {
  const Exercise exercise = described(find_entry("jacobian_norm").reference);
  for (const std::uint64_t seed : {1, 2, 3}) {
    Draw draw(seed);
    const auto mean = [&](int width, bool scaled) {
      const double scale = scaled ? 1 / std::sqrt(width) : 1.0;
      return result_of(
          exercise, "mean",
          {"", {{"query", draw.normal({64, width})}, {"key", draw.normal({32, width})}, {"scale", scale}}});
    };
    const double narrow = mean(64, true), wide = mean(1024, true), without = mean(1024, false);
    CHECK(answer(exercise, 1) == (without < wide / 2 ? 2 : without > 2 * wide ? 3 : 1));
    CHECK(answer(exercise, 5) == (wide < narrow / 2 ? 1 : wide > 2 * narrow ? 3 : 2));
  }
  const auto norm = [&](double first) {
    return result_of(exercise, "norm", {"", {{"probabilities", Tensor::of({2}, {first, 1 - first})}}});
  };
  CHECK(answer(exercise, 2) == (norm(1) == 0 ? 1 : 2));
  CHECK(answer(exercise, 3) == (norm(0.5) > norm(1) ? 1 : 2));
}

TEST_CASE("the gradient of a recurrence explodes where its questions expect it") {
  const Exercise exercise = described(find_entry("recall_distance").reference);
  const double far = result_of(exercise, "gradient",
                               {"", {{"recurrent", Tensor::of({2, 2}, {1.1, 0, 0, 1.1})}, {"length", 512}}});
  CHECK(answer(exercise, 5) == (far > 1e6 ? 2 : far < 1e-6 ? 1 : 3));
}
