#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <set>

#include "exercises/grading/self_test/self_test.hpp"
#include "exercises/grading/source/comments.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/text_file.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_lines(const fs::path& path, SelfTestReport& report) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (lines.empty()) report.problems.push_back(path.filename().string() + " is missing or empty");
  return lines;
}

/// Checks a statement and returns "difficulty/minutes".
std::string check_statement(const fs::path& path, const std::regex& header, const std::string& last,
                            SelfTestReport& report) {
  const std::vector<std::string> lines = read_lines(path, report);
  if (lines.empty()) return "";
  const auto problem = [&](const std::string& what) {
    report.problems.push_back(path.filename().string() + ": " + what);
  };
  if (!lines[0].starts_with("# ")) problem("the first line is no title");
  if (lines.size() > 70) problem(fmt::format("{} lines; 70 are the most", lines.size()));
  if (std::ranges::find(lines, last) == lines.end()) problem("there is no heading `" + last + "`");
  std::smatch match;
  if (lines.size() > 2 && lines[1].empty() && std::regex_match(lines[2], match, header))
    return match.format("$1/$2");
  problem("the third line is not the header with difficulty, minutes and source");
  return "";
}

/// The functions that a statement says are not allowed, without their namespaces.
std::set<std::string> announced_bans(const fs::path& path, const std::string& lead) {
  static const std::regex function("`(?:\\w+::)*(\\w+)`");
  const std::string text = read_text_file(path);
  const std::size_t start = text.find('\n' + lead);
  if (start == std::string::npos) return {};
  const std::string paragraph = text.substr(start, text.find("\n\n", start) - start);
  std::set<std::string> names;
  for (std::sregex_iterator at(paragraph.begin(), paragraph.end(), function), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

void check_bans(const Entry& entry, const fs::path& folder, SelfTestReport& report) {
  std::set<std::string> forbidden;
  const Exercise exercise = described(entry.reference);
  for (const std::string& name : exercise.forbidden()) forbidden.insert(name.substr(name.rfind(':') + 1));
  for (const auto& [file, lead] :
       {std::pair{"README.md", "Not allowed: "}, {"README.ko.md", "쓸 수 없는 함수: "}}) {
    if (announced_bans(folder / file, lead) != forbidden)
      report.problems.push_back(
          fmt::format("{}: `{}…` must name exactly the functions that grade.cpp forbids: {}", file, lead,
                      fmt::join(forbidden, ", ")));
  }
}

void check_korean_stub(const fs::path& folder, SelfTestReport& report) {
  const std::string korean = read_text_file(folder / "stub.ko.cpp");
  if (!take_apart(korean).matches(take_apart(MarkedSource::read(folder / "exercise.cpp").stub())))
    report.problems.push_back(
        "stub.ko.cpp: it must be the stub of exercise.cpp with a Korean comment for each English one");
}

std::vector<std::string> check_notes(const fs::path& path, SelfTestReport& report) {
  static const std::regex known(R"(## part \S+|## hint [123]|## mistake [a-z0-9_]+|### repair)");
  std::vector<std::string> headings;
  bool text_since = true;
  const auto problem = [&](const std::string& what) {
    report.problems.push_back(path.filename().string() + ": " + what);
  };
  bool in_code = false;
  for (const std::string& line : read_lines(path, report)) {
    if (line.starts_with("```")) in_code = !in_code;
    const bool heading = !in_code && (line.starts_with("## ") || line.starts_with("### "));
    if (!heading) {
      text_since = text_since || line.find_first_not_of(" #") != std::string::npos;
      continue;
    }
    if (!text_since) problem("nothing stands under `" + headings.back() + "`");
    if (!std::regex_match(line, known)) problem("unknown heading `" + line + "`");
    headings.push_back(line);
    text_since = false;
  }
  if (!text_since) problem("nothing stands under `" + headings.back() + "`");
  return headings;
}

void check_headings(const Entry& entry, const std::vector<std::string>& headings, SelfTestReport& report) {
  const auto count = [&](const std::string& heading) { return std::ranges::count(headings, heading); };
  for (const char* hint : {"## hint 1", "## hint 2", "## hint 3"}) {
    if (count(hint) == 0) report.problems.push_back(fmt::format("notes: there is no `{}`", hint));
  }
  const Exercise exercise = described(entry.reference);
  for (const Part& part : exercise.parts()) {
    if (count("## part " + part.name) != 1)
      report.problems.push_back("notes: one `## part " + part.name + "` is needed");
  }
  for (const WrongOne& wrong : entry.wrong) {
    const auto at = std::ranges::find(headings, "## mistake " + wrong.mistake.id);
    if (at == headings.end() || at + 1 == headings.end() || *(at + 1) != "### repair")
      report.problems.push_back("notes: `## mistake " + wrong.mistake.id + "` with `### repair` is needed");
  }
  for (const std::string& heading : headings) {
    const std::string start = "## mistake ";
    if (!heading.starts_with(start)) continue;
    if (count(heading) > 1) report.problems.push_back("notes: `" + heading + "` stands there twice");
    if (std::ranges::none_of(entry.wrong, [&](const WrongOne& wrong) {
          return wrong.mistake.id == heading.substr(start.size());
        }))
      report.problems.push_back("notes: `" + heading + "` is no mistake of exercise.cpp");
  }
}

}  // namespace

void test_texts(const Entry& entry, const fs::path& folder, SelfTestReport& report) {
  static const std::regex english(R"(Difficulty ([1-5])/5 · (\d+) minutes · from .+)");
  static const std::regex korean(R"(난이도 ([1-5])/5 · (\d+)분 · 출처: .+)");
  if (check_statement(folder / "README.md", english, "## What you can now do", report) !=
      check_statement(folder / "README.ko.md", korean, "## 이제 할 수 있는 것", report))
    report.problems.push_back("the two statements differ in difficulty or minutes");
  const std::vector<std::string> headings = check_notes(folder / "notes.md", report);
  if (headings != check_notes(folder / "notes.ko.md", report))
    report.problems.push_back("notes.md and notes.ko.md have different headings");
  check_headings(entry, headings, report);
  check_bans(entry, folder, report);
  check_korean_stub(folder, report);
}

}  // namespace heed::grading
