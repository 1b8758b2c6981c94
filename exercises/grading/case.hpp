// The cases of a part: the inputs on which it is graded, and what goes into one and comes out of it.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "exercises/learn.hpp"

namespace heed::grading {

using Tensor = learn::Tensor;
using Value = std::variant<Tensor, double, int, std::vector<int>>;

/// An input of a case.
struct Input {
  std::string name;
  Value value;
};

/// The inputs of one case under a label that the learner reads.
struct Inputs {
  std::string label;
  std::vector<Input> values{};
};

/// A result is there to be compared, to stay below a limit, or only to be seen when the case fails.
enum class Purpose : unsigned char { compared, measured, shown };

/// One result of a case. Numbers have shape (), lists of ids shape (n).
struct Output {
  std::string name;
  Tensor value;
  Purpose purpose = Purpose::compared;
  double at_most = 0;  // if measured
};

/// Any value as a tensor: an int or a double has shape (), ids have shape (n).
Tensor as_tensor(const Value& value);
/// Element i along the first axis: (L, …) -> (…).
Tensor element(const Tensor& t, int i);

/// The limit of a measured cost.
struct Limit {
  double at_most = 0;
};

/// Stands for one case in grade.cpp, while the functions of an exercise run on it: reads inputs by name (an
/// unknown name or another kind throws UsageError: a mistake in grade.cpp) and takes results.
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

struct NormalOptions {
  double std = 1;
  double mean = 0;
};

/// Random inputs that depend on the seed alone.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  Tensor normal(std::vector<int> shape, NormalOptions options = {});
  /// In [low, high).
  Tensor uniform(std::vector<int> shape, double low, double high);
  /// low … high, both included.
  int integer(int low, int high);
  /// So many integers of low … high.
  std::vector<int> ids(int count, int low, int high);

 private:
  double unit();
  std::mt19937_64 engine_;
};

/// Fills one case: cases.add("2 rows of 3").tensor("logits", …).integer("axis", 1).
class CaseInputs {
 public:
  explicit CaseInputs(std::string label);

  CaseInputs& tensor(std::string name, Tensor value);
  CaseInputs& number(std::string name, double value);
  CaseInputs& integer(std::string name, int value);
  CaseInputs& ids(std::string name, std::vector<int> value);

  const Inputs& inputs() const { return inputs_; }

 private:
  CaseInputs& put(std::string name, Value value);
  Inputs inputs_;
};

/// The cases of a part, in order: the first that fails is shown to the learner.
class Cases {
 public:
  CaseInputs& add(std::string label);
  std::vector<Inputs> list() const;

 private:
  std::deque<CaseInputs> cases_;
};

}  // namespace heed::grading
