#include "autograd/ops/attention_call.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/dropout_stream.hpp"
#include "lib/array/blockwise_attention.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// From so many queries and keys on the blockwise kernel was measured to be the faster one: whatever the
/// mask, and where it leaves out more than a quarter of the blocks (docs/attention.md, "Which kernel
/// automatic takes"; benchmarks/ops.cpp: kernel_choice).
constexpr std::int64_t blockwise_from = 512, blockwise_from_with_gaps = 256;
constexpr double gaps = 0.25;

AttentionKernel faster_kernel(const AttentionShape& s, const Mask& mask) {
  mask.check("attention", s.batch, s.heads, s.queries, s.keys);  // before it is asked for blocks
  const std::int64_t length = std::min(s.queries, s.keys);
  const bool blockwise =
      length >= blockwise_from || (length >= blockwise_from_with_gaps && blocks_left_out(s, mask) > gaps);
  return blockwise ? AttentionKernel::blockwise : AttentionKernel::dense;
}

Array relative_table(const char* what, const Variable& table, std::int64_t dim) {
  if (!table.defined()) return {};
  if (table.rank() != 2 || table.dim(0) % 2 == 0 || table.dim(1) != dim) {
    throw_error<ShapeError>(
        "[attention] a table of relative positions {} for a {} of {} numbers: (2k + 1, {}) is needed",
        table.shape(), what, dim, dim);
  }
  return table.value();
}

}  // namespace

AttentionKernel AttentionCall::kernel(const AttentionOptions& o) const {
  const auto refuse = [](const char* kernel, const char* what) {
    throw_error<UsageError>("[attention] the {} kernel has no {}: take the dense one", kernel, what);
  };
  if (o.linear_state != nullptr && o.kernel != AttentionKernel::linear)
    throw_error<UsageError>("[attention] only the linear kernel goes on from a linear state");
  switch (o.kernel) {
    case AttentionKernel::automatic:
      return o.weights == nullptr ? faster_kernel(s, o.mask) : AttentionKernel::dense;
    case AttentionKernel::blockwise:
    case AttentionKernel::sparse:
      if (o.weights != nullptr) refuse("blockwise", "weights to look at");
      return AttentionKernel::blockwise;
    case AttentionKernel::linear:
      if (o.weights != nullptr) refuse("linear", "weights to look at");
      if (o.dropout > 0) refuse("linear", "weights to drop");
      if (o.scale != 0) refuse("linear", "scores to scale");
      if (o.bias.defined() || o.distance_bias.defined()) refuse("linear", "scores to add a bias to");
      if (o.relative_key.defined() || o.relative_value.defined()) refuse("linear", "pairs with a distance");
      (void)o.mask.causal_offset();  // throws what is wrong with the mask
      return AttentionKernel::linear;
    case AttentionKernel::dense:
      break;
  }
  return AttentionKernel::dense;
}

AttentionRule AttentionCall::rule(const AttentionOptions& options) const {
  options.mask.check("attention", s.batch, s.heads, s.queries, s.keys);
  AttentionRule rule{.mask = options.mask,
                     .dropout = options.dropout,
                     .stream = dropout_stream("attention", options.dropout, options.rng),
                     .bias = options.bias};
  rule.scale =
      static_cast<Scalar>(options.scale != 0 ? options.scale : 1 / std::sqrt(static_cast<double>(s.key_dim)));
  if (options.distance_bias.defined()) {
    rule.distance_bias = options.distance_bias.value();
    if (const Shape wanted{s.heads, s.distances()}; rule.distance_bias.shape() != wanted) {
      throw_error<ShapeError>("[attention] a distance bias {}: {} heads, {} queries and {} keys need {}",
                              rule.distance_bias.shape(), s.heads, s.queries, s.keys, wanted);
    }
  }
  if (rule.bias.defined()) {
    const Shape scores{s.batch, s.heads, s.queries, s.keys};
    bool fits = rule.bias.rank() <= 4;
    for (int axis = -std::min(rule.bias.rank(), 4); axis < 0; ++axis)
      fits = fits && (rule.bias.dim(axis) == 1 || rule.bias.dim(axis) == scores[4 + axis]);
    if (!fits)
      throw_error<ShapeError>("[attention] a bias {} does not fit scores of shape (B, H, Tq, Tk) = {}",
                              rule.bias.shape(), scores);
  }
  rule.relative_key = relative_table("key", options.relative_key, s.key_dim);
  rule.relative_value = relative_table("value", options.relative_value, s.value_dim);
  rule.first_query = options.first_query;
  return rule;
}

