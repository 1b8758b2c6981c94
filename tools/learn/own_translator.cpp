#include "tools/learn/own_translator.hpp"

#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
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

/// What stands in the file since the last time, line by line.
class NewLines {
 public:
  explicit NewLines(fs::path path) : path_(std::move(path)) {}
  template <typename See>
  void read(See see) {
    std::ifstream file(path_, std::ios::binary);
    file.seekg(read_);
    for (std::string line; std::getline(file, line) && !file.eof();) {
      read_ += static_cast<std::streamoff>(line.size()) + 1;
      see(nlohmann::json::parse(line, nullptr, false));
    }
  }

 private:
  fs::path path_;
  std::streamoff read_ = 0;
};

/// Until the process has ended: `see` gets each line of JSON as it is written to the file. Throws
/// Interrupted.
template <typename See>
ProcessResult follow(Process& process, const fs::path& file, See see) {
  for (NewLines lines(file);;) {
    const auto ended = process.advance();
    lines.read(see);
    if (ended) return *ended;
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// The learner's translator, on one thread.
ProcessCall call_of(const fs::path& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), fs::absolute(program).string());
  return {.arguments = std::move(arguments), .environment = {"OPENBLAS_NUM_THREADS=1", "HEED_THREADS=1"}};
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
  const fs::path log = folder() / "progress";
  fs::remove(log);
  ProcessCall call =
      call_of(folder() / "translator", {stage.name, (folder() / "model.safetensors").string(), log.string()});
  call.arguments.insert(call.arguments.end(), references.begin(), references.end());
  call.limits = ProcessLimits{.seconds = stage.seconds};
  Process process(call);
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
  return follow(process, log, see).timed_out ? StageOutcome{.where = "timeout", .number = stage.seconds}
                                             : outcome;
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
      verdict.points += stage.points;
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
    fs::copy_file(folder() / "translator", folder() / "finished", fs::copy_options::overwrite_existing);
    fs::rename(folder() / "model.safetensors", model_file());
  }
  return verdict;
}

std::vector<OwnAttentionCost> OwnTranslator::compare_attentions(const Grader& grader,
                                                                const Look& look) const {
  assemble(grader, answers_, folder(), look);
  const fs::path out = folder() / "costs";
  fs::remove(out);
  Process process(call_of(folder() / "translator", {"compare", out.string()}));
  std::vector<OwnAttentionCost> costs;
  Progress progress({.label = look.language == Language::korean ? "재는 중" : "measuring", .total = 24});
  const auto see = [&](const nlohmann::json& line) {
    if (line.is_object())
      costs.push_back({line.value("kind", ""), line.value("exercise", ""), line.value("learners", false),
                       line.value("length", 0.0), line.value("seconds", 0.0), line.value("bytes", 0.0)});
    progress.update({.done = static_cast<std::int64_t>(costs.size())});
  };
  const ProcessResult ended = follow(process, out, see);
  if (ended.status == 0) return costs;
  throw_error("measuring your attentions failed: {}", ended.err.empty() ? "one of them crashed" : ended.err);
}

std::vector<OwnTranslation> OwnTranslator::translate(const std::vector<std::string>& sentences) const {
  const fs::path program = folder() / "finished", out = folder() / "translations";
  if (!fs::exists(program) || !fs::exists(model_file()))
    throw_error("there is no finished translator yet: `heed learn translate` without a sentence builds it");
  fs::remove(out);
  ProcessCall call = call_of(program, {"translate", model_file().string(), out.string()});
  call.arguments.insert(call.arguments.end(), sentences.begin(), sentences.end());
  const ProcessResult result = run_process(call);
  std::vector<OwnTranslation> translations;
  NewLines(out).read([&](const nlohmann::json& line) {
    if (line.is_object())
      translations.push_back(
          {line.value("translation", ""), line.value("unknown", std::vector<std::string>())});
  });
  if (result.status != 0 || translations.size() != sentences.size())
    throw_error("your translator did not translate: {}", result.err.empty() ? "it crashed" : result.err);
  return translations;
}

}  // namespace heed
