#include "autograd/node.hpp"

#include <atomic>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

std::uint64_t Node::next_number() {
  static std::atomic<std::uint64_t> next{0};
  return next++;
}

std::string describe(const Node& node) {
  return node.name.empty() ? fmt::format("[{}] {}", node.op, node.shape)
                           : fmt::format("'{}' {}", node.name, node.shape);
}

}  // namespace heed
