#include "models/conv_net.hpp"

#include <cstdlib>

namespace heed::inline HEED_PRECISION {

ConvNetOptions with_parameters(ConvNetOptions options, std::int64_t parameters) {
  ConvNetOptions best = options;
  std::int64_t least = -1;
  for (options.channels = 1;; ++options.channels) {
    Rng rng(1);
    const std::int64_t off = std::abs(ConvNet(options, rng).parameter_count() - parameters);
    if (least >= 0 && off >= least) return best;
    least = off;
    best = options;
  }
}

}  // namespace heed
