// Writes the sources that are made from marked ones:
//
//   course_generate variants FOLDER OUT
//   course_generate registry OUT NAME…
//
// The first writes OUT/variants.cpp, all implementations of one exercise, each in a namespace of its own, and
// OUT/signatures.hpp, the functions that a learner must define. The second writes the list of all exercises.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <vector>

#include "exercises/grading/source/variants.hpp"
#include "lib/core/error.hpp"
#include "lib/files/read_file.hpp"

namespace {

namespace fs = std::filesystem;

std::string registry(const std::vector<std::string>& names) {
  std::string text = "#include \"exercises/grading/source/registry.hpp\"\n\n", list;
  for (const std::string& name : names) {
    text += fmt::format("namespace exercise_{} {{\nheed::grading::Entry entry();\n}}\n", name);
    list += fmt::format("      exercise_{}::entry(),\n", name);
  }
  return text + "\nconst std::vector<heed::grading::Entry>& heed::grading::all_entries() {\n" +
         "  static const std::vector<Entry> entries{\n" + list + "  };\n  return entries;\n}\n";
}

/// A file that holds this text already is left alone: nothing is then compiled again.
void write(const fs::path& path, const std::string& text) {
  if (fs::exists(path) && heed::read_text_file(path) == text) return;
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) heed::throw_error("{} cannot be written", path.string());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 3 && arguments[0] == "variants") {
      write(fs::path(arguments[2]) / "variants.cpp", heed::grading::variants(arguments[1]));
      write(fs::path(arguments[2]) / "signatures.hpp", heed::grading::signatures(arguments[1]));
    } else if (arguments.size() >= 2 && arguments[0] == "registry") {
      write(arguments[1], registry({arguments.begin() + 2, arguments.end()}));
    } else {
      heed::throw_error<heed::UsageError>("course_generate variants FOLDER OUT | registry OUT NAME…");
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
