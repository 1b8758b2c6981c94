// The patterns that observation.cpp looks for, one after the other, in the results of one output.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exercises/grading/observation/observation.hpp"

namespace heed::grading::patterns {

using Shape = std::vector<int>;
using Transform = std::function<Tensor(const Tensor&)>;

/// How many numbers a case may have at most that is asked again with other inputs.
inline constexpr int most_numbers = 400;
/// From here on a number is large enough to divide by.
inline constexpr double divisible = 1e-6;

struct Pair {
  const Inputs* inputs;
  Tensor right, given;
  const CaseOutcome *expected = nullptr, *got = nullptr;  // all that the case should give, and gave
};

/// All that came out, of one output.
class Results {
 public:
  Results(std::vector<Pair> pairs, Tolerance tolerance) : pairs_(std::move(pairs)), tolerance_(tolerance) {}

  const std::vector<Pair>& pairs() const { return pairs_; }

  bool close(double right, double given) const { return grading::close(right, given, tolerance_); }
  bool equal(const Tensor& a, const Tensor& b) const;
  /// Whether every result is the right one, changed so.
  bool all(const Transform& change) const;
  bool all_of(const std::function<bool(const Pair&)>& holds) const;
  bool same_shapes() const;
  /// Whether a case's other results that are wrong, gradients aside, are those of an outcome as well: what is
  /// said of one must be true of all.
  bool others_fit(const Pair& pair, const CaseOutcome& outcome) const;
  /// Whether there are so many numbers, not all alike, that a coincidence is out of the question.
  bool telling() const;

 private:
  std::vector<Pair> pairs_;
  Tolerance tolerance_;
};

using Pattern = std::optional<Observation>;

/// The result of that name; nullptr, or none, where it did not come out.
const Output* output_of(const CaseOutcome& outcome, const std::string& name);
std::optional<Tensor> result_of(const CaseOutcome& outcome, const std::string& name);
/// How many numbers the inputs have together.
int numbers_of(const Inputs& inputs);
/// The sizes of a case by name: its integers and the lengths of its tensors' axes.
std::vector<std::pair<std::string, double>> sizes_of(const Inputs& inputs);
/// The place of the input of that name, which some cases have elsewhere than others; behind all where none
/// is.
std::size_t place_of(const Inputs& inputs, const std::string& name);
/// The tensor among the inputs of that name, or at that place; nullptr where it is none, or not there.
const Tensor* tensor_input(const Pair& pair, const std::string& name);
const Tensor* tensor_input(const Inputs& inputs, std::size_t at);
/// A tensor or a number changed so; none of sizes and ids: what is run with them expects that they fit.
std::optional<Value> changed(const Value& value, const Transform& change);
/// The inputs with another value at that place; none where it is the same.
std::optional<Inputs> with_value(const Inputs& inputs, std::size_t at, Value value);
/// Whether a number is among them that is neither NaN nor infinite: those come of many causes and tell
/// nothing.
bool has_a_number(const Tensor& t);
bool all_finite(const Tensor& t);
bool all_zero(const Tensor& t);
/// Whether an integer of that name names something, as <eos>, and counts nothing.
bool is_id(const std::string& name);
/// Of a place in a tensor of that shape, counted row by row; and along one axis.
std::vector<double> index_of(int flat, const Shape& shape);
int along(const Tensor& t, int flat, int axis);

// patterns_of_numbers.cpp: what became of each number
Pattern of_constants(const Results& results);
Pattern of_each_number(const Results& results);
Pattern of_each_case(const Results& results);
Pattern of_special_numbers(const Results& results);

// patterns_of_places.cpp: numbers that stand elsewhere, and shapes
Pattern of_places(const Results& results);
Pattern of_shapes(const Results& results);

// patterns_of_regions.cpp: where the wrong numbers stand
Pattern of_ends(const Results& results);
Pattern of_wrong_places(const Results& results);

// patterns_of_inputs.cpp: an input itself, right numbers of other inputs
Pattern of_inputs(const Results& results);
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference);
// patterns_of_moves.cpp: with which inputs the result changes
Pattern of_moves(const Results& results, const std::string& output, const Implementation& reference,
                 const Answer& answer);

// patterns_of_cases.cpp: the only size that tells right cases from wrong ones; which cases are right, by
// their labels; which of several results
Pattern of_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right);
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right);
Pattern of_outputs(const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                   Tolerance tolerance);

}  // namespace heed::grading::patterns
