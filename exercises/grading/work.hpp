// How much an implementation does, as a number that is the same at every run.
#pragma once

#include "exercises/learn.hpp"

namespace heed::grading {

/// The elements of tensors that were read or written so far, and the branches that were passed in the code of
/// the answer: the compiler counts those (`-fsanitize-coverage=trace-pc`), so that work on plain vectors
/// shows as well; 64 bytes of code without a branch count as one (straight_code.hpp); and what count_bytes()
/// is told of.
long work_done();
/// 64 bytes that memset, memcpy, strlen, std::hash or their like goes through without a branch count as one.
void count_bytes(std::size_t size);

/// (T, C) -> (T / 4, C), the first rows.
learn::Tensor first_quarter(const learn::Tensor& x);

/// What a call costs, both counted in one run of it: long cases of a cost are most of what the self-test
/// takes.
struct Costs {
  double elements = 0;  // of tensors, read or written
  double work = 0;      // work_done()
};

/// The costs of call(). A limit of the work stands beside one of its growth, which work done in vain would
/// flatten, and beside one of the elements, which a pointer into them escapes.
template <typename Call>
Costs costs_of(const Call& call) {
  const long elements = learn::Tensor::element_reads(), work = work_done();
  call();
  return {double(learn::Tensor::element_reads() - elements), double(work_done() - work)};
}

inline constexpr char work_label[] = "elements and branches of the program";
inline constexpr char growth_label[] = "work at this length, compared with a quarter of it";

/// `work`, that of call(tensors…), each (T, C), divided by that on the first quarter of their rows: 4 where
/// the cost is linear, 16 where every pair of positions is looked at.
template <typename Call, typename... Tensors>
double growth_of_work(double work, const Call& call, const Tensors&... tensors) {
  return work / costs_of([&] { call(first_quarter(tensors)...); }).work;
}

}  // namespace heed::grading
