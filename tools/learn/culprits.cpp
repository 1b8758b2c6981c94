// Which answers are to blame for a stage that fails: found by exchanging them for references.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/terminal.hpp"
#include "tools/learn/own_translator.hpp"

namespace heed {

namespace fs = std::filesystem;

std::vector<std::string> first_suspects(const std::set<std::string>& own,
                                        const std::vector<std::string>& running,
                                        const std::vector<std::string>& changed) {
  constexpr std::size_t few = 2;  // each costs a training where one is needed, and halving all of them five
  std::vector<std::string> suspects(running.rbegin(), running.rend());
  if (changed.size() <= few) suspects.insert(suspects.end(), changed.begin(), changed.end());
  std::erase_if(suspects, [&](const std::string& name) { return own.count(name) == 0; });
  return suspects;
}

Culprits find_guilty(const std::vector<std::string>& names, const std::vector<std::string>& suspects,
                     const Passes& passes) {
  for (const std::string& suspect : suspects) {
    const std::optional<bool> alone = passes({suspect});
    if (!alone) return {.one_of = names, .stopped = true};
    if (*alone) return {.names = {suspect}};
  }
  const std::optional<bool> at_all = passes({names.begin(), names.end()});
  if (!at_all) return {.one_of = names, .stopped = true};
  if (!*at_all) return {};
  std::set<std::string> base;
  const auto found = [&] { return std::vector<std::string>{base.begin(), base.end()}; };
  for (std::optional<bool> enough = false; !*enough;) {
    std::size_t fails = 0, works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      const auto from = [&](std::size_t i) { return names.begin() + static_cast<std::ptrdiff_t>(i); };
      std::set<std::string> references = base;
      references.insert(names.begin(), from(middle));
      const std::optional<bool> passed = passes(references);
      if (!passed) return {found(), {from(fails), from(works)}, true};
      (*passed ? works : fails) = middle;
    }
    if (!base.insert(names[works - 1]).second) break;  // chance plays a part: no other can be found
    enough = passes(base);
    if (!enough) return {.names = found(), .stopped = true};
  }
  return {.names = found()};
}

/// Exchanges answers until the guilty ones are known, or `seconds` are over.
void OwnTranslator::blame(TranslatorVerdict& verdict, TranslatorStage& stage, const Grader& grader,
                          const Look& look, double seconds) const {
  const auto began = std::chrono::steady_clock::now();
  const bool korean = look.language == Language::korean, shown = terminal(Stream::error).interactive;
  double longest = training_seconds;  // of one try: more than the references take, and some
  const auto run = [&](const std::set<std::string>& references, bool trains) -> std::optional<bool> {
    const double left = seconds - seconds_since(began);
    if (left <= 0 || verdict.interrupted) return std::nullopt;
    const std::string label = fmt::format(
        "{} {}", korean ? "어느 답안 때문인지 찾는 중:" : "which answer is it? try", ++stage.tried);
    if (shown) fmt::print(stderr, "\r\x1b[K{}", label);
    try {
      const double most = std::min(longest, left);
      StageOutcome outcome{.passed = true};
      if (trains) outcome = run_program("train", verdict.seed, most, references, label);
      if (outcome.passed)
        outcome = run_program(stage.name, verdict.seed, std::min(most, stage.seconds), references, label);
      const bool cut = outcome.where == "timeout" && outcome.detail != "stands still" && most == left;
      return cut ? std::nullopt : std::optional(outcome.passed);
    } catch (const Interrupted&) {
      verdict.interrupted = true;
      return std::nullopt;
    }
  };
  std::vector<std::string> own;
  for (const TranslatorPart& part : verdict.parts) {
    if (part.state == "used") own.push_back(part.exercise);
  }
  const std::set<std::string> all(own.begin(), own.end());
  const std::vector<std::string> suspects = first_suspects(all, stage.outcome.running, changed_since());
  // what was trained can be searched with without training again
  bool trains = stage.name == "held_out" && !fs::exists(folder() / "model.safetensors");
  const auto all_exchanged = [&]() -> std::optional<bool> {
    auto again = std::chrono::steady_clock::now();
    std::optional<bool> passed = run(all, trains);
    if (stage.name == "held_out" && !trains && passed == std::optional(false)) {
      trains = true;
      again = std::chrono::steady_clock::now();
      passed = run(all, trains);
    }
    if (passed == std::optional(true)) longest = 1 + 5 * seconds_since(again);
    return passed;
  };
  std::optional<std::optional<bool>> at_all;  // comes first: it says whether each try has to train
  stage.guilty = find_guilty(own, suspects, [&](const std::set<std::string>& references) {
    if (!at_all) at_all = all_exchanged();
    return references == all || *at_all != std::optional(true) ? *at_all : run(references, trains);
  });
  for (const std::string& name : stage.guilty.names) {
    if (shown) fmt::print(stderr, "\r\x1b[K{}: {}", korean ? "따로 검사하는 중" : "checking alone", name);
    for (const fs::path& file : answer_files({name})) {
      if (!verdict.interrupted && Grader::verdict_of(grader.start(name, file)->wait()).passed())
        stage.pass_alone.push_back(name);
    }
  }
  if (shown) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace heed
