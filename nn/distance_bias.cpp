#include "nn/distance_bias.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"

namespace heed {

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
  const std::int64_t away = sides == Sides::both ? std::abs(distance) : std::max<std::int64_t>(-distance, 0);
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
  if (!adds_by_distance(options.kind))
    throw_error<UsageError>("[distance_bias] only alibi and t5 add to the scores by distance");
}

Variable DistanceBias::operator()(std::int64_t queries, std::int64_t keys, std::int64_t first_query) const {
  const std::int64_t count = std::max<std::int64_t>(queries + keys - 1, 0);
  const auto distance = [=](std::int64_t i) { return i - (queries - 1) - first_query; };  // key - query
  if (options_.kind == Position::t5) {
    std::vector<std::int32_t> ids;
    for (std::int64_t i = 0; i < count; ++i)
      ids.push_back(t5_bucket(distance(i), options_.sides, options_.buckets));
    return transpose(embedding(weight, Tokens({count}, std::move(ids))));  // (L, H) -> (H, L)
  }
  const std::vector<double> slopes = alibi_slopes(heads_);
  Array bias({heads_, count});
  Scalar* out = bias.mutable_data();
  for (const double slope : slopes) {
    for (std::int64_t i = 0; i < count; ++i)
      *out++ = static_cast<Scalar>(-slope * static_cast<double>(std::abs(distance(i))));
  }
  return Variable(bias);
}

}  // namespace heed
