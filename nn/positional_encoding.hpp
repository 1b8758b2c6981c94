#pragma once

#include "nn/layers.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// pe[pos, 2i] = sin(pos / 10000^(2i/d)),  pe[pos, 2i+1] = cos(pos / 10000^(2i/d)):  (length, d).
Array sinusoidal_positions(std::int64_t length, std::int64_t dim);

/// dropout(x + pe), or dropout(x) of a kind that adds nothing here: x (B, T, C) at positions offset …
/// offset+T-1. Throws Error if that is beyond max_length.
class PositionalEncoding : public Module {
 public:
  struct Options {
    Position kind = Position::sinusoidal;
    std::int64_t max_length = 512;
    double dropout = 0.1;
  };
  PositionalEncoding(std::int64_t dim, Rng& rng, Options options)
      : Module(rng), options_(options), dim_(dim) {}
  PositionalEncoding(std::int64_t dim, Rng& rng) : PositionalEncoding(dim, rng, Options()) {}
  Variable operator()(const Variable& x, std::int64_t offset = 0) const;

 private:
  Options options_;
  std::int64_t dim_;
  Variable added();
  /// (max_length, C): a parameter named "weight" if learned, a constant and in no state_dict if sinusoidal,
  /// else undefined.
  Variable weight_ = added();
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

}  // namespace heed
