// Writes the sources that are made from marked ones:
//
//   course_generate variants FOLDER OUT
//   course_generate registry OUT NAME…
//
// The first writes OUT/variants.cpp, all implementations of one exercise, each in a namespace of its own, and
// OUT/signatures.hpp, the functions that a learner must define. The second writes the list of all exercises.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "exercises/grading/source/cpp_text.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/source/pieces.hpp"
#include "lib/core/error.hpp"
#include "lib/files/read_file.hpp"

namespace {

namespace fs = std::filesystem;
using namespace heed::grading;

struct Source {
  std::string text, includes;
};

/// A file, its #include lines taken out of it.
Source read_source(const fs::path& path) {
  std::istringstream file(heed::read_text_file(path));
  Source source{fmt::format("#line 1 \"{}\"\n", path.string()), ""};
  for (std::string line; std::getline(file, line);) {
    const bool include = line.starts_with("#include");
    source.text += (include ? "" : line) + '\n';
    if (include) source.includes += line + '\n';
  }
  return source;
}

struct Function {
  std::string declaration;
  FunctionNames names;
};

std::vector<Function> functions_of(const Source& grade) {
  std::vector<Function> functions;
  for (std::string& declaration : function_declarations(grade.text)) {
    const auto names = names_in(declaration);
    functions.push_back({std::move(declaration), names});
  }
  return functions;
}

/// The functions of grade.cpp and those of the marked source call those of the implementation that was chosen
/// last. So grade.cpp is compiled once, not once for each of thirty implementations.
std::string adapter(const std::vector<Function>& functions, const std::string& grade) {
  std::string text = "namespace adapter {\n" + grade;
  for (const auto& [declaration, names] : functions)
    text += fmt::format(
        "thread_local decltype(&reference::{0}) chosen_{0} = reference::{0};\n{1} {{ return chosen_{0}({2}); "
        "}}\n",
        names.name, declaration, names.parameters);
  text +=
      "template <auto Choose>\nvoid describe_as(Exercise& e) {\n  describe(e);\n  "
      "e.before_each(Choose);\n}\n";
  return text + "}  // namespace adapter\n\n";
}

/// The other right solutions, by the names of their files.
std::map<std::string, Source> right_ones(const fs::path& folder) {
  std::map<std::string, Source> found;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder / "solutions", none)) {
    if (file.path().extension() == ".cpp") found[file.path().stem().string()] = read_source(file.path());
  }
  return found;
}

/// Returns true if the function is among the pieces, or may be: some have a name that cannot be told.
bool stands_in(const std::vector<Piece>& pieces, const std::string& function) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](const Piece& piece) { return piece.name.empty() || piece.name == function; });
}

/// variants.cpp of one exercise, as it grows.
class Variants {
 public:
  explicit Variants(const fs::path& folder)
      : folder_(folder),
        source_(MarkedSource::read(folder / "exercise.cpp")),
        grade_(read_source(folder / "grade.cpp")),
        functions_(functions_of(grade_)),
        right_(right_ones(folder)) {
    for (const Function& function : functions_) names_.push_back(function.names.name);
  }

  std::string text() {
    const std::string name = folder_.filename().string();
    text_ = "#include \"exercises/grading/source/registry.hpp\"\n" + grade_.includes +
            read_source(folder_ / "exercise.cpp").includes;
    for (const auto& [file, solution] : right_) text_ += solution.includes;
    text_ += "\nnamespace exercise_" + name + " {\n\nnamespace adapter {\n";
    for (const Function& function : functions_) text_ += function.declaration + ";\n";
    text_ += "}  // namespace adapter\n\n";
    const std::vector<Piece> reference = pieces_in("solution");
    add("reference", reference);
    for (const heed::Mistake& mistake : source_.mistakes())
      add("wrong_" + mistake.id, changed_pieces(reference, pieces_in("wrong " + mistake.id)));
    for (const auto& [file, solution] : right_) {
      text_ += fmt::format("namespace right_{0} {{\n{1}}}  // namespace right_{0}\n\n", file, solution.text);
      choose("right_" + file, names_);
    }
    return text_ + adapter(functions_, grade_.text) + choices_ + tables() +
           fmt::format(
               "heed::grading::Entry entry() {{\n  return {{\"{}\", \"{}\", "
               "adapter::describe_as<change_to_reference>,\n    {{wrong.begin(), wrong.end()}}, "
               "{{right.begin(), right.end()}}}};\n}}\n\n}}  // namespace exercise_{}\n",
               name, folder_.parent_path().filename().string(), name);
  }

 private:
  std::vector<Piece> pieces_in(const std::string& version) const {
    return calling_the_chosen(pieces_of(source_.lines(version)), names_);
  }
  std::vector<std::string> functions_in(const std::vector<Piece>& pieces) const {
    std::vector<std::string> found;
    std::ranges::copy_if(names_, std::back_inserter(found),
                         [&](const std::string& name) { return stands_in(pieces, name); });
    return found;
  }

  /// change_to_NAME() chooses these functions of the namespace NAME; choose_NAME() also all others of the
  /// reference.
  void choose(const std::string& name, const std::vector<std::string>& functions) {
    choices_ += fmt::format("void change_to_{}() {{\n", name);
    for (const std::string& function : functions)
      choices_ += fmt::format("  adapter::chosen_{0} = {1}::{0};\n", function, name);
    choices_ += "}\n";
    if (name != "reference")
      choices_ +=
          fmt::format("void choose_{0}() {{\n  change_to_reference();\n  change_to_{0}();\n}}\n", name);
  }

  void add(const std::string& name, const std::vector<Piece>& pieces) {
    const bool reference = name == "reference";
    text_ += fmt::format("namespace {0} {{\n{1}{2}}}  // namespace {0}\n\n", name,
                         reference ? "" : "using namespace reference;\n",
                         code_of(pieces, (folder_ / "exercise.cpp").string()));
    choose(name, functions_in(pieces));
  }

  std::string tables() const {
    // arrays of C would not compile where an exercise has none
    std::string text = fmt::format("constexpr std::array<heed::grading::WrongOne, {}> wrong{{{{\n",
                                   source_.mistakes().size());
    for (const heed::Mistake& mistake : source_.mistakes())
      text += fmt::format("    {{\"{0}\", \"{1}\", adapter::describe_as<choose_wrong_{0}>}},\n", mistake.id,
                          mistake.code);
    text +=
        fmt::format("}}}};\nconstexpr std::array<heed::grading::RightOne, {}> right{{{{\n", right_.size());
    for (const auto& [file, solution] : right_)
      text += fmt::format("    {{\"{0}\", adapter::describe_as<choose_right_{0}>}},\n", file);
    return text + "}};\n\n";
  }

  fs::path folder_;
  MarkedSource source_;
  Source grade_;
  std::vector<Function> functions_;
  std::map<std::string, Source> right_;
  std::vector<std::string> names_;  // of the functions
  std::string text_, choices_;
};

/// Returns the text that stands before an answer: the functions that a learner must define.
std::string signatures(const fs::path& folder) {
  std::string text = "#include \"exercises/given.hpp\"\n";
  const Source grade = read_source(folder / "grade.cpp");
  for (const std::string& declaration : function_declarations(grade.text)) text += declaration + ";\n";
  return text;
}

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
      write(fs::path(arguments[2]) / "variants.cpp", Variants(arguments[1]).text());
      write(fs::path(arguments[2]) / "signatures.hpp", signatures(arguments[1]));
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
