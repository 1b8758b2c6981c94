// One measurement in a process of its own: so that its memory is its own, and so that heed and PyTorch can
// take turns.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// Runs one task with the threads that are set and returns what it measured:
/// - `machine`: processor, cores, SIMD level, BLAS and its kernel;
/// - `sgemm`: GFLOP/s of a large product, the ceiling of everything below;
/// - `train:NAME`: ms of an optimiser step, tokens/s, GFLOP/s;
/// - `profile:NAME`: the same step by op;
/// - `attention:T`: ms forward and backward, 8 heads of 64, causal;
/// - `step:NAME`, `sample:B`: other models (tools/bench/model_tasks.hpp);
/// - `decode:B[:NAME]`: tokens/s of greedy decoding with the medium model (or another), ms of its first and
///   last tokens, the memory of its weights;
/// - `engine`: ns that recording and sweeping add to an op.
///
/// An optimiser step is forward, loss, backward, clipping and Adam, with dropout 0.1. All have "peak_mib",
/// the largest resident memory. Throws UsageError for another name.
nlohmann::json run_bench_task(const std::string& task);

}  // namespace heed
