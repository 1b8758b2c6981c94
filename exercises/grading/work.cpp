#include "exercises/grading/work.hpp"

namespace {
constinit thread_local long branches = 0;  // the self-test runs exercises side by side
}

// Compiled code calls this at each of its branches, if that was asked for.
extern "C" void __sanitizer_cov_trace_pc() { ++branches; }  // NOLINT: the name is GCC's

namespace heed::grading {

long work_done() { return branches + learn::Tensor::element_reads(); }

learn::Tensor first_quarter(const learn::Tensor& x) {
  learn::Tensor first({x.dim(0) / 4, x.dim(1)});
  for (int i = 0; i < first.size(); ++i) first.flat(i) = x.flat(i);
  return first;
}

}  // namespace heed::grading
