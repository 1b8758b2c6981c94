#include "nn/optimizer.hpp"

#include <cmath>

#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "nn/parameter_pieces.hpp"

namespace heed::inline HEED_PRECISION {

double clip_grad_norm(const std::vector<Variable>& parameters, double max_norm) {
  std::vector<Array> gradients;
  for (const Variable& p : parameters) {
    if (p.grad().defined()) gradients.push_back(p.grad());
  }
  const double norm = global_norm(gradients);
  gradients.clear();  // else scaling in place would copy
  if (!std::isfinite(norm)) {
    for (const Variable& p : parameters) {
      if (p.grad().defined() && !std::isfinite(global_norm({p.grad()}))) {
        throw_error<NumericError>(
            "the gradient of '{}' {} is not finite: lower the learning rate, or search with DetectAnomaly",
            p.name(), p.shape());
      }
    }
    throw_error<NumericError>("the norm of all gradients together is not finite: lower the learning rate");
  }
  const auto factor = static_cast<Scalar>(max_norm / (norm + 1e-6));
  if (factor >= 1) return norm;
  // A gradient is taken out of its parameter to be written in place: a second handle would make a copy.
  std::vector<Scalar*> data(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Variable p = parameters[i];
    if (!p.grad().defined()) continue;
    Array g = p.grad();
    p.zero_grad();
    data[i] = g.mutable_data();
    p.set_grad(std::move(g));
  }
  for_each_piece(parameters, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
    Scalar* x = data[i];
#pragma omp simd
    for (std::int64_t k = begin; k < end; ++k) x[k] *= factor;
  });
  return norm;
}

}  // namespace heed
