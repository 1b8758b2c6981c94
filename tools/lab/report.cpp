#include "tools/lab/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/report/number.hpp"
#include "tools/lab/guess.hpp"
#include "tools/language/both.hpp"
#include "tools/language/duration.hpp"

namespace heed {
namespace {

/// A cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

/// A sentence as one is written.
std::string closed(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

/// A verdict, and in brackets those of the statements that it is of.
std::string whole_verdict(const Finding& f, Language language) {
  std::string parts;
  for (const JudgedClaim& one : f.statements)
    parts += fmt::format("{}{}: {}", parts.empty() ? "" : "; ", one.text.in(language),
                         verdict_text(one.verdict).in(language));
  return verdict_text(f.verdict).in(language) + (parts.empty() ? "" : fmt::format(" ({})", parts));
}
/// The same of lab_json()'s claim, as Markdown.
std::string marked_verdict(const nlohmann::json& claim, Language language) {
  const std::string lang(language_name(language));
  std::string parts;
  for (const nlohmann::json& one : claim.value("statements", nlohmann::json::array()))
    parts += fmt::format("{}{}: {}", parts.empty() ? "" : "; ", one.at("name").at(lang).get<std::string>(),
                         one.at("verdict").at(lang).get<std::string>());
  return fmt::format("**{}**{}", claim.at("verdict").at(lang).get<std::string>(),
                     parts.empty() ? "" : fmt::format(" ({})", parts));
}

/// Whether every cell of a column that is not empty begins with a number.
bool column_of_numbers(const nlohmann::json& rows, std::size_t column) {
  static const std::regex number("(✗ |≥ |> |< )?[-+−]?[\\d.].*");
  return std::ranges::all_of(rows, [&](const nlohmann::json& row) {
    const std::string text = row.at(column);
    return text.empty() || text == "–" || std::regex_match(text, number);
  });
}

std::string markdown_table(const nlohmann::json& table, Language language) {
  std::string text = fmt::format(
      "\n{}:\n\n|", table.at("title").at(std::string(language_name(language))).get<std::string>());
  for (const nlohmann::json& column : table.at("columns"))
    text += ' ' + cell(cell_in(language, table, column)) + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.at("columns").size(); ++i)
    text += i > 0 && column_of_numbers(table.at("rows"), i) ? " ---: |" : " --- |";
  text += '\n';
  for (const nlohmann::json& row : table.at("rows")) {
    text += '|';
    for (const nlohmann::json& value : row) text += ' ' + cell(cell_in(language, table, value)) + " |";
    text += '\n';
  }
  return text;
}

/// How long it took, and on which machine if that is another than `usual`: "4 min 21 s; on 2 processors, …".
std::string time_and_place(const nlohmann::json& measured, const nlohmann::json& usual, Language language) {
  std::string text = duration_in(measured.at("seconds"), language);
  const auto machine = measured.find("machine");
  if (machine == measured.end() || machine_words(*machine, language) == machine_words(usual, language))
    return text;
  return text + "; " + both("on {}", "{}", machine_words(*machine, language)).in(language);
}

/// What came out on sentences that were given, with the command that measured it.
std::string given_section(const nlohmann::json& given, const nlohmann::json& machine, Language language) {
  const std::string lang(language_name(language));
  Bilingual where{time_and_place(given, machine, language)};
  if (!given.contains("machine"))
    where = both("{} of training, kept in that file", "학습에 {}, 결과는 그 파일에", where);
  std::string text = fmt::format("\n`{}` ({})\n", given.at("command").get<std::string>(), where.in(language));
  for (const nlohmann::json& t : given.at("tables")) text += markdown_table(t, language);
  return text + fmt::format("\n**{}**: {}\n", given.at("verdict").at(lang).get<std::string>(),
                            closed(given.at("measured").at(lang)));
}

Table table_in(Language language, const LabTable& t) {
  Table table = t.table;
  for (TableColumn& column : table.columns) column.title = t.in(language, column.title);
  for (std::vector<std::string>& row : table.rows)
    for (std::string& text : row) text = t.in(language, text);
  return table;
}

/// "avx512, 16 floats at once, fused" of describe_machine().
std::string simd_words(const std::string& simd, Language language) {
  static const std::regex parts(R"((\w+), (\d+) (float|double)s at once, (not )?fused)");
  std::smatch found;
  if (language == Language::english) return simd;
  if (!std::regex_match(simd, found, parts)) return simd == "none" ? "없음" : simd;
  return fmt::format("{}, {} {}개씩, 곱셈과 덧셈을 {}", found.str(1), found.str(3), found.str(2),
                     found[4].matched ? "따로" : "한 번에");
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
  const Bilingual rule = both("It holds where: {}", "맞다고 하는 기준: {}", claim.rule.in(language));
  return fmt::format("{} ({}): {}\n{}\n", claim.id, where.in(language), claim.text.in(language),
                     closed(rule.in(language)));
}

std::string finding_text(const LabResult& result, Language language, std::size_t width) {
  const Finding& f = result.finding;
  std::string text;
  const auto add = [&](const LabTable& t) {
    Table table = table_in(language, t);
    table.width = width;
    text += fmt::format("\n{}\n\n{}", t.title.in(language), format_table(table));
  };
  std::ranges::for_each(f.tables, add);
  if (!f.picture.empty()) text += '\n' + f.picture;
  text += fmt::format("\n{} {}: {}\n", result.claim->id, whole_verdict(f, language),
                      closed(f.measured.in(language)));
  if (!f.correction.english.empty()) text += closed(f.correction.in(language)) + '\n';
  if (f.given) {
    add(f.given->table);
    text += fmt::format("\n{} {}: {}\n", result.claim->id, verdict_text(f.given->verdict).in(language),
                        closed(f.given->measured.in(language)));
  }
  if (result.guess) text += guess_text(answer_of(f), *result.guess).in(language) + '\n';
  return text;
}

std::string lab_summary(const std::vector<LabResult>& results, Language language, std::size_t width) {
  Table table{.columns = {{""}, {""}, {""}}, .width = width};
  for (const LabResult& r : results)
    table.rows.push_back({r.claim->id, whole_verdict(r.finding, language), r.claim->text.in(language)});
  return format_table(table);
}

std::string machine_words(const nlohmann::json& machine, Language language) {
  const int processors = machine.at("processors").get<int>();
  return both("{0} processor{3} ({1}, {2})", "프로세서 {0}개({1}, {2})", processors,
              machine.at("processor").get<std::string>(), simd_words(machine.at("simd"), language),
              processors == 1 ? "" : "s")
      .in(language);
}

std::string cell_in(Language language, const nlohmann::json& table, const std::string& cell) {
  if (language == Language::english || !table.contains("korean")) return cell;
  return table.at("korean").value(cell, cell);
}

std::string lab_page(const nlohmann::json& results, Language language) {
  const std::string lang(language_name(language));
  const auto say = [&](const char* english, const char* korean) {
    return language == Language::korean ? korean : english;
  };
  try {
    const std::int64_t seed = results.at("seed");
    const std::string how = fmt::format("{}{}", results.at("quick") ? " --quick" : "",
                                        seed == 1 ? "" : fmt::format(" --seed {}", seed));
    std::string page = say("| | documents | say | as measured |\n| --- | --- | --- | --- |\n",
                           "| | 문서 | 주장 | 잰 결과 |\n| --- | --- | --- | --- |\n");
    for (const nlohmann::json& c : results.at("claims"))
      page += fmt::format("| {} | {} | {} | {} |\n", c.at("id").get<std::string>(),
                          c.at("documents").get<std::string>(), cell(c.at("claim").at(lang)),
                          cell(marked_verdict(c, language)));
    for (const nlohmann::json& c : results.at("claims")) {
      page += fmt::format("\n## {}: {}\n\n`./heed lab {}{}` ({})\n", c.at("id").get<std::string>(),
                          c.at("claim").at(lang).get<std::string>(), c.at("id").get<std::string>(), how,
                          time_and_place(c, results.at("machine"), language));
      if (const auto rule = c.find("rule"); rule != c.end())
        page += fmt::format("\n{}: {}\n", say("It holds where", "맞다고 하는 기준"), closed(rule->at(lang)));
      for (const nlohmann::json& t : c.at("tables")) page += markdown_table(t, language);
      page += fmt::format("\n{}: {}\n", marked_verdict(c, language), closed(c.at("measured").at(lang)));
      const std::string correction = c.at("correction").at(lang);
      if (!correction.empty()) page += '\n' + closed(correction) + '\n';
      if (const auto given = c.find("given"); given != c.end())
        page += given_section(*given, results.at("machine"), language);
    }
    return page;
  } catch (const nlohmann::json::exception& e) {
    throw_error<FormatError>("these are no results of the lab: {}", e.what());
  }
}

}  // namespace heed
