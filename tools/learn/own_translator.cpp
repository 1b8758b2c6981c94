#include "tools/learn/own_translator.hpp"

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// The names are those of exercises/translator/stages.cpp.
std::vector<TranslatorStage> all_stages() {
  return {{.name = "forward", .points = 3, .seconds = 10},  {.name = "gradients", .points = 2, .seconds = 10},
          {.name = "steps", .points = 1, .seconds = 10},    {.name = "overfit", .points = 1, .seconds = 30},
          {.name = "held_out", .points = 2, .seconds = 90}, {.name = "search", .points = 1, .seconds = 30}};
}

/// Of 28 answers each takes about a second to compile where nothing is kept of the last time.
std::vector<TranslatorPart> assemble(const Grader& grader, const fs::path& answers, const fs::path& folder,
                                     const Look& look) {
  const bool shown = terminal(Stream::error).interactive;
  if (shown)
    fmt::print(stderr, "{}",
               look.language == Language::korean ? "답을 컴파일하는 중…" : "compiling your answers…");
  fs::create_directories(folder);
  const nlohmann::json json = nlohmann::json::parse(grader.assemble(answers, folder), nullptr, false);
  if (shown) fmt::print(stderr, "\r\x1b[K");
  if (!json.is_object() || !json.contains("parts")) throw_error("the grader did not say what it assembled");
  if (const std::string message = json.value("message", ""); !message.empty()) throw Error(message);
  std::vector<TranslatorPart> parts;
  for (const nlohmann::json& part : json["parts"])
    if (!part.value("only_compared", false))
      parts.push_back({part.value("exercise", ""), part.value("state", ""), part.value("message", "")});
  return parts;
}

