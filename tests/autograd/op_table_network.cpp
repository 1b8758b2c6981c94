// Rows of autograd/ops/normalization.hpp, dropout.hpp, attention.hpp and rotary.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

void add_norm_and_dropout(OpTable& t) {
  const auto norm = [&](const std::string& name, const Shape& x, const Shape& weight, double eps = 1e-5) {
    t.add("layer_norm", name, {x, weight, weight},
          [eps](const Inputs& in) { return layer_norm(in[0], in[1], in[2], {.eps = eps}); });
  };
  norm("one", {3, 1}, {1});
  norm("vector", {5}, {5});
  norm("rows", {3, 7}, {7});
  norm("batch", {2, 3, 5}, {5});
  norm("wide", {2, 35}, {35});
  norm("two_axes", {2, 3, 4}, {3, 4});
  norm("eps", {3, 5}, {5}, 0.5);
  norm("empty", {0, 5}, {5});

  const auto drop = [&](const std::string& name, const Shape& x, double p) {
    t.add("dropout", name, {x}, [p](const Inputs& in) {
       Rng rng(7);
       return dropout(in[0], p, rng);
     }).no_golden = "another random generator";
  };
  drop("scalar", {}, 0.25);
  drop("one", {1}, 0.5);
  drop("odd", {7}, 0.5);
  drop("matrix", {3, 35}, 0.1);
  drop("never", {3, 5}, 0);
  drop("mostly", {3, 35}, 0.9);
  drop("empty", {0, 3}, 0.5);
}

void add_batch_norm(OpTable& t) {
  const auto norm = [&](const std::string& name, const Shape& x, BatchNormOptions options = {}) {
    const Shape channels{x.dim(1)};
    t.add("batch_norm", name, {x, channels, channels},
          [options](const Inputs& in) { return batch_norm(in[0], in[1], in[2], options); });
  };
  norm("rows", {5, 3});
  norm("sequences", {3, 2, 5});
  norm("images", {2, 3, 3, 4});
  norm("one_channel", {4, 1, 2, 3});
  norm("one_example", {1, 4, 2, 3});
  norm("eps", {3, 4}, {.eps = 0.5});
  norm("constants", {3, 4, 2},
       {.statistics = {Array({4}, {Scalar{0.5}, -1, 0, 2}), Array({4}, {1, Scalar{0.25}, 2, 4})}});
}

/// Their parts have goldens of PyTorch's; fused_test.cpp compares them with the composition of the parts.
void add_sublayers(OpTable& t) {
  const std::string why = "PyTorch has no such op, only its parts";
  const auto ffn = [&](const std::string& name, const Shape& x, std::int64_t hidden, std::int64_t out,
                       double p) {
    t.add("relu_feed_forward", name, {x, {hidden, x.dim(-1)}, {hidden}, {out, hidden}, {out}},
          [p](const Inputs& in) {
            Rng rng(3);
            return relu_feed_forward(in[0], in[1], in[2], in[3], in[4], {.dropout = p, .rng = &rng});
          })
        .no_golden = why;
  };
  ffn("one", {1, 1}, 1, 1, 0);
  ffn("vector", {5}, 7, 3, 0);
  ffn("rows", {3, 5}, 8, 5, 0);
  ffn("batch", {2, 3, 4}, 9, 4, 0.3);
  ffn("wide", {2, 35}, 5, 3, 0.1);  // few hidden units: relu has a corner, and each is a chance to meet it
  ffn("mostly_dropped", {3, 4}, 6, 4, 0.9);
  ffn("empty", {0, 4}, 6, 4, 0.5);
  const auto norm = [&](const std::string& name, const Shape& x, double p, double eps = 1e-5) {
    const Shape last{x.dim(-1)};
    t.add("residual_norm", name, {x, x, last, last}, [p, eps](const Inputs& in) {
       Rng rng(3);
       return residual_norm(in[0], in[1], in[2], in[3], {.eps = eps, .dropout = p, .rng = &rng});
     }).no_golden = why;
  };
  norm("vector", {5}, 0);
  norm("rows", {3, 7}, 0);
  norm("batch", {2, 3, 5}, 0.3);
  norm("wide", {11, 35}, 0.1);
  norm("eps", {3, 5}, 0.5, 0.5);
  norm("empty", {0, 5}, 0.5);
  t.add("residual_norm", "same_twice", {{3, 5}, {5}, {5}}, [](const Inputs& in) {
     return residual_norm(in[0], in[0], in[1], in[2]);
   }).no_golden = why;
}

