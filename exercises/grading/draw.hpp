// Draw and Cases: the inputs on which a part is graded.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "exercises/grading/value.hpp"

namespace heed::grading {

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
