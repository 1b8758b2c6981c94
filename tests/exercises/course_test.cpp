// The table of contents, the folders and the numbers of checks agree.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "exercises/grading/source/registry.hpp"
#include "lib/files/json.hpp"
#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;
const fs::path course = fs::path(HEED_SOURCE_DIR) / "exercises";

/// "chapter/exercise" of the table of contents.
std::vector<std::string> listed() {
  std::vector<std::string> names;
  const nlohmann::json contents = heed::read_json(course / "course.json");
  for (const auto& chapter : contents.at("chapters")) {
    for (const char* list : {"exercises", "electives"})
      for (const auto& exercise : chapter.value(list, nlohmann::json::array()))
        names.push_back(chapter.at("name").get<std::string>() + "/" +
                        (exercise.is_string() ? exercise : exercise.at("name")).get<std::string>());
  }
  return names;
}

}  // namespace

TEST_CASE("what the table of contents lists is there, and the other way round") {
  const std::vector<std::string> names = listed();
  const std::set<std::string> unique(names.begin(), names.end());
  CHECK(unique.size() == names.size());
  for (const std::string& name : names) {
    INFO(name);
    const bool quiz = fs::path(name).filename().string().starts_with("quiz_");
    CHECK(fs::exists(quiz ? course / (name + ".json") : course / name / "exercise.cpp"));
  }
  for (const auto& entry : fs::recursive_directory_iterator(course)) {
    const fs::path path = fs::relative(entry.path(), course);
    std::string name;
    if (path.filename() == "exercise.cpp" && path.parent_path() != "grading")
      name = path.parent_path().string();
    if (path.extension() == ".json" && path.filename().string().starts_with("quiz_"))
      name = (path.parent_path() / path.stem()).string();
    INFO(name);
    CHECK((name.empty() || unique.contains(name)));
  }
}

TEST_CASE("the grader knows every exercise, and the number of its checks is written down") {
  const nlohmann::json checks = heed::read_json(course / "checks.json");
  std::set<std::string> built;
  for (const auto& entry : heed::grading::all_entries()) {
    built.insert(entry.chapter + "/" + entry.name);
    INFO(entry.name);
    CHECK(checks.contains(entry.name));
  }
  for (const std::string& name : listed()) {
    INFO(name);
    CHECK((built.contains(name) || fs::path(name).filename().string().starts_with("quiz_")));
  }
  CHECK(checks.size() == built.size());
}