/// Runs the learner's translator, on one thread, to its end: `see` gets each line of JSON that it hands back.
/// What does not begin with the number drawn here was written by an answer (exercises/grading/sealed.hpp).
/// Throws Interrupted.
template <typename See>
ProcessResult follow(const fs::path& program, std::vector<std::string> arguments,
                     std::optional<ProcessLimits> limits, See see) {
  std::string nonce(sizeof(std::uint64_t), '\0');
  std::random_device random;
  for (char& byte : nonce) byte = static_cast<char>(random());
  arguments.insert(arguments.begin(), fs::absolute(program).string());
  Process process({.arguments = std::move(arguments),
                   .environment = {"OPENBLAS_NUM_THREADS=1", "HEED_THREADS=1"},
                   .input = nonce,
                   .reports = true,
                   .limits = limits});
  std::size_t read = 0;
  const auto see_new = [&](const std::string& bytes) {
    for (std::size_t at = 0; (at = bytes.find(nonce, read)) != bytes.npos;) {
      const std::size_t end = bytes.find('\n', at + nonce.size());
      if (end == bytes.npos) return;
      see(nlohmann::json::parse(bytes.begin() + static_cast<std::ptrdiff_t>(at + nonce.size()),
                                bytes.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false));
      read = end + 1;
    }
  };
  for (;;) {
    const auto ended = process.advance();
    see_new(ended ? ended->report : process.reported());
    if (ended) return *ended;
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

std::vector<std::string> find_guilty(const std::vector<std::string>& names,
                                     const std::function<bool(const std::set<std::string>&)>& passes) {
  std::set<std::string> base;
  if (!passes({names.begin(), names.end()})) return {};
  do {
    std::size_t fails = 0, works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      std::set<std::string> references = base;
      references.insert(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(middle));
      (passes(references) ? works : fails) = middle;
    }
    if (!base.insert(names[works - 1]).second) break;  // chance plays a part: no other can be found
  } while (!passes(base));
  return {base.begin(), base.end()};
}

StageOutcome OwnTranslator::run_stage(const TranslatorStage& stage, const std::set<std::string>& references,
                                      const std::string& label) const {
  std::vector<std::string> arguments{stage.name, (folder() / "model.safetensors").string()};
  arguments.insert(arguments.end(), references.begin(), references.end());
  StageOutcome outcome{.where = "crashed"};
  std::unique_ptr<Progress> progress;
  std::int64_t steps = 0;
  const auto see = [&](const nlohmann::json& line) {
    if (!line.is_object()) return;
    if (line.contains("done")) {
      steps = line["of"];
      if (!progress) progress = std::make_unique<Progress>(ProgressOptions{.label = label, .total = steps});
      const double loss = line["loss"].is_number() ? line["loss"].get<double>() : 0;
      progress->update({.done = line["done"], .values = {{"loss", fmt::format("{:.3f}", loss)}}});
    } else if (line.contains("passed")) {
      if (progress) progress->update({.done = steps});  // nothing is left to do, wherever it stopped
      const nlohmann::json number = line.value("number", nlohmann::json(0));  // null: not finite
      outcome = {line["passed"], line.value("where", ""),
                 number.is_number() ? number.get<double>() : std::numeric_limits<double>::quiet_NaN(),
                 line.value("detail", "")};
    }
  };
  const ProcessResult ended =
      follow(folder() / "translator", arguments, ProcessLimits{.seconds = stage.seconds}, see);
  return ended.timed_out ? StageOutcome{.where = "timeout", .number = stage.seconds} : outcome;
}

TranslatorVerdict OwnTranslator::check(const Grader& grader, const Look& look) const {
  const bool korean = look.language == Language::korean;
  const bool shown = terminal(Stream::error).interactive;
  TranslatorVerdict verdict{.parts = assemble(grader, answers_, folder(), look)};
  std::vector<std::string> own;
  for (const TranslatorPart& part : verdict.parts) {
    if (part.state == "used") own.push_back(part.exercise);
  }
  verdict.all_parts = own.size() == verdict.parts.size();
  if (own.empty())
    throw Error(
        korean ? "아직 번역기에 쓸 수 있는 답이 없습니다. `heed learn`으로 문제를 푸십시오"
               : "none of your answers can be used in a translator yet; `heed learn` shows the exercises");
  bool going = true;
  for (TranslatorStage& stage : all_stages()) {
    verdict.max_points += stage.points;
    if (going) stage.outcome = run_stage(stage, {}, stage.name);
    if (stage.outcome.passed) {
      verdict.points += verdict.all_parts ? stage.points : 0;
    } else if (going) {
      going = false;
      stage.guilty = find_guilty(own, [&](const std::set<std::string>& references) {
        const std::string label = fmt::format(
            "{} {}", korean ? "어느 답 때문인지 찾는 중:" : "which answer is it? try", ++stage.tried);
        if (shown) fmt::print(stderr, "\r\x1b[K{}", label);
        return run_stage(stage, references, label).passed;
      });
      if (shown) fmt::print(stderr, "\r\x1b[K");
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
  const ProcessResult ended = follow(folder() / "translator", {"compare"}, {}, see);
  if (ended.status == 0) return costs;
  throw_error("measuring your attentions failed: {}", ended.err.empty() ? "one of them crashed" : ended.err);
}

std::vector<OwnTranslation> OwnTranslator::translate(const std::vector<std::string>& sentences) const {
  if (!fs::exists(finished()) || !fs::exists(model_file()))
    throw_error("there is no finished translator yet: `heed learn translate` without a sentence builds it");
  std::vector<std::string> arguments{"translate", model_file().string()};
  arguments.insert(arguments.end(), sentences.begin(), sentences.end());
  std::vector<OwnTranslation> translations;
  const ProcessResult result = follow(finished(), arguments, {}, [&](const nlohmann::json& line) {
    if (line.is_object())
      translations.push_back(
          {line.value("translation", ""), line.value("unknown", std::vector<std::string>())});
  });
  if (result.status != 0 || translations.size() != sentences.size())
    throw_error("your translator did not translate: {}", result.err.empty() ? "it crashed" : result.err);
  return translations;
}

}  // namespace heed
