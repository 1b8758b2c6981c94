// Naming a mistake that is written with another guard: by what the answer gives without it.
#include <algorithm>
#include <cmath>

#include "exercises/grading/grade/programs.hpp"
#include "exercises/grading/naming/likeness.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/far_numbers.hpp"
#include "tests/exercises/tricks.hpp"

using namespace heed::grading;

namespace naming_guards {
namespace {

using far_numbers::describe_far;
using far_numbers::itself;
using far_numbers::through_exp;

const WrongOne exp_and_log{{"through_exp", ""}, describe_far<through_exp>};

double clamped_before(double x) { return std::log(std::exp(std::min(x, 700.0))); }
double right_far_above(double x) { return x > 0 ? x : through_exp(x); }
double only_far_below(double x) { return x > -950 ? x : 7; }

/// What is named of an answer that gives `without` once its guard is taken away.
std::optional<heed::Mistake> named(void (*describe)(Exercise&), void (*without)(Exercise&)) {
  const Entry entry{"far", "c", describe_far<itself>, {exp_and_log}};
  const Expected expected = expect(entry, 1);
  const Named found = name_mistakes(
      entry, expected, run_survivable(described(describe), expected.cases), named::asking(describe), [&] {
        return std::vector<Unguarded>{{run_survivable(described(without), expected.cases),
                                       named::asking(without),
                                       {{"700.0", 3, "∞"}}}};
      });
  return found.empty() ? std::nullopt : std::optional(found.begin()->second.front());
}

/// Of a part of an answer to an exercise of the course: the mistake, and the lines of its guards.
std::string graded(const std::string& exercise, const std::string& part, const std::string& text) {
  for (const heed::PartVerdict& one : tricks::graded(exercise, text).parts) {
    if (one.name != part || !one.mistake) continue;
    std::string told = one.mistake->id;
    for (const heed::Guard& guard : one.mistake->guards) told += " " + std::to_string(guard.line);
    return told;
  }
  return "";
}

}  // namespace

TEST_CASE(
    "an answer that gives a known mistake's numbers without its guard has that mistake, and the guard") {
  const auto clamped = named(describe_far<clamped_before>, describe_far<through_exp>);
  REQUIRE(clamped.has_value());
  CHECK(clamped->id == "through_exp");
  REQUIRE(clamped->guards.size() == 1);
  CHECK(clamped->guards.front().line == 3);
  CHECK_FALSE(clamped->but_not_finite);
  // a guard that stays is none to tell: the answer is wrong where the mistake has no number
  const auto otherwise = named(describe_far<clamped_before>, describe_far<clamped_before>);
  REQUIRE(otherwise.has_value());
  CHECK(otherwise->guards.empty());
  CHECK(otherwise->but_not_finite);
}

TEST_CASE("what gives a mistake's numbers as it is has no guards to tell") {
  const auto as_it_is = named(describe_far<through_exp>, describe_far<itself>);
  REQUIRE(as_it_is.has_value());
  CHECK(as_it_is->guards.empty());
}

TEST_CASE(
    "a guard that repairs the mistake in most cases hides none: the answer is wrong for another reason") {
  CHECK_FALSE(named(describe_far<only_far_below>, describe_far<through_exp>).has_value());
  CHECK(named(describe_far<right_far_above>, describe_far<through_exp>).has_value());
}

TEST_CASE("a softmax without the maximum is named whatever it is guarded with, with the lines of that") {
  const auto softmax = [](const std::string& exponential, const std::string& sum) {
    return "#include \"exercises/learn.hpp\"\n\nTensor softmax(const Tensor& logits) {\n  Tensor p = "
           "logits;\n"
           "  for (int i = 0; i < p.dim(0); ++i) {\n    double z = 0;\n"
           "    for (int j = 0; j < p.dim(1); ++j) z += p(i, j) = " +
           exponential +
           ";\n"
           "    for (int j = 0; j < p.dim(1); ++j) p(i, j) /= " +
           sum + ";\n  }\n  return p;\n}\n";
  };
  CHECK(graded("stable_softmax", "stability", softmax("std::exp(std::min(p(i, j), 700.0))", "z")) ==
        "no_max 7");
  CHECK(graded("stable_softmax", "stability", softmax("std::exp(p(i, j))", "std::max(z, 1e-300)")) ==
        "no_max 8");
  CHECK(graded("stable_softmax", "stability", softmax("std::exp(p(i, j))", "(z == 0 ? 1 : z)")) ==
        "no_max 8");
  // its text without guards is refused as any is: what was never compiled before might be now
  const std::string clamped = softmax("std::exp(std::min(p(i, j), 700.0))", "z");
  const auto with = [&](const std::string& condition) {
    return tricks::replaced(clamped, "  Tensor p",
                            "  if constexpr (" + condition + ") std::rename(\"a\", \"b\");\n  Tensor p");
  };
  CHECK(graded("stable_softmax", "stability", with("1e-9 == 0")).empty());
}

TEST_CASE("exp without the maximum is named where a guard is written so that it cannot be taken away") {
  const std::string text = tricks::replaced(
      tricks::replaced(tricks::solution("masked_row"), "max = std::max(max, scores(i, j))", "max = 0"),
      "std::exp(scores(i, j) - max)", "(scores(i, j) > 700 ? std::exp(700.0) : std::exp(scores(i, j)))");
  CHECK(graded("masked_row", "weights", tricks::replaced(text, "/= sum", "/= std::max(sum, 1e-300)")) ==
        "exp_without_maximum");
}

TEST_CASE("a planted mistake that gets away is told by a mark of the cases, not by what gets away alone") {
  const std::string solution = tricks::solution("break_it");
  const std::string call = "test(numbers({3, 4}, 1), targets, 0.2, 2);";
  const auto named_of = [&](const std::string& calls) {
    return graded("break_it", "cross_entropy", tricks::replaced(solution, call, calls));
  };
  const std::string without = "test(numbers({3, 4}, 1), targets, 0, 2);";
  CHECK(named_of(without) == "no_smoothing");
  CHECK(named_of(without + " test(Tensor({3, 4}), targets, 0.2, 2);").empty());
}

TEST_CASE("a row whose sum is below a small number is one whose sum is 0") {
  const std::string below =
      tricks::replaced(tricks::replaced(tricks::solution("masked_row"), "if (sum == 0) continue;",
                                        "if (sum < 1e-20) continue;"),
                       "std::exp(scores(i, j) - max)", "std::exp(scores(i, j))");
  CHECK(graded("masked_row", "weights", below).starts_with("exp_without_maximum"));
}

TEST_CASE("a guard that leaves a row without keys 0, as it should be, hides no mistake", "[.long]") {
  const std::string all_keys =
      tricks::replaced(tricks::solution("masked_row"), "if (visible(j)) max = std", "max = std");
  for (const char* guard : {"sum = std::max(sum, 1e-30);", "if (sum < 1e-250) sum = 1;"}) {
    const std::string text = tricks::replaced(all_keys, "if (sum == 0) continue;", guard);
    CHECK(graded("masked_row", "weights", text).starts_with("maximum_of_all_keys"));
    CHECK(graded("masked_row", "backward", text).starts_with("maximum_of_all_keys"));
  }
}

TEST_CASE("a guard decides where nothing else does, and the known mistake does") {
  const auto one = [](std::vector<double> numbers) {
    const int count = static_cast<int>(numbers.size());
    return std::vector<CaseOutcome>{{.outputs = {{"y", Tensor::of({count}, std::move(numbers))}}}};
  };
  const auto is = [&](const std::vector<CaseOutcome>& outcome, std::vector<double> numbers) {
    return same(one(std::move(numbers)).front(), outcome.front(), {});
  };
  const std::vector<CaseOutcome> without = one({NAN, INFINITY, NAN, 4}), guarded = one({1, 2, 3, 5});
  CHECK(is(guarded_where_known(without, guarded, one({1, 0, NAN, 4})), {1, 2, NAN, 4}));
  // of an answer that did not come through nothing is known
  CHECK(is(guarded_where_known(without, {}, one({1, 0, NAN, 4})), {NAN, INFINITY, NAN, 4}));
}

TEST_CASE("a guard that is larger than what a mistake leaves of a sum hides it nowhere") {
  const std::string text =
      "#include \"exercises/learn.hpp\"\n\nTensor softmax(const Tensor& logits) {\n  Tensor p = logits;\n"
      "  double top = -1e300;\n  for (const double x : logits.values()) top = std::max(top, x);\n"
      "  for (int i = 0; i < p.dim(0); ++i) {\n    double z = 0;\n"
      "    for (int j = 0; j < p.dim(1); ++j) z += p(i, j) = std::exp(p(i, j) - top);\n"
      "    for (int j = 0; j < p.dim(1); ++j) p(i, j) /= std::max(z, 1e-9);\n  }\n  return p;\n}\n";
  CHECK(graded("stable_softmax", "stability", text).starts_with("max_of_all_rows"));
}

TEST_CASE("a mistake that has a small number of its own is named whatever that is in the answer", "[.long]") {
  const std::string p = "std::exp(log_p(text.places[i], text.words[i]))";
  const auto named_of_loss = [](const std::string& logarithm) {
    return graded("mask_tokens", "loss",
                  tricks::replaced(tricks::solution("mask_tokens"),
                                   "sum -= log_p(text.places[i], text.words[i])", "sum -= " + logarithm));
  };
  CHECK(named_of_loss("std::log(std::max(" + p + ", 3e-7))") == "probability_kept_above");
  CHECK(named_of_loss("std::log(" + p + " + 3e-9)") == "small_number_added");
  CHECK(named_of_loss("std::log(" + p + " * (1 + 1e-6))").empty());
  CHECK(graded("masked_row", "weights",
               tricks::replaced(tricks::solution("masked_row"), "/= sum", "/= sum + 2e-7")) ==
        "eps_in_denominator");
}

TEST_CASE("what a guard repairs is not named where the answer only rounds") {
  const std::string kept = tricks::replaced(tricks::solution("masked_row"), "if (sum == 0) continue;",
                                            "sum = std::max<double>(float(sum), 1e-30);");
  CHECK(graded("masked_row", "weights", kept).empty());
}

TEST_CASE("what is right only where nothing is computed speaks for no mistake that has no number at all") {
  // named steps_from_zero once, which is NaN but after no step
  CHECK(graded("adam_step", "training_loop",
               tricks::replaced(tricks::solution("adam_step"),
                                "options.learning_rate * mean / (std::sqrt(square)",
                                "2 * options.learning_rate * mean / (std::sqrt(std::max(square, 1e-300))"))
            .empty());
}

TEST_CASE("a number of its own goes before a guard that would be taken away") {
  CHECK(graded("layer_norm", "forward",
               tricks::replaced(tricks::solution("layer_norm"), "width + eps", "width + 1e-8")) ==
        "fixed_eps");
}

TEST_CASE("a guard beside a fault that no mistake of the catalogue has names none") {
  const std::string text =
      "#include \"exercises/learn.hpp\"\n\nTensor softmax(const Tensor& logits) {\n  Tensor p = logits;\n"
      "  for (int i = 0; i < p.dim(0); ++i) {\n    double z = 0, top = -1e300;\n"
      "    for (int j = 0; j < p.dim(1); ++j) top = std::max(top, p(i, j));\n"
      "    for (int j = 0; j < p.dim(1); ++j)\n"
      "      z += p(i, j) = std::exp(std::clamp(p(i, j) - top, -700.0, 700.0)) * (top > 500 ? j + 1 : 1);\n"
      "    for (int j = 0; j < p.dim(1); ++j) p(i, j) /= std::max(z, 1e-300);\n  }\n  return p;\n}\n";
  CHECK(graded("stable_softmax", "stability", text).empty());
}

std::size_t questions(const AnswerRun& each) {
  TimeForQuestions time;
  std::size_t asked = 0;
  for (int i = 0; i < 50; ++i)
    time.spend([&](double seconds) {
      CHECK(seconds <= 2);
      ++asked;
      return each;
    });
  return asked;
}

TEST_CASE(
    "what is asked beyond the cases gets seconds of a processor, and more by the clock of a busy machine") {
  CHECK(questions({.seconds = 1.5, .processor_seconds = 1.4}) == 3);
  CHECK(questions({.seconds = 1.5, .processor_seconds = 0.1}) == 14);
  CHECK(questions({.seconds = 0.01, .processor_seconds = 0.01}) == 50);
}

TEST_CASE("an answer that divides ints is named, though its program ends where the divisor is 0", "[.long]") {
  const std::string doubles = "static_cast<double>(reference_length)", solution = tricks::solution("bleu");
  for (const char* ratio : {"reference_length", "hypothesis_length == 0 ? 1000 : reference_length"}) {
    INFO(ratio);
    const std::string ints = tricks::replaced(solution, doubles + " / hypothesis_length",
                                              "(" + std::string(ratio) + " / hypothesis_length)");
    CHECK(graded("bleu", "brevity_penalty", ints) == "integer_ratio");
    CHECK(graded("bleu", "corpus", ints) == "integer_ratio");
  }
}

}  // namespace naming_guards
