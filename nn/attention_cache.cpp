#include "nn/attention_cache.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed {

KeyValueCache KeyValueCache::empty(std::int64_t batch, std::int64_t capacity, std::int64_t width,
                                   std::optional<AttentionRules::Reach> reach) {
  std::int64_t rows = capacity;
  if (reach && reach->first + reach->back + 1 < capacity) {
    rows = reach->first + reach->back + 1;
  } else {
    reach = std::nullopt;  // nothing will ever be left out
  }
  return {.key_value = Variable(Array({batch, rows, width})), .capacity = capacity, .reach = reach};
}

KeyValueCache KeyValueCache::of(const Variable& key_value) {
  const std::int64_t rows = key_value.dim(1);
  return {.key_value = key_value, .capacity = rows, .length = rows, .filled = rows};
}

void KeyValueCache::append(const Array& x, std::int64_t first_column) {
  const std::int64_t steps = x.dim(1);
  if (length + steps > capacity) {
    throw_error<Error>("the cache holds {} positions, position {} does not fit", capacity, length + steps);
  }
  Array stored = key_value.value();
  key_value = {};  // the only handle is now `stored`: writing does not copy
  const std::int64_t batch = stored.dim(0), rows = stored.dim(1), width = stored.dim(2), pitch = x.dim(2);
  Scalar* const out = stored.mutable_data();
  if (filled + steps > rows) {  // the oldest of the window leaves
    for (std::int64_t b = 0; b < batch; ++b) {
      Scalar* const window = out + (b * rows + reach->first) * width;
      std::copy(window + width, out + (b + 1) * rows * width, window);
    }
    --filled;
  }
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t t = 0; t < steps; ++t) {
      std::copy_n(x.data() + (b * steps + t) * pitch + first_column, width,
                  out + (b * rows + filled + t) * width);
    }
  }
  key_value = Variable(stored);
  length += steps;
  filled += steps;
}

std::vector<std::int64_t> KeyValueCache::positions() const {
  std::vector<std::int64_t> all;
  for (std::int64_t row = 0; row < filled; ++row)
    all.push_back(reach && row >= reach->first ? length - filled + row : row);
  return all;
}

KeyValueCache KeyValueCache::select(const std::vector<std::int32_t>& rows) const {
  const Array& from = key_value.value();
  const std::int64_t pitch = from.dim(1) * from.dim(2);
  Array to(from.shape().with(0, static_cast<std::int64_t>(rows.size())));
  Scalar* out = to.mutable_data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0 || rows[i] >= from.dim(0))
      throw_error<ShapeError>("[select] row {} of a cache of shape {}", rows[i], from.shape());
    std::copy_n(from.data() + rows[i] * pitch, filled * from.dim(2),
                out + static_cast<std::int64_t>(i) * pitch);
  }
  KeyValueCache picked = *this;
  picked.key_value = Variable(to);
  return picked;
}

}  // namespace heed
