// The functions that a grade.cpp declares and a learner must define.
#pragma once

#include <string>
#include <vector>

namespace heed::grading {

/// The function declarations at file level of a C++ text, each as one line without its ';'. Comments and
/// #include lines are passed over; what stands in braces is not looked into.
std::vector<std::string> function_declarations(const std::string& text);

}  // namespace heed::grading
