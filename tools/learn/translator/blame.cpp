// Who is to blame for a stage: answers are exchanged for references until it is known, or time is over.
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/report/terminal.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {

void OwnTranslator::blame(TranslatorVerdict& verdict, TranslatorStage& stage, const Look& look,
                          double seconds) const {
  const auto began = std::chrono::steady_clock::now();
  const bool korean = look.language == Language::korean, interactive = terminal(Stream::error).interactive;
  std::vector<std::string> own;
  for (const TranslatorPart& part : verdict.parts)
    if (part.state == "used") own.push_back(part.exercise);
  const std::set<std::string> all(own.begin(), own.end());
  std::string label;
  // nothing where it was not found out in time
  const auto run = [&](const std::string& name, double most,
                       const std::set<std::string>& references) -> std::optional<bool> {
    const double left = seconds - seconds_since(began);
    if (left <= 0 || verdict.interrupted) return std::nullopt;
    try {
      const StageOutcome outcome = run_stage(folder() / "translator", {.name = name,
                                                                       .file = folder() / "model.safetensors",
                                                                       .seed = verdict.seed,
                                                                       .seconds = std::min(most, left),
                                                                       .references = references,
                                                                       .label = label,
                                                                       .stays = false});
      if (outcome.where == "timeout" && most >= left) return std::nullopt;
      return outcome.passed;
    } catch (const Interrupted&) {
      verdict.interrupted = true;
      return std::nullopt;
    }
  };
  // what was trained can be searched with without training again, if the references translate with it
  bool trains = stage.name == "held_out" && !std::filesystem::exists(folder() / "model.safetensors");
  double longest = seconds;  // of one try: more than the references take, and some
  const auto passes = [&](const std::set<std::string>& references) -> std::optional<bool> {
    label = fmt::format("{} {}", korean ? "어느 답안 때문인지 찾는 중:" : "which answer is it? try",
                        ++stage.tried);
    fmt::print(stderr, "{}{}{}", interactive ? "\r\x1b[K" : "", label, interactive ? "" : "\n");
    std::optional<bool> passed = true;
    if (trains) passed = run("train", longest, references);
    if (passed == std::optional(true)) passed = run(stage.name, std::min(longest, stage.seconds), references);
    return passed;
  };
  const auto with_all = std::chrono::steady_clock::now();
  std::optional<bool> at_all = passes(all);
  if (at_all == std::optional(false) && stage.name == "held_out" && !trains) {
    trains = true;
    at_all = passes(all);
  }
  if (at_all == std::optional(true)) {
    longest = 1 + 5 * seconds_since(with_all);
    std::vector<std::string> suspects =
        suspects_by(own, stage.outcome.where == "held_out" && !trains ? "greedy" : stage.outcome.where,
                    stage.outcome.detail);
    const std::vector<std::string>& running = stage.outcome.running;  // the outermost first
    for (auto name = running.rbegin(); name != running.rend(); ++name)
      if (all.contains(*name)) suspects.push_back(*name);
    stage.guilty = find_guilty(own, suspects, [&](const std::set<std::string>& references) {
      return references == all ? at_all : passes(references);
    });
  } else if (!at_all) {
    stage.guilty = {.one_of = own, .stopped = true};
  }
  if (interactive) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace heed
