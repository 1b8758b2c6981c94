#include "lib/core/tokens.hpp"

#include <utility>

#include "lib/core/error.hpp"

namespace heed {

Tokens::Tokens(const Shape& shape, std::vector<std::int32_t> ids) : shape_(shape), ids_(std::move(ids)) {
  if (static_cast<std::int64_t>(ids_.size()) != shape_.size())
    throw_error<ShapeError>("[tokens] {} ids for shape {}", ids_.size(), shape_);
}

}  // namespace heed
