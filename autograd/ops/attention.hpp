// Attention as one op (Vaswani et al. 2017, section 3.2): softmax(Q Kᵀ / √Dk) V.
#pragma once

#include "autograd/variable.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

struct LinearState;  // lib/array/linear_attention.hpp

/// How attention is computed.
/// dense: all scores of a head at once; the weights are kept for backward, and can be looked at.
/// blockwise: block by block (FlashAttention-2, Dao 2023), in memory that grows with Tq + Tk; blocks in which
/// nothing is allowed are left out. Agrees with dense to rounding, and drops the same weights.
/// sparse: another name of blockwise, for who means its leaving out (the same bytes).
/// linear: no softmax at all, but φ(q)·φ(k) with φ = elu + 1 (Katharopoulos et al. 2020;
/// lib/array/linear_attention.hpp), in time that grows with Tq + Tk. It has no scores, hence no scale, bias,
/// dropout or weights, and only masks that are all, padding, causal and these joined by &.
/// automatic: blockwise from 512 queries and keys on, and from 256 on if the mask leaves out more than a
/// quarter of the blocks of 128 queries and 64 keys, as causal() does; dense below, and where the weights are
/// asked for.
enum class AttentionKernel { automatic, dense, blockwise, sparse, linear };

/// scores = scale Q Kᵀ + distance_bias + bias + scale Q relative_keyᵀ of each pair's distance
struct AttentionOptions {
  /// Says who may attend to whom; true = may attend. A query that may attend to nothing gives 0, and passes
  /// no gradient.
  Mask mask{};
  /// Probability of dropping an attention weight; needs `rng` if not 0.
  double dropout = 0;
  Rng* rng = nullptr;
  /// Factor of the scores; 0 stands for 1/√Dk.
  double scale = 0;
  /// (H, Tq + Tk - 1): what is added to the score of query i and key j stands at j - i + Tq - 1. It depends
  /// on their distance alone (Shazeer's relative biases in T5: Raffel et al. 2020; ALiBi: Press et al. 2022).
  Variable distance_bias{};
  /// A constant that is added to the scores: whatever broadcasts to (B, H, Tq, Tk). PyTorch's masks of
  /// floats.
  Array bias{};
  /// Learned tables (2k + 1, Dk) and (2k + 1, Dv), shared by batch and heads: to key and value j, as query i
  /// sees them, row clip(j - i - first_query, -k, k) + k is added (Shaw et al. 2018; the two may have another
  /// k). With a cache first_query is the number of keys before query 0.
  Variable relative_key{}, relative_value{};
  std::int64_t first_query = 0;
  AttentionKernel kernel = AttentionKernel::automatic;
  /// If given, the weights (B, H, Tq, Tk) before dropout are left there. No gradient flows through them (in
  /// PyTorch it could): they are for looking at.
  Array* weights = nullptr;
  /// For decoding with the linear kernel: all keys and values so far. Queries see them too, and those given
  /// are taken in; the mask speaks of these alone. No gradients: UsageError where some are wanted.
  LinearState* linear_state = nullptr;
};

/// query (B, H, Tq, Dk), key (B, H, Tk, Dk), value (B, H, Tk, Dv) -> (B, H, Tq, Dv). With two or three axes,
/// B and H are 1 or H is 1. Throws ShapeError naming the shapes; UsageError for a dropout that cannot be, and
/// for what the kernel does not have.
Variable scaled_dot_product_attention(const Variable& query, const Variable& key, const Variable& value,
                                      AttentionOptions options = {});

/// The columns offset … offset + H·D - 1 of the first `rows` rows of x (B, T, C): H heads side by side.
struct Heads {
  Variable x{};
  std::int64_t offset = 0;
  std::int64_t rows = -1;  // -1: all T
};

/// The same on projections whose heads lie side by side, without splitting them off: query (B, Tq, H·D) and
/// so on -> (B, Tq, H·D). Query, key and value may be columns of one variable. Throws ShapeError; UsageError
/// if heads < 1.
Variable multi_head_attention(const Heads& query, const Heads& key, const Heads& value, std::int64_t heads,
                              std::int64_t head_dim, AttentionOptions options = {});

}  // namespace heed
