// The runs of a comparison as CSV, a line each: results.csv.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/compare/head_comparison.hpp"

namespace heed {

/// heads, seed, epochs, lr, parameters, best_epoch, valid_loss, valid_bleu, test_bleu, seconds.
std::string comparison_csv(const std::vector<HeadRun>& runs);
/// Back, without what stands there not: counts of sentences, and how much BLEU rose last. Throws Error if
/// there is no such file, FormatError with the line that is none.
std::vector<HeadRun> runs_of_csv(const std::filesystem::path& file);

}  // namespace heed
