// Initial values of parameters, as torch.nn.init computes them. fan_in and fan_out of a matrix (out, in) are
// in and out.
#pragma once

#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

/// U(-a, a), a = √(6 / (fan_in + fan_out)) (Glorot & Bengio 2010). Throws ShapeError unless it is a matrix.
Array xavier_uniform(const Shape& shape, Rng& rng);
/// U(-1/√n, 1/√n): PyTorch's default for the weight and the bias of a Linear with n inputs.
Array uniform_fan_in(const Shape& shape, std::int64_t fan_in, Rng& rng);

/// How a parameter starts, for the options of modules: 0; N(0, 1); N(0, 0.02²), as in BERT and GPT-2; or as
/// the functions of these names.
enum class Init { zeros, normal, small_normal, uniform_fan_in, xavier_uniform };
/// Returns the first value of a parameter for n = fan_in inputs. zeros draws nothing.
Array initial_value(Init how, const Shape& shape, std::int64_t fan_in, Rng& rng);

}  // namespace heed
