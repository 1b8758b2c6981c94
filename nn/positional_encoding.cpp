#include "nn/positional_encoding.hpp"

#include <cmath>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

Array sinusoidal_positions(std::int64_t length, std::int64_t dim) {
  Array pe({length, dim});
  Scalar* out = pe.mutable_data();
  for (std::int64_t pos = 0; pos < length; ++pos) {
    for (std::int64_t c = 0; c < dim; ++c) {
      const auto pair = static_cast<double>(c / 2 * 2);  // 2i for both sin and cos
      const double angle =
          static_cast<double>(pos) * std::exp(-std::log(10000.0) * pair / static_cast<double>(dim));
      out[pos * dim + c] = static_cast<Scalar>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return pe;
}

Variable PositionalEncoding::added() {
  const std::int64_t length = options_.max_length;
  if (options_.kind == Position::learned)
    return parameter("weight", initial().normal({length, dim_}, 0, 0.02));
  return options_.kind == Position::sinusoidal ? Variable(sinusoidal_positions(length, dim_)) : Variable();
}

Variable PositionalEncoding::operator()(const Variable& x, std::int64_t offset) const {
  if (x.rank() != 3 || x.dim(2) != dim_)
    throw_error<ShapeError>("[positional_encoding] x {} with positions of {} numbers", x.shape(), dim_);
  const std::int64_t end = offset + x.dim(1);
  if (end > options_.max_length) {
    throw_error<Error>("a sequence of {} tokens is longer than the model's maximum of {}", end,
                       options_.max_length);
  }
  return dropout_(weight_.defined() ? x + slice(weight_, 0, offset, end) : x);
}

}  // namespace heed
