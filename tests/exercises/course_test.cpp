// The table of contents, the folders and the numbers of checks agree.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "exercises/grading/source/registry.hpp"
#include "lib/files/json.hpp"
#include "tests/catch.hpp"

TEST_CASE(
    "the table of contents lists each exercise and quiz once, and how many checks each has is written") {
  const std::filesystem::path course = std::filesystem::path(HEED_SOURCE_DIR) / "exercises";
  const nlohmann::json contents = heed::read_json(course / "course.json"),
                       checks = heed::read_json(course / "checks.json");
  std::multiset<std::string> listed, there;
  for (const auto& chapter : contents.at("chapters"))
    for (const char* list : {"exercises", "electives"})
      for (const auto& exercise : chapter.value(list, nlohmann::json::array()))
        listed.insert(chapter.at("name").get<std::string>() + "/" +
                      (exercise.is_string() ? exercise : exercise.at("name")).get<std::string>());
  for (const auto& entry : heed::grading::all_entries()) {  // made of all folders
    INFO(entry.name);
    CHECK(checks.contains(entry.name));
    there.insert(entry.chapter + "/" + entry.name);
  }
  CHECK(checks.size() == there.size());
  for (const auto& file : std::filesystem::recursive_directory_iterator(course))
    if (file.path().filename().string().starts_with("quiz_"))
      there.insert(std::filesystem::relative(file.path(), course).replace_extension().string());
  CHECK(listed == there);
}