AttentionCall::AttentionCall(const Variable& query, const Variable& key, const Variable& value) {
  const auto mismatch = [&](const char* what) {
    throw_error<ShapeError>("[attention] {}: query {}, key {}, value {}", what, query.shape(), key.shape(),
                            value.shape());
  };
  if (query.rank() < 2 || query.rank() > 4 || key.rank() != query.rank() || value.rank() != query.rank())
    mismatch("all three need 2, 3 or 4 axes");
  if (key.dim(-1) != query.dim(-1)) mismatch("query and key have different last axes");
  if (value.dim(-2) != key.dim(-2)) mismatch("there is not one value for each key");
  const int leading = query.rank() - 2;
  if (key.shape().head(leading) != query.shape().head(leading) ||
      value.shape().head(leading) != query.shape().head(leading)) {
    mismatch("the axes before the last two differ");
  }
  s = {.batch = leading > 0 ? query.shape()[0] : 1,
       .heads = leading > 1 ? query.shape()[1] : 1,
       .queries = query.dim(-2),
       .keys = key.dim(-2),
       .key_dim = query.dim(-1),
       .value_dim = value.dim(-1)};
  const auto view = [&](const Scalar* data, std::int64_t rows, std::int64_t d) {
    return HeadsView<const Scalar>{data, s.heads * rows * d, rows * d, std::max<std::int64_t>(d, 1)};
  };
  in = {Heads{query}, Heads{key}, Heads{value}};
  memory = {view(query.value().data(), s.queries, s.key_dim), view(key.value().data(), s.keys, s.key_dim),
            view(value.value().data(), s.keys, s.value_dim)};
  out = query.shape().with(-1, s.value_dim);
  out_view = view(nullptr, s.queries, s.value_dim);
}

AttentionCall::AttentionCall(const Heads& query, const Heads& key, const Heads& value, std::int64_t heads,
                             std::int64_t head_dim) {
  const Variable &q = query.x, &k = key.x, &v = value.x;
  const auto mismatch = [&](const char* what) {
    throw_error<ShapeError>("[attention] {}: query {}, key {}, value {}, {} heads of {}", what, q.shape(),
                            k.shape(), v.shape(), heads, head_dim);
  };
  if (heads < 1 || head_dim < 1)
    throw_error<UsageError>("[attention] {} heads of {} numbers", heads, head_dim);
  for (const Heads* h : {&query, &key, &value}) {
    if (h->x.rank() != 3) mismatch("all three need the axes (B, T, C)");
    if (h->offset < 0 || h->offset + heads * head_dim > h->x.dim(2))
      mismatch("too few columns for the heads");
    if (h->rows > h->x.dim(1)) mismatch("too few rows");
  }
  const auto rows = [](const Heads& h) { return h.rows < 0 ? h.x.dim(1) : h.rows; };
  if (k.dim(0) != q.dim(0) || v.dim(0) != q.dim(0)) mismatch("the batches differ");
  if (rows(value) != rows(key)) mismatch("there is not one value for each key");
  const auto view = [&](const Heads& h) {
    return HeadsView<const Scalar>{h.x.value().data() + h.offset, h.x.dim(1) * h.x.dim(2), head_dim,
                                   h.x.dim(2)};
  };
  s = {.batch = q.dim(0),
       .heads = heads,
       .queries = rows(query),
       .keys = rows(key),
       .key_dim = head_dim,
       .value_dim = head_dim};
  const std::int64_t width = heads * head_dim;
  in = {query, key, value};
  memory = {view(query), view(key), view(value)};
  out = {s.batch, s.queries, width};
  out_view = {nullptr, s.queries * width, head_dim, width};
}

}  // namespace heed
