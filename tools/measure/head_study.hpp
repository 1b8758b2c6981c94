// The study of docs/heads.md: 1, 2, 4 and 8 heads on several tasks. Its runs are the lines of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lib/data/corpus.hpp"
#include "tools/measure/head_comparison.hpp"

namespace heed {

/// Sentences of `length` cells of a ring, each in one of six states, and the ring one step later: each cell
/// follows from its left neighbour, itself and its right neighbour by a table of 216 entries. The table is
/// drawn once, the sentences from `seed`; no sentence is twice in the corpus.
Corpus cells_corpus(std::size_t train, std::size_t valid, std::size_t test, std::uint64_t seed = 0);

/// Numbers of heads, of which the first is what the others are compared with.
inline constexpr std::int64_t study_heads[]{1, 2, 4, 8};

/// A task with what all its models share.
struct StudyTask {
  std::string name;
  std::string folder{}, source{}, target{};  // of its sentences, below the folder of data; empty: made here
  TranslationSession session;                // at most so many epochs, and its patience
  std::vector<double> rates;                 // three, of which each number of heads gets its best
  std::int64_t seeds = 10;
  std::int64_t head_width = 0;  // 0: d_model is session.model's; else head_width · heads
};

/// The plan: cells, grammar, width (the grammar with heads of equal width), tatoeba, multi30k.
const std::vector<StudyTask>& study_tasks();

/// A line of the file. A trial of a learning rate (seed 101) takes no share in the comparison.
struct StudyRun {
  std::string task;
  std::int64_t d_model = 0;
  HeadRun run{};  // its statistics are those of 40 blocks of test sentences
  std::string commit{}, processor{};
  bool trial() const { return run.seed > 100; }
};

/// Throws FormatError for what is no such file; empty where there is none.
std::vector<StudyRun> read_study(const std::filesystem::path& csv);

/// The next run of the plan of a task that `done` lacks: trials of rates first, then seeds with the rate of
/// the best validation BLEU. Nothing when all are there.
std::optional<PlannedRun> next_run(const StudyTask& task, const std::vector<StudyRun>& done);

/// Trains what the plan of these tasks lists and the file lacks, and adds a line for each. `commit` is that
/// of the sources. Returns false if Ctrl-C ended it.
bool run_study(const std::vector<std::string>& tasks, const std::filesystem::path& csv,
               const std::filesystem::path& data, const std::string& commit);

/// A number of heads on a task.
struct StudyCell {
  std::string task;
  std::int64_t heads = 0, parameters = 0;
  double learning_rate = 0;
  std::size_t runs = 0;
  MeanInterval bleu, chrf;                   // over seeds
  std::optional<MeanInterval> difference{};  // of BLEU from one head; with the interval for all comparisons
  std::optional<double> p_value{}, detectable{};  // after Holm's correction; see detectable_difference()
};

/// All cells of which two seeds are there, in the order of the plan.
std::vector<StudyCell> study_cells(const std::vector<StudyRun>& runs);

/// The smallest true difference that a comparison with this interval, left with probability `alpha`, would
/// have found in 80 of 100 cases: half_width (1 + z₀.₈ / z₁₋α/₂).
double detectable_difference(double half_width, double alpha);

/// The cells as a table, with what its columns mean.
std::string study_report(const std::vector<StudyCell>& cells);

}  // namespace heed
