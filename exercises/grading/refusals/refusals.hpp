// What an answer may not use: the solutions, ready-made parts of heed, other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Refuses, of the symbols that an object file needs (`nm --demangle`): functions that the exercise forbids,
/// with or without the namespaces given:: and heed:: ("subject"); other functions of heed than Tensor,
/// given::, Variable and the elementary operations on Variables ("library"); what starts programs, opens
/// files, reaches the network or gets memory by the page ("system"); threads ("thread"). Where
/// Variable::backward is forbidden, also all operations on Variables ("by_hand").
std::vector<Refusal> refused_symbols(const std::string& symbols, const std::vector<std::string>& forbidden);

/// Refuses a word of its text: assembler ("system").
std::vector<Refusal> refused_words(const std::string& text);

/// Of the files that the compiler read (a makefile rule of `-MMD`), those that are not the answer itself, the
/// declarations that are put before it, given.hpp of the folder `course`, or part of the precompiled header
/// (its own rule stands in PRECOMPILED.d). Links are resolved.
std::vector<Refusal> refused_files(const std::string& rule, const std::filesystem::path& own,
                                   const std::filesystem::path& signatures,
                                   const std::filesystem::path& precompiled,
                                   const std::filesystem::path& course);

}  // namespace heed::grading
