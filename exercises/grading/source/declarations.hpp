// The functions that a grade.cpp declares and a learner must define.
#pragma once

#include <string>
#include <vector>

namespace heed::grading {

/// The function declarations at file level of a C++ text, each as one line without its ';'. Comments and
/// #include lines are passed over; what stands in braces is not looked into.
std::vector<std::string> function_declarations(const std::string& text);

/// "Tensor split(const Tensor& x, int heads)" has the name "split" and the parameters' names "x, heads".
struct FunctionNames {
  std::string name, parameters;
};
FunctionNames names_in(const std::string& declaration);

}  // namespace heed::grading
