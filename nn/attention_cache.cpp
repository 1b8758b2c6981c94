#include "nn/attention_cache.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The first `count` numbers of these rows of x (B, …).
Array pick_rows(const Array& x, const std::vector<std::int32_t>& rows, std::int64_t count) {
  const std::int64_t pitch = x.shape().tail(1).size();
  Array to(x.shape().with(0, std::ssize(rows)));
  Scalar* out = to.mutable_data();
  for (const std::int32_t row : rows) {
    if (row < 0 || row >= x.dim(0))
      throw_error<ShapeError>("[select] row {} of a cache of shape {}", row, x.shape());
    std::copy_n(x.data() + row * pitch, count, out);
    out += pitch;
  }
  return to;
}

void check_room(std::int64_t capacity, std::int64_t wanted) {
  if (wanted > capacity)
    throw_error<Error>("the cache holds {} positions, position {} does not fit", capacity, wanted);
}

}  // namespace

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
  check_room(capacity, length + steps);
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
  KeyValueCache picked = *this;
  picked.key_value = Variable(pick_rows(key_value.value(), rows, filled * key_value.dim(2)));
  if (own_key_value.defined()) {
    const Array own = own_key_value.value();
    picked.own_key_value = Variable(pick_rows(own, rows, own.dim(1) * own.dim(2)));
  }
  return picked;
}

void LinearCache::count(std::int64_t steps) {
  check_room(capacity, length + steps);
  length += steps;
}

LinearCache LinearCache::select(const std::vector<std::int32_t>& rows) const {
  LinearCache picked = *this;
  picked.state.sum = pick_rows(state.sum, rows, state.sum.shape().tail(1).size());
  picked.state.normaliser = pick_rows(state.normaliser, rows, state.normaliser.shape().tail(1).size());
  return picked;
}

AttentionCache select(const AttentionCache& cache, const std::vector<std::int32_t>& rows) {
  return std::visit([&](const auto& kind) -> AttentionCache { return kind.select(rows); }, cache);
}

}  // namespace heed
