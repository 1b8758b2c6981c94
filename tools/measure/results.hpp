// Results of experiments are kept as JSON, and written for people.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/measure/experiment.hpp"

namespace heed {

struct ExperimentResult {
  std::string id{};
  Finding finding{};
  double seconds = 0;
  nlohmann::json machine{};  // null: that of all results
};

struct ExperimentResults {
  nlohmann::json machine{};  // as describe_machine()
  bool quick = false;
  std::uint64_t seed = 1;
  std::vector<ExperimentResult> all{};
};

/// Cells are in a language; beside English ones stands what is Korean for words.
nlohmann::json json_of(const ExperimentResults& results, Language language = Language::english);
/// Reads what --json wrote. Throws Error if there is none, FormatError that names the file if it is something
/// else.
ExperimentResults read_results(const std::filesystem::path& file);

/// Joins results of now and before, in the order of experiments(): what is not measured now stays; if it
/// comes from another machine, the new ones say theirs. Throws Error if it comes from another seed or
/// --quick.
ExperimentResults with_kept(ExperimentResults now, const ExperimentResults& before);

// For people.

/// A line for each experiment: id, documents, what they say.
std::string experiment_list(Language language, std::size_t width);
/// The claim, before it is run.
std::string claim_text(const Experiment& experiment, Language language);
/// A table below its title, cut at `width` (0: nowhere).
std::string table_text(const ResultTable& table, Language language, std::size_t width = 0);
/// Numbers, notes, verdict and correction.
std::string finding_text(const ExperimentResult& result, Language language, std::size_t width = 0);
/// The verdicts of several experiments, a line each.
std::string summary_text(const ExperimentResults& results, Language language, std::size_t width);

/// experiment, table, row, column, text, value, low, high, unit: a line for each number, which is not rounded
/// and is left out where a cell has none.
std::string results_csv(const ExperimentResults& results);
/// Markdown: a table of the verdicts, then each claim.
std::string results_page(const ExperimentResults& results, Language language);
/// Writes claims.json, with_kept() what it held, claims.md and claims.ko.md, whose openings stay.
void write_documents(const ExperimentResults& results, const std::filesystem::path& folder);
/// The text of claims.md: the opening of `page` up to the mark, how it was measured, and results_page().
std::string document_of(const std::string& page, const ExperimentResults& results, Language language);
/// Writes a page for the browser, as `heed report` does.
void write_browser_page(const ExperimentResults& results, Language language,
                        const std::filesystem::path& page);

}  // namespace heed
