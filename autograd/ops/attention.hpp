// Attention as one op (Vaswani et al. 2017, section 3.2): softmax(Q Kᵀ / √Dk) V.
#pragma once

#include "autograd/variable.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"

namespace heed {

struct AttentionOptions {
  /// Who may attend to whom; true = may attend. A query that may attend to nothing gives 0, and passes no
  /// gradient.
  Mask mask{};
  /// Probability of dropping an attention weight; needs `rng` if not 0.
  double dropout = 0;
  Rng* rng = nullptr;
  /// Factor of the scores; 0 stands for 1/√Dk.
  double scale = 0;
  /// If given, the weights (B, H, Tq, Tk) before dropout are left there. No gradient flows through them (in
  /// PyTorch it could): they are for looking at.
  Array* weights = nullptr;
};

/// query (B, H, Tq, Dk), key (B, H, Tk, Dk), value (B, H, Tk, Dv) -> (B, H, Tq, Dv). With two or three axes,
/// B and H are 1 or H is 1. Throws ShapeError naming the shapes.
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
