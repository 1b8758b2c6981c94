// Reads what `heed score` compares: translations of one system or several, their references, and what is odd
// about them.
#pragma once

#include <string>
#include <vector>

#include "lib/score/compare_systems.hpp"

namespace heed {

/// Says if a path means standard input: "-" or "/dev/stdin".
bool is_standard_input(const std::string& path);

/// A stream for each file, and a system, named as it. Notes about the text go to standard error.
References read_references(const std::vector<std::string>& paths);
std::vector<NamedSystem> read_systems(const std::vector<std::string>& paths);

/// Throws Error with both names unless every system has as many lines as every stream of references.
void check_lengths(const std::vector<NamedSystem>& systems, const References& references,
                   const std::vector<std::string>& reference_paths);

/// Says if half of the lines or more hold Hangul.
bool is_korean(const std::vector<std::string>& lines);

/// In the words of `heed score …`, -tok becomes --tokenize, -lc --lowercase, and so on; other commands'
/// words, and those after --, stay.
void spell_out_sacrebleu(std::vector<const char*>& words);

}  // namespace heed
