#include "tools/learn/report/report.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/report/table.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/show/verdict_view.hpp"

namespace heed {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct Points {
  double got = 0, most = 0;
  void add(const Verdict& verdict) {
    got += verdict.points();
    most += verdict.max_points();
  }
};

Points all_points(const std::vector<ReportEntry>& entries) {
  Points sum;
  for (const ReportEntry& entry : entries) sum.add(entry.outcome.verdict);
  return sum;
}

/// In points: what was predicted wrong at first stays so when the file has been mended.
bool right(const PartVerdict& part) {
  return part.status == PartStatus::passed && part.points == part.max_points;
}

/// What is said about a part: nothing more when it is right.
std::string part_text(const ReportEntry& entry, const PartVerdict& part, Language language) {
  if (right(part) || (part.status == PartStatus::not_written && entry.outcome.trouble.empty() &&
                      entry.outcome.verdict.compiled))
    return status_text(part).in(language);
  return entry.text;
}

std::string text_report(const Learner& learner, const std::vector<ReportEntry>& entries) {
  const Language language = learner.look().language;
  Table table{.columns = {{.title = Bilingual{"exercise", "문제"}.in(language)},
                          {.title = Bilingual{"points", "점수"}.in(language), .align = Align::right},
                          {.title = ""}},
              .width = learner.look().terminal.width};
  std::string details;
  for (const CourseChapter& chapter : learner.course().chapters()) {
    Points points;
    std::vector<std::vector<std::string>> rows;
    for (const ReportEntry& entry : entries) {
      if (entry.exercise.chapter != chapter.name) continue;
      const Verdict& verdict = entry.outcome.verdict;
      points.add(verdict);
      const bool open = verdict.untouched() && entry.outcome.trouble.empty();
      const char* mark = entry.outcome.passed() ? "✓" : open ? "·" : "✗";
      rows.push_back({"  " + entry.exercise.name, points_text(verdict.points(), verdict.max_points()), mark});
      if (!entry.outcome.passed() && !open) details += "\n" + entry.text;
    }
    table.rows.push_back({chapter.title.in(language), points_text(points.got, points.most), ""});
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  }
  const Points sum = all_points(entries);
  const std::string total = Bilingual{"total", "합계"}.in(language), points = points_text(sum.got, sum.most);
  table.rows.push_back({total, points, ""});
  // pages of failures would leave it behind
  return format_table(table) + (details.empty() ? "" : fmt::format("{}\n{}  {}\n", details, total, points));
}

std::string json_report(const Learner& learner, const std::vector<ReportEntry>& entries) {
  OrderedJson chapters = OrderedJson::array();
  for (const CourseChapter& chapter : learner.course().chapters()) {
    Points points;
    OrderedJson exercises = OrderedJson::array();
    for (const ReportEntry& entry : entries) {
      if (entry.exercise.chapter != chapter.name) continue;
      points.add(entry.outcome.verdict);
      OrderedJson verdict = to_json(entry.outcome.verdict);
      if (!entry.outcome.trouble.empty()) verdict["trouble"] = entry.outcome.trouble;
      exercises.push_back(std::move(verdict));
    }
    chapters.push_back({{"name", chapter.name},
                        {"title", chapter.title.in(learner.look().language)},
                        {"points", points.got},
                        {"max_points", points.most},
                        {"exercises", exercises}});
  }
  const Points sum = all_points(entries);
  return OrderedJson{{"points", sum.got}, {"max_points", sum.most}, {"chapters", chapters}}.dump(2) + "\n";
}

std::string gradescope_report(const Learner& learner, const std::vector<ReportEntry>& entries) {
  OrderedJson tests = OrderedJson::array();
  double seconds = 0;
  for (const ReportEntry& entry : entries) {
    seconds += entry.outcome.verdict.seconds();
    std::size_t number = 0;
    for (const PartVerdict& part : entry.outcome.verdict.parts) {
      tests.push_back({{"score", part.points},
                       {"max_score", part.max_points},
                       {"status", right(part) ? "passed" : "failed"},
                       {"name", fmt::format("{}: {}", entry.exercise.name, part.name)},
                       {"number", fmt::format("{}.{}", entry.exercise.number, ++number)},
                       {"output", part_text(entry, part, learner.look().language)},
                       {"output_format", "text"},
                       {"tags", {entry.exercise.chapter}},
                       {"visibility", "visible"}});
    }
  }
  const Points sum = all_points(entries);
  return OrderedJson{{"score", sum.got},
                     {"execution_time", seconds},
                     {"output", fmt::format("heed learn: {}", points_text(sum.got, sum.most))},
                     {"output_format", "text"},
                     {"visibility", "visible"},
                     {"stdout_visibility", "hidden"},
                     {"tests", tests}}
             .dump(2) +
         "\n";
}

}  // namespace

std::string report(const Learner& learner, const std::vector<ReportEntry>& entries, ReportFormat format) {
  switch (format) {
    case ReportFormat::text:
      return text_report(learner, entries);
    case ReportFormat::json:
      return json_report(learner, entries);
    case ReportFormat::gradescope:
      return gradescope_report(learner, entries);
  }
  return "";
}

}  // namespace heed
