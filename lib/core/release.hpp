// Letting go of a long chain.
#pragma once

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace heed {

/// Destroys what nobody else holds, in a loop: a Node whose destructor gives away the nodes that it holds, as
/// `release(std::move(held))`, may stand at the head of a chain of millions. By recursion, which is what
/// happens by itself, the chain would overflow the stack.
template <typename Node>
void release(std::vector<std::shared_ptr<Node>>&& held) {
  // Whoever comes first destroys, and those that are destroyed meanwhile only hand over what they hold.
  thread_local std::vector<std::shared_ptr<Node>>* pending = nullptr;
  if (pending != nullptr) {
    std::move(held.begin(), held.end(), std::back_inserter(*pending));
    return;
  }
  std::vector<std::shared_ptr<Node>> list = std::move(held);
  pending = &list;
  while (!list.empty()) {
    const std::shared_ptr<Node> next = std::move(list.back());
    list.pop_back();
  }
  pending = nullptr;
}

}  // namespace heed
