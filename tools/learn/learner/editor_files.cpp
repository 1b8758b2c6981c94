#include "tools/learn/learner/editor_files.hpp"

#include <nlohmann/json.hpp>

#include "exercises/grading/text_file.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {

void write_compile_commands(const Course& course, const std::filesystem::path& answers,
                            const std::filesystem::path& toolchain, const std::filesystem::path& root) {
  try {
    if (!std::filesystem::exists(toolchain)) return;
    const nlohmann::json json = read_json(toolchain.string());
    nlohmann::json common = nlohmann::json::array({json.at("compiler")});
    for (const std::string flag : json.at("flags")) {
      // what only GCC knows, and what only the grader needs, stays away
      for (const char* start : {"-std=", "-D", "-I", "-Wall"}) {
        if (flag.starts_with(start)) common.push_back(flag);
      }
    }
    nlohmann::json list = nlohmann::json::array();
    const std::string folder = std::filesystem::absolute(answers).string();
    for (const CourseExercise& exercise : course.exercises()) {
      if (exercise.is_quiz()) continue;
      const std::string file = (std::filesystem::absolute(answers) / exercise.answer()).string();
      nlohmann::json arguments = common;
      arguments.push_back("-I" + root.string());
      arguments.push_back("-c");
      arguments.push_back(file);
      list.push_back({{"directory", folder}, {"file", file}, {"arguments", arguments}});
    }
    const std::filesystem::path path = answers / "compile_commands.json";
    const std::string text = list.dump(1) + "\n";
    make_folders(answers);
    if (read_if_there(path) != text) atomic_write(path, text);
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace heed
