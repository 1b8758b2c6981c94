#include "autograd/ops/recurrent.hpp"

#include <algorithm>

#include "autograd/linear_products.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

void check(const Variable& x, const RecurrentWeights& w, const RecurrentOptions& o) {
  const std::int64_t h = w.hidden.rank() == 2 ? w.hidden.dim(1) : 0, gates = gate_count(o.cell) * h;
  const auto bias_fits = [&](const Variable& b) {
    return b.defined() == w.input_bias.defined() && (!b.defined() || b.shape() == Shape{gates});
  };
  if (x.rank() != 3 || h < 1 || w.hidden.shape() != Shape{gates, h} ||
      w.input.shape() != Shape{gates, x.dim(2)} || !bias_fits(w.input_bias) || !bias_fits(w.hidden_bias)) {
    const auto text = [](const Variable& b) { return b.defined() ? to_string(b.shape()) : "none"; };
    throw_error<ShapeError>(
        "[recurrent] x {} with weights {} and {}, biases {} and {}: needs x (B, T, C), ({} H, C), ({} H, H) "
        "and ({} H,) twice or none",
        x.shape(), w.input.shape(), w.hidden.shape(), text(w.input_bias), text(w.hidden_bias),
        gate_count(o.cell), gate_count(o.cell), gate_count(o.cell));
  }
  const Shape state{x.dim(0), h};
  for (const Variable& initial : {o.initial_hidden, o.initial_cell}) {
    if (initial.defined() && initial.shape() != state)
      throw_error<ShapeError>("[recurrent] an initial state {} for x {}: needs {}", initial.shape(),
                              x.shape(), state);
  }
  if (o.initial_cell.defined() && state_count(o.cell) == 1)
    throw_error<UsageError>("[recurrent] an initial cell {}: only an LSTM has one", o.initial_cell.shape());
  if (!o.lengths.empty() && std::ssize(o.lengths) != x.dim(0))
    throw_error<ShapeError>("[recurrent] {} lengths for x {}", o.lengths.size(), x.shape());
  for (const std::int64_t length : o.lengths) {
    if (length < 0 || length > x.dim(1))
      throw_error<ShapeError>("[recurrent] a length of {} for x {}", length, x.shape());
  }
}

/// b_ih, and b_hh where it is only added: everywhere but in the last part of a GRU.
Array joint_bias(const RecurrentWeights& w, RecurrentCell cell) {
  if (!w.input_bias.defined()) return {};
  Array sum = w.input_bias.value();
  Scalar* to = sum.mutable_data();
  const std::int64_t n = cell == RecurrentCell::gru ? 2 * w.hidden.dim(1) : sum.size();
  for (std::int64_t i = 0; i < n; ++i) to[i] += w.hidden_bias.value().data()[i];
  return sum;
}

}  // namespace

