// How many numbers of a graph are still in memory.
#pragma once

#include "exercises/given_values.hpp"

namespace heed::grading {

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
