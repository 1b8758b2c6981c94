#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// One step of softmax that sees its scores block after block (Milakov and Gimelshein 2018; flash attention).
/// state (2 + dv) is what is known of the keys so far: the largest score m, the sum l of exp(score − m), and
/// the dv sums of exp(score − m) · value. Before the first key it is (−∞, 0, 0, …). scores (n) and values (n,
/// dv) of the next n keys -> the new state. A score of −∞ is a key that may not be seen; a block, and several
/// in a row, may consist of such keys only.
Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values) {
  //~ stub
  // 1. The new maximum.
  // 2. By which number must you multiply what was summed with the old maximum?
  // 3. Add the new keys.
  return not_written("absorb");
  //~ solution
  double block = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < scores.dim(0); ++j) block = std::max(block, scores(j));
  const double largest = std::max(state(0), block);
  //~ wrong maximum_of_the_block, replaced_by_the_block M10: std::max(state(0), block) => block
  //~ wrong sums_not_rescaled_by_key
  Tensor next = state;
  for (int j = 0; j < scores.dim(0); ++j) {
    if (scores(j) == -std::numeric_limits<double>::infinity()) continue;
    if (scores(j) > next(0)) {
      const double correction = 1;
      for (int c = 1; c < next.dim(0); ++c) next(c) *= correction;
      next(0) = scores(j);
    }
    const double weight = std::exp(scores(j) - next(0));
    next(1) += weight;
    for (int c = 2; c < state.dim(0); ++c) next(c) += weight * values(j, c - 2);
  }
  //~ wrong past_forgotten_by_key M10 like sums_not_rescaled_by_key: correction = 1 => correction = 0
  //~ wrong nan_from_masked_key M16 like sums_not_rescaled_by_key: correction = 1 => correction = std::exp(next(0) - scores(j)) | if (scores(j) == -std::numeric_limits<double>::infinity()) continue; =>
  //~ end
  //~ solution
  if (largest == -std::numeric_limits<double>::infinity())
    return state;  // nothing to see yet; −∞ − (−∞) is no number
  const double correction = std::exp(state(0) - largest);
  //~ wrong nan_from_masked_block M16: largest == -std::numeric_limits<double>::infinity() => false
  //~ wrong sums_not_rescaled, maximum_not_subtracted: std::exp(state(0) - largest) => 1
  //~ wrong past_forgotten M10, replaced_by_the_block M10: std::exp(state(0) - largest) => 0
  //~ wrong maximum_of_the_block: std::exp(state(0) - largest) => state(1) == 0 ? 0 : std::exp(state(0) - largest)
  //~ wrong rescaled_the_wrong_way F02: state(0) - largest => largest - state(0)
  //~ wrong sums_not_rescaled_by_key, past_forgotten_by_key M10, nan_from_masked_key M16
  //~ end
  //~ solution
  Tensor next(state.shape());
  next(0) = largest;
  //~ wrong sums_not_rescaled_by_key, past_forgotten_by_key M10, nan_from_masked_key M16
  //~ wrong maximum_not_kept: largest => state(1) == 0 ? largest : state(0)
  //~ end
  //~ solution
  next(1) = state(1) * correction;
  for (int c = 2; c < state.dim(0); ++c) next(c) = state(c) * correction;
  //~ wrong sums_not_rescaled_by_key, past_forgotten_by_key M10, nan_from_masked_key M16
  //~ wrong output_not_rescaled: c) * correction; => c) * 1;
  //~ wrong sum_not_rescaled: 1) * correction; => 1) * 1;
  //~ end
  //~ solution
  for (int j = 0; j < scores.dim(0); ++j) {
    const double weight = std::exp(scores(j) - largest);
    next(1) += weight;
    for (int c = 2; c < state.dim(0); ++c) next(c) += weight * values(j, c - 2);
  }
  //~ wrong block_maximum_for_weights: std::exp(scores(j) - largest => block == -std::numeric_limits<double>::infinity() ? 0 : std::exp(scores(j) - block
  //~ wrong old_maximum_for_weights: largest => (state(1) == 0 ? largest : state(0))
  //~ wrong maximum_not_subtracted: scores(j) - largest => scores(j)
  //~ wrong sums_not_rescaled_by_key, past_forgotten_by_key M10, nan_from_masked_key M16
  //~ end
  //~ solution
  return next;
  //~ wrong normalised_every_time: return => for (int c = 2; c < state.dim(0); ++c) next(c) /= next(1); return
  //~ end
}

/// Returns what attention gives at the end: the sums of the values divided by l, or zeros if there was no key
/// to see. state (2 + dv) -> (dv).
Tensor finish(const Tensor& state) {
  //~ stub
  // Which number of the state do the weights sum to? What is it if no key was seen?
  return not_written("finish");
  //~ solution
  Tensor out({state.dim(0) - 2});
  for (int c = 0; c < out.dim(0); ++c)
    if (state(1) > 0) out(c) = state(c + 2) / state(1);
  return out;
  //~ wrong nan_from_nothing M16: +c) => +c) out(c) = state(c + 2) / state(1); | if (state(1) > 0) out(c) = state(c + 2) / state(1); =>
  //~ wrong not_normalised: +c) => +c) out(c) = state(c + 2); | if (state(1) > 0) out(c) = state(c + 2) / state(1); =>
  //~ end
}

/// softmax(q kᵀ / √d) v, with the keys in blocks of `block` (the last may be shorter): flash attention's way.
/// Stores the result and a few blocks, but nothing that grows with the number of keys: no row of scores, no
/// copy of k or v. q (Tq, d), k (Tk, d), v (Tk, dv) -> (Tq, dv).
Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  //~ stub
  // You may use your absorb and finish.
  return not_written("blockwise_attention");
  //~ solution
  const int values = v.dim(1);
  Tensor out({q.dim(0), values});
  for (int i = 0; i < q.dim(0); ++i) {
    Tensor state({2 + values});
    state(0) = -std::numeric_limits<double>::infinity();
    //~ wrong starts_at_zero F01: state(0) = -std::numeric_limits<double>::infinity() => state(0) = 0
    //~ end
    //~ solution
    for (int first = 0; first < k.dim(0); first += block) {
      const int end = std::min(first + block, k.dim(0));
      Tensor scores({end - first}), part({end - first, values});
      for (int j = first; j < end; ++j) {
        double sum = 0;
        for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * k(j, c);
        scores(j - first) = sum / std::sqrt(q.dim(1));
        for (int c = 0; c < values; ++c) part(j - first, c) = v(j, c);
      }
      //~ wrong scale_missing M06: sum / std::sqrt(q.dim(1)) => sum
      //~ wrong last_block_left_out: first < k => first + block <= k
      //~ end
      //~ solution
      state = absorb(state, scores, part);
      //~ wrong softmax_in_each_block
      const Tensor row = finish(absorb(state, scores, part));
      for (int c = 0; c < values; ++c) out(i, c) += row(c) / ((k.dim(0) + block - 1) / block);
      //~ end
      //~ solution
    }
    const Tensor row = finish(state);
    for (int c = 0; c < values; ++c) out(i, c) = row(c);
    //~ wrong softmax_in_each_block: for (int c = 0; c < values; ++c) out(i, c) = row(c); =>
    //~ end
    //~ solution
  }
  return out;
  //~ end
}
