#include "tools/lab/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/report/csv.hpp"
#include "lib/report/number.hpp"
#include "tools/lab/both.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

nlohmann::json json_of(const Bilingual& text) { return {{"en", text.english}, {"ko", text.korean}}; }

/// A cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

/// A sentence as one is written.
std::string closed(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

}  // namespace

std::string lab_list(Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .width = width};
  for (const Claim& claim : lab_claims())
    table.rows.push_back({claim.id, claim.documents, claim.text.in(language)});
  return format_table(table);
}

std::string claim_text(const Claim& claim, Language language) {
  const Bilingual where = both("documents {}", "문서 {}", claim.documents);
  return fmt::format("{} ({}): {}\n", claim.id, where.in(language), claim.text.in(language));
}

std::string finding_text(const LabResult& result, Language language) {
  const Finding& f = result.finding;
  std::string text;
  for (const LabTable& t : f.tables)
    text += fmt::format("\n{}\n\n{}", t.title.in(language), format_table(t.table));
  if (!f.picture.empty()) text += '\n' + f.picture;
  text += fmt::format("\n{} {}: {}\n", result.claim->id, verdict_text(f.verdict).in(language),
                      closed(f.measured.in(language)));
  if (!f.correction.english.empty()) text += closed(f.correction.in(language)) + '\n';
  if (result.guess) {
    const bool holds = f.verdict == LabVerdict::holds;
    const Bilingual guess = *result.guess == holds ? Bilingual{"As you said.", "생각하신 대로입니다."}
                                                   : Bilingual{"Not what you said.", "생각과는 다릅니다."};
    text += guess.in(language) + '\n';
  }
  return text;
}

std::string lab_summary(const std::vector<LabResult>& results, Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .width = width};
  for (const LabResult& r : results)
    table.rows.push_back(
        {r.claim->id, verdict_text(r.finding.verdict).in(language), r.claim->text.in(language)});
  return format_table(table);
}

nlohmann::json lab_json(const std::vector<LabResult>& results, const LabOptions& options) {
  nlohmann::json all{{"machine", describe_machine()},
                     {"quick", options.quick},
                     {"seed", options.seed},
                     {"claims", nlohmann::json::array()}};
  for (const LabResult& r : results) {
    nlohmann::json claim{{"id", r.claim->id},
                         {"documents", r.claim->documents},
                         {"claim", json_of(r.claim->text)},
                         {"verdict", json_of(verdict_text(r.finding.verdict))},
                         {"measured", json_of(r.finding.measured)},
                         {"correction", json_of(r.finding.correction)},
                         {"seconds", r.seconds},
                         {"tables", nlohmann::json::array()}};
    for (const LabTable& t : r.finding.tables) {
      nlohmann::json columns = nlohmann::json::array();
      for (const TableColumn& c : t.table.columns) columns.push_back(c.title);
      claim["tables"].push_back({{"title", json_of(t.title)}, {"columns", columns}, {"rows", t.table.rows}});
    }
    all["claims"].push_back(claim);
  }
  return all;
}

std::string lab_csv(const std::vector<LabResult>& results) {
  std::string csv = "claim,table,row,column,value\n";
  for (const LabResult& r : results) {
    for (const LabTable& t : r.finding.tables) {
      for (const std::vector<std::string>& row : t.table.rows) {
        for (std::size_t c = 1; c < row.size(); ++c)
          csv += fmt::format("{},{},{},{},{}\n", r.claim->id, csv_quoted(t.title.english), csv_quoted(row[0]),
                             csv_quoted(t.table.columns[c].title), csv_quoted(row[c]));
      }
    }
  }
  return csv;
}

std::string lab_page(const nlohmann::json& results, Language language) {
  const std::string lang(language_name(language));
  const auto say = [&](const char* english, const char* korean) {
    return language == Language::korean ? korean : english;
  };
  try {
    std::string page = say("| | documents | say | as measured |\n| --- | --- | --- | --- |\n",
                           "| | 문서 | 주장 | 잰 결과 |\n| --- | --- | --- | --- |\n");
    for (const nlohmann::json& c : results.at("claims"))
      page += fmt::format("| {} | {} | {} | **{}** |\n", c.at("id").get<std::string>(),
                          c.at("documents").get<std::string>(), cell(c.at("claim").at(lang)),
                          cell(c.at("verdict").at(lang)));
    for (const nlohmann::json& c : results.at("claims")) {
      page += fmt::format("\n## {}: {}\n\n`./heed lab {}` ({})\n", c.at("id").get<std::string>(),
                          c.at("claim").at(lang).get<std::string>(), c.at("id").get<std::string>(),
                          duration_text(c.at("seconds")));
      for (const nlohmann::json& t : c.at("tables")) {
        page += fmt::format("\n{}:\n\n|", t.at("title").at(lang).get<std::string>());
        for (const nlohmann::json& column : t.at("columns")) page += ' ' + cell(column) + " |";
        page += "\n|";
        for (std::size_t i = 0; i < t.at("columns").size(); ++i) page += i == 0 ? " --- |" : " ---: |";
        page += '\n';
        for (const nlohmann::json& row : t.at("rows")) {
          page += '|';
          for (const nlohmann::json& value : row) page += ' ' + cell(value) + " |";
          page += '\n';
        }
      }
      page += fmt::format("\n**{}**: {}\n", c.at("verdict").at(lang).get<std::string>(),
                          closed(c.at("measured").at(lang)));
      const std::string correction = c.at("correction").at(lang);
      if (!correction.empty()) page += '\n' + closed(correction) + '\n';
    }
    return page;
  } catch (const nlohmann::json::exception& e) {
    throw_error<FormatError>("these are no results of the lab: {}", e.what());
  }
}

}  // namespace heed
