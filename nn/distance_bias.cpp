#include "nn/distance_bias.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

std::vector<double> alibi_slopes(std::int64_t heads) {
  std::int64_t power = 1;
  while (power * 2 <= heads) power *= 2;
  std::vector<double> slopes;
  for (std::int64_t h = 0; h < heads; ++h) {
    const double step = h < power ? static_cast<double>(h + 1) : static_cast<double>(h - power) + 0.5;
    slopes.push_back(std::exp2(-8 * step / static_cast<double>(power)));
  }
  return slopes;
}

std::int32_t t5_bucket(std::int64_t distance, Sides sides, Buckets buckets) {
  std::int64_t first = 0, count = buckets.count;
  if (sides == Sides::both) {
    count /= 2;
    if (distance > 0) first = count;
  }
  const std::int64_t away = sides == Sides::past ? std::max<std::int64_t>(-distance, 0) : std::abs(distance);
  const std::int64_t exact = count / 2;
  if (away < exact) return static_cast<std::int32_t>(first + away);
  const auto ratio = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  const double place = std::log2(ratio(away, exact)) / std::log2(ratio(buckets.max_distance, exact));
  const auto beyond = static_cast<std::int64_t>(place * static_cast<double>(count - exact));
  return static_cast<std::int32_t>(first + std::min(exact + beyond, count - 1));
}

DistanceBias::DistanceBias(std::int64_t heads, Rng& rng, Options options)
    : weight(options.kind == Position::t5
                 ? parameter("weight", rng.normal({options.buckets.count, heads}, 0, 0.02))
                 : Variable()),
      heads_(heads),
      options_(options) {
  if (options.kind != Position::t5 && options.kind != Position::alibi)
    throw_error<UsageError>("[distance_bias] only alibi and t5 add to the scores by distance");
}

DistanceBias::Options DistanceBias::options_for(const Positions& positions, Sides sides) {
  const bool alike = sides == Sides::both && !positions.directed;
  return {.kind = positions.kind, .sides = alike ? Sides::either : sides};
}

Variable DistanceBias::operator()(const std::vector<std::int64_t>& distances) const {
  const auto count = static_cast<std::int64_t>(distances.size());
  if (options_.kind == Position::t5) {
    std::vector<std::int32_t> ids;
    for (const std::int64_t distance : distances)
      ids.push_back(t5_bucket(distance, options_.sides, options_.buckets));
    return transpose(embedding(weight, Tokens({count}, std::move(ids))));  // (n, H) -> (H, n)
  }
  Array bias({heads_, count});
  Scalar* out = bias.mutable_data();
  for (const double slope : alibi_slopes(heads_)) {
    for (const std::int64_t distance : distances)
      *out++ = static_cast<Scalar>(-slope * static_cast<double>(std::abs(distance)));
  }
  return Variable(bias);
}

Variable DistanceBias::operator()(std::int64_t queries, std::int64_t keys, std::int64_t first_query) const {
  std::vector<std::int64_t> distances;
  for (std::int64_t i = 0; i < queries + keys - 1; ++i) distances.push_back(i - (queries - 1) - first_query);
  return (*this)(distances);
}

}  // namespace heed
