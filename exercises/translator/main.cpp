// The learner's translator: `translator STAGE MODEL SEED [EXERCISE…]` runs one stage with the references of
// these exercises; `translator translate MODEL SENTENCE…`; `translator compare`, what the attentions cost.
// Results are lines of JSON, handed back as those of a single answer are (grading/run/results.hpp): what
// the learner's functions print is taken for none.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "exercises/grading/run/confine.hpp"
#include "exercises/grading/run/results.hpp"
#include "exercises/translator/compare.hpp"
#include "exercises/translator/stages.hpp"

namespace {

using namespace heed::translator;

bool hand_back(const nlohmann::json& json) {
  return heed::grading::send_result(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
                                    '\n');
}

int run_stage(const Stage& stage, const std::vector<std::string>& arguments) {
  auto told = std::chrono::steady_clock::now();
  const auto progress = [&](int done, int of, double loss) {
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(200)) return;
    told = now;
    hand_back({{"done", done}, {"of", of}, {"loss", loss}});
  };
  nlohmann::json result;
  bool passed = false;
  try {
    const Parts parts({arguments.begin() + 3, arguments.end()});
    const StageResult stage_result =
        stage.run(parts, Grammar(std::stoull(arguments[2])), arguments[1], progress);
    passed = stage_result.passed;
    result = {{"passed", passed},
              {"where", stage_result.where},
              {"number", stage_result.number},
              {"detail", stage_result.detail}};
  } catch (const std::exception& error) {
    const std::string what = error.what();
    result = {{"passed", false}, {"where", "threw"}, {"detail", what.substr(0, 2000)}};
  }
  return hand_back(result) && passed ? 0 : 1;
}

int run_translate(const std::vector<std::string>& arguments) {
  const Grammar grammar(0);
  const Model model = load(grammar, arguments[1]);
  const Parts parts({});
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    const Rows result =
        translate(parts, model, {grammar.source(arguments[i])}, {.max_length = 10, .beam = 4});
    if (!hand_back({{"source", arguments[i]},
                    {"translation", grammar.text(result.at(0))},
                    {"unknown", grammar.unknown(arguments[i])}}))
      return 1;
  }
  return 0;
}

int run_compare() {
  compare_attentions([&](const Cost& cost) {
    hand_back({{"kind", cost.kind},
               {"exercise", cost.exercise},
               {"learners", cost.learners},
               {"right", cost.right},
               {"length", cost.length},
               {"seconds", cost.seconds},
               {"bytes", cost.bytes}});
  });
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return 2;
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  try {
    if (arguments[0] == "compare") return run_compare();
    if (arguments.size() < 2) return 2;
    if (arguments[0] == "translate") return run_translate(arguments);
    if (arguments.size() < 3) return 2;
    for (const Stage& stage : stages()) {
      if (stage.name == arguments[0]) return run_stage(stage, arguments);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  heed::grading::confine(heed::grading::FilesAllowed::yes);
  const int status = run({argv + 1, argv + argc});
  std::_Exit(status);  // what the learner's code left behind has no say any more
}
