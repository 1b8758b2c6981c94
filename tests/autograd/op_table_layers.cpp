// Rows of autograd/ops/normalization.hpp, dropout.hpp, feed_forward.hpp, softmax.hpp (the loss),
// recurrent.hpp and convolution.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

void add_norms(OpTable& t) {
  t.add("layer_norm", "eps", [](const Inputs& in) { return layer_norm(in[0], in[1], in[2], {.eps = 0.5}); });
  t.add_others("layer_norm", [](const Inputs& in) { return layer_norm(in[0], in[1], in[2]); });
  t.add("rms_norm", "eps", [](const Inputs& in) { return rms_norm(in[0], in[1], {.eps = 0.5}); });
  t.add_others("rms_norm", [](const Inputs& in) { return rms_norm(in[0], in[1]); });
  const ChannelStatistics constants{Array({4}, {Scalar{0.5}, -1, 0, 2}), Array({4}, {1, Scalar{0.25}, 2, 4})};
  t.add("batch_norm", "eps", [](const Inputs& in) { return batch_norm(in[0], in[1], in[2], {.eps = 0.5}); });
  t.add("batch_norm", "constants",
        [=](const Inputs& in) { return batch_norm(in[0], in[1], in[2], {.statistics = constants}); });
  t.add_others("batch_norm", [](const Inputs& in) { return batch_norm(in[0], in[1], in[2]); });
}

/// Dropout, and what has it inside: the latter's parts have goldens of PyTorch's; fused_test.cpp compares
/// them with the composition of the parts.
void add_dropping(OpTable& t) {
  const auto drop = [&](const std::string& name, const Shape& x, double p) {
    t.add_own("another random generator", "dropout", name, {x}, [p](const Inputs& in) {
      Rng rng(7);
      return dropout(in[0], p, rng);
    });
  };
  drop("scalar", {}, 0.25);
  drop("one", {1}, 0.5);
  drop("odd", {7}, 0.5);
  drop("matrix", {3, 35}, 0.1);
  drop("never", {3, 5}, 0);
  drop("mostly", {3, 35}, 0.9);
  drop("empty", {0, 3}, 0.5);

  const std::string why = "PyTorch has no such op, only its parts";
  const auto ffn = [&](const std::string& name, const Shape& x, std::int64_t hidden, std::int64_t out,
                       double p) {
    t.add_own(why, "relu_feed_forward", name, {x, {hidden, x.dim(-1)}, {hidden}, {out, hidden}, {out}},
              [p](const Inputs& in) {
                Rng rng(3);
                return relu_feed_forward(in[0], in[1], in[2], in[3], in[4], {.dropout = p, .rng = &rng});
              });
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
    t.add_own(why, "residual_norm", name, {x, x, last, last}, [p, eps](const Inputs& in) {
      Rng rng(3);
      return residual_norm(in[0], in[1], in[2], in[3], {.eps = eps, .dropout = p, .rng = &rng});
    });
  };
  norm("vector", {5}, 0);
  norm("rows", {3, 7}, 0);
  norm("batch", {2, 3, 5}, 0.3);
  norm("wide", {11, 35}, 0.1);
  norm("eps", {3, 5}, 0.5, 0.5);
  norm("empty", {0, 5}, 0.5);
  t.add_own(why, "residual_norm", "same_twice", {{3, 5}, {5}, {5}},
            [](const Inputs& in) { return residual_norm(in[0], in[0], in[1], in[2]); });
}

void add_cross_entropy(OpTable& t) {
  const auto call = [](const CrossEntropyOptions& options) {
    return [options](const Inputs& in) {
      const Shape targets = in[0].shape().head(in[0].rank() - 1);
      return cross_entropy(in[0], sample_tokens(targets, 5, 2, in[0].dim(-1)), options);
    };
  };
  constexpr auto sum = heed::Reduction::sum, none = heed::Reduction::none;
  const auto row = [&](const std::string& name, const CrossEntropyOptions& options) {
    t.add("cross_entropy", name, call(options));
  };
  row("wide", {.label_smoothing = 0.1});
  row("smoothing", {.label_smoothing = 0.25});
  row("ignored", {.ignore_index = 2});
  row("smoothing_ignored", {.ignore_index = 2, .label_smoothing = 0.25});
  row("sum", {.reduction = sum});
  row("each", {.reduction = none});
  row("each_smoothing_ignored", {.ignore_index = 2, .label_smoothing = 0.25, .reduction = none});
  row("empty", {.reduction = sum});
  t.add_others("cross_entropy", call({}));
}

