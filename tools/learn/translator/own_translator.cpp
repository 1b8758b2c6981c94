#include "tools/learn/translator/own_translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/process/process.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/terminal.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// The names are those of exercises/translator/stages.cpp; held_out comes behind its "train".
std::vector<TranslatorStage> all_stages() {
  return {{.name = "forward", .points = 3, .seconds = 10},  {.name = "gradients", .points = 2, .seconds = 10},
          {.name = "steps", .points = 1, .seconds = 10},    {.name = "overfit", .points = 1, .seconds = 30},
          {.name = "held_out", .points = 2, .seconds = 20}, {.name = "search", .points = 1, .seconds = 30}};
}

/// Of 29 answers each takes about a second to compile where nothing is kept of the last time.
TranslatorVerdict assemble(const Grader& grader, const fs::path& answers, const fs::path& folder,
                           const Look& look) {
  const char* const erased = terminal(Stream::error).interactive ? "\r\x1b[K" : "";
  if (*erased != '\0')
    fmt::print(stderr, "{}",
               look.language == Language::korean ? "답안을 컴파일하는 중…" : "compiling your answers…");
  fs::create_directories(folder);
  std::string assembled_text;
  try {
    assembled_text = grader.assemble(answers, folder);
  } catch (const Interrupted&) {
    fmt::print(stderr, "{}", erased);
    throw_error<Interrupted>(
        "{}", Bilingual{"while your answers were compiled", "답안을 컴파일하다가"}.in(look.language));
  }
  fmt::print(stderr, "{}", erased);
  const nlohmann::json json = nlohmann::json::parse(assembled_text, nullptr, false);
  if (!json.is_object() || !json.contains("parts")) throw_error("the grader did not say what it assembled");
  if (const std::string message = json.value("message", ""); !message.empty()) throw Error(message);
  TranslatorVerdict assembled{.seed = json.value("seed", std::uint64_t{0})};
  for (const nlohmann::json& part : json["parts"])
    if (!part.value("only_compared", false))
      assembled.parts.push_back({part.value("exercise", ""), part.value("state", ""),
                                 part.value("message", ""), part.value("line", 0), part.value("reason", "")});
  return assembled;
}

/// "in the stage held_out, step 3 of 210 (passed: forward, gradients)".
Bilingual reached(const TranslatorVerdict& verdict, const std::string& stage, const std::string& step) {
  std::vector<std::string> passed;
  for (const TranslatorStage& one : verdict.stages) passed.push_back(one.name);
  const std::string names = fmt::format("{}", fmt::join(passed, ", "));
  const Bilingual before = passed.empty() ? Bilingual{} : both(" (passed: {})", " (통과: {})", names);
  const std::string at = step == "interrupted" ? "" : ", " + step;
  return both("in the stage {}{}{}", "{} 단계{}에서{}", stage, at, before);
}

/// What the program wrote last, but not all that an answer may have written.
std::string why_it_failed(const ProcessResult& ended, const std::string& crashed) {
  if (ended.timed_out)
    return spoken("it took longer than {:.0f} s", "{:.0f}초 넘게 걸렸습니다", ended.seconds);
  return ended.err.empty() ? crashed : ended.err.substr(0, 300);
}

}  // namespace

