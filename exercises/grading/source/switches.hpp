// Implementations in which known mistakes can be turned on while the program runs, two at a time: so two of
// one function are put together, and not every pair is compiled.
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
  /// Of "solution" or "wrong ID": MarkedSource's lines, with the switches of other mistakes in the places
  /// that this one does not change; of the solution also with any two of one line. heed::grading::on(i) tells
  /// whether mistake i is on.
  std::vector<SourceLine> lines(const std::string& kind) const;

 private:
  const MarkedSource& source_;
  std::map<std::string, int> switches_{};  // by "wrong ID"
};

}  // namespace heed::grading
