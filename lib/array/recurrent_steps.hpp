// Computes one step of one row of the batch, forward and backward; the formulas are at RecurrentCell. Private
// to recurrent.cpp.
#pragma once

#include "lib/array/recurrent.hpp"

namespace heed::inline HEED_PRECISION {

/// `hidden` numbers each, and so many a gate in `a` and `product`. What a cell has not is not looked at.
struct ForwardRow {
  std::int64_t n;
  Scalar* a;              // the inputs' part of the sums, which becomes the gates
  const Scalar* product;  // W_hh h
  Scalar *h, *c;          // the states before, then after
  Scalar* second;         // for backward: c, or a_h of n
  const Scalar* bias_n;   // b_hn of a GRU, or null
};
void forward_step(RecurrentCell cell, const ForwardRow& row);

struct BackwardRow {
  std::int64_t n;
  const Scalar *gates, *second;
  const Scalar* before;   // the state before the step: c of an LSTM, h of a GRU
  const Scalar* g;        // the gradient of the output of this step
  Scalar *dh, *dc;        // of the states after; then of those before, but for what comes through the product
  Scalar *da, *dproduct;  // of the sums a_x, to keep, and of W_hh h
  Scalar* dsecond;        // the last part of dproduct of a GRU, to keep
};
void backward_step(RecurrentCell cell, const BackwardRow& row);

}  // namespace heed
