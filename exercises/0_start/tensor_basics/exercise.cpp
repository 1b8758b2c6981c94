#include "exercises/given.hpp"

/// The numbers 0, 1, 2, … row by row: (rows, columns). The element at row i, column j is i · columns + j.
Tensor counted(int rows, int columns) {
  //~ stub
  // Tensor result({rows, columns}); makes zeros. result(i, j) = …; writes one element.
  return not_written("counted");
  //~ solution
  Tensor result({rows, columns});
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) result(i, j) = i * columns + j;
  }
  return result;
  //~ wrong column_by_column: i * columns + j => j * rows + i
  //~ wrong counted_from_one: i * columns + j => i * columns + j + 1
  //~ wrong times_rows: i * columns + j => i * rows + j
  //~ wrong last_row_missing: i < rows; => i < rows - 1;
  //~ end
}

/// The sum of each row: x (R, C) -> (R).
Tensor row_sums(const Tensor& x) {
  //~ stub
  // x.dim(0) is the number of rows, x.dim(1) that of columns. The result has one axis: Tensor result({…});
  return not_written("row_sums");
  //~ solution
  Tensor result({x.dim(0)});
  for (int i = 0; i < x.dim(0); ++i) {
    for (int j = 0; j < x.dim(1); ++j) result(i) += x(i, j);
  }
  return result;
  //~ wrong column_sums
  Tensor result({x.dim(1)});
  for (int i = 0; i < x.dim(0); ++i) {
    for (int j = 0; j < x.dim(1); ++j) result(j) += x(i, j);
  }
  return result;
  //~ wrong row_means: += x(i, j) => += x(i, j) / x.dim(1)
  //~ wrong sums_keep_axis: return result => return result.reshape({x.dim(0), 1})
  //~ end
}

/// Rows and columns exchanged: x (R, C) -> (C, R).
Tensor transposed(const Tensor& x) {
  //~ stub
  // Write it with two loops; the ready-made transpose is not allowed here.
  return not_written("transposed");
  //~ solution
  Tensor result({x.dim(1), x.dim(0)});
  for (int i = 0; i < x.dim(0); ++i) {
    for (int j = 0; j < x.dim(1); ++j) result(j, i) = x(i, j);
  }
  return result;
  //~ wrong only_reshaped
  return x.reshape({x.dim(1), x.dim(0)});
  //~ wrong not_transposed
  return x;
  //~ end
}

/// One matrix out of a batch: x (B, T, C) -> x[b], (T, C).
Tensor one_of_batch(const Tensor& x, int b) {
  //~ stub
  // Three axes: x(b, t, c).
  return not_written("one_of_batch");
  //~ solution
  Tensor result({x.dim(1), x.dim(2)});
  for (int t = 0; t < x.dim(1); ++t) {
    for (int c = 0; c < x.dim(2); ++c) result(t, c) = x(b, t, c);
  }
  return result;
  //~ wrong always_the_first: x(b, t, c) => x(0, t, c)
  //~ wrong keeps_batch_axis: return result => return result.reshape({1, x.dim(1), x.dim(2)})
  //~ wrong counts_from_one F01: x(b, t, c) => x((b + x.dim(0) - 1) % x.dim(0), t, c)
  //~ end
}

/// Adds `amount` to every element of x itself: the caller's tensor changes. Returns nothing.
void add_to(Tensor& x, double amount) {
  //~ stub
  // `Tensor&` is a reference: x is the caller's tensor under another name, not a copy. x.flat(i) is element
  // i, whatever the shape; there are x.size() of them.
  not_written("add_to");
  //~ solution
  for (int i = 0; i < x.size(); ++i) x.flat(i) += amount;
  //~ wrong changes_a_copy: for => Tensor copy = x; for | x.flat(i) += => copy.flat(i) +=
  //~ wrong one_element_missing: int i = 0 => int i = 1
  //~ wrong set_not_added: += => =
  //~ end
}

/// f of every element: a tensor of the shape of x. x itself does not change.
Tensor apply(const Tensor& x, const std::function<double(double)>& f) {
  //~ stub
  // A std::function holds anything that can be called: f(2.0) returns a number.
  return not_written("apply");
  //~ solution
  Tensor result = x;
  for (int i = 0; i < x.size(); ++i) result.flat(i) = f(x.flat(i));
  return result;
  //~ wrong applied_twice: f(x.flat(i)) => f(f(x.flat(i)))
  //~ end
}

/// A function that multiplies by `factor`: multiply_by(3.0)(2.0) is 6.
std::function<double(double)> multiply_by(double factor) {
  //~ stub
  // A lambda is a function without a name: [factor](double v) { return …; }. What stands between [ ] is
  // copied into it, so that it is still there when the lambda is called later.
  return not_written("multiply_by");
  //~ solution
  return [factor](double v) { return factor * v; };
  //~ wrong forgets_factor: factor * v => v
  //~ wrong shares_factor: return [factor](double v) { return factor * v; }; => static double kept = 0; kept = factor; return [](double v) { return kept * v; };
  //~ end
}
