// course_grader: what `heed learn` runs after each save. `course_grader NAME FILE` prints the verdict as JSON
// and ends with 0 if all parts pass; --help says what else there is.

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "exercises/grading/run/assemble.hpp"
#include "exercises/grading/run/compile_answer.hpp"
#include "exercises/grading/self_test/self_test.hpp"
#include "exercises/grading/source/cpp_text.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/text_file.hpp"
#include "exercises/translator/part_names.hpp"
#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"

namespace {

using namespace heed::grading;

struct Arguments {
  std::vector<std::string> words;
  GradeOptions grade;
  std::uint64_t seeds = self_test_seeds;
  bool list = false, self_test = false, pin = false, stub = false, solution = false, wrong = false,
       korean = false, assemble = false, debug = false;
};

/// The text that an answer printed may be no UTF-8.
void print(const nlohmann::json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::filesystem::path folder_of(const std::string& name) {
  const Entry& entry = find_entry(name);
  return std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / entry.chapter / entry.name;
}

std::string in_korean(const std::string& text, const std::filesystem::path& folder, const std::string& stub) {
  return with_comments(text, comments_of(stub), comments_of(heed::read_text_file(folder / "stub.ko.cpp")));
}

int print_file(const Arguments& arguments) {
  if (arguments.words.size() != (arguments.wrong ? 2U : 1U))
    heed::throw_error<heed::UsageError>("name one exercise{}", arguments.wrong ? " and one mistake" : "");
  const std::filesystem::path folder = folder_of(arguments.words[0]);
  const MarkedSource source = MarkedSource::read(folder / "exercise.cpp");
  const std::string text = arguments.stub       ? source.stub()
                           : arguments.solution ? source.solution()
                                                : source.wrong(arguments.words[1]);
  fmt::print("{}", arguments.korean ? in_korean(text, folder, source.stub()) : text);
  return 0;
}

int print_list() {
  nlohmann::json list = nlohmann::json::array();
  for (const Entry& entry : all_entries()) {
    nlohmann::json parts = nlohmann::json::array(), wrong = nlohmann::json::array();
    const Exercise exercise = described(entry.reference);
    for (const Part& part : exercise.parts())
      parts.push_back({{"name", part.name}, {"max_points", part.options.points}});
    for (const WrongOne& one : entry.wrong) wrong.push_back({{"id", one.id}, {"code", one.code}});
    list.push_back(
        {{"exercise", entry.name}, {"chapter", entry.chapter}, {"parts", parts}, {"wrong", wrong}});
  }
  print(list);
  return 0;
}

int print_assembled(const Arguments& arguments) {
  if (arguments.words.size() != 2)
    heed::throw_error<heed::UsageError>("name two folders: course_grader --assemble ANSWERS FOLDER");
  std::vector<std::string> names(heed::translator::part_names.begin(), heed::translator::part_names.end());
  const auto& electives = heed::translator::elective_names;
  names.insert(names.end(), electives.begin(), electives.end());
  const auto& compared = heed::translator::attention_names;
  names.insert(names.end(), compared.begin(), compared.end());
  const Assembled assembled = assemble_translator(read_toolchain(HEED_COURSE_TOOLCHAIN), names,
                                                  arguments.words[0], arguments.words[1]);
  nlohmann::json parts = nlohmann::json::array();
  for (const AssembledPart& part : assembled.parts)
    parts.push_back(
        {{"exercise", part.exercise},
         {"state", part.state},
         {"message", part.message},
         {"line", part.line},
         {"reason", part.reason},
         {"only_compared", std::find(compared.begin(), compared.end(), part.exercise) != compared.end()}});
  print({{"parts", parts}, {"message", assembled.message}, {"seed", assembled.seed}});
  return 0;
}

int print_program(const Arguments& arguments) {
  if (arguments.words.size() != 3)
    heed::throw_error<heed::UsageError>("name the exercise, the file and a folder for the program");
  const Toolchain toolchain = read_toolchain(HEED_COURSE_TOOLCHAIN);
  const std::string text = heed::read_text_file(arguments.words[1]),
                    signatures =
                        heed::read_text_file(toolchain.signatures / arguments.words[0] / "signatures.hpp");
  std::vector<std::string> functions;
  for (const std::string& declaration : function_declarations(signatures))
    functions.push_back(names_in(declaration).name);
  print({{"program", compile_for_debugger(toolchain, find_entry(arguments.words[0]), arguments.words[1],
                                          arguments.words[2])},
         {"functions", functions},
         {"seed", std::to_string(heed::name_hash(text))}});
  return 0;
}

int run(const Arguments& arguments) {
  if (arguments.list) return print_list();
  if (arguments.assemble) return print_assembled(arguments);
  if (arguments.debug) return print_program(arguments);
  if (arguments.stub || arguments.solution || arguments.wrong) return print_file(arguments);
  const Toolchain toolchain = read_toolchain(HEED_COURSE_TOOLCHAIN);
  if (arguments.self_test)
    return run_self_test({.toolchain = toolchain,
                          .root = HEED_SOURCE_DIR,
                          .names = arguments.words,
                          .seeds = arguments.seeds,
                          .pin = arguments.pin});
  if (arguments.words.size() != 2)
    heed::throw_error<heed::UsageError>("name the exercise and the file: course_grader NAME FILE");
  const heed::Verdict verdict =
      grade(toolchain, find_entry(arguments.words[0]), arguments.words[1], arguments.grade);
  print(to_json(verdict));
  return verdict.passed() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Grades an exercise of the course, or tests the course itself.", "course_grader");
  app.add_option("words", arguments.words, "NAME FILE, or what an option below asks for");
  app.add_flag("--sanitize", arguments.grade.sanitize,
               "with AddressSanitizer and UndefinedBehaviorSanitizer");
  app.add_flag("!--no-demo", arguments.grade.demo, "nothing is shown after a pass");
  app.add_flag("--stub", arguments.stub, "print the file that NAME starts from");
  app.add_flag("--solution", arguments.solution, "print the solution of NAME");
  app.add_flag("--wrong", arguments.wrong, "print the known-wrong implementation ID of NAME");
  app.add_flag("--korean", arguments.korean, "with these three: comments in Korean");
  app.add_flag("--assemble", arguments.assemble, "link all answers of a folder to the learner's translator");
  app.add_flag("--debug", arguments.debug, "make a program of NAME FILE for a debugger, in a FOLDER");
  app.add_flag("--list", arguments.list, "print all exercises, their parts and mistakes");
  app.add_flag("--self-test", arguments.self_test, "check all exercises, or those named");
  auto* seeds = app.add_option("--seeds", arguments.seeds, "with --self-test: so many draws of all cases")
                    ->check(CLI::Range(1, 1000))
                    ->capture_default_str();
  app.add_flag("--pin", arguments.pin, "with --self-test: write down the number of executed checks")
      ->excludes(seeds);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    const heed::CatchInterrupts interrupts;
    return run(arguments);
  } catch (const heed::Interrupted&) {
    return 128 + heed::interrupt_signal();
  } catch (const heed::UsageError& error) {
    fmt::print(stderr, "course_grader: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "course_grader: {}\n", error.what());
    return 1;
  }
}
