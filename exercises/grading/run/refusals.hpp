// An answer may not use the solutions, ready-made parts of heed, other programs.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Refuses, of the symbols that an object file needs (`nm --demangle`): functions that the exercise forbids,
/// with or without the namespaces given:: and heed:: ("subject"); other functions of heed than Tensor,
/// given::, Variable and the elementary operations on Variables ("library"); what starts programs, opens
/// files, or reaches the network ("system"); threads ("thread"). Where Variable::backward is forbidden, also
/// all operations on Variables ("by_hand").
std::vector<Refusal> refused_symbols(const std::string& symbols, const std::vector<std::string>& forbidden);

/// Refuses words of its text: assembler ("system"), and #include of another file than those that an answer
/// has to hand and the C++ library ("file").
std::vector<Refusal> refused_words(const std::string& text);

}  // namespace heed::grading
