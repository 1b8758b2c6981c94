// Findings of experiments are kept as JSON, and shown on the terminal, as CSV and as Markdown.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/measure/experiment.hpp"

namespace heed {

/// Cells are English; "korean" has what is Korean for those that are words. "numbers" has what stands behind
/// cells, not rounded.
nlohmann::json json_of(const ResultTable& table);
/// The result of an experiment, with its texts in both languages.
nlohmann::json json_of(const std::string& id, const Finding& finding, double seconds = 0);

/// Results that are measured on this machine, of which there are none yet: {machine, quick, seed, claims}.
nlohmann::json no_results(bool quick, std::uint64_t seed = 1);
/// Reads what --json wrote. Throws Error if there is none, FormatError that names the file if it is something
/// else.
nlohmann::json read_results(const std::filesystem::path& file);

// For people.

/// "It holds where: …"
std::string rule_text(const std::string& rule, Language language);
/// "holds in part (path: holds; learning: inside the noise)", the verdict between marks.
std::string whole_verdict(const nlohmann::json& result, Language language, const char* mark = "");
/// The tables, cut at `width` (0: nowhere), notes, verdict and correction of a result.
std::string finding_text(const nlohmann::json& result, Language language, std::size_t width = 0);

/// experiment, table, row, column, text, value, low, high, unit: a line for each cell, whose number is not
/// rounded, and left out where it has none.
std::string results_csv(const nlohmann::json& results);
/// Markdown: a table of the verdicts, then each claim.
std::string results_page(const nlohmann::json& results, Language language);

}  // namespace heed