// The steps and their gradients: lib/array/recurrent_steps.hpp. With d the gradients of all sums a_x, e those
// of a_h (the same but for n of a GRU), h the states before each step: dx = d W_ih      dW_ih = dᵀ x db_ih =
// Σ d      dW_hh = eᵀ h      db_hh = Σ e
Variable recurrent(const Variable& x, const RecurrentWeights& weights, const RecurrentOptions& options) {
  const Computing computing("recurrent");
  check(x, weights, options);
  const std::int64_t in = x.dim(2), n = weights.hidden.dim(1), gates = weights.hidden.dim(0);
  const std::int64_t rows = x.dim(0) * x.dim(1);
  RecurrentLayer layer{.cell = options.cell,
                       .order = options.order,
                       .batch = x.dim(0),
                       .steps = x.dim(1),
                       .hidden = n,
                       .lengths = options.lengths,
                       .weight_hh = weights.hidden.value(),
                       .initial = {}};
  const Variable states[] = {options.initial_hidden, options.initial_cell};
  std::vector<Variable> inputs{x, weights.input, weights.hidden};
  const bool has_bias = weights.input_bias.defined();
  if (has_bias) inputs.insert(inputs.end(), {weights.input_bias, weights.hidden_bias});
  std::size_t initial_input[2] = {0, 0};  // numbers among the inputs; 0: none
  for (int i = 0; i < state_count(options.cell); ++i) {
    layer.initial.push_back(states[i].defined() ? states[i].value() : Array::zeros({layer.batch, n}));
    if (!states[i].defined()) continue;
    initial_input[i] = inputs.size();
    inputs.push_back(states[i]);
  }

  const Array X = x.value(), W = weights.input.value();
  const Array bias = joint_bias(weights, options.cell);
  RecurrentTrace trace{.gates = Array({layer.batch, layer.steps, gates}), .second = {}};
  Scalar* sums = trace.gates.mutable_data();
  parallel_gemm(rows, gates, in, {X.data(), stride_of(in)}, {W.data(), stride_of(in), true}, 0, sums, gates,
                [&](const GemmPlan::Block& block) {
                  if (has_bias) add_bias(block, bias.data(), sums, gates);
                });
  const bool apart = options.cell == RecurrentCell::gru;
  const Array y = recurrent_forward(
      layer, apart && has_bias ? weights.hidden_bias.value().data() + 2 * n : nullptr, trace);

  return record_joint("recurrent", y, inputs, [=](const Array& g, Gradients& into) {
    const RecurrentGradients d = recurrent_backward(layer, trace, y, g);
    if (into.needs(0)) add_input_gradient(into, 0, rows, gates, in, d.gates.data(), W.data());
    if (into.needs(1)) add_weight_gradient(into, 1, rows, gates, in, d.gates.data(), X.data());
    const std::int64_t same = apart ? 2 * n : gates;  // rows in which a_x and a_h have one gradient
    if (into.needs(2)) {
      const Array before = previous_hidden(layer, y);
      const auto [dw, fresh] = into.target(2);
      parallel_gemm(same, n, rows, {d.gates.data(), gates, true}, {before.data(), n}, fresh ? 0 : 1,
                    dw.data(), n);
      if (apart)
        parallel_gemm(n, n, rows, {d.second.data(), n, true}, {before.data(), n}, fresh ? 0 : 1,
                      dw.data() + same * n, n);
    }
    if (has_bias && (into.needs(3) || into.needs(4))) {
      Array db = sum(d.gates.reshape({rows, gates}), {0});
      if (into.needs(3)) into.add(3, db);
      if (into.needs(4) && apart) {
        const Array own = sum(d.second.reshape({rows, n}), {0});
        std::copy_n(own.data(), n, db.mutable_data() + same);
      }
      if (into.needs(4)) into.add(4, db);
    }
    for (std::size_t i = 0; i < layer.initial.size(); ++i) {
      if (initial_input[i] != 0 && into.needs(initial_input[i])) into.add(initial_input[i], d.initial[i]);
    }
  });
}

// The gradients are beside the recurrence: lib/array/selective_scan.cpp.
Variable selective_scan(const Variable& x, const Variable& delta, const Variable& a, const Variable& b,
                        const Variable& c, const Variable& skip, SelectiveScanOptions options) {
  const Computing computing("selective_scan");
  if (x.rank() != 3 || delta.shape() != x.shape() || a.rank() != 2 || a.dim(0) != x.dim(2) ||
      b.shape() != Shape{x.dim(0), x.dim(1), a.dim(1)} || c.shape() != b.shape() ||
      skip.shape() != Shape{x.dim(2)})
    throw_error<ShapeError>(
        "[selective_scan] x {}, delta {}, a {}, b {}, c {}, skip {}: needs (B, T, D) twice, (D, N), (B, T, "
        "N) "
        "twice and (D,)",
        x.shape(), delta.shape(), a.shape(), b.shape(), c.shape(), skip.shape());
  ScanInputs in{x.value(), delta.value(), a.value(), b.value(), c.value(), skip.value()};
  if (options.state != nullptr && options.state->defined()) {
    if (const Shape shape{x.dim(0), x.dim(2), a.dim(1)}; options.state->shape() != shape)
      throw_error<ShapeError>("[selective_scan] a state {} for x {}: needs {}", options.state->shape(),
                              x.shape(), shape);
    in.first_state = *options.state;
  }
  const ScanResult result = selective_scan_forward(in);
  if (options.state != nullptr) *options.state = result.last_state;
  return record_joint("selective_scan", result.y, {x, delta, a, b, c, skip},
                      [in, checkpoints = result.checkpoints](const Array& g, Gradients& into) {
                        const ScanGradients d = selective_scan_backward(in, checkpoints, g);
                        const Array* all[] = {&d.x, &d.delta, &d.a, &d.b, &d.c, &d.skip};
                        for (std::size_t i = 0; i < std::size(all); ++i) into.add(i, *all[i]);
                      });
}

}  // namespace heed
