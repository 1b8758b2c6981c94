#include "nn/attention_spec.hpp"

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim) {
  spec.positions.check();
  if (spec.positions.kind == Position::rotary && head_dim % 2 != 0) {
    throw_error<UsageError>("rotary positions turn pairs of numbers: {} heads of {} have no pairs", heads,
                            head_dim);
  }
  const bool own = spec.global_projection == GlobalProjection::own;
  if (own && spec.rules.global_positions() == 0) {
    throw_error<UsageError>(
        "'{}' has no global positions that could have projections of their own: join global:COUNT to the "
        "rules",
        spec.rules.text());
  }
  if (spec.kernel != AttentionKernel::linear) return;
  if (own) {
    throw_error<UsageError>(
        "linear attention has no global positions, and no projections of their own for them: take another "
        "kernel, or shared projections");
  }
  if (!spec.rules.all_or_causal()) {
    throw_error<UsageError>(
        "linear attention sums up all keys, or all before a query, and cannot leave out what '{}' leaves "
        "out: take another kernel",
        spec.rules.text());
  }
  if (spec.positions.by_distance()) {
    throw_error<UsageError>(
        "linear attention has no scores of pairs for {} positions to act on: take none, sinusoidal or "
        "learned, or another kernel",
        spec.positions.text());
  }
}

}  // namespace heed
