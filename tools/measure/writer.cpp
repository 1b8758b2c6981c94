// Results as text: for the terminal, as Markdown, as CSV, and as a page for the browser.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/report/csv.hpp"
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

/// The verdicts of the parts in brackets, but of those that have a measured sentence of their own.
std::string parts_text(const Finding& f, Language language) {
  std::string parts;
  for (const Statement& one : f.statements)
    if (one.measured.english.empty())
      parts += fmt::format("{}{}: {}", parts.empty() ? "" : "; ", one.text.in(language),
                           verdict_text(one.verdict).in(language));
  return parts.empty() ? "" : fmt::format(" ({})", parts);
}

std::string whole_verdict(const Finding& f, Language language) {
  return verdict_text(f.verdict).in(language) + parts_text(f, language);
}
std::string marked_verdict(const Finding& f, Language language) {
  return fmt::format("**{}**{}", verdict_text(f.verdict).in(language), parts_text(f, language));
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

/// How long it took, and on which machine if that is another than `usual`: "4 min 21 s; on 2 processors, …".
std::string time_and_place(double seconds, const nlohmann::json& machine, const nlohmann::json& usual,
                           Language language) {
  const std::string time = duration_in(seconds, language);
  if (machine.is_null() || machine_words(machine, language) == machine_words(usual, language)) return time;
  return time + text_of("experiment.on", machine_words(machine, language)).in(language);
}

/// Writes what came out on given sentences, with the command that measured it.
std::string given_section(const GivenFinding& given, const nlohmann::json& usual, Language language) {
  std::string where = time_and_place(given.seconds, given.machine, usual, language);
  if (given.machine.is_null()) where = text_of("experiment.kept in that file", where).in(language);
  std::string text = fmt::format("\n`{}` ({})\n", given.command, where);
  for (const ResultTable& table : given.tables) text += markdown(table, language);
  return text + fmt::format("\n**{}**: {}\n", verdict_text(given.verdict).in(language),
                            closed(given.measured.in(language)));
}

/// The cells of a table, those of numbers to the right.
Table plain_table(const ResultTable& table, Language language, std::size_t width) {
  Table plain{.columns = {}, .rows = {}, .width = width};
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    plain.columns.push_back(
        {table.columns[c].in(language), column_of_numbers(table, c) ? Align::right : Align::left});
  for (const std::vector<TableCell>& row : table.rows) {
    plain.rows.emplace_back();
    for (const TableCell& cell : row) plain.rows.back().push_back(cell.text.in(language));
  }
  return plain;
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

std::string machine_words(const nlohmann::json& machine, Language language) {
  std::string simd = machine.at("simd");
  if (language == Language::korean && simd == "none") simd = "없음";
  for (const auto& [pattern, section] :
       {std::pair{R"((\w+), (\d+) (float|double)s at once, fused)", "experiment.floats"},
        {R"((\w+), (\d+) (float|double)s at once, not fused)", "experiment.floats not fused"}})
    simd = std::regex_replace(simd, std::regex(pattern), text_of(section).in(language));
  const int processors = machine.at("processors").get<int>();
  return text_of("experiment.machine", processors, machine.at("processor").get<std::string>(), simd,
                 processors == 1 ? "" : "s")
      .in(language);
}

std::string experiment_list(Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .rows = {}, .width = width};
  for (const Experiment& one : experiments())
    table.rows.push_back({one.id, documents_of(one.id), one.text("claim").in(language)});
  return format_table(table);
}

std::string claim_text(const Experiment& experiment, Language language) {
  return fmt::format("{} ({}): {}\n{}\n", experiment.id,
                     text_of("experiment.where", documents_of(experiment.id)).in(language),
                     experiment.text("claim").in(language),
                     closed(text_of("experiment.holds where", experiment.text("rule")).in(language)));
}

std::string table_text(const ResultTable& table, Language language, std::size_t width) {
  const std::string title = table.title.english.empty() ? "" : table.title.in(language) + "\n\n";
  return '\n' + title + format_table(plain_table(table, language, width));
}

std::string finding_text(const ExperimentResult& result, Language language, std::size_t width) {
  const Finding& f = result.finding;
  std::string text;
  for (const ResultTable& table : f.tables) text += table_text(table, language, width);
  if (!f.notes.empty()) text += '\n';
  for (const Bilingual& note : f.notes) text += note.in(language) + '\n';
  if (!f.picture.empty()) text += '\n' + f.picture;
  for (const Statement& one : f.statements)
    if (!one.measured.english.empty())
      text += fmt::format("\n  {}\n    {}: {}\n", one.text.in(language), one.measured.in(language),
                          verdict_text(one.verdict).in(language));
  text +=
      fmt::format("\n{} {}: {}\n", result.id, whole_verdict(f, language), closed(f.measured.in(language)));
  if (!f.correction.english.empty()) text += closed(f.correction.in(language)) + '\n';
  if (f.given) {
    for (const ResultTable& table : f.given->tables) text += table_text(table, language, width);
    text += fmt::format("\n{} {}: {}\n", result.id, verdict_text(f.given->verdict).in(language),
                        closed(f.given->measured.in(language)));
  }
  if (result.guess) text += guess_text(answer_of(f), *result.guess).in(language) + '\n';
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
  for (const ExperimentResult& one : results.all) {
    for (const ResultTable& table : one.finding.tables) csv += csv_of(one.id, table);
    if (!one.finding.given) continue;
    for (const ResultTable& table : one.finding.given->tables) csv += csv_of(one.id, table);
  }
  return csv;
}

std::string results_page(const ExperimentResults& results, Language language) {
  const std::string how = fmt::format("{}{}", results.quick ? " --quick" : "",
                                      results.seed == 1 ? "" : fmt::format(" --seed {}", results.seed));
  std::string page = text_of("experiment.page").in(language) + "\n| --- | --- | --- | --- |\n";
  for (const ExperimentResult& one : results.all)
    page += fmt::format("| {} | {} | {} | {} |\n", one.id, documents_of(one.id),
                        marked(text_of(one.id + ".claim").in(language)),
                        marked(marked_verdict(one.finding, language)));
  for (const ExperimentResult& one : results.all) {
    const Finding& f = one.finding;
    page += fmt::format("\n## {}: {}\n\n`./heed lab {}{}` ({})\n", one.id,
                        text_of(one.id + ".claim").in(language), one.id, how,
                        time_and_place(one.seconds, one.machine, results.machine, language));
    page += fmt::format("\n{}\n",
                        closed(text_of("experiment.holds where", text_of(one.id + ".rule")).in(language)));
    for (const ResultTable& table : f.tables) page += markdown(table, language);
    page += fmt::format("\n{}: {}\n", marked_verdict(f, language), closed(f.measured.in(language)));
    if (!f.correction.english.empty()) page += '\n' + closed(f.correction.in(language)) + '\n';
    if (f.given) page += given_section(*f.given, results.machine, language);
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
                                  {"positions", positions_json({})},  // C12's picture
                                  {"lab", json_of(results, language)}}));
}

}  // namespace heed
