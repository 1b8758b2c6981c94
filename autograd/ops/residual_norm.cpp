#include "autograd/ops/residual_norm.hpp"

#include "lib/array/row_layer_norm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// z = x + D ∘ s, y = norm(z).      dx = dz      ds = D ∘ dz
Variable residual_norm(const Variable& x, const Variable& sublayer, const Variable& weight,
                       const Variable& bias, ResidualNormOptions options) {
  const Computing computing("residual_norm");
  if (weight.rank() != 1 || x.rank() < 1 || x.dim(-1) != weight.dim(0) || bias.shape() != weight.shape() ||
      sublayer.shape() != x.shape()) {
    throw_error<ShapeError>(
        "[residual_norm] x {}, sublayer {}, weight {}, bias {}: x and sublayer need one shape, weight "
        "and bias its last axis",
        x.shape(), sublayer.shape(), weight.shape(), bias.shape());
  }
  if (!(options.dropout >= 0 && options.dropout < 1))
    throw_error<UsageError>("[residual_norm] dropout {}: must be at least 0 and below 1", options.dropout);
  if (options.dropout > 0 && options.rng == nullptr)
    throw_error<UsageError>("[residual_norm] dropout {} needs a random generator: set .rng", options.dropout);
  Dropped dropped{.p = options.dropout};
  if (options.dropout > 0) dropped.stream = options.rng->next();
  const Array w = weight.value();
  const ResidualNormResult forward =
      residual_norm_rows(x.value(), sublayer.value(), dropped, w, bias.value(), options.eps);
  return record_joint("residual_norm", forward.norm.y, {x, sublayer, weight, bias},
                      [z = forward.sum, w, dropped,
                       statistics = LayerNormResult{{}, forward.norm.mean, forward.norm.inverse_root}](
                          const Array& g, Gradients& into) {
                        const bool wanted = into.needs(0) || into.needs(1);
                        Array dz = wanted ? Array(z.shape()) : Array();
                        Array ds = into.needs(1) && dropped.p > 0 ? Array(z.shape()) : Array();
                        residual_norm_backward_rows(z, w, statistics, g, dropped,
                                                    wanted ? dz.mutable_data() : nullptr,
                                                    ds.defined() ? ds.mutable_data() : nullptr,
                                                    into.needs(2) ? into.target(2).zeroed() : nullptr,
                                                    into.needs(3) ? into.target(3).zeroed() : nullptr);
                        if (into.needs(1)) into.add(1, ds.defined() ? std::move(ds) : dz);
                        if (into.needs(0)) into.add(0, std::move(dz));
                      });
}

}  // namespace heed
