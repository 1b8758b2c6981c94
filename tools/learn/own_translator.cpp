#include "tools/learn/own_translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/learn/training_pace.hpp"

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
  const bool shown = terminal(Stream::error).interactive;
  if (shown)
    fmt::print(stderr, "{}",
               look.language == Language::korean ? "답안을 컴파일하는 중…" : "compiling your answers…");
  fs::create_directories(folder);
  const nlohmann::json json = nlohmann::json::parse(grader.assemble(answers, folder), nullptr, false);
  if (shown) fmt::print(stderr, "\r\x1b[K");
  if (!json.is_object() || !json.contains("parts")) throw_error("the grader did not say what it assembled");
  if (const std::string message = json.value("message", ""); !message.empty()) throw Error(message);
  TranslatorVerdict assembled{.seed = json.value("seed", std::uint64_t{0})};
  for (const nlohmann::json& part : json["parts"])
    if (!part.value("only_compared", false))
      assembled.parts.push_back({part.value("exercise", ""), part.value("state", ""),
                                 part.value("message", ""), part.value("line", 0)});
  return assembled;
}

/// Runs the learner's translator, on one thread, to its end: `see` gets each line of JSON that it hands back.
/// What does not begin with the number drawn here was written by an answer
/// (exercises/grading/process/sealed.hpp). It is ended as one whose time ran out when `hopeless(seconds)`.
/// Throws Interrupted.
template <typename See>
ProcessResult follow(
    const fs::path& program, std::vector<std::string> arguments, std::optional<ProcessLimits> limits, See see,
    const std::function<bool(double)>& hopeless = [](double) { return false; }) {
  const auto began = std::chrono::steady_clock::now();
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
    if (const double so_far = seconds_since(began); hopeless(so_far))
      return {.timed_out = true, .seconds = so_far};
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

StageOutcome OwnTranslator::run_program(const std::string& name, std::uint64_t seed, double seconds,
                                        const std::set<std::string>& references,
                                        const std::string& label) const {
  std::vector<std::string> arguments{name, (folder() / "model.safetensors").string(), std::to_string(seed)};
  arguments.insert(arguments.end(), references.begin(), references.end());
  StageOutcome outcome{.where = "crashed"};
  std::unique_ptr<Progress> progress;
  std::int64_t steps = 0;
  std::vector<std::string> running;
  const bool trains = name == "train" || name == "overfit";
  TrainingPace pace(seconds);
  const auto began = std::chrono::steady_clock::now();
  const auto see = [&](const nlohmann::json& line) {
    if (!line.is_object()) return;
    if (line.contains("in")) {
      running = line["in"].get<std::vector<std::string>>();
    } else if (line.contains("done")) {
      steps = line["of"];
      pace.step(seconds_since(began), line["done"], static_cast<double>(steps));
      if (!progress)
        progress = std::make_unique<Progress>(
            ProgressOptions{.label = label, .total = steps, .left = spoken("left", "남음")});
      Progress::Update update{.done = line["done"]};
      if (trains && line["loss"].is_number())
        update.values = {{spoken("loss", "손실"), fmt::format("{:.3f}", line["loss"].get<double>())}};
      progress->update(std::move(update));
    } else if (line.contains("passed")) {
      if (progress) progress->update({.done = steps});  // nothing is left to do, wherever it stopped
      const nlohmann::json number = line.value("number", nlohmann::json(0));  // null: not finite
      outcome = {line["passed"], line.value("where", ""),
                 number.is_number() ? number.get<double>() : std::numeric_limits<double>::quiet_NaN(),
                 line.value("detail", "")};
    }
  };
  const ProcessResult ended = follow(folder() / "translator", arguments, ProcessLimits{.seconds = seconds},
                                     see, [&](double so_far) { return trains && pace.hopeless(so_far); });
  if (!ended.timed_out) return outcome;
  return {.where = "timeout",
          .number = std::round(ended.seconds),
          .detail = trains && pace.stands_still(ended.seconds) ? "stands still" : "",
          .running = running};
}

TranslatorVerdict OwnTranslator::check(const Grader& grader, const Look& look) const {
  const bool korean = look.language == Language::korean;
  TranslatorVerdict verdict = assemble(grader, answers_, folder(), look);
  std::vector<std::string> all, others;
  for (const TranslatorPart& part : verdict.parts) {
    all.push_back(part.exercise);
    if (part.state != "used") others.push_back(part.exercise);
  }
  verdict.all_parts = others.empty();
  if (others.size() == all.size())
    throw Error(
        korean ? "아직 번역기에 쓸 수 있는 답안이 없습니다. `heed learn`으로 문제를 푸십시오"
               : "none of your answers can be used in a translator yet; `heed learn` shows the exercises");
  if (!verdict.all_parts)
    fmt::print(
        stderr, "{}\n",
        both("no points yet: {} of {} answers are not yours, and references replace them",
             "아직 점수는 없습니다. 답안 {1}개 가운데 {0}개가 여러분의 것이 아니어서 기준 구현이 대신합니다",
             others.size(), all.size())
            .in(look.language));
  const nlohmann::json hashes = hashes_of(all);
  const auto began = std::chrono::steady_clock::now();
  bool going = true;
  const auto run = [&](const TranslatorStage& stage) {
    if (stage.name == "held_out") {
      fs::remove(folder() / "model.safetensors");
      StageOutcome trained = run_program("train", verdict.seed, training_seconds, {}, stage.name);
      if (!trained.passed) return trained;
    }
    return run_program(stage.name, verdict.seed, stage.seconds, {}, stage.name);
  };
  for (TranslatorStage& stage : all_stages()) {
    verdict.max_points += stage.points;
    if (going) stage.outcome = run(stage);
    if (stage.outcome.passed) {
      verdict.points += verdict.all_parts ? stage.points : 0;
    } else if (going) {
      going = false;
      blame(verdict, stage, grader, look,
            std::max(least_search_seconds, in_all_seconds - seconds_since(began)));
    }
    verdict.stages.push_back(stage);
  }
  verdict.passed = going;
  if (going) {
    fs::copy_file(folder() / "translator", finished(), fs::copy_options::overwrite_existing);
    fs::rename(folder() / "model.safetensors", model_file());
    write_json(trained_answers(), hashes);
  }
  return verdict;
}

std::vector<fs::path> OwnTranslator::answer_files(const std::vector<std::string>& exercises) const {
  std::vector<fs::path> files;
  for (const fs::directory_entry& chapter : fs::directory_iterator(answers_)) {
    for (const std::string& name : exercises) {
      if (const fs::path file = chapter.path() / (name + ".cpp"); fs::is_regular_file(file))
        files.push_back(file);
    }
  }
  return files;
}

nlohmann::json OwnTranslator::hashes_of(const std::vector<std::string>& exercises) const {
  nlohmann::json hashes = nlohmann::json::object();
  for (const std::string& name : exercises) hashes[name] = "";
  for (const fs::path& file : answer_files(exercises))
    hashes[file.stem().string()] = fmt::format("{:016x}", name_hash(read_text_file(file)));
  return hashes;
}

std::vector<std::string> OwnTranslator::changed_since() const {
  std::vector<std::string> names, changed;
  if (!fs::exists(trained_answers())) return {};
  const nlohmann::json then = read_json(trained_answers());
  for (const auto& [name, hash] : then.items()) names.push_back(name);
  const nlohmann::json now = hashes_of(names);
  std::copy_if(names.begin(), names.end(), std::back_inserter(changed),
               [&](const std::string& name) { return then[name] != now[name]; });
  return changed;
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
  throw_spoken<Error>(
      "measuring your attentions failed: {}", "어텐션의 비용을 재지 못했습니다: {}",
      ended.err.empty() ? spoken("one of them crashed", "하나가 비정상 종료되었습니다") : ended.err);
}

std::vector<OwnTranslation> OwnTranslator::translate(const std::vector<std::string>& sentences) const {
  if (!fs::exists(finished()) || !fs::exists(model_file()))
    throw_spoken<Error>(
        "there is no finished translator yet: `heed learn translate` without a sentence builds it",
        "아직 완성된 번역기가 없습니다. 문장 없이 `heed learn translate`를 실행하면 만듭니다");
  std::vector<std::string> arguments{"translate", model_file().string()};
  arguments.insert(arguments.end(), sentences.begin(), sentences.end());
  std::vector<OwnTranslation> translations;
  const ProcessResult result = follow(finished(), arguments, {}, [&](const nlohmann::json& line) {
    if (line.is_object())
      translations.push_back(
          {line.value("translation", ""), line.value("unknown", std::vector<std::string>())});
  });
  if (result.status != 0 || translations.size() != sentences.size())
    throw_spoken<Error>("your translator did not translate: {}", "여러분의 번역기가 번역하지 못했습니다: {}",
                        result.err.empty() ? spoken("it crashed", "비정상 종료되었습니다") : result.err);
  return translations;
}

}  // namespace heed
