// Results as text: for the terminal, as Markdown, as CSV, and as a page for the browser.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/report/table.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/duration.hpp"
#include "tools/measure/results.hpp"
#include "tools/page/page.hpp"

namespace heed {
namespace {

/// A sentence with its full stop.
std::string closed(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

std::string rule_text(const std::string& id, Language language) {
  return closed(text_of("experiment.holds where", text_of(id + ".rule")).in(language));
}

/// "holds in part (path: holds; learning: inside the noise)", the verdict between marks.
std::string whole_verdict(const Finding& f, Language language, const char* mark = "") {
  std::string parts;
  for (const Statement& one : f.statements)
    parts += fmt::format("{}{}: {}", parts.empty() ? " (" : "; ", one.text.in(language),
                         verdict_text(one.verdict).in(language));
  return fmt::format("{0}{1}{0}{2}{3}", mark, verdict_text(f.verdict).in(language), parts,
                     parts.empty() ? "" : ")");
}

/// Says if every cell of a column that is not empty begins with a number.
bool column_of_numbers(const ResultTable& table, std::size_t column) {
  static const std::regex number("(✗ |≥ |> |< )?[-+−]?[\\d.].*");
  return std::ranges::all_of(table.rows, [&](const std::vector<TableCell>& row) {
    const std::string& text = row.at(column).text.english;
    return text.empty() || text == "–" || std::regex_match(text, number);
  });
}

/// A cell of a Markdown table.
std::string marked(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string markdown(const ResultTable& table, Language language) {
  std::string text = fmt::format("\n{}:\n\n|", table.title.in(language));
  for (const Bilingual& column : table.columns) text += ' ' + marked(column.in(language)) + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += i > 0 && column_of_numbers(table, i) ? " ---: |" : " --- |";
  text += '\n';
  for (const std::vector<TableCell>& row : table.rows) {
    text += '|';
    for (const TableCell& cell : row) text += ' ' + marked(cell.text.in(language)) + " |";
    text += '\n';
  }
  return text;
}

/// "2 processors (AMD EPYC)"
std::string machine_words(const nlohmann::json& machine, Language language) {
  const int processors = machine.at("processors").get<int>();
  return text_of("experiment.machine", processors, machine.at("processor").get<std::string>(),
                 processors == 1 ? "" : "s")
      .in(language);
}

/// All digits of a number; nothing for what is none.
std::string exact(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? fmt::format("{}", *number) : "";
}

std::string csv_of(const std::string& experiment, const ResultTable& table) {
  std::string csv;
  for (const std::vector<TableCell>& row : table.rows) {
    for (std::size_t c = 1; c < row.size(); ++c) {
      std::vector<CellNumber> behind{row[c].number.value_or(CellNumber{.value = NAN})};
      if (!row[c].list.empty()) behind.clear();
      for (const double value : row[c].list) behind.push_back({.value = value});
      for (const CellNumber& n : behind)
        csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", experiment, csv_quoted(table.title.english),
                           csv_quoted(row[0].text.english), csv_quoted(table.columns[c].english),
                           csv_quoted(row[c].text.english), exact(n.value), exact(n.low), exact(n.high),
                           csv_quoted(n.unit));
    }
  }
  return csv;
}

constexpr std::string_view document_mark = "<!-- heed lab --docs writes what follows -->\n";

}  // namespace

std::string experiment_list(Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .rows = {}, .width = width};
  for (const Experiment& one : experiments())
    table.rows.push_back({one.id, documents_of(one.id), one.text("claim").in(language)});
  return format_table(table);
}

std::string claim_text(const Experiment& experiment, Language language) {
  return fmt::format("{} ({}): {}\n{}\n", experiment.id,
                     text_of("experiment.where", documents_of(experiment.id)).in(language),
                     experiment.text("claim").in(language), rule_text(experiment.id, language));
}

std::string table_text(const ResultTable& table, Language language, std::size_t width) {
  Table plain{.columns = {}, .rows = {}, .width = width};
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    plain.columns.push_back(
        {table.columns[c].in(language), column_of_numbers(table, c) ? Align::right : Align::left});
  for (const std::vector<TableCell>& row : table.rows) {
    plain.rows.emplace_back();
    for (const TableCell& cell : row) plain.rows.back().push_back(cell.text.in(language));
  }
  const std::string title = table.title.english.empty() ? "" : table.title.in(language) + "\n\n";
  return '\n' + title + format_table(plain);
}

std::string finding_text(const ExperimentResult& result, Language language, std::size_t width) {
  const Finding& f = result.finding;
  std::string text;
  for (const ResultTable& table : f.tables) text += table_text(table, language, width);
  if (!f.notes.empty()) text += '\n';
  for (const Bilingual& note : f.notes) text += note.in(language) + '\n';
  text +=
      fmt::format("\n{} {}: {}\n", result.id, whole_verdict(f, language), closed(f.measured.in(language)));
  if (!f.correction.english.empty()) text += closed(f.correction.in(language)) + '\n';
  return text;
}

std::string summary_text(const ExperimentResults& results, Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .rows = {}, .width = width};
  for (const ExperimentResult& one : results.all)
    table.rows.push_back(
        {one.id, whole_verdict(one.finding, language), text_of(one.id + ".claim").in(language)});
  return format_table(table);
}

