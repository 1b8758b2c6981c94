#include "lib/array/recurrent.hpp"

#include <algorithm>
#include <optional>

#include "lib/array/parallel.hpp"
#include "lib/array/recurrent_steps.hpp"
#include "lib/array/scratch.hpp"
#include "lib/array/small_gemm.hpp"

namespace heed::inline HEED_PRECISION {

int gate_count(RecurrentCell cell) {
  return cell == RecurrentCell::lstm ? 4 : cell == RecurrentCell::gru ? 3 : 1;
}

int state_count(RecurrentCell cell) { return cell == RecurrentCell::lstm ? 2 : 1; }

namespace {

enum class Use { product, hidden, cell, count };

/// Gives the places of a layer's rows.
struct Layout {
  explicit Layout(const RecurrentLayer& layer)
      : l(layer),
        steps(layer.steps),
        width(layer.hidden),
        gates(gate_count(layer.cell) * layer.hidden),
        states(state_count(layer.cell)) {}

  const RecurrentLayer& l;
  std::int64_t steps, width, gates, states;

  std::int64_t length(std::int64_t b) const {
    return l.lengths.empty() ? steps : l.lengths[static_cast<std::size_t>(b)];
  }
  /// The token that is read in step s.
  std::int64_t token(std::int64_t s) const { return l.order == TimeOrder::forward ? s : steps - 1 - s; }
  std::int64_t at(std::int64_t b, std::int64_t t) const { return b * steps + t; }
  /// In the result, whose rows have the final states behind them.
  std::int64_t out(std::int64_t b, std::int64_t t) const { return (b * (steps + states) + t) * width; }

  /// State `which` before the token t: in `all`, whose row b begins at b * pitch, or what it was at first.
  const Scalar* before(const Scalar* all, std::int64_t pitch, int which, std::int64_t b,
                       std::int64_t t) const {
    const std::int64_t last = l.order == TimeOrder::forward ? t - 1 : t + 1;
    if (last < 0 || last >= length(b)) return l.initial[static_cast<std::size_t>(which)].data() + b * width;
    return all + b * pitch + last * width;
  }
};

/// For fewer steps than this the weight is not worth a copy: in decoding, which takes one at a time.
constexpr std::int64_t few_steps_below = 4;

/// Rows of the batch that a thread takes together. Each step reads all of W_hh for them, from the second
/// cache: the more rows the better, as long as there is enough for a team.
std::int64_t rows_together(const RecurrentLayer& l) {
  return l.steps < few_steps_below ? std::max<std::int64_t>(l.batch, 1) : l.batch >= 64 ? 16 : 8;
}

template <typename Body>
void for_rows(const RecurrentLayer& l, Body body) {
  const std::int64_t together = rows_together(l);
  parallel_chunks((l.batch + together - 1) / together, [&](std::int64_t chunk) {
    body(chunk * together, std::min(l.batch, (chunk + 1) * together));
  });
}

/// The product of every step: with a (k, n) weight on its right.
class StepProduct {
 public:
  StepProduct(const RecurrentLayer& l, MatrixView weight, std::int64_t k, std::int64_t n)
      : weight_(weight), k_(k), n_(n) {
    if (l.steps >= few_steps_below) packed_.emplace(weight, k, n);
  }
  /// c (m, n) = a weight + beta c.
  void operator()(std::int64_t m, const Scalar* a, Scalar beta, Scalar* c) const {
    if (packed_) return packed_->multiply(m, a, beta, c);
    parallel_gemm(m, n_, k_, {a, k_}, weight_, beta, c, n_);
  }

