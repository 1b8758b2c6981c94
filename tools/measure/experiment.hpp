// An experiment: a claim, what is run, the tables that come out, the verdict on them, and how all that is
// written: as JSON, which is kept, and from it for the terminal, as CSV and as Markdown.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lib/score/significance.hpp"
#include "tools/language/language.hpp"

namespace heed {

// Texts in both languages: tools/measure/texts, a Markdown file for each experiment.

/// The section "C3.measured": its English paragraph, and the Korean one that is quoted below it. Throws Error
/// if there is none.
const Bilingual& text_of(const std::string& section);

/// The documents that "C3" is of: "004".
const std::string& documents_of(const std::string& experiment);

/// A word of tables with its Korean, if a table of words has it.
Bilingual word(const std::string& english);

/// Both texts with what stands between them; one of them alone where the other is empty.
Bilingual joined(const Bilingual& first, const std::string& between, const Bilingual& second);

/// An argument as it fills a text in one language: of a text in both languages, that one.
template <typename T>
const auto& argument_in(Language language, const T& value) {
  if constexpr (std::is_same_v<T, Bilingual>)
    return value.in(language);
  else
    return value;
}

/// The section with its {} filled.
template <typename... Args>
Bilingual text_of(const std::string& section, const Args&... args) {
  const Bilingual& text = text_of(section);
  return {fmt::format(fmt::runtime(text.english), argument_in(Language::english, args)...),
          fmt::format(fmt::runtime(text.korean), argument_in(Language::korean, args)...)};
}

// Verdicts.

enum class ClaimVerdict {
  holds,
  holds_in_part,
  does_not_hold,
  inside_the_noise,
  one_seed,
  measured_once,
  not_measured
};

/// "holds", "holds in part", "does not hold", "inside the noise", "one seed cannot tell", "measured once",
/// "not measured".
Bilingual verdict_text(ClaimVerdict verdict);

/// The verdict on what either is or is not.
inline ClaimVerdict holds_where(bool is) { return is ? ClaimVerdict::holds : ClaimVerdict::does_not_hold; }

/// The verdict on a number that is said to be above a border and lies from `low` to `high`.
inline ClaimVerdict holds_above(double border, double low, double high) {
  return low > border    ? ClaimVerdict::holds
         : high < border ? ClaimVerdict::does_not_hold
                         : ClaimVerdict::inside_the_noise;
}

/// The verdict on several judgements, each of which is asked for: it holds where all hold, in part where some
/// do (in part); else the one that knows most counts. There is nothing measured if there are none.
ClaimVerdict together(const std::vector<ClaimVerdict>& verdicts);

/// The verdict on what need not always be so: it holds where more than half of the measurements hold, in part
/// where some do; does not hold, or was not measured, where that is so of all; else it is noise.
ClaimVerdict by_majority(const std::vector<ClaimVerdict>& verdicts);

/// The ends of an interval; a mean without one can be anything.
double least_of(const MeanInterval& interval);
double most_of(const MeanInterval& interval);

/// The number behind a cell, not rounded, and its interval, if it has one.
struct CellNumber {
  double value = 0;
  std::optional<double> low{}, high{};
  std::string unit{};  // "%"
};
/// The mean and its interval; `times` is 100 for a share that is shown in per cent.
CellNumber number_of(const MeanInterval& mean, std::string unit = "", double times = 1);

/// A cell as it is shown, with the number behind it. An English word gets its Korean by word().
struct TableCell {
  Bilingual text{};
  std::optional<CellNumber> number{};
  TableCell(Bilingual shown, std::optional<CellNumber> behind = {})
      : text(std::move(shown)), number(std::move(behind)) {}
  TableCell(const std::string& shown) : text(word(shown)) {}
  TableCell(const char* shown) : text(word(shown)) {}
  TableCell(std::string shown, CellNumber behind) : text{std::move(shown)}, number(std::move(behind)) {}
};
/// A number that is shown by a format: "{:.1f} %"; – where there is none.
TableCell number_cell(const char* form, std::optional<double> value, std::string unit = "");
/// A whole number, its thousands grouped.
TableCell count_cell(std::int64_t count);
/// A mean and half of its interval, by a format that takes both; without an interval the half is 0.
TableCell interval_cell(const char* form, const MeanInterval& mean, std::string unit = "", double times = 1);

/// Numbers that belong together, as they are shown and written.
struct ResultTable {
  Bilingual title{};
  std::vector<Bilingual> columns{};
  std::vector<std::vector<TableCell>> rows{};

  /// Columns are words.
  ResultTable(Bilingual shown, const std::vector<std::string>& words) : title(std::move(shown)) {
    for (const std::string& one : words) columns.push_back(word(one));
  }
  void add(std::vector<TableCell> row) { rows.push_back(std::move(row)); }
  /// Adds a column for each of these numbers.
  void add_columns(const std::vector<std::int64_t>& numbers);
};

/// One of several things that an experiment says.
struct Statement {
  Bilingual text{};
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  Bilingual measured{};
};

/// An experiment ends in this.
struct Finding {
  ClaimVerdict verdict = ClaimVerdict::holds;
  Bilingual measured{};    // in a sentence, with its numbers
  Bilingual correction{};  // what a document got wrong, and what is right; empty: nothing
  std::vector<ResultTable> tables{};
  std::vector<Bilingual> notes{};  // sentences below the tables
  /// The parts of a claim that says several things: `verdict` is together() of them.
  std::vector<Statement> statements{};
};

struct ExperimentOptions {
  bool quick = false;  // fewer seeds and samples: at most 30 seconds each
  std::uint64_t seed = 1;
};

/// A claim of the documents; its texts are the sections "claim" and "rule".
struct Experiment {
  std::string id;  // "C3"
  Finding (*run)(const ExperimentOptions& options);

  Bilingual text(const char* section) const { return text_of(id + '.' + section); }
};

/// C1 to C18.
const std::vector<Experiment>& experiments();
/// The experiment by its id, in capitals or not. Throws UsageError that lists what there is.
const Experiment& experiment(std::string_view id);

/// The result of an experiment, with its texts in both languages. Cells of tables are English; "korean" has
/// what is Korean for those that are words, "numbers" what stands behind cells, not rounded.
nlohmann::json json_of(const std::string& id, const Finding& finding, double seconds = 0);

/// Results that are measured on this machine, of which there are none yet: {machine, quick, seed, claims}.
nlohmann::json no_results(bool quick, std::uint64_t seed = 1);
/// Reads what --json wrote. Throws Error if there is none, FormatError that names the file if it is something
/// else.
nlohmann::json read_results(const std::filesystem::path& file);

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

/// Lengths and costs, by length.
using Curve = std::vector<std::pair<double, double>>;
/// y = a + b x, the line through points by least squares.
struct FittedLine {
  double a = 0, b = 0;
};
FittedLine fitted_line(const Curve& points);
/// The slope of log cost over log length: 2 when twice the length costs four times as much. Of lengths from
/// `from` on; nothing for fewer than two of them.
std::optional<double> fitted_slope(const Curve& curve, double from = 0);
/// Slopes within so much of a whole number are said to be that.
constexpr double slope_tolerance = 0.15;

}  // namespace heed
