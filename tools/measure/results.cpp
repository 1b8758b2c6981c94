// Results as JSON, and as text: for the terminal, as Markdown and as CSV.
#include "tools/measure/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/table.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// {"en", "ko"}; what has no Korean is there in English twice.
Json json_of(const Bilingual& text) {
  return {{"en", text.in(Language::english)}, {"ko", text.in(Language::korean)}};
}

Json json_of(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json json_of(const ResultTable& table) {
  const Json none = Json::array();
  Json json{{"title", json_of(table.title)}, {"columns", none}, {"rows", none}, {"numbers", none}};
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
  return json;
}

std::string in(const Json& both, Language language) {
  return both.at(language == Language::english ? "en" : "ko").get<std::string>();
}

/// A sentence with its full stop.
std::string closed(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

/// The table with its columns of numbers at the right.
Table table_in(const Json& table, Language language, std::size_t width = 0) {
  const Json korean = table.value("korean", Json::object());
  const auto shown = [&](const std::string& english) {
    return language == Language::korean ? korean.value(english, english) : english;
  };
  Table plain{.width = width};
  for (const Json& column : table.at("columns")) plain.columns.push_back({shown(column)});
  for (const Json& number : table.at("numbers"))
    plain.columns[number.at("column").get<std::size_t>()].align = Align::right;
  for (const Json& row : table.at("rows")) {
    plain.rows.emplace_back();
    for (const Json& cell : row) plain.rows.back().push_back(shown(cell));
  }
  return plain;
}

/// A row of a Markdown table.
std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (std::string cell : cells) {
    for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) cell.insert(at, "\\");
    row += ' ' + cell + " |";
  }
  return row + '\n';
}

std::string markdown(const Json& table, Language language) {
  const Table plain = table_in(table, language);
  std::vector<std::string> titles, rules;
  for (const TableColumn& column : plain.columns) {
    titles.push_back(column.title);
    rules.emplace_back(rules.empty() || column.align == Align::left ? "---" : "---:");
  }
  std::string text = fmt::format("\n{}:\n\n{}{}", in(table.at("title"), language), markdown_row(titles),
                                 markdown_row(rules));
  for (const std::vector<std::string>& row : plain.rows) text += markdown_row(row);
  return text;
}

/// The lines of a table, without its first column, which names the rows.
std::string csv_of(const std::string& experiment, const Json& table) {
  const auto exact = [](const Json& number) {
    return number.is_number() && std::isfinite(number.get<double>()) ? fmt::format("{}", number.get<double>())
                                                                     : "";
  };
  const auto quoted = [](const Json& text) { return csv_quoted(text.get<std::string>()); };
  std::string csv;
  for (std::size_t r = 0; r < table.at("rows").size(); ++r) {
    const Json& row = table.at("rows").at(r);
    for (std::size_t c = 1; c < row.size(); ++c) {
      const auto behind = std::ranges::find_if(
          table.at("numbers"), [&](const Json& n) { return n.at("row") == r && n.at("column") == c; });
      const Json number = behind == table.at("numbers").end() ? Json::object() : *behind;
      csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", experiment, quoted(table.at("title").at("en")),
                         quoted(row.at(0)), quoted(table.at("columns").at(c)), quoted(row.at(c)),
                         exact(number.value("value", Json())), exact(number.value("low", Json())),
                         exact(number.value("high", Json())), quoted(number.value("unit", Json(""))));
    }
  }
  return csv;
}

}  // namespace

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

std::string rule_text(const std::string& rule, Language language) {
  return closed(text_of("experiment.holds where", rule).in(language));
}

std::string whole_verdict(const Json& result, Language language, const char* mark) {
  std::string parts;
  for (const Json& one : result.value("statements", Json::array()))
    parts += fmt::format("{}{}: {}", parts.empty() ? " (" : "; ", in(one.at("name"), language),
                         in(one.at("verdict"), language));
  return fmt::format("{0}{1}{0}{2}{3}", mark, in(result.at("verdict"), language), parts,
                     parts.empty() ? "" : ")");
}

std::string finding_text(const Json& result, Language language, std::size_t width) {
  std::string text;
  for (const Json& table : result.at("tables"))
    text += fmt::format("\n{}\n\n{}", in(table.at("title"), language),
                        format_table(table_in(table, language, width)));
  const Json notes = result.value("notes", Json::array());
  if (!notes.empty()) text += '\n';
  for (const Json& note : notes) text += in(note, language) + '\n';
  const std::string measured = closed(in(result.at("measured"), language)),
                    correction = closed(in(result.at("correction"), language));
  if (!measured.empty())
    text += fmt::format("\n{} {}: {}\n", result.at("id").get<std::string>(), whole_verdict(result, language),
                        measured);
  return correction.empty() ? text : text + correction + '\n';
}

std::string results_csv(const Json& results) {
  std::string csv = "claim,table,row,column,text,value,low,high,unit\n";
  for (const Json& one : results.at("claims"))
    for (const Json& table : one.at("tables")) csv += csv_of(one.at("id"), table);
  return csv;
}

std::string results_page(const Json& results, Language language) {
  const auto seed = results.at("seed").get<std::uint64_t>();
  const std::string how = fmt::format("{}{}", results.at("quick").get<bool>() ? " --quick" : "",
                                      seed == 1 ? "" : fmt::format(" --seed {}", seed));
  std::string page = text_of("experiment.page").in(language) + "\n| --- | --- | --- | --- |\n";
  for (const Json& one : results.at("claims"))
    page += markdown_row({one.at("id"), one.at("documents"), in(one.at("claim"), language),
                          whole_verdict(one, language, "**")});
  for (const Json& one : results.at("claims")) {
    const std::string id = one.at("id");
    page += fmt::format("\n## {}: {}\n\n`./heed lab {}{}` ({})\n\n{}\n", id, in(one.at("claim"), language),
                        id, how, duration_in(one.at("seconds"), language),
                        rule_text(in(one.at("rule"), language), language));
    for (const Json& table : one.at("tables")) page += markdown(table, language);
    page += fmt::format("\n{}: {}\n", whole_verdict(one, language, "**"),
                        closed(in(one.at("measured"), language)));
    if (const std::string correction = in(one.at("correction"), language); !correction.empty())
      page += '\n' + closed(correction) + '\n';
  }
  return page;
}

}  // namespace heed
