#include "lib/array/selective_scan.hpp"

#include <algorithm>

#include "lib/array/parallel.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/scratch.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using simd::Batch, simd::lanes;

constexpr std::int64_t span = 32;  // tokens between checkpoints

enum class ScanUse { a, state, states, decays, gradient, a_gradient, count };

/// A strip: one vector of neighbouring channels of one sequence, from the first token to the last. Channels
/// know nothing of each other, so a thread takes a strip at a time. States lie as N vectors.
struct Strips {
  explicit Strips(const ScanInputs& inputs)
      : in(inputs),
        batch(inputs.x.dim(0)),
        steps(inputs.x.dim(1)),
        width(inputs.x.dim(2)),
        states(inputs.a.dim(1)),
        strips((width + lanes - 1) / lanes),
        spans((steps + span - 1) / span) {}

  const ScanInputs& in;
  std::int64_t batch, steps, width, states, strips, spans;

  /// body(sequence, strip, first channel, how its vectors are read and written).
  template <typename Body>
  void for_each(Body body) const {
    parallel_chunks(batch * strips, [&](std::int64_t i) {
      const std::int64_t b = i / strips, d = i % strips * lanes;
      if (d + lanes <= width) {
        body(b, i % strips, d, simd::Whole{});
      } else {
        body(b, i % strips, d, simd::Tail{width - d});
      }
    });
  }
  /// Rows of N numbers, one a channel, as N vectors; channels that there are not are 0.
  void read(const Scalar* rows, std::int64_t d, Scalar* vectors) const {
    const std::int64_t n = std::min(lanes, width - d);
    for (std::int64_t s = 0; s < states; ++s) {
      for (std::int64_t l = 0; l < lanes; ++l)
        vectors[s * lanes + l] = l < n ? rows[(d + l) * states + s] : 0;
    }
  }
  void write(const Scalar* vectors, std::int64_t d, Scalar* rows) const {
    for (std::int64_t s = 0; s < states; ++s) {
      for (std::int64_t l = 0; l < std::min(lanes, width - d); ++l)
        rows[(d + l) * states + s] = vectors[s * lanes + l];
    }
  }
  Scalar* vectors(ScanUse use, std::int64_t times = 1) const { return scratch(use, times * states * lanes); }
  /// A and the first state of a strip.
  void begin(std::int64_t b, std::int64_t d, Scalar* a, Scalar* h) const {
    read(in.a.data(), d, a);
    if (in.first_state.defined()) {
      read(in.first_state.data() + b * width * states, d, h);
    } else {
      std::fill_n(h, states * lanes, Scalar{0});
    }
  }
};

}  // namespace

ScanResult selective_scan_forward(const ScanInputs& in) {
  const Strips s(in);
  const std::int64_t n = s.states, size = n * lanes;
  ScanResult result{Array(in.x.shape()), Array({s.batch, s.width, n}),
                    Array({s.batch, s.strips, s.spans, size})};
  Scalar *y = result.y.mutable_data(), *last = result.last_state.mutable_data(),
         *kept = result.checkpoints.mutable_data();
  s.for_each([&](std::int64_t b, std::int64_t strip, std::int64_t d, auto v) {
    Scalar *a = s.vectors(ScanUse::a), *h = s.vectors(ScanUse::state);
    s.begin(b, d, a, h);
    const Batch skip = v.load(in.skip.data() + d);
    for (std::int64_t t = 0; t < s.steps; ++t) {
      if (t % span == 0) std::copy_n(h, size, kept + ((b * s.strips + strip) * s.spans + t / span) * size);
      const std::int64_t row = b * s.steps + t;
      const Batch x = v.load(in.x.data() + row * s.width + d),
                  delta = v.load(in.delta.data() + row * s.width + d);
      const Batch input = delta * x;
      const Scalar *from = in.b.data() + row * n, *to = in.c.data() + row * n;
      Batch out = skip * x;
      for (std::int64_t i = 0; i < n; ++i) {
        const Batch decay = xsimd::exp(delta * Batch::load_aligned(a + i * lanes));
        const Batch state = xsimd::fma(decay, Batch::load_aligned(h + i * lanes), input * from[i]);
        state.store_aligned(h + i * lanes);
        out = xsimd::fma(Batch(to[i]), state, out);
      }
      v.store(out, y + row * s.width + d);
    }
    s.write(h, d, last + b * s.width * n);
  });
  return result;
}

