#include "lib/array/mask.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed {

Mask Mask::causal(std::int64_t offset) {
  Mask mask;
  mask.causal_offset_ = offset;
  return mask;
}

Mask Mask::padding(std::span<const std::int32_t> ids, std::int64_t batch, std::int64_t length,
                   std::int32_t pad) {
  if (static_cast<std::int64_t>(ids.size()) != batch * length) {
    throw_error<ShapeError>("[mask] {} ids for a padding mask of {} rows of {}", ids.size(), batch, length);
  }
  std::vector<std::uint8_t> allowed(ids.size());
  std::transform(ids.begin(), ids.end(), allowed.begin(), [pad](std::int32_t id) { return id != pad; });
  // No padding at all: no rule at all, and the kernels take their short way.
  if (std::all_of(allowed.begin(), allowed.end(), [](std::uint8_t yes) { return yes != 0; })) return {};
  return dense({batch, 1, 1, length}, std::move(allowed));
}

Mask Mask::dense(const Shape& shape, std::vector<std::uint8_t> allowed) {
  if (shape.rank() < 2 || shape.rank() > 4) {
    throw_error<ShapeError>("[mask] shape {}: a mask is (Tq, Tk), (B, Tq, Tk) or (B, H, Tq, Tk)", shape);
  }
  if (shape.size() != static_cast<std::int64_t>(allowed.size())) {
    throw_error<ShapeError>("[mask] {} values for shape {}", allowed.size(), shape);
  }
  Shape four;
  if (shape.rank() == 2) {
    four = {1, 1, shape[0], shape[1]};
  } else if (shape.rank() == 3) {
    four = {shape[0], 1, shape[1], shape[2]};
  } else {
    four = shape;
  }
  Mask mask;
  mask.rules_.push_back(std::make_shared<const Rule>(Rule{four, std::move(allowed)}));
  return mask;
}

Mask operator&(const Mask& a, const Mask& b) {
  Mask both = a;
  if (b.causal_offset_) {
    both.causal_offset_ =
        a.causal_offset_ ? std::min(*a.causal_offset_, *b.causal_offset_) : *b.causal_offset_;
  }
  both.rules_.insert(both.rules_.end(), b.rules_.begin(), b.rules_.end());
  return both;
}

const std::uint8_t* Mask::Rule::at(std::int64_t batch, std::int64_t head, std::int64_t query) const {
  const std::int64_t b = shape[0] == 1 ? 0 : batch;
  const std::int64_t h = shape[1] == 1 ? 0 : head;
  const std::int64_t q = shape[2] == 1 ? 0 : query;
  return allowed.data() + ((b * shape[1] + h) * shape[2] + q) * shape[3];
}

std::int64_t Mask::visible_keys(std::int64_t query, std::int64_t keys) const {
  return causal_offset_ ? std::clamp<std::int64_t>(query + *causal_offset_ + 1, 0, keys) : keys;
}

void Mask::row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t keys,
               std::uint8_t* allowed) const {
  std::fill_n(allowed, keys, std::uint8_t{1});
  for (const auto& rule : rules_) {
    const std::uint8_t* from = rule->at(batch, head, query);
    const std::int64_t step = rule->shape[3] == 1 ? 0 : 1;
    for (std::int64_t j = 0; j < keys; ++j) allowed[j] = allowed[j] != 0 && from[j * step] != 0;
  }
}

bool Mask::allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const {
  if (key >= visible_keys(query, key + 1)) return false;
  return std::all_of(rules_.begin(), rules_.end(), [&](const auto& rule) {
    return rule->at(batch, head, query)[rule->shape[3] == 1 ? 0 : key] != 0;
  });
}

Mask Mask::with_extra_keys(const Shape& scores, std::int64_t extra) const {
  check("attention", scores[0], scores[1], scores[2], scores[3]);
  if (!causal_offset_ && rules_.empty()) return {};
  std::vector<std::uint8_t> allowed;
  for (std::int64_t b = 0; b < scores[0]; ++b) {
    for (std::int64_t h = 0; h < scores[1]; ++h) {
      for (std::int64_t q = 0; q < scores[2]; ++q) {
        for (std::int64_t k = 0; k < scores[3] + extra; ++k)
          allowed.push_back(k >= scores[3] || allows(b, h, q, k) ? 1 : 0);
      }
    }
  }
  return dense(scores.with(3, scores[3] + extra), std::move(allowed));
}

void Mask::check(const char* op, std::int64_t batch, std::int64_t heads, std::int64_t queries,
                 std::int64_t keys) const {
  const Shape scores{batch, heads, queries, keys};
  for (const auto& rule : rules_) {
    for (int axis = 0; axis < 4; ++axis) {
      if (rule->shape[axis] != 1 && rule->shape[axis] != scores[axis]) {
        throw_error<ShapeError>("[{}] a mask of shape {} does not fit scores of shape (B, H, Tq, Tk) = {}",
                                op, rule->shape, scores);
      }
    }
  }
}

}  // namespace heed
