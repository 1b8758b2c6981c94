// The costs of an implementation are numbers that are the same at every run: elements of tensors, which
// Tensor itself counts.
#pragma once

#include "exercises/given_values.hpp"
#include "exercises/learn.hpp"

namespace heed::grading {

struct Costs {
  double elements = 0;  // read or written
  double held = 0;      // in memory at one time, beside those that were there before
};

inline constexpr char held_label[] = "elements in memory at one time";

/// The costs of call().
template <typename Call>
Costs costs_of(const Call& call) {
  using learn::HeldElements, learn::Tensor;
  HeldElements::forget_most();
  const long held = HeldElements::now(), elements = Tensor::element_reads();
  call();
  return {double(Tensor::element_reads() - elements), double(HeldElements::most() - held)};
}

/// Counts the accesses to the elements of one tensor, not to copies of it, while it exists; one at a time.
class Watch {
 public:
  explicit Watch(const learn::Tensor& tensor) {
    learn::Tensor::reads_watched_ = &tensor;
    learn::Tensor::reads_of_watched_ = 0;
  }
  ~Watch() { learn::Tensor::reads_watched_ = nullptr; }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  long reads() const { return learn::Tensor::reads_of_watched_; }
};

/// Counts the numbers that somebody still holds, among those that given::value() makes while it exists and
/// those it is shown; one at a time.
class Nodes {
 public:
  Nodes();
  ~Nodes();
  Nodes(const Nodes&) = delete;
  Nodes& operator=(const Nodes&) = delete;

  /// The number and what it was computed from: an answer may make numbers without given::value().
  void show(const learn::types::Value& value);
  int held() const;
};

}  // namespace heed::grading
