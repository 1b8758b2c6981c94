// The changes of an input with which the reference is run, to see whether a wrong program amounts to one of
// them.
#pragma once

#include <array>
#include <cmath>

#include "exercises/grading/value.hpp"

namespace heed::grading::patterns {

/// An input changed in a way that a wrong program may amount to.
struct Change {
  const char* kind;
  Tensor (*apply)(const Tensor&);
  double number = 0;  // told with it, unless 0
};

inline Tensor times(const Tensor& t, double factor) { return t * factor; }

/// What stands at the first or last index of an axis, times a factor.
inline Tensor end_times(Tensor t, int axis, bool last, double factor) {
  if (t.rank() == 0 || t.size() == 0) return t;
  const int length = t.dim(axis);
  const int inner = axis == 0 ? t.size() / length : 1;
  for (int n = 0; n < t.size(); ++n) {
    if (n / inner % length == (last ? length - 1 : 0)) t.flat(n) *= factor;
  }
  return t;
}

/// All of the first axis like its first.
inline Tensor like_first(const Tensor& before) {
  Tensor t = before;
  if (t.rank() < 2 || t.size() == 0) return t;
  const int slice = t.size() / t.dim(0);
  for (int n = slice; n < t.size(); ++n) t.flat(n) = t.flat(n % slice);
  return t;
}

inline Tensor rows_backwards(const Tensor& before) {
  Tensor t = before;
  if (t.rank() < 2 || t.size() == 0) return t;
  const int length = t.dim(-1);
  for (int n = 0; n < t.size(); ++n) t.flat(n) = before.flat(n / length * length + length - 1 - n % length);
  return t;
}

inline Tensor each(Tensor t, double (*function)(double)) {
  for (int n = 0; n < t.size(); ++n) t.flat(n) = function(t.flat(n));
  return t;
}

inline constexpr std::array changes{
    Change{"as_if_zero", [](const Tensor& t) { return times(t, 0); }},
    Change{"as_if_one", [](const Tensor& t) { return each(t, [](double) { return 1.0; }); }},
    Change{"as_if_doubled", [](const Tensor& t) { return times(t, 2); }},
    Change{"as_if_halved", [](const Tensor& t) { return times(t, 0.5); }},
    Change{"as_if_negative", [](const Tensor& t) { return times(t, -1); }},
    Change{"as_if_absolute", [](const Tensor& t) { return each(t, [](double x) { return std::abs(x); }); }},
    Change{"as_if_squared", [](const Tensor& t) { return each(t, [](double x) { return x * x; }); }},
    Change{"as_if_one_more", [](const Tensor& t) { return t + 1.0; }},
    Change{"as_if_one_less", [](const Tensor& t) { return t - 1.0; }},
    Change{"as_if_without_last", [](const Tensor& t) { return end_times(t, 0, true, 0); }},
    Change{"as_if_without_first", [](const Tensor& t) { return end_times(t, 0, false, 0); }},
    Change{"as_if_without_last_of_rows", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 0); }},
    Change{"as_if_without_first_of_rows",
           [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 0); }},
    Change{"as_if_first_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 2); }},
    Change{"as_if_last_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 2); }},
    Change{"as_if_all_like_first", like_first},
    Change{"as_if_rows_backwards", rows_backwards},
};

/// Row n of the result is row order(n, rows) of the tensor.
inline Tensor reordered(const Tensor& before, int (*order)(int, int)) {
  Tensor t = before;
  if (t.rank() == 0 || t.size() == 0) return t;
  const int rows = t.dim(0), slice = t.size() / rows;
  for (int n = 0; n < t.size(); ++n) t.flat(n) = before.flat(order(n / slice, rows) * slice + n % slice);
  return t;
}

/// In steps: rows 0, step, 2 · step …, then 1, step + 1 …; as they are where that does not come out even.
template <int step>
int in_steps(int n, int rows) {
  return rows % step != 0 ? n : n % (rows / step) * step + n / (rows / step);
}
/// The way back: rows 0, rows / step …, then 1, rows / step + 1 …
template <int step>
int dealt_out(int n, int rows) {
  return rows % step != 0 ? n : n % step * (rows / step) + n / step;
}

/// One half twice; as they are where there is no half.
template <bool first>
int half_twice(int n, int rows) {
  return rows % 2 != 0 ? n : n % (rows / 2) + (first ? 0 : rows / 2);
}

/// Other orders of the first axis, of one input or of all that have one as long.
inline constexpr std::array orders{
    Change{"as_if_backwards",
           [](const Tensor& t) { return reordered(t, [](int n, int rows) { return rows - 1 - n; }); }},
    Change{"as_if_in_steps", [](const Tensor& t) { return reordered(t, in_steps<2>); }, 2},
    Change{"as_if_in_steps", [](const Tensor& t) { return reordered(t, in_steps<3>); }, 3},
    Change{"as_if_in_steps", [](const Tensor& t) { return reordered(t, in_steps<4>); }, 4},
    Change{"as_if_dealt_out", [](const Tensor& t) { return reordered(t, dealt_out<2>); }, 2},
    Change{"as_if_dealt_out", [](const Tensor& t) { return reordered(t, dealt_out<3>); }, 3},
    Change{"as_if_dealt_out", [](const Tensor& t) { return reordered(t, dealt_out<4>); }, 4},
    Change{"as_if_first_half_twice", [](const Tensor& t) { return reordered(t, half_twice<true>); }},
    Change{"as_if_second_half_twice", [](const Tensor& t) { return reordered(t, half_twice<false>); }},
};

}  // namespace heed::grading::patterns