std::string results_csv(const ExperimentResults& results) {
  std::string csv = "claim,table,row,column,text,value,low,high,unit\n";
  for (const ExperimentResult& one : results.all)
    for (const ResultTable& table : one.finding.tables) csv += csv_of(one.id, table);
  return csv;
}

std::string results_page(const ExperimentResults& results, Language language) {
  const std::string how = fmt::format("{}{}", results.quick ? " --quick" : "",
                                      results.seed == 1 ? "" : fmt::format(" --seed {}", results.seed));
  std::string page = text_of("experiment.page").in(language) + "\n| --- | --- | --- | --- |\n";
  for (const ExperimentResult& one : results.all)
    page += fmt::format("| {} | {} | {} | {} |\n", one.id, documents_of(one.id),
                        marked(text_of(one.id + ".claim").in(language)),
                        marked(whole_verdict(one.finding, language, "**")));
  for (const ExperimentResult& one : results.all) {
    const Finding& f = one.finding;
    std::string where = duration_in(one.seconds, language);
    if (!one.machine.is_null())
      if (const std::string place = machine_words(one.machine, language);
          place != machine_words(results.machine, language))
        where += text_of("experiment.on", place).in(language);
    page +=
        fmt::format("\n## {}: {}\n\n`./heed lab {}{}` ({})\n\n{}\n", one.id,
                    text_of(one.id + ".claim").in(language), one.id, how, where, rule_text(one.id, language));
    for (const ResultTable& table : f.tables) page += markdown(table, language);
    page += fmt::format("\n{}: {}\n", whole_verdict(f, language, "**"), closed(f.measured.in(language)));
    if (!f.correction.english.empty()) page += '\n' + closed(f.correction.in(language)) + '\n';
  }
  return page;
}

std::string document_of(const std::string& page, const ExperimentResults& results, Language language) {
  const std::size_t mark = page.find(document_mark);
  const Bilingual wrote = text_of("experiment.wrote", results.seed, machine_words(results.machine, language));
  return fmt::format("{}{}{}\n\n```sh\n./heed lab --all --docs docs\n```\n\n{}",
                     mark == std::string::npos ? "" : page.substr(0, mark), document_mark, wrote.in(language),
                     results_page(results, language));
}

void write_documents(const ExperimentResults& measured, const std::filesystem::path& folder) {
  const std::filesystem::path kept = folder / "claims.json";
  const ExperimentResults results =
      std::filesystem::exists(kept) ? with_kept(measured, read_results(kept)) : measured;
  write_json(kept, json_of(results));
  for (const Language language : {Language::english, Language::korean}) {
    const std::filesystem::path page =
        folder / (language == Language::english ? "claims.md" : "claims.ko.md");
    const std::string before = std::filesystem::exists(page) ? read_text_file(page) : "";
    atomic_write(page, document_of(before, results, language));
  }
}

void write_browser_page(const ExperimentResults& results, Language language,
                        const std::filesystem::path& page) {
  atomic_write(page, report_page({{"lang", language_name(language)},
                                  {"version", HEED_VERSION},
                                  {"live", false},
                                  {"models", nlohmann::json::array()},
                                  {"positions", positions_json()},  // C12's picture
                                  {"lab", json_of(results, language)}}));
}

}  // namespace heed
