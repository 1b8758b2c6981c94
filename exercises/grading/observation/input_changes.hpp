// The changes of an input with which the reference is run, to see whether a wrong program amounts to one of
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "exercises/grading/observation/functions.hpp"

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

/// What a change of rows makes of the columns of a matrix; another tensor as it is.
inline Tensor in_columns(Tensor (*change)(const Tensor&), const Tensor& t) {
  return t.rank() == 2 ? transpose(change(transpose(t))) : t;
}

/// Along the first axis.
inline Tensor running_sums(const Tensor& before) {
  Tensor t = before;
  const int inner = t.rank() == 0 || t.dim(0) == 0 ? t.size() : t.size() / t.dim(0);
  for (int n = inner; n < t.size(); ++n) t.flat(n) += t.flat(n - inner);
  return t;
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
    Change{"as_if_one", each<of_number::one>},
    Change{"as_if_doubled", [](const Tensor& t) { return times(t, 2); }},
    Change{"as_if_halved", [](const Tensor& t) { return times(t, 0.5); }},
    Change{"as_if_negative", [](const Tensor& t) { return times(t, -1); }},
    Change{"as_if_absolute", each<of_number::absolute>},
    Change{"as_if_squared", each<of_number::square>},
    Change{"as_if_root", each<of_number::root>},
    Change{"as_if_reciprocal", each<of_number::reciprocal>},
    Change{"as_if_inverted", each<of_number::inverted>},
    Change{"as_if_positive", each<of_number::positive>},
    Change{"as_if_one_more", [](const Tensor& t) { return t + 1.0; }},
    Change{"as_if_one_less", [](const Tensor& t) { return t - 1.0; }},
    Change{"as_if_without_last_of_rows", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 0); }},
    Change{"as_if_without_first_of_rows",
           [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 0); }},
    Change{"as_if_first_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 2); }},
    Change{"as_if_last_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 2); }},
    Change{"as_if_all_like_first", like_first},
    Change{"as_if_rows_backwards", rows_backwards},
    Change{"as_if_exponential", each<of_number::exponential>},
    Change{"as_if_tanh", each<of_number::tanh>},
    Change{"as_if_softplus", each<of_number::softplus>},
    Change{"as_if_truncated", each<of_number::truncated>},
    Change{"as_if_by_columns", [](const Tensor& t) { return by_columns(t, false); }},
    Change{"as_if_by_columns", [](const Tensor& t) { return by_columns(t, true); }},
    Change{"as_if_rows_centred", each_row<centre>},
    Change{"as_if_rows_mean", each_row<to_mean>},
    Change{"as_if_rows_softmax", each_row<softmax_of>},
    Change{"as_if_rows_of_length_1", each_row<to_length_1>},
    Change{"as_if_rows_of_sum_1", each_row<to_sum_1>},
    Change{"as_if_all_like_last", reordered<last>},
};

inline int backwards(int n, int rows) { return rows - 1 - n; }
/// By so many places; beyond the ends nothing, the row at the end, or that at the other end.
template <int places>
int shifted(int n, int) {
  return n + places;
}
template <int places>
int shifted_to_end(int n, int rows) {
  return std::clamp(n + places, 0, rows - 1);
}
template <int places>
int in_turn(int n, int rows) {
  return (n + places + rows) % rows;
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

/// Row number `first`, counted from 1, and the next one exchanged; as they are where there are no two such.
template <int first>
int neighbours_exchanged(int n, int rows) {
  if (first >= rows) return n;
  return n == first - 1 ? first : n == first ? first - 1 : n;
}

/// Other orders of the first axis, of one input or of all that have one as long.
inline constexpr std::array orders{
    Change{"as_if_backwards", reordered<backwards>},
    Change{"as_if_later", reordered<shifted<-1>>},
    Change{"as_if_earlier", reordered<shifted<1>>},
    Change{"as_if_later", reordered<shifted_to_end<-1>>},
    Change{"as_if_earlier", reordered<shifted_to_end<1>>},
    Change{"as_if_next_in_turn", reordered<in_turn<1>>},
    Change{"as_if_previous_in_turn", reordered<in_turn<-1>>},
    Change{"as_if_in_steps", reordered<in_steps<2>>, 2},
    Change{"as_if_in_steps", reordered<in_steps<3>>, 3},
    Change{"as_if_in_steps", reordered<in_steps<4>>, 4},
    Change{"as_if_dealt_out", reordered<dealt_out<2>>, 2},
    Change{"as_if_dealt_out", reordered<dealt_out<3>>, 3},
    Change{"as_if_dealt_out", reordered<dealt_out<4>>, 4},
    Change{"as_if_exchanged_with_next", reordered<neighbours_exchanged<1>>, 1},
    Change{"as_if_exchanged_with_next", reordered<neighbours_exchanged<2>>, 2},
    Change{"as_if_exchanged_with_next", reordered<neighbours_exchanged<3>>, 3},
    Change{"as_if_first_half_twice", reordered<half_twice<true>>},
    Change{"as_if_second_half_twice", reordered<half_twice<false>>},
};

/// Changes of a part of the first axis: of one matrix among several that stand one below the other.
inline constexpr std::array changes_of_parts{
    Change{"as_if_part_zero", [](const Tensor& t) { return times(t, 0); }},
    Change{"as_if_part_one_more", [](const Tensor& t) { return t + 1.0; }},
};

/// Part number `part` of `parts` equal ones changed; the tensor as it is where that does not come out even.
inline Tensor changed_part(const Tensor& before, int part, int parts, const Change& change) {
  if (before.rank() == 0 || before.size() == 0 || before.dim(0) % parts != 0) return before;
  Tensor t = before;
  const Tensor after = change.apply(before);
  const int length = t.size() / parts;
  for (int n = part * length; n < (part + 1) * length; ++n) t.flat(n) = after.flat(n);
  return t;
}

}  // namespace heed::grading::patterns
