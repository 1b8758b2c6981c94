// How often the elements of one tensor are read.
#pragma once

#include "exercises/learn.hpp"

namespace heed::grading {

/// Counts the accesses to the elements of one tensor, not to copies of it, while it exists; one at a time.
/// values(), and a reference to an element that could be written, count as 100 readings of each element,
/// since nobody sees how often they are read then.
class Watch {
 public:
  explicit Watch(const learn::Tensor& tensor) { learn::Tensor::reads_are_of_(&tensor); }
  ~Watch() { learn::Tensor::reads_are_of_(nullptr); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  long reads() const { return learn::Tensor::reads_of_watched_; }
};

}  // namespace heed::grading
