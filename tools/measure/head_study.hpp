// The study of docs/heads.md: 1, 2, 4 and 8 heads on several tasks. Its runs are the lines of a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lib/data/corpus.hpp"
#include "tools/measure/head_comparison.hpp"

namespace heed {

/// Sentences of `length` cells of a ring, each in one of six states, and the ring one step later: each cell
/// follows from its left neighbour, itself and its right neighbour by a table of 216 entries. The table is
/// drawn once, the sentences from `seed`; no sentence is twice in the corpus.
Corpus cells_corpus(std::size_t train, std::size_t valid, std::size_t test, std::uint64_t seed = 0);

/// The plan: cells, grammar, width (the grammar with heads of equal width), tatoeba, multi30k.
const std::vector<HeadTask>& study_tasks();

/// Reads the file, a line a run. Throws FormatError for what is no such file; empty where there is none.
std::vector<HeadRun> read_study(const std::filesystem::path& csv);

/// Trains what the plan of these tasks lists and the file lacks, and adds a line for each. `commit` is that
/// of the sources. Returns false if Ctrl-C ended it.
bool run_study(const std::vector<std::string>& tasks, const std::filesystem::path& csv,
               const std::filesystem::path& data, const std::string& commit);

/// All numbers of heads of which two seeds are there, in the order of the plan, by 20,000 resamples:
/// the tail beyond a corrected level needs more draws than 2,000.
std::vector<HeadSummary> study_cells(const std::vector<HeadRun>& runs);

/// The cells as a table, with what its columns mean.
std::string study_report(const std::vector<HeadSummary>& cells);

}  // namespace heed
