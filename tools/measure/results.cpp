// Results as JSON, and back.
#include "tools/measure/results.hpp"

#include <algorithm>
#include <functional>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// {"en", "ko"}; what has no Korean is there in English twice.
Json json_of(const Bilingual& text) {
  return {{"en", text.in(Language::english)}, {"ko", text.in(Language::korean)}};
}
Bilingual bilingual(const Json& json) { return {json.at("en"), json.at("ko")}; }

Json or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }
std::optional<double> optional_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

ClaimVerdict verdict_from(const Json& json) {
  for (int i = 0; i <= static_cast<int>(ClaimVerdict::not_measured); ++i)
    if (json.at("en") == verdict_text(static_cast<ClaimVerdict>(i)).english)
      return static_cast<ClaimVerdict>(i);
  throw_error<FormatError>("'{}' is no verdict", json.at("en").get<std::string>());
}

/// "4,096" is 4096; what is no length is 0.
double length_of(std::string title) {
  std::erase(title, ',');
  const bool digits = !title.empty() && title.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stod(title) : 0;
}

/// Says which numbers of a table are a curve. By row: one for each row, over the columns from `from` on,
/// which are named by numbers that grow. By column: one for each column behind the first, over the numbers of
/// the first one, which grow. Null of any other table.
Json series_of(const ResultTable& table) {
  const auto grows = [](const std::vector<double>& x) {
    return x.size() > 1 && x.front() > 0 && std::ranges::adjacent_find(x, std::greater_equal<>()) == x.end();
  };
  std::vector<double> across, down;
  for (const Bilingual& column : table.columns)
    if (const double length = length_of(column.english); length > 0) across.push_back(length);
  const std::size_t from = table.columns.size() - across.size();
  if (grows(across) && from > 0 && length_of(table.columns[from].english) > 0)
    return {{"by", "row"}, {"from", from}, {"x", across}};
  for (const std::vector<TableCell>& row : table.rows)
    if (row[0].number) down.push_back(row[0].number->value);
  if (!grows(down) || down.size() < table.rows.size()) return {};
  return {{"by", "column"}, {"from", 1}, {"x", down}};
}

Json json_of(const ResultTable& table, Language language) {
  Json json{{"title", json_of(table.title)},
            {"columns", Json::array()},
            {"rows", Json::array()},
            {"numbers", Json::array()}};
  const auto shown = [&](const Bilingual& text) {
    if (language == Language::english && text.in(Language::korean) != text.english)
      json["korean"][text.english] = text.korean;
    return text.in(language);
  };
  for (const Bilingual& column : table.columns) json["columns"].push_back(shown(column));
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json row = Json::array();
    for (const TableCell& cell : table.rows[r]) {
      if (const auto& n = cell.number)
        json["numbers"].push_back({{"row", r},
                                   {"column", row.size()},
                                   {"value", n->value},
                                   {"low", or_null(n->low)},
                                   {"high", or_null(n->high)},
                                   {"unit", n->unit}});
      if (!cell.list.empty())
        json["lists"].push_back({{"row", r}, {"column", row.size()}, {"values", cell.list}});
      row.push_back(shown(cell.text));
    }
    json["rows"].push_back(std::move(row));
  }
  if (!table.along.english.empty()) json["along"] = json_of(table.along);
  if (Json series = series_of(table); !series.is_null()) json["series"] = std::move(series);
  return json;
}

ResultTable table_from(const Json& json) {
  const Json korean = json.value("korean", Json::object());
  const auto in_both = [&](const std::string& english) {
    return Bilingual{english, korean.value(english, std::string())};
  };
  ResultTable table;
  table.title = bilingual(json.at("title"));
  if (json.contains("along")) table.along = bilingual(json.at("along"));
  for (const Json& column : json.at("columns")) table.columns.push_back(in_both(column));
  for (const Json& row : json.at("rows")) {
    table.rows.emplace_back();
    for (const Json& cell : row) table.rows.back().emplace_back(in_both(cell));
  }
  const auto cell_of = [&](const Json& behind) -> TableCell& {
    return table.rows.at(behind.at("row").get<std::size_t>()).at(behind.at("column").get<std::size_t>());
  };
  for (const Json& n : json.at("numbers"))
    cell_of(n).number =
        CellNumber{n.at("value"), optional_number(n.at("low")), optional_number(n.at("high")), n.at("unit")};
  for (const Json& list : json.value("lists", Json::array()))
    cell_of(list).list = list.at("values").get<std::vector<double>>();
  return table;
}

