#include "tools/bench/engine_tasks.hpp"

#include <nlohmann/json.hpp>

#include "autograd/ops.hpp"
#include "autograd/variable.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/random.hpp"
#include "tools/bench/timing.hpp"

namespace heed {

nlohmann::json measure_sgemm() {
  constexpr std::int64_t n = 2048;
  Rng rng(1);
  const Array a = rng.normal({n, n}), b = rng.normal({n, n});
  const double ms = median(repeat(5, [&] { gemm(a, b); }));
  return {{"ms", ms}, {"gflops", 2.0 * n * n * n / ms / 1e6}};
}

nlohmann::json measure_engine() {
  constexpr int ops = 20'000;
  const Array one = Array::ones({1});
  const Variable constant(one);
  const double bare = median(repeat(9, [&] {  // the same arithmetic, forward and backward, with no graph
    Array x = one;
    for (int i = 0; i < 2 * ops; ++i) x = -x;
  }));
  const double recorded = median(repeat(9, [&] {
    Variable x = Variable::parameter(one);
    for (int i = 0; i < ops; ++i) x = -x;
    x.backward();
  }));
  return {{"ns_an_op", (recorded - bare) * 1e6 / ops}};
}

}  // namespace heed
