// How several systems are printed: as a table, as JSON.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/score/compare_systems.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

using Cell = std::vector<std::string>;  // its lines

struct TableColumn {
  Align align = Align::centre;
  std::vector<Cell> cells;  // the first is the heading
  int width = 0;
};

int widest_line(const TableColumn& column) {
  constexpr int beside_heading = 2;
  int widest = 0;
  for (std::size_t i = 0; i < column.cells.size(); ++i)
    for (const std::string& line : column.cells[i])
      widest = std::max(widest, display_width(line) + (i == 0 ? beside_heading : 0));
  return widest;
}

std::string rule(const std::vector<TableColumn>& columns, const std::array<std::string_view, 4>& parts) {
  std::string out(parts[0]);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c > 0) out += parts[2];
    for (int i = 0; i < columns[c].width + 2; ++i) out += parts[1];
  }
  return out.append(parts[3]);
}

std::string table_row(const std::vector<TableColumn>& columns, std::size_t row) {
  std::size_t height = 0;
  for (const TableColumn& column : columns) height = std::max(height, column.cells[row].size());
  std::vector<std::string> lines;
  for (std::size_t line = 0; line < height; ++line) {
    std::string out;
    for (const TableColumn& column : columns) {
      const Cell& cell = column.cells[row];
      out += "│ " + pad(line < cell.size() ? cell[line] : "", column.width, {.align = column.align}) + " ";
    }
    lines.push_back(out + "│");
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string draw(std::vector<TableColumn> columns) {
  for (TableColumn& column : columns) column.width = widest_line(column);
  std::vector<std::string> lines{rule(columns, {"╒", "═", "╤", "╕"}), table_row(columns, 0)};
  for (std::size_t row = 1; row < columns[0].cells.size(); ++row) {
    lines.push_back(row == 1 ? rule(columns, {"╞", "═", "╪", "╡"}) : rule(columns, {"├", "─", "┼", "┤"}));
    lines.push_back(table_row(columns, row));
  }
  lines.push_back(rule(columns, {"╘", "═", "╧", "╛"}));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

Cell result_cell(const SystemResult& r, int width) {
  Cell cell{fmt::format("{:.{}f}", r.score, width)};
  if (r.confidence)
    cell[0] +=
        fmt::format(" ({:.{}f} ± {:.{}f})", r.confidence->mean, width, r.confidence->half_width, width);
  constexpr double significant = 0.05;
  if (r.p_value)
    cell.push_back(fmt::format("(p = {:.4f}){}", *r.p_value, *r.p_value > significant ? "" : "*"));
  return cell;
}

std::string underlined_twice(std::string_view title) {
  const std::string line(title.size(), '-');
  return fmt::format("{}\n{}\n{}", line, title, line);
}

/// Says what was tested, and how to read it.
std::string note_on_test(const SystemTable& table, const SayMessage& say) {
  const std::pair<const char*, Message> notes[] = {
      {" - ", make_message(tr_noop("Every system is compared with {}."), table.systems.at(0))},
      {"   ", Message::of(tr_noop("Shown: the score; in brackets the mean of the resampled scores and half "
                                  "their 95% interval."))},
      {" - ", Message::of(tr_noop("p: how often chance alone would set two equally good systems this far "
                                  "apart, or farther."))},
      {"   ", Message::of(tr_noop("With a \"*\" it is 0.05 or less: a difference that other sentences would "
                                  "most likely show again."))},
      {"   ", Message::of(tr_noop("It says nothing about which of the two is better, or whether the "
                                  "difference matters."))}};
  std::string out = underlined_twice(
      fmt::format("Paired bootstrap resampling test with {} resampling trials", table.trials));
  for (const auto& [lead, note] : notes) out += '\n' + std::string(lead) + say(note);
  return out + "\n\n";
}

/// A line for each system, a number for each metric, tabs between them.
std::string numbers_alone(const SystemTable& table, int width) {
  std::vector<std::string> lines(table.systems.size());
  for (const SystemTable::Column& metric : table.metrics) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] += fmt::format("{}{:.{}f}", lines[i].empty() ? "" : "\t", metric.results[i].score, width);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// sacreBLEU writes an object of a test, else the printed score.
nlohmann::ordered_json json_result(const SystemResult& r, SystemTest test, int width) {
  if (test == SystemTest::none) return fmt::format("{:.{}f}", r.score, width);
  nlohmann::ordered_json object{{"score", r.score}, {"p_value", nullptr}, {"mean", nullptr}, {"ci", nullptr}};
  if (r.p_value) object["p_value"] = *r.p_value;
  if (r.confidence) object["mean"] = r.confidence->mean;
  if (r.confidence) object["ci"] = r.confidence->half_width;
  return object;
}

}  // namespace

std::string format(const SystemTable& table, ScoreFormat options, const SayMessage& say) {
  if (options.score_only) return numbers_alone(table, options.width);
  std::vector<TableColumn> columns{{Align::right, {{"System"}}, 0}};
  for (const std::string& system : table.systems) columns[0].cells.push_back({system});
  for (const SystemTable::Column& metric : table.metrics) {
    TableColumn column;
    column.cells.push_back({metric.metric + (table.test == SystemTest::bootstrap ? " (μ ± 95% CI)" : "")});
    for (const SystemResult& r : metric.results) column.cells.push_back(result_cell(r, options.width));
    columns.push_back(std::move(column));
  }

  std::string out = draw(std::move(columns)) + "\n\n";
  if (table.test != SystemTest::none) out += note_on_test(table, say);
  out += underlined_twice("Metric signatures");
  for (const SystemTable::Column& metric : table.metrics)
    out += fmt::format("\n - {:<10} {}", metric.metric,
                       metric.signature.format({.brief = options.brief_signature}));
  return out;
}

std::string to_json(const SystemTable& table, JsonFormat options) {
  auto objects = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < table.systems.size(); ++i) {
    nlohmann::ordered_json object{{"system", table.systems[i]}};
    for (const SystemTable::Column& metric : table.metrics)
      object[metric.metric] = json_result(metric.results[i], table.test, options.width);
    objects.push_back(std::move(object));
  }
  return objects.dump(4, ' ', /*ensure_ascii=*/true);
}

}  // namespace heed
