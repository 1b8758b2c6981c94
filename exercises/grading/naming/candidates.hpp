// Which known-wrong implementations may be behind the parts of an answer that failed.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/naming/further_cases.hpp"
#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// Of each part that came to its end, how like the answer one known-wrong implementation is.
using Likenesses = std::map<std::string, Likeness>;

struct Parts {
  std::vector<std::string> complete, failed;  // that came to their end; and of those, that failed
};

/// All that is known of an answer and of the known-wrong implementations.
struct Evidence {
  const Entry& entry;
  const Expected& expected;
  const std::vector<Outcomes>& wrong_ones;
  const Outcomes& got;
  Parts parts;
  std::vector<Likenesses> alike;  // of each known-wrong implementation

  /// Whether the mistake makes the part fail.
  bool shows(std::size_t i, const std::string& part) const {
    return !grading::passes(expected.exercise.part(part), expected.outcomes.at(part), wrong_ones[i].at(part));
  }
  /// Whether the answer passes the part.
  bool passes(const std::string& part) const {
    return grading::passes(expected.exercise.part(part), expected.outcomes.at(part), got.at(part));
  }
  /// Whether the mistake makes a part fail that the answer passes.
  bool shows_in_a_right_part(std::size_t i) const {
    return std::ranges::any_of(parts.complete,
                               [&](const std::string& part) { return shows(i, part) && passes(part); });
  }
  /// Of a part that failed and has a function of its own: whether the mistake lies in another function, which
  /// is right, since a part is right that is wrong only where that function is, and the mistake has other
  /// numbers there. (NaN may be guarded against, and costs saved.)
  bool is_in_a_right_function(std::size_t i, const std::string& failed) const;
  /// Whether no function is tested by both parts: known by the mistakes that change one function alone.
  bool test_other_functions(const std::string& part, const std::string& other) const;
};

Evidence evidence_of(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                     const Outcomes& got);

/// Says whether both change a function.
bool share_a_function(const WrongOne& one, const WrongOne& other);

/// The implementations that may be behind a part: those that are the same; else those that fit; else those
/// that are nearly the same.
struct Candidates {
  std::vector<std::size_t> same, fitting, nearly;
  const std::vector<std::size_t>& first() const {
    return !same.empty() ? same : !fitting.empty() ? fitting : nearly;
  }
};

/// The further cases of each part that failed: each asked for once, when it is first needed.
class Further {
 public:
  Further(const Evidence& evidence, const Ask& ask) : evidence_(evidence), ask_(ask) {}

  const FurtherCases& of(const std::string& part);

 private:
  const Evidence& evidence_;
  const Ask& ask_;
  std::map<std::string, FurtherCases> asked_{};
};

/// By the numbers of a part that failed; where none tells, the answer is asked for more.
Candidates candidates_by_numbers(const Evidence& evidence, const std::string& part, Further& further);

/// Of those that fit a part, the ones that fit the other parts best.
std::vector<std::size_t> best(const std::vector<std::size_t>& here, const std::vector<Likenesses>& alike);

Parts parts_of(const Expected& expected, const Outcomes& got);

}  // namespace heed::grading
