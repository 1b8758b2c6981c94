// max, min and clamp around the places of a text.
#pragma once

#include <optional>
#include <vector>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

class Bounds {
 public:
  /// Of a text, which must outlive this.
  explicit Bounds(const Lexemes& code);

  bool around(std::size_t place) const { return innermost_[place].open > 0; }
  /// Whether a number in the innermost one must be of the type of the other argument.
  bool of_one_type(std::size_t place) const { return innermost_[place].of_one_type; }
  /// max(0.0, 1 - x) or max(1e-6, 1 - x): not of a variable alone, of which that is a function in its own
  /// right. Neither the number nor the sum is an argument of another function within.
  bool keeps_a_sum_above(std::size_t number) const;

 private:
  struct Innermost {
    std::size_t open = 0;  // its bracket; 0: there is none
    bool of_one_type = false;
    bool below = false;  // max
  };
  std::optional<Innermost> opened_at(std::size_t open) const;

  const Lexemes& code_;
  std::vector<Innermost> innermost_{};  // around each lexeme
};

}  // namespace heed::grading