Json json_of(const ExperimentResult& result, Language language) {
  const Finding& f = result.finding;
  Json json{{"id", result.id},
            {"documents", documents_of(result.id)},
            {"claim", json_of(text_of(result.id + ".claim"))},
            {"rule", json_of(text_of(result.id + ".rule"))},
            {"verdict", json_of(verdict_text(f.verdict))},
            {"measured", json_of(f.measured)},
            {"correction", json_of(f.correction)},
            {"seconds", result.seconds},
            {"tables", Json::array()}};
  for (const ResultTable& table : f.tables) json["tables"].push_back(json_of(table, language));
  for (const Statement& one : f.statements)
    json["statements"].push_back(
        {{"name", json_of(one.text)}, {"verdict", json_of(verdict_text(one.verdict))}});
  for (const Bilingual& note : f.notes) json["notes"].push_back(json_of(note));
  if (!result.machine.is_null()) json["machine"] = result.machine;
  return json;
}

/// A machine is an object with these, or there is none.
Json machine_from(const Json& json) {
  if (!json.contains("machine")) return {};
  (void)json.at("machine").at("processors").get<int>();
  (void)json.at("machine").at("processor").get<std::string>();
  return json.at("machine");
}

ExperimentResult result_from(const Json& json) {
  ExperimentResult result{.id = json.at("id"), .seconds = json.at("seconds"), .machine = machine_from(json)};
  (void)text_of(result.id + ".claim");  // throws for an unknown experiment
  Finding& f = result.finding;
  f.verdict = verdict_from(json.at("verdict"));
  f.measured = bilingual(json.at("measured")), f.correction = bilingual(json.at("correction"));
  for (const Json& table : json.at("tables")) f.tables.push_back(table_from(table));
  for (const Json& one : json.value("statements", Json::array()))
    f.statements.push_back({.text = bilingual(one.at("name")), .verdict = verdict_from(one.at("verdict"))});
  for (const Json& note : json.value("notes", Json::array())) f.notes.push_back(bilingual(note));
  return result;
}

}  // namespace

Json json_of(const ExperimentResults& results, Language language) {
  Json json{{"machine", results.machine},
            {"quick", results.quick},
            {"seed", results.seed},
            {"claims", Json::array()}};
  for (const ExperimentResult& one : results.all) json["claims"].push_back(json_of(one, language));
  return json;
}

ExperimentResults read_results(const std::filesystem::path& file) {
  const Json json = read_json(file);
  try {
    ExperimentResults results{.machine = json.at("machine"),
                              .quick = json.at("quick").get<bool>(),
                              .seed = json.at("seed").get<std::uint64_t>()};
    (void)machine_from(json);
    for (const Json& claim : json.at("claims")) results.all.push_back(result_from(claim));
    return results;
  } catch (const std::exception& e) {
    std::string why = localized(e);
    if (why.starts_with("[json")) why.erase(0, why.find("] ") + 2);  // the library's name
    throw_error<FormatError>(tr_noop("{}: no results of the lab, as --json of heed lab writes them: {}"),
                             printable(file.string()), why);
  }
}

ExperimentResults with_kept(ExperimentResults now, const ExperimentResults& before) {
  std::vector<ExperimentResult> kept;
  for (const ExperimentResult& old : before.all)
    if (std::ranges::find(now.all, old.id, &ExperimentResult::id) == now.all.end()) kept.push_back(old);
  if (kept.empty()) return now;
  if (before.quick != now.quick || before.seed != now.seed)
    throw_error<Error>(
        tr_noop("the claims that are kept there were measured with another --seed or "
                "--quick: measure all of them, with --all"));
  if (now.machine != before.machine)
    for (ExperimentResult& one : now.all) one.machine = now.machine;
  now.machine = before.machine;
  now.all.insert(now.all.end(), kept.begin(), kept.end());
  std::ranges::stable_sort(now.all, {}, [](const ExperimentResult& one) {
    return std::ranges::find(experiments(), one.id, &Experiment::id) - experiments().begin();
  });
  return now;
}

}  // namespace heed