/// The inputs are x, two weights, two biases or none, and the initial states or none.
void add_recurrent(OpTable& t) {
  const auto call = [](const RecurrentOptions& options) {
    return [options](const Inputs& in) {
      RecurrentWeights weights{in[1], in[2]};
      if (in.size() > 3) weights.input_bias = in[3], weights.hidden_bias = in[4];
      RecurrentOptions all = options;
      if (in.size() > 5) all.initial_hidden = in[5];
      if (in.size() > 6) all.initial_cell = in[6];
      return recurrent(in[0], weights, all);
    };
  };
  constexpr TimeOrder reverse = TimeOrder::reverse;
  for (const auto& [name, cell] : {std::pair{"tanh_", RecurrentCell::tanh},
                                   {"relu_", RecurrentCell::relu},
                                   {"lstm_", RecurrentCell::lstm},
                                   {"gru_", RecurrentCell::gru}}) {
    const std::string prefix = name;
    t.add("recurrent", prefix + "reverse", call({.cell = cell, .order = reverse}));
    t.add("recurrent", prefix + "states", call({.cell = cell, .lengths = {4, 1, 3}}));
    t.add("recurrent", prefix + "reverse_states",
          call({.cell = cell, .order = reverse, .lengths = {2, 4, 0}}));
    t.add_others("recurrent", call({.cell = cell}), prefix);
  }
}

void add_convolutions(OpTable& t) {
  const auto conv = [](const Window& window) {
    return [window](const Inputs& in) {
      return conv2d(in[0], in[1], in.size() == 3 ? in[2] : Variable(), window);
    };
  };
  t.add("conv2d", "padded", conv({.before = {1, 1}, .after = {1, 1}}));
  t.add("conv2d", "strided", conv({.stride = {2, 3}, .before = {1, 0}, .after = {0, 2}}));
  t.add("conv2d", "dilated", conv({.stride = {1, 2}, .dilation = {3, 2}, .before = {2, 1}, .after = {0, 3}}));
  t.add("conv2d", "far_padding", conv({.before = {3, 3}, .after = {3, 3}}));
  t.add_others("conv2d", conv({}));

  const auto line = [](const Conv1dOptions& o) {
    return [o](const Inputs& in) { return conv1d(in[0], in[1], in.size() == 3 ? in[2] : Variable(), o); };
  };
  t.add("conv1d", "causal", line({.dilation = 2, .before = 4}));
  t.add("conv1d", "strided", line({.stride = 2, .before = 1, .after = 1}));
  t.add("conv1d", "longer_than_x", line({.dilation = 5, .before = 5}));
  t.add_others("conv1d", line({}));
  t.add_others("causal_depthwise_conv1d",
               [](const Inputs& in) { return causal_depthwise_conv1d(in[0], in[1], in[2]); });

  const auto pool = [&](const std::string& name, const PoolingOptions& o) {
    t.add("max_pool2d", name, [o](const Inputs& in) { return max_pool2d(in[0], o); });
  };
  pool("one", {.size = {1, 1}});
  pool("left_over", {.size = {2, 3}});
  pool("overlapping", {.size = {3, 2}, .stride = {1, 1}});
  pool("padded", {.size = {3, 3}, .stride = {2, 2}, .padding = {1, 1}});
  pool("gaps", {.stride = {3, 3}, .padding = {1, 0}});
  pool("plain", {});
}

}  // namespace

void add_layer_rows(OpTable& t) {
  add_norms(t);
  add_dropping(t);
  add_cross_entropy(t);
  add_recurrent(t);
  add_convolutions(t);
  // The goldens are the recurrence as a sum over all earlier tokens.
  t.add_others("selective_scan", [](const Inputs& in) {
    // steps and decays as a model has them: Δ > 0, A < 0
    return selective_scan(in[0], in[1] * in[1] / 8, -(in[2] * in[2]), in[3], in[4], in[5]);
  });
}

}  // namespace heed::testing
