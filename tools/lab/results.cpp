// What came out, as files for programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/report/csv.hpp"
#include "tools/lab/report.hpp"
#include "tools/lab/series.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

nlohmann::json json_of(const LabTable& t) {
  nlohmann::json columns = nlohmann::json::array();
  for (const TableColumn& c : t.table.columns) columns.push_back(c.title);
  nlohmann::json numbers = nlohmann::json::array();
  for (const LabNumber& n : t.numbers)
    numbers.push_back({{"row", n.row},
                       {"column", n.column},
                       {"value", n.value},
                       {"low", n.low ? nlohmann::json(*n.low) : nlohmann::json()},
                       {"high", n.high ? nlohmann::json(*n.high) : nlohmann::json()},
                       {"unit", n.unit}});
  nlohmann::json table{
      {"title", json_of(t.title)}, {"columns", columns}, {"rows", t.table.rows}, {"numbers", numbers}};
  for (const LabList& list : t.lists)
    table["lists"].push_back({{"row", list.row}, {"column", list.column}, {"values", list.values}});
  if (!t.korean.empty()) table["korean"] = t.korean;
  if (!t.along.english.empty()) table["along"] = json_of(t.along);
  if (const LabSeries series = series_of(t); series.by != SeriesBy::none)
    table["series"] = {
        {"by", series.by == SeriesBy::row ? "row" : "column"}, {"from", series.from}, {"x", series.x}};
  return table;
}

nlohmann::json json_of(const GivenFinding& given) {
  nlohmann::json json = json_of(JudgedClaim{.measured = given.measured, .verdict = given.verdict});
  if (given.here) json["machine"] = describe_machine();
  json.update({{"command", given.command},
               {"seconds", given.seconds},
               {"tables", nlohmann::json::array({json_of(given.table)})}});
  return json;
}

/// As json_of(), with a name for a text.
nlohmann::json json_of(const std::vector<JudgedClaim>& statements) {
  nlohmann::json all = nlohmann::json::array();
  for (const JudgedClaim& s : statements) {
    all.push_back(json_of(JudgedClaim{.verdict = s.verdict}));
    all.back()["name"] = json_of(s.text);
  }
  return all;
}

/// With all its digits; nothing for what is no number.
std::string exact(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? fmt::format("{}", *number) : "";
}

std::string csv_of(const std::string& claim, const LabTable& t) {
  std::string csv;
  for (std::size_t r = 0; r < t.table.rows.size(); ++r) {
    const std::vector<std::string>& row = t.table.rows[r];
    for (std::size_t c = 1; c < row.size(); ++c) {
      const auto of_cell = [&](const auto& one) { return one.row == r && one.column == c; };
      const auto number = std::ranges::find_if(t.numbers, of_cell);
      const auto list = std::ranges::find_if(t.lists, of_cell);
      std::vector<LabNumber> behind{number == t.numbers.end() ? LabNumber{.value = NAN} : *number};
      if (list != t.lists.end()) {
        behind.clear();
        for (const double value : list->values) behind.push_back({.value = value});
      }
      for (const LabNumber& n : behind)
        csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", claim, csv_quoted(t.title.english),
                           csv_quoted(row[0]), csv_quoted(t.table.columns[c].title), csv_quoted(row[c]),
                           exact(n.value), exact(n.low), exact(n.high), csv_quoted(n.unit));
    }
  }
  return csv;
}

}  // namespace

nlohmann::json lab_json(const std::vector<LabResult>& results, const LabOptions& options) {
  nlohmann::json all{{"machine", describe_machine()},
                     {"quick", options.quick},
                     {"seed", options.seed},
                     {"claims", nlohmann::json::array()}};
  for (const LabResult& r : results) {
    nlohmann::json claim = json_of(JudgedClaim{r.claim->text, r.finding.measured, r.finding.verdict});
    claim.update({{"id", r.claim->id},
                  {"documents", r.claim->documents},
                  {"rule", json_of(r.claim->rule)},
                  {"correction", json_of(r.finding.correction)},
                  {"seconds", r.seconds},
                  {"tables", nlohmann::json::array()}});
    for (const LabTable& t : r.finding.tables) claim["tables"].push_back(json_of(t));
    if (!r.finding.statements.empty()) claim["statements"] = json_of(r.finding.statements);
    if (r.finding.given) claim["given"] = json_of(*r.finding.given);
    all["claims"].push_back(claim);
  }
  return all;
}

nlohmann::json with_given(nlohmann::json results, const std::string& claim, const GivenFinding& given) {
  for (nlohmann::json& one : results.at("claims")) {
    if (one.at("id") != claim) continue;
    one["given"] = json_of(given);
    return results;
  }
  throw_error<Error>("{}", spoken("these results have no claim {}", "이 결과에 없는 주장 {}", claim));
}

std::string lab_csv(const std::vector<LabResult>& results) {
  std::string csv = "claim,table,row,column,text,value,low,high,unit\n";
  for (const LabResult& r : results) {
    for (const LabTable& t : r.finding.tables) csv += csv_of(r.claim->id, t);
    if (r.finding.given) csv += csv_of(r.claim->id, r.finding.given->table);
  }
  return csv;
}

}  // namespace heed
