// What an object file shows of an answer that it may not use.
#pragma once

#include <filesystem>
#include <vector>

#include "exercises/grading/compile/compiler.hpp"
#include "exercises/grading/refusals/refusals.hpp"

namespace heed::grading {

/// Returns the calls of the object file that the exercise, or any, refuses.
std::vector<Refusal> refused_in(const std::filesystem::path& object, const Toolchain& toolchain,
                                const Entry& entry);

/// The functions that the object file defines with a name of `missing`: of "softmax(Tensor const&)" maybe
/// "softmax(Tensor&)" or "(anonymous namespace)::softmax(Tensor const&)".
std::vector<std::string> others_of_these_names(const std::filesystem::path& object,
                                               const Toolchain& toolchain,
                                               const std::vector<std::string>& missing);

}  // namespace heed::grading