TranslatorVerdict OwnTranslator::check(const Grader& grader, const Look& look) const {
  TranslatorVerdict verdict = assemble(grader, answers_, folder(), look);
  std::vector<std::string> all, others;
  for (const TranslatorPart& part : verdict.parts) {
    all.push_back(part.exercise);
    if (part.state != "used") others.push_back(part.exercise);
  }
  verdict.all_parts = others.empty();
  if (others.size() == all.size())
    throw_error("{}", both("none of your answers can be used in a translator yet; it is made of {}",
                           "아직 번역기에 쓸 수 있는 답안이 없습니다. 번역기를 이루는 문제: {}",
                           fmt::format("{}", fmt::join(all, ", ")))
                          .in(look.language));
  if (!verdict.all_parts)
    fmt::print(
        stderr, "{}\n",
        both("no points yet: {} of {} answers are not yours, and references replace them",
             "아직 점수는 없습니다. 답안 {1}개 가운데 {0}개가 여러분의 것이 아니어서 기준 구현이 대신합니다",
             others.size(), all.size())
            .in(look.language));
  const auto began = std::chrono::steady_clock::now();
  bool going = true;
  const auto run = [&](const TranslatorStage& stage) {
    const auto of = [&](const std::string& name, double seconds) {
      return run_stage(folder() / "translator", {.name = name,
                                                 .file = folder() / "model.safetensors",
                                                 .seed = verdict.seed,
                                                 .seconds = seconds,
                                                 .label = stage.name});
    };
    if (stage.name == "held_out") {
      fs::remove(folder() / "model.safetensors");
      StageOutcome trained = of("train", training_seconds);
      if (!trained.passed) return trained;
    }
    return of(stage.name, stage.seconds);
  };
  for (TranslatorStage& stage : all_stages()) {
    verdict.max_points += stage.points;
    try {
      if (going) stage.outcome = run(stage);
    } catch (const Interrupted& stopped) {
      throw_error<Interrupted>("{}", reached(verdict, stage.name, localized(stopped)).in(look.language));
    }
    if (stage.outcome.passed) {
      verdict.points += verdict.all_parts ? stage.points : 0;
    } else if (going) {
      going = false;
      blame(verdict, stage, look, std::max(least_search_seconds, in_all_seconds - seconds_since(began)));
    }
    verdict.stages.push_back(stage);
  }
  verdict.passed = going;
  if (going) {
    fs::copy_file(folder() / "translator", finished(), fs::copy_options::overwrite_existing);
    fs::rename(folder() / "model.safetensors", model_file());
  }
  return verdict;
}

std::vector<OwnAttentionCost> OwnTranslator::compare_attentions(const Grader& grader,
                                                                const Look& look) const {
  assemble(grader, answers_, folder(), look);
  std::vector<OwnAttentionCost> costs;
  Progress progress({.label = look.language == Language::korean ? "재는 중" : "measuring", .total = 24});
  const auto see = [&](const nlohmann::json& line) {
    if (line.is_object())
      costs.push_back({line.value("kind", ""), line.value("exercise", ""), line.value("learners", false),
                       line.value("right", false), line.value("length", 0.0), line.value("seconds", 0.0),
                       line.value("bytes", 0.0)});
    progress.update({.done = static_cast<std::int64_t>(costs.size())});
  };
  const ProcessResult ended = follow(folder() / "translator", {"compare"}, patience_, see);
  if (ended.status == 0) return costs;
  throw_spoken<Error>("measuring your attentions failed: {}", "어텐션의 비용을 재지 못했습니다: {}",
                      why_it_failed(ended, spoken("one of them crashed", "하나가 비정상 종료되었습니다")));
}

std::vector<OwnTranslation> OwnTranslator::translate(const std::vector<std::string>& sentences) const {
  if (!fs::exists(finished()) || !fs::exists(model_file()))
    throw_spoken<Error>(
        "there is no finished translator yet: `heed learn translate` without a sentence builds it",
        "아직 완성된 번역기가 없습니다. 문장 없이 `heed learn translate`를 실행하면 만듭니다");
  std::vector<std::string> arguments{"translate", model_file().string()};
  arguments.insert(arguments.end(), sentences.begin(), sentences.end());
  std::vector<OwnTranslation> translations;
  const auto see = [&](const nlohmann::json& line) {
    if (line.is_object())
      translations.push_back(
          {line.value("translation", ""), line.value("unknown", std::vector<std::string>())});
  };
  const ProcessResult result = follow(finished(), arguments, patience_, see);
  if (result.status != 0 || translations.size() != sentences.size())
    throw_spoken<Error>("your translator did not translate: {}", "여러분의 번역기가 번역하지 못했습니다: {}",
                        why_it_failed(result, spoken("it crashed", "비정상 종료되었습니다")));
  return translations;
}

}  // namespace heed
