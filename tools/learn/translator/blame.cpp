// Who is to blame for a stage: answers are exchanged for references until it is known, or time is over.
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/report/terminal.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/translator/own_translator.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// One search: its runs, and a line on the screen that says how many they are.
class Search {
 public:
  Search(fs::path folder, TranslatorVerdict& verdict, TranslatorStage& stage, const Look& look,
         double seconds)
      : folder_(std::move(folder)),
        verdict_(verdict),
        stage_(stage),
        korean_(look.language == Language::korean),
        seconds_(seconds) {}

  bool trained() const { return fs::exists(model()); }

  /// Nothing where it was not found out in time.
  std::optional<bool> passes(const Names& references, bool trains) {
    try_one();
    return stage_passes(references, trains);
  }

  /// Comes first: it says how long a try may take.
  std::optional<bool> passes_with_all(const Names& all, bool trains) {
    const auto began = std::chrono::steady_clock::now();
    const std::optional<bool> passed = passes(all, trains);
    if (passed == std::optional(true)) longest_ = 1 + 5 * seconds_since(began);
    return passed;
  }

  /// A training is compared with the references step by step: then a try takes one step, not a training.
  /// Nothing where every step is theirs, or there was no time to see it.
  std::optional<Culprits> by_steps(const std::vector<std::string>& own) {
    const std::string beside = stage_.name == "overfit" ? "beside_overfit" : "beside_train";
    const fs::path file = folder_ / "step.json";
    Culprits found{.stopped = true};
    Names references;
    for (;;) {
      fs::remove(file);
      say(korean_ ? "학습의 걸음마다 기준 구현과 견주는 중" : "comparing each step of the training");
      const auto differs = run(beside, file, seconds_, references);
      if (!differs || differs->step == 0) break;
      if (found.step == 0) found.step = differs->step;
      const auto passes_by = [&](const std::string& name, const Names& more) -> std::optional<bool> {
        try_one();
        Names all = references;
        all.insert(more.begin(), more.end());
        const auto outcome = run(name, file, seconds_, all);
        return outcome ? std::optional(outcome->passed) : std::nullopt;
      };
      // what is remembered between calls is not there in one step
      const bool alone = passes_by("step_again", {}) == std::optional(false);
      const Culprits now =
          find_guilty(own, suspects_by({own.begin(), own.end()}, differs->where, differs->detail),
                      [&](const Names& more) { return passes_by(alone ? "step_again" : beside, more); });
      const std::size_t before = references.size();
      references.insert(now.names.begin(), now.names.end());
      found.names.assign(references.begin(), references.end());
      found.one_of = now.one_of;
      if (now.stopped || references.size() == before) break;
      ++stage_.tried;
      say(both("to blame: {}; trying whether that is all", "원인: {}. 이것뿐인지 확인하는 중",
               fmt::format("{}", fmt::join(found.names, ", ")))
              .in(korean_ ? Language::korean : Language::english));
      const std::optional<bool> enough = stage_passes(references, stage_.name == "held_out");
      found.stopped = enough != std::optional(true);
      if (!enough || *enough) break;
    }
    fs::remove(file);
    return found.names.empty() && found.one_of.empty() ? std::nullopt : std::optional(found);
  }

  /// Each try a run of the stage. `at_all`: with all references, where that is known.
  Culprits by_runs(const std::vector<std::string>& own, const std::vector<std::string>& suspects, bool trains,
                   std::optional<std::optional<bool>> at_all) {
    const Names all(own.begin(), own.end());
    return find_guilty(own, suspects, [&](const Names& references) {
      if (!at_all) at_all = passes_with_all(all, trains);
      return references == all || *at_all != std::optional(true) ? *at_all : passes(references, trains);
    });
  }

  /// One line, written over on a terminal.
  void say(const std::string& what, int number = 0) {
    label_ = number > 0 ? fmt::format("{} {}", what, number) : what;
    fmt::print(stderr, "{}{}{}", interactive_ ? "\r\x1b[K" : "", label_, interactive_ ? "" : "\n");
  }
  void checking_alone(const std::string& name) {
    say(fmt::format("{}: {}", korean_ ? "따로 검사하는 중" : "checking alone", name));
  }
  void end() const {
    if (interactive_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  void try_one() { say(korean_ ? "어느 답안 때문인지 찾는 중:" : "which answer is it? try", ++stage_.tried); }
  std::optional<bool> stage_passes(const Names& references, bool trains) {
    std::optional outcome = StageOutcome{.passed = true};
    if (trains) outcome = run("train", model(), longest_, references);
    if (outcome && outcome->passed)
      outcome = run(stage_.name, model(), std::min(longest_, stage_.seconds), references);
    return outcome ? std::optional(outcome->passed) : std::nullopt;
  }

  fs::path model() const { return folder_ / "model.safetensors"; }

  std::optional<StageOutcome> run(const std::string& name, const fs::path& file, double most,
                                  const Names& references) {
    const double left = seconds_ - seconds_since(began_);
    if (left <= 0 || verdict_.interrupted) return std::nullopt;
    try {
      StageOutcome outcome = run_stage(folder_ / "translator", {.name = name,
                                                                .file = file,
                                                                .seed = verdict_.seed,
                                                                .seconds = std::min(most, left),
                                                                .references = references,
                                                                .label = label_,
                                                                .stays = false});
      const bool cut = outcome.where == "timeout" && outcome.detail != "stands still" && most >= left;
      return cut ? std::nullopt : std::optional(std::move(outcome));
    } catch (const Interrupted&) {
      verdict_.interrupted = true;
      return std::nullopt;
    }
  }

  fs::path folder_;
  TranslatorVerdict& verdict_;
  TranslatorStage& stage_;
  bool korean_, interactive_ = terminal(Stream::error).interactive;
  double seconds_, longest_ = seconds_;  // of one try: more than the references take, and some
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::string label_;
};

}  // namespace

void OwnTranslator::blame(TranslatorVerdict& verdict, TranslatorStage& stage, const Grader& grader,
                          const Look& look, double seconds) const {
  std::vector<std::string> own;
  for (const TranslatorPart& part : verdict.parts) {
    if (part.state == "used") own.push_back(part.exercise);
  }
  const Names all(own.begin(), own.end());
  Search search(folder(), verdict, stage, look, seconds);
  // what was trained can be searched with without training again, if the references translate with it
  bool trains = stage.name == "held_out" && !search.trained();
  std::optional<std::optional<bool>> at_all;
  if (stage.name == "held_out" && !trains) {
    at_all = search.passes_with_all(all, false);
    trains = at_all == std::optional(std::optional(false));
    if (trains) at_all.reset();
  }
  const bool decodes = stage.outcome.where == "held_out" && !trains;
  std::vector<std::string> suspects =
      suspects_by(all, decodes ? "greedy" : stage.outcome.where, stage.outcome.detail);
  const auto others = first_suspects(all, stage.outcome.running, changed_since());
  suspects.insert(suspects.end(), others.begin(), others.end());
  std::optional<Culprits> by_steps;
  if ((trains || stage.name == "overfit") && stage.outcome.where != "timeout")
    by_steps = search.by_steps(own);
  stage.guilty = by_steps ? *by_steps : search.by_runs(own, suspects, trains, at_all);
  for (const std::string& name : stage.guilty.names) {
    search.checking_alone(name);
    for (const fs::path& file : answer_files({name})) {
      if (!verdict.interrupted && Grader::verdict_of(grader.start(name, file)->wait()).passed())
        stage.pass_alone.push_back(name);
    }
  }
  search.end();
}

}  // namespace heed
