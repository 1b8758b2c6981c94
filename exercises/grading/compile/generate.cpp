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
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "exercises/grading/refusals/preprocessed.hpp"
#include "exercises/grading/refusals/refused_words.hpp"
#include "exercises/grading/source/declarations.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/source/pieces.hpp"
#include "exercises/grading/source/switches.hpp"
#include "lib/core/error.hpp"

namespace {

namespace fs = std::filesystem;
using heed::Mistake;
using heed::grading::MarkedSource;
using heed::grading::Piece;
using heed::grading::poison_words;
using heed::grading::SwitchedSource;

struct Source {
  std::string text, includes;
};

/// A file, its #include lines taken out of it.
Source read_source(const fs::path& path) {
  std::ifstream file(path);
  if (!file) heed::throw_error("{} cannot be read", path.string());
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
  heed::grading::FunctionNames names;
};

std::vector<Function> functions_of(const Source& grade) {
  std::vector<Function> functions;
  for (std::string& declaration : heed::grading::function_declarations(grade.text)) {
    const auto names = heed::grading::names_in(declaration);
    functions.push_back({std::move(declaration), names});
  }
  return functions;
}

/// What the functions of grade.cpp and those of the marked source call: those of the implementation that was
/// chosen last. So grade.cpp is compiled once, not once for each of thirty implementations, and two mistakes
/// can be put together.
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

/// Whether costs are: work, or memory.
bool measured(const Source& grade) {
  return grade.includes.find("grading/work.hpp") != std::string::npos ||
         grade.includes.find("grading/room.hpp") != std::string::npos;
}

/// `all` without what neither is in `chosen`, by its name, nor a function that differs from the reference's
/// and that nothing chooses.
std::vector<Piece> with_their_helpers(const std::vector<Piece>& reference, const std::vector<Piece>& all,
                                      const std::vector<Piece>& chosen,
                                      const std::vector<std::string>& functions) {
  const auto named = [](const std::vector<Piece>& pieces, const std::string& name) {
    return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.name == name; });
  };
  const std::vector<Piece> different = changed_pieces(reference, all);
  std::vector<Piece> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), [&](const Piece& piece) {
    const bool helper = std::find(functions.begin(), functions.end(), piece.name) == functions.end();
    return named(chosen, piece.name) || (helper && named(different, piece.name));
  });
  return kept;
}

std::string variants(const fs::path& folder) {
  const MarkedSource source = MarkedSource::read(folder / "exercise.cpp");
  const Source grade = read_source(folder / "grade.cpp");
  const std::vector<Function> functions = functions_of(grade);
  const std::map<std::string, Source> right = right_ones(folder);
  const std::string name = folder.filename().string();
  std::string text = "#include \"exercises/grading/source/registry.hpp\"\n" + grade.includes;
  for (const auto& [file, solution] : right) text += solution.includes;
  text += "\nnamespace exercise_" + name + " {\n\nnamespace adapter {\n";
  std::vector<std::string> names;
  for (const Function& function : functions) {
    text += function.declaration + ";\n";
    names.push_back(function.names.name);
  }
  text += "}  // namespace adapter\n\n";
  std::string choices;
  std::map<std::string, std::string> changed;  // of each namespace, the functions that stand in it
  const auto pieces_in = [&](const std::string& version) {
    return calling_the_chosen(pieces_of(source.lines(version)), names);
  };
  const SwitchedSource switched(source);
  const auto with_switches = [&](const std::string& version) {
    return calling_the_chosen(pieces_of(switched.lines(version)), names);
  };
  const std::vector<Piece> reference = pieces_in("solution");
  /// change_to_NAME(): the functions that stand in the namespace NAME; choose_NAME(): all others are the
  /// reference's.
  const auto choose = [&](const std::string& space, const auto& stands_there) {
    choices += fmt::format("void change_to_{}() {{\n", space);
    for (const std::string& function : names) {
      if (!stands_there(function)) continue;
      choices += fmt::format("  adapter::chosen_{0} = {1}::{0};\n", function, space);
      changed[space] += fmt::format("\"{}\", ", function);
    }
    choices += "}\n";
    if (space != "reference")
      choices +=
          fmt::format("void choose_{0}() {{\n  change_to_reference();\n  change_to_{0}();\n}}\n", space);
  };
  const auto add = [&](const std::string& space, const std::vector<Piece>& pieces) {
    text += fmt::format("namespace {0} {{\n{1}{2}}}  // namespace {0}\n\n", space,
                        space == "reference" ? "" : "using namespace reference;\n",
                        code_of(pieces, (folder / "exercise.cpp").string()));
    choose(space, [&](const std::string& function) {
      return std::any_of(pieces.begin(), pieces.end(),
                         [&](const Piece& piece) { return piece.name.empty() || piece.name == function; });
    });
  };
  add("reference", reference);
  add("switched", changed_pieces(reference, with_switches("solution")));
  for (const Mistake& mistake : source.mistakes()) {
    const std::string kind = "wrong " + mistake.id;
    std::vector<Piece> changed_ones = changed_pieces(reference, pieces_in(kind));
    if (!switched.has_switch(mistake.id))
      changed_ones = with_their_helpers(reference, with_switches(kind), changed_ones, names);
    add("wrong_" + mistake.id, changed_ones);
  }
  for (const auto& [file, solution] : right) {
    const std::string space = "right_" + file;
    text += fmt::format("namespace {0} {{\n{1}}}  // namespace {0}\n\n", space, solution.text);
    choose(space, [](const std::string&) { return true; });
  }
  text += adapter(functions, grade.text) + choices;
  text += fmt::format(
      "heed::grading::Entry entry() {{\n  return {{\"{}\", \"{}\", "
      "adapter::describe_as<change_to_reference>, "
      "{{\n",
      name, folder.parent_path().filename().string());
  for (const Mistake& mistake : source.mistakes()) {
    text += fmt::format(
        "    {{{{\"{0}\", \"{1}\"}}, adapter::describe_as<choose_wrong_{0}>, change_to_wrong_{0}, "
        "{{{2}}}, {3}}},\n",
        mistake.id, mistake.code, changed["wrong_" + mistake.id], switched.has_switch(mistake.id));
  }
  text += "  }, {\n";
  for (const auto& [file, solution] : right)
    text += fmt::format("    {{\"{0}\", adapter::describe_as<choose_right_{0}>}},\n", file);
  return text + fmt::format(
                    "  }}, {}, adapter::describe, change_to_reference, change_to_switched}};\n}}\n\n}}  // "
                    "namespace exercise_{}\n",
                    measured(grade), name);
}

std::string signatures(const fs::path& folder) {
  std::string text = "#include \"exercises/given.hpp\"\n";
  const Source grade = read_source(folder / "grade.cpp");
  for (const std::string& declaration : heed::grading::function_declarations(grade.text))
    text += declaration + ";\n";
  return text + poison_words() + fmt::format("struct {};\n", heed::grading::answer_begins);
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

/// What stands there already is left alone: nothing is then compiled again.
void write(const fs::path& path, const std::string& text) {
  std::ifstream old(path, std::ios::binary);
  if (old && std::string(std::istreambuf_iterator<char>(old), {}) == text) return;
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) heed::throw_error("{} cannot be written", path.string());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 3 && arguments[0] == "variants") {
      write(fs::path(arguments[2]) / "variants.cpp", variants(arguments[1]));
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
