// Results as JSON.
#include "tools/measure/results.hpp"

#include <algorithm>
#include <functional>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// {"en", "ko"}; what has no Korean is there in English twice.
Json json_of(const Bilingual& text) {
  return {{"en", text.in(Language::english)}, {"ko", text.in(Language::korean)}};
}

Json json_of(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

/// Says which numbers of a table are a curve. By row: one for each row, over its last columns, which are
/// named by numbers. By column: one for each column after the first, over the numbers of the first one, which
/// grow. Null of any other table.
Json series_of(const ResultTable& table) {
  if (table.across.size() > 1)
    return {{"by", "row"}, {"from", table.columns.size() - table.across.size()}, {"x", table.across}};
  std::vector<double> down;
  for (const std::vector<TableCell>& row : table.rows)
    if (row[0].number) down.push_back(row[0].number->value);
  const bool grows = std::ranges::adjacent_find(down, std::greater_equal<>()) == down.end();
  if (down.size() < 2 || down.size() < table.rows.size() || !grows) return {};
  return {{"by", "column"}, {"from", 1}, {"x", down}};
}

}  // namespace

Json json_of(const ResultTable& table) {
  Json json{{"title", json_of(table.title)},
            {"columns", Json::array()},
            {"rows", Json::array()},
            {"numbers", Json::array()}};
  const auto shown = [&](const Bilingual& text) {
    if (text.in(Language::korean) != text.english) json["korean"][text.english] = text.korean;
    return text.english;
  };
  for (const Bilingual& column : table.columns) json["columns"].push_back(shown(column));
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json row = Json::array();
    for (const TableCell& cell : table.rows[r]) {
      if (const auto& n = cell.number)
        json["numbers"].push_back({{"row", r},
                                   {"column", row.size()},
                                   {"value", n->value},
                                   {"low", json_of(n->low)},
                                   {"high", json_of(n->high)},
                                   {"unit", n->unit}});
      row.push_back(shown(cell.text));
    }
    json["rows"].push_back(std::move(row));
  }
  if (!table.along.english.empty()) json["along"] = json_of(table.along);
  if (Json series = series_of(table); !series.is_null()) json["series"] = std::move(series);
  return json;
}

Json json_of(const std::string& id, const Finding& f, double seconds) {
  Json json{{"id", id},
            {"documents", documents_of(id)},
            {"claim", json_of(text_of(id + ".claim"))},
            {"rule", json_of(text_of(id + ".rule"))},
            {"verdict", json_of(verdict_text(f.verdict))},
            {"measured", json_of(f.measured)},
            {"correction", json_of(f.correction)},
            {"seconds", seconds},
            {"tables", Json::array()}};
  for (const ResultTable& table : f.tables) json["tables"].push_back(json_of(table));
  for (const Statement& one : f.statements)
    json["statements"].push_back(
        {{"name", json_of(one.text)}, {"verdict", json_of(verdict_text(one.verdict))}});
  for (const Bilingual& note : f.notes) json["notes"].push_back(json_of(note));
  return json;
}

Json no_results(bool quick, std::uint64_t seed) {
  return {{"machine", describe_machine()}, {"quick", quick}, {"seed", seed}, {"claims", Json::array()}};
}

Json read_results(const std::filesystem::path& file) {
  Json results = read_json(file);
  try {
    for (const Language language : {Language::english, Language::korean})
      (void)results_page(results, language);  // which needs all that there has to be
    return results;
  } catch (const Json::exception&) {
    throw_error<FormatError>(tr_noop("{}: no results of the lab, as --json of heed lab writes them"),
                             printable(file.string()));
  }
}

}  // namespace heed
