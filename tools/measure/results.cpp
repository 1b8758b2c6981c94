// Results as JSON, and back.
#include "tools/measure/results.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/series.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

std::optional<double> optional_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Bilingual bilingual(const Json& json) { return {json.at("en"), json.at("ko")}; }

ClaimVerdict verdict_from(const Json& json) {
  for (int i = 0; i <= static_cast<int>(ClaimVerdict::not_measured); ++i)
    if (json.at("en") == verdict_text(static_cast<ClaimVerdict>(i)).english)
      return static_cast<ClaimVerdict>(i);
  throw_error<FormatError>("'{}' is no verdict", json.at("en").get<std::string>());
}

Json tables_json(const std::vector<ResultTable>& tables, Language language) {
  Json all = Json::array();
  for (const ResultTable& table : tables) all.push_back(json_of(table, language));
  return all;
}

Json json_of(const GivenFinding& given, Language language) {
  Json json{{"command", given.command},
            {"verdict", json_of(verdict_text(given.verdict))},
            {"measured", json_of(given.measured)},
            {"tables", tables_json(given.tables, language)},
            {"seconds", given.seconds}};
  if (!given.machine.is_null()) json["machine"] = given.machine;
  return json;
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
            {"tables", tables_json(f.tables, language)}};
  for (const Statement& one : f.statements) {
    Json statement{{"name", json_of(one.text)}, {"verdict", json_of(verdict_text(one.verdict))}};
    if (!one.measured.english.empty()) statement["measured"] = json_of(one.measured);
    json["statements"].push_back(statement);
  }
  for (const Bilingual& note : f.notes) json["notes"].push_back(json_of(note));
  if (f.given) json["given"] = json_of(*f.given, language);
  if (!result.machine.is_null()) json["machine"] = result.machine;
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

std::vector<ResultTable> tables_from(const Json& json) {
  std::vector<ResultTable> tables;
  for (const Json& table : json) tables.push_back(table_from(table));
  return tables;
}

Json machine_from(const Json& json) {
  if (!json.contains("machine")) return {};
  const Json& machine = json.at("machine");
  (void)machine_words(machine, Language::english);  // throws for what describes no machine
  return machine;
}

ExperimentResult result_from(const Json& json) {
  ExperimentResult result{.id = json.at("id"), .seconds = json.at("seconds"), .machine = machine_from(json)};
  (void)text_of(result.id + ".claim");  // throws for an unknown experiment
  Finding& f = result.finding;
  f.verdict = verdict_from(json.at("verdict"));
  f.measured = bilingual(json.at("measured")), f.correction = bilingual(json.at("correction"));
  f.tables = tables_from(json.at("tables"));
  for (const Json& one : json.value("statements", Json::array()))
    f.statements.push_back(
        {.text = bilingual(one.at("name")),
         .measured = one.contains("measured") ? bilingual(one.at("measured")) : Bilingual(),
         .verdict = verdict_from(one.at("verdict"))});
  for (const Json& note : json.value("notes", Json::array())) f.notes.push_back(bilingual(note));
  if (json.contains("given")) {
    const Json& given = json.at("given");
    f.given = GivenFinding{.command = given.at("command"),
                           .verdict = verdict_from(given.at("verdict")),
                           .measured = bilingual(given.at("measured")),
                           .tables = tables_from(given.at("tables")),
                           .seconds = given.at("seconds"),
                           .machine = machine_from(given)};
  }
  return result;
}

/// Returns a library's words on JSON, without its name.
std::string reason(const std::exception& error) {
  const std::string text = localized(error);
  return text.substr(text.starts_with("[json") ? text.find("] ") + 2 : 0);
}

}  // namespace

ExperimentResult* ExperimentResults::find(const std::string& id) {
  const auto found = std::ranges::find(all, id, &ExperimentResult::id);
  return found == all.end() ? nullptr : &*found;
}

Json json_of(const Bilingual& text) {
  return {{"en", text.in(Language::english)}, {"ko", text.in(Language::korean)}};
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
  if (const Series series = series_of(table); series.by != SeriesBy::none)
    json["series"] = {
        {"by", series.by == SeriesBy::row ? "row" : "column"}, {"from", series.from}, {"x", series.x}};
  return json;
}

Json json_of(const ExperimentResults& results, Language language) {
  Json json{{"machine", results.machine},
            {"quick", results.quick},
            {"seed", results.seed},
            {"claims", Json::array()}};
  for (const ExperimentResult& one : results.all) json["claims"].push_back(json_of(one, language));
  return json;
}

ExperimentResults results_from_json(const Json& json) {
  const Json& claims = json.at("claims");
  if (!claims.is_array() || claims.empty())
    throw_error<FormatError>("{}", text_of("experiment.empty").in(spoken_language()));
  ExperimentResults results{.machine = machine_from(json),
                            .quick = json.at("quick").get<bool>(),
                            .seed = json.at("seed").get<std::uint64_t>()};
  if (results.machine.is_null()) throw_error<FormatError>("key 'machine' not found");
  for (const Json& claim : claims) {
    try {
      results.all.push_back(result_from(claim));
    } catch (const std::exception& e) {
      const std::string id = claim.is_object() && claim.contains("id") ? claim.at("id").dump() : "?";
      throw_error<FormatError>(
          "{}", text_of("experiment.of a claim", results.all.size() + 1, printable(id), reason(e))
                    .in(spoken_language()));
    }
  }
  return results;
}

ExperimentResults read_results(const std::filesystem::path& file) {
  const Json json = read_json(file);
  try {
    return results_from_json(json);
  } catch (const std::exception& e) {
    throw_error<FormatError>(
        "{}", text_of("experiment.no results", printable(file.string()), reason(e)).in(spoken_language()));
  }
}

ExperimentResults with_kept(ExperimentResults now, const ExperimentResults& before) {
  std::vector<ExperimentResult> kept;
  for (const ExperimentResult& old : before.all) {
    ExperimentResult* const measured = now.find(old.id);
    if (measured == nullptr)
      kept.push_back(old);
    else if (!measured->finding.given)
      measured->finding.given = old.finding.given;
  }
  if (kept.empty()) return now;
  const auto require_same = [](const char* what, const auto& old, const auto& fresh) {
    if (old != fresh)
      throw_error<Error>("{}",
                         text_of("experiment.measured otherwise", what, old, fresh).in(spoken_language()));
  };
  require_same("quick", before.quick, now.quick);
  require_same("seed", before.seed, now.seed);
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
