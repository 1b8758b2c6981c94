// A wrong result whose cause is not known may show a pattern in its numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercises/grading/run/compare.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Gives the right solution's results for the inputs of a case.
using Implementation = std::function<CaseOutcome(const Inputs&)>;

/// The most telling pattern that holds in all cases of a part that came out; none if nothing does. `output`
/// is the compared result that is looked at first. With a reference, its results for changed inputs are
/// looked at, too.
std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference = {});

}  // namespace heed::grading

// The results of one output in all cases of a part, and the ways of looking at them.
namespace heed::grading::patterns {

using Shape = std::vector<int>;
using Transform = std::function<Tensor(const Tensor&)>;
using Pattern = std::optional<Observation>;

/// The result of one case.
struct Pair {
  const Inputs* inputs;
  Tensor right, given;
};

/// All that came out, of one output.
class Results {
 public:
  Results(std::vector<Pair> pairs, Tolerance tolerance) : pairs_(std::move(pairs)), tolerance_(tolerance) {}

  const std::vector<Pair>& pairs() const { return pairs_; }
  bool close(double right, double given) const { return grading::close(right, given, tolerance_); }
  bool equal(const Tensor& a, const Tensor& b) const;
  bool all_of(const std::function<bool(const Pair&)>& holds) const;
  /// Says if every result is the right one, changed so.
  bool all(const Transform& change) const;
  bool same_shapes() const;
  /// Says if so many numbers are wrong that a coincidence is out of the question. The adapter's own question,
  /// if something holds, tells nothing.
  bool telling() const;

 private:
  std::vector<Pair> pairs_;
  Tolerance tolerance_;
};

/// The sizes of a case by name: its integers and the lengths of its tensors' axes.
std::vector<std::pair<std::string, double>> sizes_of(const Inputs& inputs);
/// How many numbers the inputs have together.
int numbers_of(const Inputs& inputs);
bool all_finite(const Tensor& t);
bool all_zero(const Tensor& t);
/// The index of the element `flat`, counted row by row.
std::vector<double> index_of(int flat, const Shape& shape);

// numbers.cpp: what became of each number
Pattern of_special_numbers(const Results& results);
Pattern of_constants(const Results& results);
Pattern of_one_factor(const Results& results);
Pattern of_a_factor_by_size(const Results& results);

// places.cpp: numbers that stand elsewhere, other shapes, and where the wrong numbers stand
Pattern of_shapes(const Results& results);
Pattern of_places(const Results& results);
Pattern of_regions(const Results& results);

// inputs.cpp: an input itself, and the right numbers of other inputs
Pattern of_inputs(const Results& results);
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference);

// cases.cpp: the only size that tells right cases from wrong ones; the only output that is wrong; which cases
// are right, by their labels
Pattern of_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right);
Pattern of_outputs(const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                   Tolerance tolerance);
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right);

}  // namespace heed::grading::patterns
