// Single kernels and ops, in the sizes of the small and medium configurations of `heed bench`, with one
// thread unless HEED_THREADS says otherwise. Beside each product stands its rate; beside each pass over
// memory, bytes.
#include <benchmark/benchmark.h>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/normalization.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/random.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/array/simd.hpp"
#include "nn/optimizer.hpp"

using namespace heed;

namespace {

Array random(const Shape& shape) { return Rng(1).normal(shape); }

void set_bytes(benchmark::State& state, std::int64_t elements) {
  state.SetBytesProcessed(state.iterations() * elements * static_cast<std::int64_t>(sizeof(Scalar)));
}

/// Floating-point operations an iteration; shown as their number a second.
void set_flops(benchmark::State& state, std::int64_t operations) {
  state.counters["FLOP"] =
      benchmark::Counter(static_cast<double>(operations), benchmark::Counter::kIsIterationInvariantRate);
}

/// (M, K) (K, N): a linear layer of the small, medium and base configurations.
void product(benchmark::State& state) {
  const std::int64_t m = state.range(0), k = state.range(1), n = state.range(2);
  const Array a = random({m, k}), b = random({k, n});
  for (auto _ : state) benchmark::DoNotOptimize(gemm(a, b));
  set_flops(state, 2 * m * k * n);
}
BENCHMARK(product)
    ->Args({16, 16, 16})
    ->Args({1024, 64, 64})
    ->Args({1536, 128, 128})
    ->Args({1536, 128, 512})
    ->Args({1536, 256, 1024})
    ->Args({1024, 512, 2048})
    ->Args({2048, 2048, 2048});

/// The same by OpenBLAS, where `product` has a kernel of its own.
void blas_product(benchmark::State& state) {
  const std::int64_t m = state.range(0), k = state.range(1), n = state.range(2);
  const Array a = random({m, k}), b = random({k, n});
  Array c({m, n});
  for (auto _ : state) {
    blas_gemm(m, n, k, 1, {a.data(), k}, {b.data(), n}, 0, c.mutable_data(), n);
    benchmark::ClobberMemory();
  }
  set_flops(state, 2 * m * k * n);
}
BENCHMARK(blas_product)
    ->Args({16, 16, 16})
    ->Args({1024, 64, 64})
    ->Args({1536, 128, 128})
    ->Args({1024, 512, 2048});

/// Multiply-adds on registers alone: the ceiling of one core.
void multiply_add(benchmark::State& state) {
  using simd::Batch;
  constexpr int chains = 12;  // enough that none waits for its own last result
  Batch sum[chains], x(Scalar(0.999)), y(Scalar(1e-3));
  for (Batch& s : sum) s = Batch(Scalar{1});
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
#pragma GCC unroll 12
      for (int c = 0; c < chains; ++c) sum[c] = xsimd::fma(sum[c], x, y);
    }
    benchmark::DoNotOptimize(sum);
  }
  set_flops(state, std::int64_t{2} * 1000 * chains * simd::lanes);
}
BENCHMARK(multiply_add);

template <typename Work>
void pass(benchmark::State& state, int reads_and_writes, const Work& work) {
  const Array x = random({state.range(0), state.range(1)});
  for (auto _ : state) benchmark::DoNotOptimize(work(x));
  set_bytes(state, reads_and_writes * x.size());
}
void copy(benchmark::State& state) {
  pass(state, 2, [](const Array& x) { return x + Scalar{0}; });
}
void exponential(benchmark::State& state) {
  pass(state, 2, [](const Array& x) { return exp(x); });
}
void softmax_rows_pass(benchmark::State& state) {
  pass(state, 2, [](const Array& x) { return softmax_rows(x); });
}
void dropout_pass(benchmark::State& state) {
  const RandomStream stream = Rng(1).next();
  pass(state, 2, [&](const Array& x) { return apply_dropout(x, 0.1, stream); });
}
BENCHMARK(copy)->Args({1536, 512});
BENCHMARK(exponential)->Args({1536, 512});
BENCHMARK(softmax_rows_pass)->Name("softmax")->Args({12288, 24})->Args({1536, 8000});
BENCHMARK(dropout_pass)->Name("dropout")->Args({1536, 512});

/// Layer norm, forward and backward.
void layer_normalisation(benchmark::State& state) {
  const Variable x = Variable::parameter(random({state.range(0), state.range(1)}));
  const Variable weight = Variable::parameter(Array::ones({state.range(1)})),
                 bias = Variable::parameter(Array::zeros({state.range(1)}));
  const Array g = random(x.shape());
  for (auto _ : state) {
    layer_norm(x, weight, bias).backward({.gradient = g});
    for (const Variable& v : {x, weight, bias}) Variable(v).zero_grad();
  }
  set_bytes(state, 5 * x.size());
}
BENCHMARK(layer_normalisation)->Args({1536, 128})->Args({1536, 256});

