#include "tools/learn/answers.hpp"

#include <fmt/chrono.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "exercises/grading/text_file.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {
namespace {

void write_answer(const std::filesystem::path& path, const std::string& content) {
  make_folders(path.parent_path());
  atomic_write(path, content);
}

/// A path that no file has yet: "softmax.2026-11-21_14-03-59.cpp", then "….2.cpp".
std::filesystem::path free_backup(const std::filesystem::path& folder, const CourseExercise& exercise) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const std::string extension = exercise.answer().extension().string();
  const std::string stem = fmt::format("{}.{:%Y-%m-%d_%H-%M-%S}", exercise.name, local);
  std::filesystem::path path = folder / (stem + extension);
  for (int i = 2; std::filesystem::exists(path); ++i)
    path = folder / fmt::format("{}.{}{}", stem, i, extension);
  return path;
}

}  // namespace

void Answers::create(const CourseExercise& exercise, const std::function<std::string()>& stub) const {
  if (!std::filesystem::exists(path(exercise))) write_answer(path(exercise), stub());
}

void Answers::join(const CourseExercise& exercise, const std::function<std::string()>& stub) const {
  for (const auto& [name, function] : exercise.was) {
    const CourseExercise part{.name = name, .chapter = exercise.chapter};
    auto text = read_if_there(path(exercise));
    if (!text || text->find(" " + function + "(") != std::string::npos) continue;
    if (!text->ends_with('\n')) *text += '\n';
    find(part);
    const auto more = read_if_there(path(part));
    if (!more) {  // an answer of before the function was asked for: it is the last of the stub
      const std::string all = stub();
      write_answer(path(exercise), *text + all.substr(std::min(all.size(), all.rfind("\n\n///") + 1)));
      continue;
    }
    write_answer(path(exercise), *text + "\n// " + name + "\n" + *more);
    const std::filesystem::path backup = free_backup(folder_ / ".backup" / part.chapter, part);
    make_folders(backup.parent_path());
    std::filesystem::rename(path(part), backup);
  }
}

void Answers::take_over(const CourseExercise& exercise, const std::function<std::string()>& stub) const {
  if (!std::filesystem::is_directory(folder_)) return;
  find(exercise);
  join(exercise, stub);
}

void Answers::find(const CourseExercise& exercise) const {
  if (std::filesystem::exists(path(exercise))) return;
  const auto take = [&](const std::filesystem::path& from) {
    if (!std::filesystem::is_regular_file(from)) return false;
    make_folders(path(exercise).parent_path());
    std::filesystem::rename(from, path(exercise));
    return true;
  };
  const std::filesystem::path file = exercise.answer().filename();
  if (take(folder_ / file)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    if (!entry.path().filename().string().starts_with('.') && take(entry.path() / file)) return;
}

std::filesystem::path Answers::reset(const CourseExercise& exercise, const std::string& stub) const {
  std::filesystem::path backup;
  if (const auto old = read_if_there(path(exercise))) {
    backup = free_backup(folder_ / ".backup" / exercise.chapter, exercise);
    write_answer(backup, *old);
  }
  write_answer(path(exercise), stub);
  return backup;
}

void Answers::tell_editors(const std::filesystem::path& toolchain) const {
  try {
    std::string text;
    const nlohmann::json compiler = read_json(toolchain);
    for (const std::string flag : compiler.at("flags"))
      // what only GCC knows, and what only the grader needs, stays away
      for (const char* start : {"-std=", "-D", "-I", "-Wall"})
        if (flag.starts_with(start)) text += flag + "\n";
    const std::filesystem::path path = folder_ / "compile_flags.txt";
    if (read_if_there(path) != text) write_answer(path, text);
    std::filesystem::remove(folder_ / "compile_commands.json");  // heed 0.1's, which clangd would prefer
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace heed
