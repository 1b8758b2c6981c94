// The learner's translator: `translator STAGE MODEL PROGRESS [EXERCISE…]` runs one stage with the references
// of these exercises and writes lines of JSON into the file PROGRESS; `translator translate MODEL OUT
// SENTENCE…` writes the translations into OUT; `translator compare OUT` what the attentions cost. What the
// learner's functions print goes nowhere.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exercises/translator/compare.hpp"
#include "exercises/translator/stages.hpp"

namespace {

using namespace heed::translator;

void write_line(std::ofstream& file, const nlohmann::json& json) {
  file << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n' << std::flush;
}

int run_stage(const Stage& stage, const std::vector<std::string>& arguments) {
  std::ofstream out(arguments[2], std::ios::binary);
  auto told = std::chrono::steady_clock::now();
  const auto progress = [&](int done, int of, double loss) {
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(200)) return;
    told = now;
    write_line(out, {{"done", done}, {"of", of}, {"loss", loss}});
  };
  nlohmann::json result;
  bool passed = false;
  try {
    const Parts parts({arguments.begin() + 3, arguments.end()});
    const StageResult stage_result = stage.run(parts, Grammar(), arguments[1], progress);
    passed = stage_result.passed;
    result = {{"passed", passed},
              {"where", stage_result.where},
              {"number", stage_result.number},
              {"detail", stage_result.detail}};
  } catch (const PartError& error) {
    result = {{"passed", false}, {"where", "threw"}, {"detail", error.what()}};
  } catch (const std::exception& error) {
    result = {{"passed", false}, {"where", "error"}, {"detail", error.what()}};
  }
  write_line(out, result);
  return passed ? 0 : 1;
}

int run_translate(const std::vector<std::string>& arguments) {
  const Grammar grammar;
  const Model model = load(grammar, arguments[1]);
  const Parts parts({});
  std::ofstream out(arguments[2], std::ios::binary);
  for (std::size_t i = 3; i < arguments.size(); ++i) {
    const Rows result =
        translate(parts, model, {grammar.source(arguments[i])}, {.max_length = 10, .beam = 4});
    write_line(out, {{"source", arguments[i]},
                     {"translation", grammar.text(result.at(0))},
                     {"unknown", grammar.unknown(arguments[i])}});
  }
  return out ? 0 : 1;
}

int run_compare(const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  compare_attentions([&](const Cost& cost) {
    write_line(out, {{"kind", cost.kind},
                     {"exercise", cost.exercise},
                     {"learners", cost.learners},
                     {"length", cost.length},
                     {"seconds", cost.seconds},
                     {"bytes", cost.bytes}});
  });
  return out ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) return 2;
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  try {
    if (arguments[0] == "compare") return run_compare(arguments[1]);
    if (arguments.size() < 3) return 2;
    if (arguments[0] == "translate") return run_translate(arguments);
    for (const Stage& stage : stages()) {
      if (stage.name == arguments[0]) return run_stage(stage, arguments);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  return 2;
}
