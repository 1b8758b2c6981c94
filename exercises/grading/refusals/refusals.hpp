// What an answer may not use: the solutions, ready-made parts of heed, other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/refusals/preprocessed.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Functions that an answer may not call, beside those that none may, whether work and memory are measured,
/// and whether anything is counted: those, or the elements that a gradient reads.
struct Bans {
  std::vector<std::string> functions{};
  bool measured = false;
  bool counted = measured;
};

/// Of what an object file needs from elsewhere (`nm --demangle`): forbidden functions, with
/// or without the namespaces given:: and heed:: ("subject"); other functions of heed than Tensor, given::,
/// Variable and the elementary operations on Variables ("library"); what starts programs, reaches the network
/// or gets memory by the page ("system"); threads ("thread"). Where costs are measured, also operations on
/// Variables, whose work is not counted ("uncounted"), and where Variable::backward is forbidden, all that
/// they are made with ("by_hand").
std::vector<Refusal> refused_symbols(const std::string& symbols, const Bans& bans);

/// Of the C functions that it needs (`nm --extern-only`): those of the BLAS library ("library"), where
/// anything is counted, those that give the address of something beside the counters ("counts"), and where
/// costs are measured, all of the C library but those known neither to allocate nor to search or sort out of
/// sight ("uncounted"). `lists` holds blas_symbols.txt and libc_symbols.txt.
std::vector<Refusal> refused_calls(const std::string& symbols, const Bans& bans,
                                   const std::filesystem::path& lists);

/// Of what it defines for others (`nm --extern-only`): names of heed and of the
/// C library, which would take the place of theirs ("redefined"); `lists` as above, and libm_symbols.txt.
std::vector<Refusal> refused_definitions(const std::string& symbols, const std::filesystem::path& lists);

/// Where costs are measured, of its static variables (`nm --demangle --print-size`): they keep something from
/// one call to the next ("static"). Names of the libraries are let through while they are small.
std::vector<Refusal> refused_variables(const std::string& symbols);

/// Of its text behind the preprocessor: attributes and pragmas but those that change nothing of what is
/// counted or compiled ("attribute"), and what handles vectors of a processor, of which nobody counts how
/// much it does at once, with the headers for it ("vectors").
std::vector<Refusal> refused_attributes(const Preprocessed& answer);

/// Of its text behind the preprocessor: what adds to heed's namespace or defines a class of it ("redefined"),
/// specialisations of a library's templates, which may be those that judge ("specialised"), and where
/// anything is counted, of any, which may be those that count ("counts").
std::vector<Refusal> refused_declarations(const Preprocessed& answer, const Bans& bans);

/// Of the files that the compiler read (a makefile rule of `-MMD`), those that are not the answer itself, the
/// declarations that are put before it, given.hpp of the folder `course`, or part of the precompiled header
/// (its own rule stands in PRECOMPILED.d). Links are resolved.
std::vector<Refusal> refused_files(const std::string& rule, const std::filesystem::path& own,
                                   const std::filesystem::path& signatures,
                                   const std::filesystem::path& precompiled,
                                   const std::filesystem::path& course);

}  // namespace heed::grading
