// The walk over several operands that broadcast to one shape. Private to lib: kernels include it, readers
// need not.
#pragma once

#include <array>
#include <initializer_list>

#include "lib/array/parallel.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/shape.hpp"

namespace heed::inline HEED_PRECISION {

/// Cuts the common shape into runs along which every operand either moves on by one or stands still, after
/// merging the axes that allow it: equal shapes give a single run, a bias over (B, T, C) one run for each (b,
/// t).
class Broadcast {
 public:
  static constexpr int max_operands = 3;
  using Offsets = std::array<std::int64_t, max_operands>;

  /// Throws ShapeError naming `op` and two shapes that do not go together.
  Broadcast(const char* op, std::initializer_list<Shape> operands);

  const Shape& shape() const { return shape_; }
  /// 1 or 0: whether operand k moves on within a run.
  std::int64_t inner_stride(int k) const { return strides_[static_cast<std::size_t>(k)][inner_]; }

  /// Calls body(first output element, number of elements, first element of each operand), in parallel.
  template <typename Body>
  void for_each_run(double cost, Body&& body) const {
    const std::int64_t length = dims_[inner_];
    const std::int64_t runs = length == 0 ? 0 : shape_.size() / length;
    if (runs == 1) {  // cut the single run itself
      parallel_ranges(length, cost, [&](std::int64_t begin, std::int64_t end) {
        Offsets offset{};
        for (int k = 0; k < operands_; ++k) offset[static_cast<std::size_t>(k)] = begin * inner_stride(k);
        body(begin, end - begin, offset);
      });
      return;
    }
    // A run has a cost of its own besides that of its elements.
    parallel_for(runs, cost * static_cast<double>(length) + 10,
                 [&](std::int64_t run) { body(run * length, length, offsets(run)); });
  }

 private:
  Offsets offsets(std::int64_t run) const;

  Shape shape_;
  int operands_ = 0;
  // The merged axes: their lengths and each operand's stride along them; inner_ is the last.
  std::array<std::int64_t, Shape::max_rank> dims_{};
  std::array<std::array<std::int64_t, Shape::max_rank>, max_operands> strides_{};
  std::size_t inner_ = 0;
};

}  // namespace heed
