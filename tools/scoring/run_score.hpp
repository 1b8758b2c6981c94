// Runs `heed score` with its options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "lib/score/compare_systems.hpp"

namespace heed {

struct ScoreOptions {
  std::vector<std::string> systems, references;  ///< files
  std::vector<std::string> metrics{"bleu", "chrf"};
  BleuOptions bleu{};
  bool tokeniser_named = false;  ///< whoever names it knows why
  ChrfOptions chrf{};
  bool sentence_level = false, confidence = false, paired_bs = false;
  bool json = false, score_only = false, force = false;
  int width = 1;
  std::size_t confidence_n = 1000, paired_bs_n = 1000;
  std::uint64_t seed = 12345;
};

/// Prints scores as the sacrebleu program does: of one system, or of several as a table. Throws UsageError
/// for options that do not go together, Error for files that cannot be scored. Returns the exit status.
int run_score(const ScoreOptions& options);

}  // namespace heed
