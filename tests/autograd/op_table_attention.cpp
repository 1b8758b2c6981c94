// Rows of autograd/ops/attention.hpp and rotary.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

/// The rule of sample_mask as an attention mask: every third pair is allowed, so some rows see nothing.
Mask sparse(const Shape& shape) {
  const Array mask = sample_mask(shape);
  return Mask::dense(shape, std::vector<std::uint8_t>(mask.values().begin(), mask.values().end()));
}

/// In the dense kernel; attention_test.cpp compares all of them, and tables of relative positions, with
/// elementary ops. Tables of relative positions (Shaw et al. 2018) are the fourth and fifth input.
void add_attention(OpTable& t) {
  const std::string op = "scaled_dot_product_attention";
  const auto call = [](const AttentionOptions& options) {
    return [options](const Inputs& in) {
      AttentionOptions all = options;
      if (in.size() == 5) all.relative_key = in[3], all.relative_value = in[4];
      return scaled_dot_product_attention(in[0], in[1], in[2], all);
    };
  };
  constexpr AttentionKernel dense = AttentionKernel::dense, linear = AttentionKernel::linear;
  const auto masked = [&](const std::string& name, const Mask& mask) {
    t.add(op, name, call({.mask = mask, .kernel = dense}));
  };
  masked("causal", Mask::causal());
  masked("causal_offset", Mask::causal(2));
  masked("causal_blind", Mask::causal(-1));
  masked("padding", Mask::padding(Tokens({2, 4}, {4, 5, 0, 0, 1, 2, 3, 0})));
  masked("sparse", sparse({2, 2, 4, 3}));
  masked("sparse_causal", sparse({4, 4}) & Mask::causal());
  masked("nothing_allowed", Mask::dense({1, 1}, {0}));
  t.add(op, "scale", call({.scale = 0.75, .kernel = dense}));
  t.add(op, "self", [](const Inputs& in) { return scaled_dot_product_attention(in[0], in[0], in[0]); });
  t.add(op, "relative_later", call({.mask = Mask::causal(3), .first_query = 3}));
  t.add_others(op, call({}), "relative");
  t.add(op, "linear_causal", call({.mask = Mask::causal(), .kernel = linear}));
  t.add_others(op, call({.kernel = linear}), "linear");
  t.add_others(op, call({.kernel = dense}));
}

void add_multi_head_attention(OpTable& t) {
  const std::string op = "multi_head_attention";
  const auto separate = [&](const std::string& name, std::int64_t heads, std::int64_t dim,
                            const Mask& mask = {}) {
    t.add(op, name, [=](const Inputs& in) {
      return multi_head_attention({in[0]}, {in[1]}, {in[2]}, heads, dim, {.mask = mask});
    });
  };
  separate("one", 1, 1);
  separate("one_head", 1, 4);
  separate("heads", 3, 2);
  separate("causal", 2, 3, Mask::causal());
  separate("padding", 2, 2, Mask::padding(Tokens({2, 3}, {4, 0, 0, 1, 2, 0})) & Mask::causal());
  separate("empty", 2, 2);
  t.add(op, "self_columns", [](const Inputs& in) {
    return multi_head_attention({in[0], 0}, {in[0], 4}, {in[0], 8}, 2, 2);
  });
  t.add(op, "cross_columns", [](const Inputs& in) {
    return multi_head_attention({in[0]}, {in[1], 0}, {in[1], 6}, 3, 2);
  });
  t.add(op, "same_columns",
        [](const Inputs& in) { return multi_head_attention({in[0]}, {in[0]}, {in[0]}, 2, 2); });
  t.add(op, "overlapping_columns", [](const Inputs& in) {
    return multi_head_attention({in[0], 0}, {in[0], 2}, {in[0], 3}, 2, 2);
  });
  t.add_own("another random generator", op, "dropout", {{2, 3, 6}, {2, 5, 12}}, [](const Inputs& in) {
    Rng rng(7);
    return multi_head_attention({in[0]}, {in[1], 0}, {in[1], 6}, 3, 2, {.dropout = 0.3, .rng = &rng});
  });
}

void add_rotary(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& x, std::int64_t head_dim,
                       RotaryOptions options) {
    t.add_own("PyTorch has no such op", "rotary", name, {x},
              [=](const Inputs& in) { return rotary(in[0], head_dim, options); });
  };
  row("one", {1, 1, 2}, 2, {});
  row("heads", {2, 3, 8}, 4, {});
  row("one_head", {1, 5, 6}, 6, {});
  row("later", {2, 3, 4}, 2, {.first_position = 7, .base = 10});
  row("columns", {2, 3, 9}, 2, {.begin = 1, .end = 7});
  row("no_columns", {1, 2, 4}, 2, {.end = 0});
  row("empty", {0, 3, 4}, 2, {});
}

}  // namespace

void add_attention_rows(OpTable& t) {
  add_attention(t);
  add_multi_head_attention(t);
  add_rotary(t);
}

}  // namespace heed::testing
