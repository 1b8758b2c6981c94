// How much an implementation does, as a number that is the same at every run.
#pragma once

#include "exercises/learn.hpp"

namespace heed::grading {

/// The elements of tensors that were read or written so far, and the branches that were passed in the code of
/// the answer: the compiler counts those (`-fsanitize-coverage=trace-pc`), so that work on plain vectors
/// shows as well. What a cost that grows too fast is found with: work at four times the length, divided by
/// work at the length.
long work_done();

template <typename Call>
double work_of(const Call& call) {
  const long start = work_done();
  call();
  return static_cast<double>(work_done() - start);
}

/// (T, C) -> (rows, C).
learn::Tensor first_rows(const learn::Tensor& x, int rows);

}  // namespace heed::grading