/// The rule of sample_mask as an attention mask: every third pair is allowed, so some rows see nothing.
Mask sparse(const Shape& shape) {
  const Array mask = sample_mask(shape);
  return Mask::dense(shape, std::vector<std::uint8_t>(mask.values().begin(), mask.values().end()));
}

/// In the dense kernel; attention_test.cpp compares all of them, and tables of relative positions, with
/// elementary ops.
void add_attention(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& q, const Shape& k, const Shape& v,
                       const Mask& mask = {}, double scale = 0) {
    t.add("scaled_dot_product_attention", name, {q, k, v}, [=](const Inputs& in) {
      return scaled_dot_product_attention(in[0], in[1], in[2],
                                          {.mask = mask, .scale = scale, .kernel = AttentionKernel::dense});
    });
  };
  const std::vector<std::int32_t> ids{4, 5, 0, 0, 1, 2, 3, 0};
  row("one", {1, 1}, {1, 1}, {1, 1});
  row("two_axes", {3, 4}, {5, 4}, {5, 2});
  row("three_axes", {2, 3, 4}, {2, 5, 4}, {2, 5, 3});
  row("four_axes", {2, 2, 3, 4}, {2, 2, 5, 4}, {2, 2, 5, 3});
  row("causal", {2, 2, 4, 3}, {2, 2, 4, 3}, {2, 2, 4, 3}, Mask::causal());
  row("causal_offset", {2, 3}, {5, 3}, {5, 3}, Mask::causal(2));
  row("causal_blind", {3, 2}, {3, 2}, {3, 2}, Mask::causal(-1));
  row("padding", {2, 1, 3, 4}, {2, 1, 4, 4}, {2, 1, 4, 4}, Mask::padding(Tokens({2, 4}, ids)));
  row("sparse", {2, 2, 4, 3}, {2, 2, 3, 3}, {2, 2, 3, 2}, sparse({2, 2, 4, 3}));
  row("sparse_causal", {2, 1, 4, 3}, {2, 1, 4, 3}, {2, 1, 4, 3}, sparse({4, 4}) & Mask::causal());
  row("nothing_allowed", {3, 2}, {2, 2}, {2, 2}, Mask::dense({1, 1}, {0}));
  row("scale", {3, 4}, {5, 4}, {5, 2}, {}, 0.75);
  row("no_keys", {3, 4}, {0, 4}, {0, 2});
  row("no_queries", {0, 4}, {5, 4}, {5, 2});
  t.add("scaled_dot_product_attention", "self", {{3, 4}},
        [](const Inputs& in) { return scaled_dot_product_attention(in[0], in[0], in[0]); });
}

/// Tables of relative positions (Shaw et al. 2018), the fourth and fifth input; `first` stands for
/// first_query.
void add_relative_attention(OpTable& t) {
  const auto row = [&](const std::string& name, const std::vector<Shape>& inputs, const Mask& mask = {},
                       std::int64_t first = 0) {
    t.add("scaled_dot_product_attention", "relative_" + name, inputs, [=](const Inputs& in) {
      return scaled_dot_product_attention(
          in[0], in[1], in[2],
          {.mask = mask, .relative_key = in[3], .relative_value = in[4], .first_query = first});
    });
  };
  row("clipped", {{2, 2, 5, 3}, {2, 2, 5, 3}, {2, 2, 5, 2}, {3, 3}, {5, 2}});
  row("later", {{2, 3}, {5, 3}, {5, 2}, {5, 3}, {3, 2}}, Mask::causal(3), 3);
  row("no_keys", {{3, 4}, {0, 4}, {0, 2}, {3, 4}, {3, 2}});
}

