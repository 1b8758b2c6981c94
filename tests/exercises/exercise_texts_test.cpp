// The statement and the notes of each exercise say what they must, in both languages.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "exercises/grading/source/cpp_text.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {

std::vector<std::string> lines_of(const fs::path& path) {
  std::istringstream text(heed::read_text_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// Checks a statement and returns "difficulty/minutes/importance".
std::string header_of(const fs::path& path, const std::string& header, const std::string& importance,
                      const std::string& last) {
  INFO(path);
  const std::vector<std::string> lines = lines_of(path);
  REQUIRE(lines.size() > 4);
  CHECK(lines.size() <= 70);
  CHECK_THAT(lines[0], Catch::StartsWith("# "));
  CHECK(lines[1].empty());
  CHECK(std::ranges::count(lines, last) == 1);
  std::smatch match, reason;
  REQUIRE(std::regex_match(lines[2], match, std::regex(header)));
  REQUIRE(std::regex_match(lines[4], reason, std::regex(importance)));
  return match.format("$1/$2/") + reason.str(1);
}

/// The functions that a statement says are not allowed, without their namespaces.
std::set<std::string> announced_bans(const fs::path& path, const std::string& lead) {
  static const std::regex function("`(?:\\w+::)*(\\w+)`");
  const std::string text = heed::read_text_file(path);
  const std::size_t start = text.find('\n' + lead);
  if (start == std::string::npos) return {};
  const std::string paragraph = text.substr(start, text.find("\n\n", start) - start);
  std::set<std::string> names;
  for (std::sregex_iterator at(paragraph.begin(), paragraph.end(), function), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

/// Those of notes, under each of which something stands.
std::vector<std::string> headings_of(const fs::path& path) {
  INFO(path);
  std::vector<std::string> headings;
  bool text_since = true, in_code = false;
  for (const std::string& line : lines_of(path)) {
    if (line.starts_with("```")) in_code = !in_code;
    if (in_code || !(line.starts_with("## ") || line.starts_with("### "))) {
      text_since = text_since || line.find_first_not_of(" #") != std::string::npos;
      continue;
    }
    INFO("nothing stands before " << line);
    CHECK(text_since);
    headings.push_back(line);
    text_since = false;
  }
  CHECK(text_since);
  return headings;
}

TEST_CASE("both statements have the same difficulty, time and importance, and what one can do in the end",
          "[texts]") {
  for (const Entry& entry : all_entries())
    CHECK(header_of(folder_of(entry.name) / "README.md", R"(Difficulty ([1-5])/5 · (\d+) minutes · from .+)",
                    R"(Importance ([1-5])/5: .+)", "## What you can now do") ==
          header_of(folder_of(entry.name) / "README.ko.md", R"(난이도 ([1-5])/5 · (\d+)분 · 출처: .+)",
                    R"(중요도 ([1-5])/5: .+)", "## 이제 할 수 있는 것"));
}

TEST_CASE("statements name exactly the functions that grade.cpp forbids", "[texts]") {
  for (const Entry& entry : all_entries()) {
    INFO(entry.name);
    std::set<std::string> forbidden;
    const Exercise exercise = described(entry.reference);
    for (const std::string& name : exercise.forbidden()) forbidden.insert(name.substr(name.rfind(':') + 1));
    CHECK(announced_bans(folder_of(entry.name) / "README.md", "Not allowed: ") == forbidden);
    CHECK(announced_bans(folder_of(entry.name) / "README.ko.md", "쓸 수 없는 함수: ") == forbidden);
  }
}

TEST_CASE("notes have three hints, each part and each mistake with its repair, the same in both languages",
          "[texts]") {
  for (const Entry& entry : all_entries()) {
    INFO(entry.name);
    const std::vector<std::string> headings = headings_of(folder_of(entry.name) / "notes.md");
    CHECK(headings == headings_of(folder_of(entry.name) / "notes.ko.md"));
    std::set<std::string> wanted;
    const auto once = [&](const std::string& heading) {
      INFO(heading);
      CHECK(std::ranges::count(headings, heading) == 1);
      wanted.insert(heading);
    };
    const Exercise exercise = described(entry.reference);
    for (const Part& part : exercise.parts()) once("## part " + part.name);
    for (const WrongOne& wrong : entry.wrong) {
      const std::string heading = fmt::format("## mistake {}", wrong.id);
      once(heading);
      const auto at = std::ranges::find(headings, heading);
      CHECK((headings.end() - at > 1 && *(at + 1) == "### repair"));
    }
    wanted.insert({"## hint 1", "## hint 2", "## hint 3"});
    if (!entry.wrong.empty()) wanted.insert("### repair");
    CHECK(std::set(headings.begin(), headings.end()) == wanted);
  }
}

TEST_CASE("a Korean stub is the stub with a Korean comment for each English one", "[texts]") {
  for (const Entry& entry : all_entries()) {
    INFO(entry.name);
    const std::string stub = source_of(entry.name).stub(),
                      korean = heed::read_text_file(folder_of(entry.name) / "stub.ko.cpp");
    CHECK(with_comments(stub, comments_of(stub), comments_of(korean)) == korean);
  }
}

TEST_CASE("the table of contents lists each exercise and quiz once, and how many checks each has is written",
          "[texts]") {
  const fs::path course = fs::path(HEED_SOURCE_DIR) / "exercises";
  const nlohmann::json contents = heed::read_json(course / "course.json"),
                       checks = heed::read_json(course / "checks.json");
  std::multiset<std::string> listed, there;
  for (const auto& chapter : contents.at("chapters"))
    for (const char* list : {"exercises", "electives"})
      for (const auto& exercise : chapter.value(list, nlohmann::json::array()))
        listed.insert(chapter.at("name").get<std::string>() + "/" +
                      (exercise.is_string() ? exercise : exercise.at("name")).get<std::string>());
  for (const auto& entry : all_entries()) {  // made of all folders
    INFO(entry.name);
    CHECK(checks.contains(entry.name));
    there.insert(entry.chapter + "/" + entry.name);
  }
  CHECK(checks.size() == there.size());
  for (const auto& file : fs::recursive_directory_iterator(course))
    if (file.path().filename().string().starts_with("quiz_"))
      there.insert(fs::relative(file.path(), course).replace_extension().string());
  CHECK(listed == there);
}

}  // namespace answers
