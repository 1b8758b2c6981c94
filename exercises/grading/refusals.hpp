// What an answer may not use: the solutions, ready-made parts of heed, other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heed::grading {

/// Something in an answer for which it gets no points at all.
struct Refusal {
  std::string name;    // "given::softmax", "#include \"../solutions/loops.cpp\""
  std::string reason;  // as a word that a user interface can translate: subject, library, file, system,
                       // static, uncounted
};

/// Of the undefined symbols of an object file (`nm --undefined-only --demangle`): `forbidden` functions, with
/// or without the namespaces given:: and heed:: ("subject"); other functions of heed than Tensor, given::,
/// Variable and the elementary operations on Variables ("library"); what starts programs, reaches the network
/// or gets memory past malloc ("system").
std::vector<Refusal> refused_symbols(const std::string& symbols, const std::vector<std::string>& forbidden);

/// Of the answer's text: attributes that take code out of the counting of its work ("uncounted").
std::vector<Refusal> refused_words(const std::string& text);

/// Of the sizes of all symbols (`nm --print-size --demangle`): static arrays of more than 8 KiB ("static").
std::vector<Refusal> refused_arrays(const std::string& sizes);

/// Of the files that the compiler read (a makefile rule of `-MMD`), those that are not the answer itself, the
/// declarations that are put before it, given.hpp, or part of the precompiled header (its own rule stands in
/// PRECOMPILED.d).
std::vector<Refusal> refused_files(const std::string& rule, const std::filesystem::path& own,
                                   const std::filesystem::path& signatures,
                                   const std::filesystem::path& precompiled);

}  // namespace heed::grading