/// Causal attention, forward and backward: (B, H, T, D) of the small configuration, and long.
void attention(benchmark::State& state, const AttentionOptions& how) {
  const Shape shape{state.range(0), state.range(1), state.range(2), state.range(3)};
  const auto leaf = [&] { return Variable::parameter(random(shape)); };
  const Variable query = leaf(), key = leaf(), value = leaf();
  const Array g = random(shape);
  for (auto _ : state) {
    scaled_dot_product_attention(query, key, value, how).backward({.gradient = g});
    for (const Variable& v : {query, key, value}) Variable(v).zero_grad();
  }
}
void dense_attention(benchmark::State& state) {
  attention(state, {.mask = Mask::causal(), .kernel = AttentionKernel::dense});
}
void blockwise_attention(benchmark::State& state) {
  attention(state, {.mask = Mask::causal(), .kernel = AttentionKernel::blockwise});
}
void window_attention(benchmark::State& state) {
  attention(state,
            {.mask = Mask::window({.before = 256, .after = 256}), .kernel = AttentionKernel::blockwise});
}
void linear_attention(benchmark::State& state) {
  attention(state, {.mask = Mask::causal(), .kernel = AttentionKernel::linear});
}
void relative_attention(benchmark::State& state) {  // Shaw's, distances up to 16
  const auto table = [&] { return Variable::parameter(random({33, state.range(3)})); };
  attention(state, {.mask = Mask::causal(), .relative_key = table(), .relative_value = table()});
}
BENCHMARK(dense_attention)
    ->Args({64, 8, 24, 16})
    ->Args({64, 8, 24, 32})
    ->Args({1, 8, 256, 64})
    ->Args({1, 8, 512, 64})
    ->Args({1, 8, 1024, 64})
    ->Args({1, 8, 8192, 64})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(blockwise_attention)
    ->Args({64, 8, 24, 32})
    ->Args({1, 8, 256, 64})
    ->Args({1, 8, 512, 64})
    ->Args({1, 8, 1024, 64})
    ->Args({1, 8, 8192, 64})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(relative_attention)->Args({64, 8, 24, 32})->Args({1, 8, 1024, 64})->Unit(benchmark::kMicrosecond);
BENCHMARK(linear_attention)->Args({64, 8, 24, 32})->Args({1, 8, 8192, 64})->Unit(benchmark::kMicrosecond);
BENCHMARK(window_attention)->Args({1, 8, 8192, 64})->Unit(benchmark::kMicrosecond);

/// Measures dense and blockwise on both sides of each rule of `automatic`; (B, H, T, D) as above.
void kernel_choice(benchmark::State& state, const Mask& mask, AttentionKernel kernel) {
  attention(state, {.mask = mask, .kernel = kernel});
}
void choice_lengths(benchmark::internal::Benchmark* b) {
  b->ArgsProduct({{1}, {1, 8}, {192, 256, 288, 384, 500, 640}, {64}})->Unit(benchmark::kMicrosecond);
}
const Mask window_of_33 = Mask::window({.before = 16, .after = 16});
const Mask bigbird = window_of_33 | Mask::first_global(1) | Mask::random_blocks({.keys = 640, .count = 1});
BENCHMARK_CAPTURE(kernel_choice, all_dense, Mask(), AttentionKernel::dense)->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, all_blockwise, Mask(), AttentionKernel::blockwise)->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, causal_dense, Mask::causal(), AttentionKernel::dense)->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, causal_blockwise, Mask::causal(), AttentionKernel::blockwise)
    ->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, window_dense, window_of_33, AttentionKernel::dense)->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, window_blockwise, window_of_33, AttentionKernel::blockwise)
    ->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, bigbird_dense, bigbird, AttentionKernel::dense)->Apply(choice_lengths);
BENCHMARK_CAPTURE(kernel_choice, bigbird_blockwise, bigbird, AttentionKernel::blockwise)
    ->Apply(choice_lengths);

/// Cross entropy of the vocabulary, forward and backward.
void loss(benchmark::State& state) {
  const Variable logits = Variable::parameter(random({state.range(0), state.range(1)}));
  const Tokens target({state.range(0)},
                      std::vector<std::int32_t>(static_cast<std::size_t>(state.range(0)), 3));
  for (auto _ : state) {
    cross_entropy(logits, target, {.ignore_index = 0, .label_smoothing = 0.1}).backward();
    Variable(logits).zero_grad();
  }
  set_bytes(state, 3 * logits.size());
}
BENCHMARK(loss)->Args({1536, 1000})->Args({1536, 8000})->Unit(benchmark::kMicrosecond);

void adam(benchmark::State& state) {
  std::vector<Variable> parameters{Variable::parameter(random({state.range(0), 1024}))};
  parameters.front().set_grad(random({state.range(0), 1024}));
  Adam optimizer(parameters);
  for (auto _ : state) optimizer.step();
  set_bytes(state, 7 * parameters.front().size());
}
BENCHMARK(adam)->Arg(128)->Arg(4096)->Unit(benchmark::kMicrosecond);

/// Recording one op and sweeping over it, on one element: the engine's own cost.
void engine(benchmark::State& state) {
  constexpr int ops = 1000;
  for (auto _ : state) {
    Variable x = Variable::parameter(Array::ones({1}));
    for (int i = 0; i < ops; ++i) x = -x;
    x.backward();
  }
  state.SetItemsProcessed(state.iterations() * ops);
}
BENCHMARK(engine)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