// With ḣ_t = dL/dh_t = C_t g_t + e^(Δ_(t+1) A) ḣ_(t+1), from the last token to the first:
// dx = skip g + Δ Σ_n ḣ B      dΔ = Σ_n ḣ (A e^(ΔA) h_(t-1) + x B)      dA = Σ_t ḣ Δ e^(ΔA) h_(t-1)
// dB = Σ_d ḣ Δ x      dC = Σ_d g h      dskip = Σ_t g x
ScanGradients selective_scan_backward(const ScanInputs& in, const Array& checkpoints, const Array& g) {
  const Strips s(in);
  const std::int64_t n = s.states, size = n * lanes;
  Array dx(in.x.shape()), ddelta(in.x.shape()), da({s.batch, s.width, n}), dskip({s.batch, s.width});
  Array db({s.strips, s.batch, s.steps, n}), dc({s.strips, s.batch, s.steps, n});  // of each strip
  Scalar *to_x = dx.mutable_data(), *to_delta = ddelta.mutable_data(), *to_a = da.mutable_data(),
         *to_skip = dskip.mutable_data(), *to_b = db.mutable_data(), *to_c = dc.mutable_data();
  s.for_each([&](std::int64_t b, std::int64_t strip, std::int64_t d, auto v) {
    Scalar *a = s.vectors(ScanUse::a), *h = s.vectors(ScanUse::state), *dh = s.vectors(ScanUse::gradient);
    Scalar *a_sum = s.vectors(ScanUse::a_gradient), *states = s.vectors(ScanUse::states, span + 1),
           *decays = s.vectors(ScanUse::decays, span);
    s.begin(b, d, a, h);
    std::fill_n(dh, size, Scalar{0});
    std::fill_n(a_sum, size, Scalar{0});
    const Batch skip = v.load(in.skip.data() + d);
    Batch skip_sum(Scalar{0});
    for (std::int64_t part = s.spans - 1; part >= 0; --part) {
      const std::int64_t first = part * span, last = std::min(s.steps, first + span);
      // states[t - first] is that before token t
      std::copy_n(checkpoints.data() + ((b * s.strips + strip) * s.spans + part) * size, size, states);
      for (std::int64_t t = first; t < last; ++t) {
        const std::int64_t row = b * s.steps + t;
        const Batch delta = v.load(in.delta.data() + row * s.width + d);
        const Batch input = delta * v.load(in.x.data() + row * s.width + d);
        Scalar *before = states + (t - first) * size, *decay_of = decays + (t - first) * size;
        for (std::int64_t i = 0; i < n; ++i) {
          const Batch decay = xsimd::exp(delta * Batch::load_aligned(a + i * lanes));
          decay.store_aligned(decay_of + i * lanes);
          xsimd::fma(decay, Batch::load_aligned(before + i * lanes), input * in.b.data()[row * n + i])
              .store_aligned(before + size + i * lanes);
        }
      }
      for (std::int64_t t = last - 1; t >= first; --t) {
        const std::int64_t row = b * s.steps + t;
        const Scalar *before = states + (t - first) * size, *decay_of = decays + (t - first) * size;
        const Batch x = v.load(in.x.data() + row * s.width + d), up = v.load(g.data() + row * s.width + d);
        const Batch delta = v.load(in.delta.data() + row * s.width + d), input = delta * x;
        Batch input_sum(Scalar{0}), decay_sum(Scalar{0});
        Scalar *b_row = to_b + (strip * s.batch * s.steps + row) * n,
               *c_row = to_c + (strip * s.batch * s.steps + row) * n;
        for (std::int64_t i = 0; i < n; ++i) {
          const Batch decay = Batch::load_aligned(decay_of + i * lanes);
          const Batch down =
              xsimd::fma(Batch(in.c.data()[row * n + i]), up, Batch::load_aligned(dh + i * lanes));
          const Batch carried = down * decay;
          const Batch slope = carried * Batch::load_aligned(before + i * lanes);
          input_sum = xsimd::fma(down, Batch(in.b.data()[row * n + i]), input_sum);
          decay_sum = xsimd::fma(slope, Batch::load_aligned(a + i * lanes), decay_sum);
          xsimd::fma(slope, delta, Batch::load_aligned(a_sum + i * lanes)).store_aligned(a_sum + i * lanes);
          carried.store_aligned(dh + i * lanes);
          b_row[i] = simd::sum_lanes(down * input);
          c_row[i] = simd::sum_lanes(up * Batch::load_aligned(before + size + i * lanes));
        }
        skip_sum = xsimd::fma(up, x, skip_sum);
        v.store(xsimd::fma(delta, input_sum, skip * up), to_x + row * s.width + d);
        v.store(xsimd::fma(x, input_sum, decay_sum), to_delta + row * s.width + d);
      }
    }
    s.write(a_sum, d, to_a + b * s.width * n);
    v.store(skip_sum, to_skip + b * s.width + d);
  });
  return {dx, ddelta, sum(da, {0}), sum(db, {0}), sum(dc, {0}), sum(dskip, {0})};
}

}  // namespace heed
