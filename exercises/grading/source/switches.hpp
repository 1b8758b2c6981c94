// An implementation in which known mistakes can be turned on while the program runs, one at a time: not every
// mistake is compiled by itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercises/grading/source/marked_source.hpp"

namespace heed::grading {

/// A mistake has a switch if in each place that it changes it replaces whole statements that declare nothing,
/// or expressions: the value of a declaration, a condition, what stands in the head of a loop.
class SwitchedSource {
 public:
  explicit SwitchedSource(const MarkedSource& source);

  bool has_switch(const std::string& id) const { return switches_.contains("wrong " + id); }
  /// The solution's lines with the switches. heed::grading::on(i) tells whether mistake i is on.
  std::vector<SourceLine> lines() const;

 private:
  const MarkedSource& source_;
  std::map<std::string, int> switches_{};  // by "wrong ID"
};

}  // namespace heed::grading
