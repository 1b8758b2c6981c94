// An exercise whose numbers are so far from 0 that exp overflows, for tests of what is named there.
#pragma once

#include <cmath>

#include "tests/exercises/named.hpp"

namespace far_numbers {

using namespace heed::grading;

/// Right is x + 1, where f is x itself, on numbers near 0, far above and far below.
template <double (*f)(double)>
void describe_far(Exercise& e) {
  e.part(
      "far", {},
      [](Case& c) {
        Tensor y = c.tensor("x");
        for (int i = 0; i < y.size(); ++i) y.flat(i) = f(y.flat(i)) + 1;
        c.give("y", y);
      },
      [](Cases& all, Draw& draw) {
        all.add("near").tensor("x", draw.normal({4}));
        for (const char* label : {"far", "farther"}) all.add(label).tensor("x", draw.uniform({4}, 900, 1000));
        all.add("below").tensor("x", draw.uniform({4}, -1000, -900));
      });
}

inline double itself(double x) { return x; }
inline double through_exp(double x) { return std::log(std::exp(x)); }

/// What is named of an answer, which is asked for more.
inline Named named(void (*describe)(Exercise&), const std::vector<WrongOne>& known) {
  return named::of({"far", "c", describe_far<itself>, known}, describe, named::asking(describe));
}

}  // namespace far_numbers
