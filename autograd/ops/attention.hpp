// Attention as one op (Vaswani et al. 2017, section 3.2): softmax(Q Kᵀ / √Dk) V.
#pragma once

#include "autograd/variable.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"

namespace heed {

/// How attention is computed. dense: all scores of a head at once; the weights are kept for backward, and can
/// be looked at. blockwise: block by block (FlashAttention-2, Dao 2023), in memory that grows with Tq + Tk;
/// blocks in which nothing is allowed are left out. The two agree to rounding, and drop the same weights.
/// automatic: blockwise from 512 queries and 512 keys on, where the weights are not asked for.
enum class AttentionKernel { automatic, dense, blockwise };

/// scores = scale Q Kᵀ + distance_bias + bias
struct AttentionOptions {
  /// Who may attend to whom; true = may attend. A query that may attend to nothing gives 0, and passes no
  /// gradient.
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
  AttentionKernel kernel = AttentionKernel::automatic;
  /// If given, the weights (B, H, Tq, Tk) before dropout are left there. No gradient flows through them (in
  /// PyTorch it could): they are for looking at.
  Array* weights = nullptr;
};

/// query (B, H, Tq, Dk), key (B, H, Tk, Dk), value (B, H, Tk, Dv) -> (B, H, Tq, Dv). With two or three axes,
/// B and H are 1 or H is 1. Throws ShapeError naming the shapes, UsageError for a dropout that cannot be, and
/// for weights of the blockwise kernel.
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