void add_linear_attention(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& q, const Shape& k, const Shape& v,
                       const Mask& mask = {}) {
    t.add("scaled_dot_product_attention", "linear_" + name, {q, k, v}, [=](const Inputs& in) {
      return scaled_dot_product_attention(in[0], in[1], in[2],
                                          {.mask = mask, .kernel = AttentionKernel::linear});
    });
  };
  row("causal", {2, 2, 4, 3}, {2, 2, 4, 3}, {2, 2, 4, 3}, Mask::causal());
  row("no_keys", {3, 4}, {0, 4}, {0, 2});
  row("no_queries", {0, 4}, {5, 4}, {5, 2});
}

void add_multi_head_attention(OpTable& t) {
  const std::string op = "multi_head_attention";
  const std::vector<std::int32_t> ids{4, 0, 0, 1, 2, 0};
  const auto separate = [&](const std::string& name, std::int64_t batch, std::int64_t queries,
                            std::int64_t keys, std::int64_t heads, std::int64_t dim, const Mask& mask) {
    const std::int64_t width = heads * dim;
    t.add(op, name, {{batch, queries, width}, {batch, keys, width}, {batch, keys, width}},
          [=](const Inputs& in) {
            return multi_head_attention({in[0]}, {in[1]}, {in[2]}, heads, dim, {.mask = mask});
          });
  };
  separate("one", 1, 1, 1, 1, 1, {});
  separate("one_head", 2, 3, 5, 1, 4, {});
  separate("heads", 2, 3, 5, 3, 2, {});
  separate("causal", 2, 4, 4, 2, 3, Mask::causal());
  separate("padding", 2, 4, 3, 2, 2, Mask::padding(Tokens({2, 3}, ids)) & Mask::causal());
  separate("empty", 0, 3, 3, 2, 2, {});
  t.add(op, "self_columns", {{2, 3, 12}}, [](const Inputs& in) {
    return multi_head_attention({in[0], 0}, {in[0], 4}, {in[0], 8}, 2, 2);
  });
  t.add(op, "cross_columns", {{2, 3, 6}, {2, 5, 12}}, [](const Inputs& in) {
    return multi_head_attention({in[0]}, {in[1], 0}, {in[1], 6}, 3, 2);
  });
  t.add(op, "same_columns", {{2, 3, 4}},
        [](const Inputs& in) { return multi_head_attention({in[0]}, {in[0]}, {in[0]}, 2, 2); });
  t.add(op, "overlapping_columns", {{1, 3, 7}}, [](const Inputs& in) {
    return multi_head_attention({in[0], 0}, {in[0], 2}, {in[0], 3}, 2, 2);
  });
  t.add(op, "dropout", {{2, 3, 6}, {2, 5, 12}}, [](const Inputs& in) {
     Rng rng(7);
     return multi_head_attention({in[0]}, {in[1], 0}, {in[1], 6}, 3, 2, {.dropout = 0.3, .rng = &rng});
   }).no_golden = "another random generator";
}

void add_rotary(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& x, std::int64_t head_dim,
                       RotaryOptions options) {
    t.add("rotary", name, {x}, [=](const Inputs& in) { return rotary(in[0], head_dim, options); }).no_golden =
        "PyTorch has no such op";
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

void add_network_rows(OpTable& table) {
  add_norm_and_dropout(table);
  add_batch_norm(table);
  add_sublayers(table);
  add_attention(table);
  add_relative_attention(table);
  add_linear_attention(table);
  add_multi_head_attention(table);
  add_rotary(table);
}

}  // namespace heed::testing
