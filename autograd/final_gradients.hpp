// Leaves whose gradient is complete before the sweep has ended.
#pragma once

#include <functional>
#include <unordered_map>

#include "autograd/observer.hpp"

namespace heed::inline HEED_PRECISION {

/// Made before result.backward(): calls `final` with each leaf (`p.node().get()` is its address) as soon as
/// nothing that the result was computed from can add to its grad() any more, while the sweep goes on with the
/// rest: as torch.Tensor.register_post_accumulate_grad_hook. What it throws ends the sweep.
class FinalGradients : public Observer {
 public:
  FinalGradients(const Variable& result, std::function<void(const Node& leaf)> final);
  void pulled(const Node& node) override;

 private:
  std::unordered_map<const Node*, int> uses_;  // of each leaf, still to come
  std::function<void(const Node&)> final_;
};

}  // namespace heed
