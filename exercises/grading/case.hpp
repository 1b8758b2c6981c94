// Case: what grade.cpp sees of one case while the functions of an exercise run on it.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/value.hpp"

namespace heed::grading {

/// The limit of a measured cost.
struct Limit {
  double at_most = 0;
};

/// Reads inputs by name (an unknown name or another kind throws UsageError: a mistake in grade.cpp) and takes
/// results.
class Case {
 public:
  explicit Case(const Inputs& inputs) : inputs_(inputs) {}

  const Tensor& tensor(const std::string& name) const;
  double number(const std::string& name) const;
  int integer(const std::string& name) const;
  const std::vector<int>& ids(const std::string& name) const;
  bool has(const std::string& name) const;

  void give(const std::string& name, Tensor value);
  void give(const std::string& name, double value);
  void give(const std::string& name, int value);
  void give(const std::string& name, const std::vector<int>& value);
  void give(const std::string& name, const std::vector<double>& value);

  /// Gives a cost, which passes if it is at most the limit.
  void measure(const std::string& name, double value, Limit limit);

  /// Gives something that is shown to the learner if the case fails, and not compared.
  void show(const std::string& name, const Value& value);

  const std::vector<Output>& outputs() const { return outputs_; }

 private:
  const Value& find(const std::string& name) const;
  void put(Output output);

  const Inputs& inputs_;
  std::vector<Output> outputs_;
};

}  // namespace heed::grading
