// The recurrence of a selective state space (S6: Gu & Dao 2023, "Mamba", section 3): each of D channels has N
// states,
//   h_t[d, n] = e^(Δ_t[d] A[d, n]) h_(t-1)[d, n] + Δ_t[d] x_t[d] B_t[n]
//   y_t[d]    = Σ_n C_t[n] h_t[d, n] + skip[d] x_t[d]
// Time and memory grow with the length; what is carried from token to token does not grow.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

struct ScanInputs {
  Array x, delta;       // (B, T, D)
  Array a;              // A: (D, N)
  Array b, c;           // B_t, C_t: (B, T, N)
  Array skip;           // (D)
  Array first_state{};  // h_0: (B, D, N); undefined: 0
};

struct ScanResult {
  Array y;            // (B, T, D)
  Array last_state;   // h_T: (B, D, N)
  Array checkpoints;  // the states before every 32nd token, for backward
};
ScanResult selective_scan_forward(const ScanInputs& in);

struct ScanGradients {
  Array x, delta, a, b, c, skip;
};
/// For g = dL/dy. States are computed again from the last checkpoint, 32 at a time.
ScanGradients selective_scan_backward(const ScanInputs& in, const Array& checkpoints, const Array& g);

}  // namespace heed