 private:
  MatrixView weight_;
  std::int64_t k_, n_;
  std::optional<PackedMatrix> packed_;
};

}  // namespace

Array recurrent_forward(const RecurrentLayer& layer, const Scalar* bias_n, RecurrentTrace& trace) {
  const Layout at(layer);
  const std::int64_t n = layer.hidden;
  const StepProduct multiply(layer, {layer.weight_hh.data(), n, true}, n, at.gates);
  Array y({layer.batch, layer.steps + at.states, n});
  const bool has_second = layer.cell == RecurrentCell::lstm || layer.cell == RecurrentCell::gru;
  if (has_second) trace.second = Array({layer.batch, layer.steps, n});
  Scalar *out = y.mutable_data(), *gates = trace.gates.mutable_data();
  Scalar* second = has_second ? trace.second.mutable_data() : nullptr;
  for_rows(layer, [&](std::int64_t first, std::int64_t last) {
    const std::int64_t rows = last - first;
    Scalar *product = scratch(Use::product, rows * at.gates), *h = scratch(Use::hidden, rows * n);
    Scalar* c = scratch(Use::cell, rows * n);
    std::copy_n(layer.initial[0].data() + first * n, rows * n, h);
    if (at.states == 2) std::copy_n(layer.initial[1].data() + first * n, rows * n, c);
    for (std::int64_t s = 0; s < layer.steps; ++s) {
      const std::int64_t t = at.token(s);
      multiply(rows, h, 0, product);
      for (std::int64_t b = first; b < last; ++b) {
        if (t >= at.length(b)) {
          std::fill_n(out + at.out(b, t), n, Scalar{0});
          continue;
        }
        const std::int64_t r = b - first;
        const ForwardRow row{.n = n,
                             .a = gates + at.at(b, t) * at.gates,
                             .product = product + r * at.gates,
                             .h = h + r * n,
                             .c = c + r * n,
                             .second = has_second ? second + at.at(b, t) * n : nullptr,
                             .bias_n = bias_n};
        forward_step(layer.cell, row);
        std::copy_n(row.h, n, out + at.out(b, t));
      }
    }
    for (std::int64_t b = first; b < last; ++b) {
      std::copy_n(h + (b - first) * n, n, out + at.out(b, layer.steps));
      if (at.states == 2) std::copy_n(c + (b - first) * n, n, out + at.out(b, layer.steps + 1));
    }
  });
  return y;
}

RecurrentGradients recurrent_backward(const RecurrentLayer& layer, const RecurrentTrace& trace,
                                      const Array& y, const Array& g) {
  const Layout at(layer);
  const std::int64_t n = layer.hidden;
  const StepProduct multiply(layer, {layer.weight_hh.data(), n}, at.gates, n);
  const Shape state{layer.batch, n};
  RecurrentGradients d{Array({layer.batch, layer.steps, at.gates}), {}, {Array(state)}};
  if (at.states == 2) d.initial.emplace_back(state);
  const bool gru = layer.cell == RecurrentCell::gru;
  if (gru) d.second = Array({layer.batch, layer.steps, n});
  Scalar *da = d.gates.mutable_data(), *dsecond = gru ? d.second.mutable_data() : nullptr;
  Scalar *dh0 = d.initial[0].mutable_data(), *dc0 = at.states == 2 ? d.initial[1].mutable_data() : nullptr;
  for_rows(layer, [&](std::int64_t first, std::int64_t last) {
    const std::int64_t rows = last - first;
    Scalar* dproduct = scratch(Use::product, rows * at.gates);
    // what is left of them after the first step is their gradient
    Scalar *dh = dh0 + first * n, *dc = dc0 == nullptr ? nullptr : dc0 + first * n;
    for (std::int64_t b = first; b < last; ++b) {
      std::copy_n(g.data() + at.out(b, layer.steps), n, dh + (b - first) * n);
      if (dc != nullptr) std::copy_n(g.data() + at.out(b, layer.steps + 1), n, dc + (b - first) * n);
    }
    for (std::int64_t s = layer.steps - 1; s >= 0; --s) {
      const std::int64_t t = at.token(s);
      for (std::int64_t b = first; b < last; ++b) {
        const std::int64_t r = b - first;
        const Scalar* before = at.states == 2 ? at.before(trace.second.data(), layer.steps * n, 1, b, t)
                                              : at.before(y.data(), (layer.steps + 1) * n, 0, b, t);
        const BackwardRow row{
            .n = n,
            .gates = trace.gates.data() + at.at(b, t) * at.gates,
            .second = trace.second.defined() ? trace.second.data() + at.at(b, t) * n : nullptr,
            .before = before,
            .g = g.data() + at.out(b, t),
            .dh = dh + r * n,
            .dc = dc == nullptr ? nullptr : dc + r * n,
            .da = da + at.at(b, t) * at.gates,
            .dproduct = dproduct + r * at.gates,
            .dsecond = gru ? dsecond + at.at(b, t) * n : nullptr};
        if (t >= at.length(b)) {
          std::fill_n(row.da, at.gates, Scalar{0});
          std::fill_n(row.dproduct, at.gates, Scalar{0});
          if (gru) std::fill_n(row.dsecond, n, Scalar{0});
          continue;
        }
        backward_step(layer.cell, row);
      }
      multiply(rows, dproduct, 1, dh);
    }
  });
  return d;
}

Array previous_hidden(const RecurrentLayer& layer, const Array& y) {
  const Layout at(layer);
  const std::int64_t n = layer.hidden;
  Array previous({layer.batch, layer.steps, n});
  Scalar* to = previous.mutable_data();
  parallel_for(layer.batch * layer.steps, static_cast<double>(n) * 0.3, [&](std::int64_t i) {
    const std::int64_t b = i / layer.steps, t = i % layer.steps;
    const Scalar* from = at.before(y.data(), (layer.steps + at.states) * n, 0, b, t);
    std::copy_n(from, n, to + i * n);
  });
  return previous;
}

}  // namespace heed
