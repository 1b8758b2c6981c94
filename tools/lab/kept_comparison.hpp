// C6 by a comparison of heads that was trained before.
#pragma once

#include <filesystem>

#include "tools/lab/claim.hpp"

namespace heed {

/// What found_of_heads() says of a results.csv of heed compare-heads; p and intervals are of the seeds alone,
/// as the file has no counts of sentences. Throws as runs_of_csv().
GivenFinding found_of_comparison(const std::filesystem::path& csv);

}  // namespace heed
