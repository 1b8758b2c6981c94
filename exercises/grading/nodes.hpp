// How many numbers of a graph are still in memory.
#pragma once

namespace heed::grading {

/// Of the numbers that given::value() makes while it exists, those that somebody still holds; one at a time.
class Nodes {
 public:
  Nodes();
  ~Nodes();
  Nodes(const Nodes&) = delete;
  Nodes& operator=(const Nodes&) = delete;

  int held() const;
};

}  // namespace heed::grading
