// The changes of an input with which the reference is run, to see whether a wrong program amounts to one of
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "exercises/grading/observation/functions.hpp"

namespace heed::grading::patterns {

/// An input changed in a way that a wrong program may amount to.
struct Change {
  const char* kind;
  Tensor (*apply)(const Tensor&);
  const char* text = nullptr;  // told with it: the function
};

inline Tensor times(const Tensor& t, double factor) { return t * factor; }

/// What stands first in each row is 0.
inline Tensor without_first_of_rows(const Tensor& before) {
  Tensor t = before;
  const int length = t.rank() == 0 ? 0 : t.dim(-1);
  for (int start = 0; length > 0 && start < t.size(); start += length) t.flat(start) = 0;
  return t;
}

/// And of the first axis.
inline Tensor without_first(const Tensor& before) {
  Tensor t = before;
  const int slice = t.rank() == 0 || t.dim(0) == 0 ? 0 : t.size() / t.dim(0);
  for (int n = 0; n < slice; ++n) t.flat(n) = 0;
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

/// Row n of the result is row order(n, rows) of the tensor; zeros where there is no such row.
template <int (*order)(int n, int rows)>
Tensor reordered(const Tensor& before) {
  Tensor t = before;
  if (t.rank() == 0 || t.size() == 0) return t;
  const int rows = t.dim(0), slice = t.size() / rows;
  for (int n = 0; n < t.size(); ++n) {
    const int row = order(n / slice, rows);
    t.flat(n) = row < 0 || row >= rows ? 0 : before.flat(row * slice + n % slice);
  }
  return t;
}

/// Row by row, what a function makes of the numbers of one.
template <void (*function)(double* row, int length)>
Tensor each_row(const Tensor& before) {
  Tensor t = before;
  const int length = t.rank() == 0 ? 0 : t.dim(-1);
  for (int start = 0; length > 0 && start < t.size(); start += length) function(&t.flat(start), length);
  return t;
}

inline void divide_by(double* row, int length, double number) {
  for (int i = 0; i < length; ++i) row[i] /= number;
}

inline void centre(double* row, int length) {
  const double mean = std::accumulate(row, row + length, 0.0) / length;
  for (int i = 0; i < length; ++i) row[i] -= mean;
}

inline void softmax_of(double* row, int length) {
  const double largest = *std::max_element(row, row + length);
  for (int i = 0; i < length; ++i) row[i] = std::exp(row[i] - largest);
  divide_by(row, length, std::accumulate(row, row + length, 0.0));
}

inline void to_length_1(double* row, int length) {
  divide_by(row, length, std::sqrt(std::inner_product(row, row + length, row, 0.0)));
}
inline void to_sum_1(double* row, int length) {
  divide_by(row, length, std::accumulate(row, row + length, 0.0));
}
inline void to_mean(double* row, int length) {
  std::fill(row, row + length, std::accumulate(row, row + length, 0.0) / length);
}

/// The numbers of a matrix in the order of its columns, in rows as long as before; or the way back.
inline Tensor by_columns(const Tensor& before, bool back) {
  Tensor t = before;
  if (t.rank() != 2) return t;
  const int rows = t.dim(0), columns = t.dim(1);
  for (int n = 0; n < t.size(); ++n) {
    const int place = n % rows * columns + n / rows;
    t.flat(back ? place : n) = before.flat(back ? n : place);
  }
  return t;
}

inline int last(int, int rows) { return rows - 1; }

inline constexpr std::array changes{
    Change{"as_if_zero", [](const Tensor& t) { return times(t, 0); }},
    Change{"as_if_function", each<of_number::one>, "1"},
    Change{"as_if_function", [](const Tensor& t) { return times(t, 2); }, "2 · x"},
    Change{"as_if_function", [](const Tensor& t) { return times(t, 0.5); }, "x / 2"},
    Change{"as_if_function", [](const Tensor& t) { return times(t, -1); }, "−x"},
    Change{"as_if_function", each<of_number::absolute>, "|x|"},
    Change{"as_if_function", each<of_number::square>, "x²"},
    Change{"as_if_function", each<of_number::root>, "√x"},
    Change{"as_if_function", each<of_number::reciprocal>, "1 / x"},
    Change{"as_if_function", each<of_number::inverted>, "1 − x"},
    Change{"as_if_function", each<of_number::positive>, "max(0, x)"},
    Change{"as_if_function", [](const Tensor& t) { return t + 1.0; }, "x + 1"},
    Change{"as_if_function", [](const Tensor& t) { return t - 1.0; }, "x − 1"},
    Change{"as_if_without_first", without_first},
    Change{"as_if_without_first_of_rows", without_first_of_rows},
    Change{"as_if_all_like_first", like_first},
    Change{"as_if_function", each<of_number::exponential>, "exp(x)"},
    Change{"as_if_function", each<of_number::tanh>, "tanh(x)"},
    Change{"as_if_function", each<of_number::softplus>, "log(1 + exp(x))"},
    Change{"as_if_truncated", each<of_number::truncated>},
    Change{"as_if_by_columns", [](const Tensor& t) { return by_columns(t, false); }},
    Change{"as_if_by_columns", [](const Tensor& t) { return by_columns(t, true); }},
    Change{"as_if_function", each_row<centre>, "row − mean(row)"},
    Change{"as_if_function", each_row<to_mean>, "mean(row)"},
    Change{"as_if_function", each_row<softmax_of>, "softmax(row)"},
    Change{"as_if_function", each_row<to_length_1>, "row / √Σ row²"},
    Change{"as_if_function", each_row<to_sum_1>, "row / Σ row"},
    Change{"as_if_all_like_last", reordered<last>},
};

inline int backwards(int n, int rows) { return rows - 1 - n; }
/// By so many places; beyond the ends nothing, or the row at the end.
template <int places>
int shifted(int n, int) {
  return n + places;
}
template <int places>
int shifted_to_end(int n, int rows) {
  return std::clamp(n + places, 0, rows - 1);
}
/// Other orders of the first axis, of one input or of all that have one as long.
inline constexpr std::array orders{
    Change{"as_if_backwards", reordered<backwards>},
    Change{"as_if_later", reordered<shifted<-1>>},
    Change{"as_if_earlier", reordered<shifted<1>>},
    Change{"as_if_later", reordered<shifted_to_end<-1>>},
    Change{"as_if_earlier", reordered<shifted_to_end<1>>},
};

}  // namespace heed::grading::patterns
