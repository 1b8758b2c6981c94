#include "autograd/final_gradients.hpp"

#include <unordered_set>

#include "autograd/node.hpp"

namespace heed::inline HEED_PRECISION {

FinalGradients::FinalGradients(const Variable& result, std::function<void(const Node&)> final)
    : final_(std::move(final)) {
  if (!result.requires_grad()) return;
  std::vector<const Node*> to_visit{result.node().get()};
  std::unordered_set<const Node*> seen{to_visit.front()};
  while (!to_visit.empty()) {
    const Node* node = to_visit.back();
    to_visit.pop_back();
    for (const auto& input : node->inputs) {
      if (!input) continue;
      if (input->leaf) {
        ++uses_[input.get()];
      } else if (seen.insert(input.get()).second) {
        to_visit.push_back(input.get());
      }
    }
  }
}

void FinalGradients::pulled(const Node& node) {
  for (const auto& input : node.inputs) {
    if (input && input->leaf && --uses_[input.get()] == 0) final_(*input);
  }
}

}  // namespace heed
