#include "tools/learn/translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

#include "exercises/translator/part_names.hpp"
#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// The names are those of exercises/translator/stages.cpp; held_out comes behind its "train".
struct TranslatorStage {
  const char* name;
  double points, seconds;  // after which it has failed
};
constexpr TranslatorStage stages[] = {{"forward", 3, 10}, {"gradients", 2, 10}, {"steps", 1, 10},
                                      {"overfit", 1, 30}, {"held_out", 2, 20},  {"search", 1, 30}};
constexpr double training_seconds = 75;
constexpr double patience_seconds = 120;  // with translating, and comparing
/// After so many all stages and the search for who is to blame are to have ended; it has at least 15.
constexpr double in_all_seconds = 60, least_search_seconds = 15;

fs::path folder_in(const fs::path& answers) { return answers / ".translator"; }
/// The program and the model of the last check that passed.
fs::path finished_in(const fs::path& answers) { return folder_in(answers) / "finished_program"; }
fs::path model_in(const fs::path& answers) { return answers / "translator.safetensors"; }

using SeeLine = std::function<void(const nlohmann::json&)>;

/// Runs the learner's translator for `seconds` at most: `see` gets each line of JSON that it hands back.
ProcessResult follow(const fs::path& program, std::vector<std::string> arguments, double seconds,
                     const SeeLine& see) {
  arguments.insert(arguments.begin(), fs::absolute(program).string());
  Process process({.arguments = std::move(arguments),
                   .environment = {"OPENBLAS_NUM_THREADS=1", "HEED_THREADS=1"},
                   .reports = true,
                   .limits = ProcessLimits{.seconds = seconds}});
  std::size_t read = 0;
  const auto see_new = [&](const std::string& bytes) {
    for (std::size_t end = 0; (end = bytes.find('\n', read)) != bytes.npos; read = end + 1) {
      const auto line = nlohmann::json::parse(bytes.substr(read, end - read), nullptr, false);
      if (line.is_object()) see(line);
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

/// The program `folder`/translator, which reads or writes the model beside it.
struct StageRunner {
  fs::path folder;
  std::uint64_t seed = 0;  // of the answers' text, from which sentences and weights are drawn

  fs::path model() const { return folder / "model.safetensors"; }

  /// One stage, with references in the places of these exercises' answers; where it went wrong
  /// (exercises/translator) is the failure's output. Its progress stands on standard error.
  PartVerdict run(const std::string& stage, double seconds, const std::string& label,
                  const std::set<std::string>& references = {}) const {
    std::vector<std::string> arguments{stage, model().string(), std::to_string(seed)};
    arguments.insert(arguments.end(), references.begin(), references.end());
    std::optional<Progress> progress;
    nlohmann::json said{{"where", "crashed"}};
    const auto hear = [&](const nlohmann::json& line) {
      if (line.contains("passed")) said = line;
      if (!line.contains("done")) return;
      if (!progress)
        progress.emplace(ProgressOptions{.label = label,
                                         .total = line.value("of", std::int64_t{0}),
                                         .left = tr("left"),
                                         .stays = references.empty()});
      const nlohmann::json loss = line.value("loss", nlohmann::json());
      LabelledValues values;
      if (loss.is_number()) values = {{tr("loss"), fmt::format("{:.3f}", loss.get<double>())}};
      progress->update({.done = line.value("done", std::int64_t{0}), .values = values});
    };
    const ProcessResult ended = follow(folder / "translator", arguments, seconds, hear);
    if (ended.timed_out) said = {{"where", "timeout"}, {"number", std::round(ended.seconds)}};
    const std::string where = said.value("where", "");
    const nlohmann::json number = said.value("number", nlohmann::json(0));  // null: not finite
    PartVerdict part{
        .name = stage,
        .status = PartStatus::passed,
        .measured = number.is_number() ? number.get<double>() : std::numeric_limits<double>::quiet_NaN()};
    if (said.value("passed", false)) return part;
    part.status = where == "threw"     ? PartStatus::threw
                  : where == "crashed" ? PartStatus::crashed
                  : where == "timeout" ? PartStatus::timeout
                                       : PartStatus::failed;
    part.failure = FailedCase{.label = stage, .output = where, .message = said.value("detail", "")};
    return part;
  }

  /// Returns who is to blame for a stage that failed: answers are exchanged for references until it is known.
  /// Nothing if time is over before.
  std::optional<std::set<std::string>> blame(const TranslatorStage& stage,
                                             const std::vector<std::string>& own, double seconds) const {
    const auto began = std::chrono::steady_clock::now();
    const bool held_out = stage.name == std::string("held_out");
    // what was trained can be searched with without training again, if the references translate with it
    bool trains = held_out && !fs::exists(model()), stopped = false;
    double longest = seconds;  // of one try: more than the references take, and some
    int tries = 0;
    const auto passes = [&](const std::set<std::string>& references) {
      const std::string label = tr("which answer is it? try {}", ++tries);
      if (!stopped) fmt::print(stderr, "{}\n", label);
      for (const std::string& name : {std::string("train"), std::string(stage.name)}) {
        if (name == "train" && !trains) continue;
        const double left = seconds - seconds_since(began);
        const double most = std::min({left, longest, name == "train" ? training_seconds : stage.seconds});
        stopped = stopped || left <= 0;
        if (stopped) return false;
        const PartStatus status = run(name, most, label, references).status;
        stopped = status == PartStatus::timeout && most == left;
        if (status != PartStatus::passed) return false;
      }
      return true;
    };
    const std::set<std::string> all(own.begin(), own.end());
    bool with_all = passes(all);
    if (!with_all && held_out && !trains) {
      trains = true;
      with_all = passes(all);
    }
    longest = 1 + 5 * seconds_since(began);
    const std::set<std::string> guilty = with_all ? find_guilty(own, passes) : std::set<std::string>();
    return stopped ? std::nullopt : std::optional(guilty);
  }
};

/// The verdict without its parts, and whose answers are in the program.
struct Assembled {
  Verdict verdict{.exercise = "your_translator"};
  std::vector<std::string> all, own;
  std::uint64_t seed = 0;
};

/// Links the answers: each of some 30 takes about a second to compile if nothing is kept of the last time.
Assembled assemble(const Grader& grader, const fs::path& answers) {
  fmt::print(stderr, "{}\n", tr("compiling your answers…"));
  const fs::path folder = folder_in(answers);
  fs::create_directories(folder);
  const nlohmann::json json = nlohmann::json::parse(grader.assemble(answers, folder), nullptr, false);
  if (!json.is_object() || !json.contains("parts")) throw_error("the grader did not say what it assembled");
  if (const std::string message = json.value("message", ""); !message.empty()) throw Error(message);
  Assembled assembled;
  Verdict& verdict = assembled.verdict;
  assembled.seed = json.value("seed", std::uint64_t{0});
  for (const nlohmann::json& part : json["parts"]) {
    if (part.value("only_compared", false)) continue;
    const std::string name = part.value("exercise", ""), state = part.value("state", ""),
                      said = name + ": " + part.value("message", "");
    assembled.all.push_back(name);
    if (state == "used") assembled.own.push_back(name);
    if (std::ranges::count(translator::elective_names, name) > 0) continue;
    if (state == "missing") verdict.missing.push_back(name);
    if (state == "broken") verdict.errors.push_back({.line = part.value("line", 0), .message = said});
    if (state == "refused") verdict.forbidden.push_back({said, part.value("reason", "")});
  }
  return assembled;
}

/// Throws Error with what the program wrote last, but not all that an answer may have written.
[[noreturn]] void throw_failed(const ProcessResult& ended) {
  if (ended.timed_out)
    throw_error<Error>(tr_noop("your translator took longer than {:.0f} s"), ended.seconds);
  if (ended.err.empty()) throw_error<Error>(tr_noop("your translator crashed"));
  throw_error<Error>(tr_noop("your translator failed: {}"), ended.err.substr(0, 300));
}

}  // namespace

std::set<std::string> find_guilty(const std::vector<std::string>& names, const Passes& passes) {
  const auto from = [&](std::size_t i) { return names.begin() + static_cast<std::ptrdiff_t>(i); };
  std::set<std::string> guilty;
  do {
    std::size_t fails = 0, works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      std::set<std::string> references = guilty;
      references.insert(from(0), from(middle));
      (passes(references) ? works : fails) = middle;
    }
    if (!guilty.insert(names[works - 1]).second) break;       // chance plays a part: no other can be found
  } while (guilty.size() < names.size() && !passes(guilty));  // with references for all it passes
  return guilty;
}

bool is_all_own(const Verdict& translator) {
  return translator.missing.empty() && translator.errors.empty() && translator.forbidden.empty();
}

Verdict check_own_translator(const Grader& grader, const fs::path& answers) {
  Assembled assembled = assemble(grader, answers);
  Verdict& verdict = assembled.verdict;
  if (assembled.own.empty())
    throw_error<Error>(tr_noop("none of your answers can be used in a translator yet; it is made of {}"),
                       fmt::format("{}", fmt::join(assembled.all, ", ")));
  const StageRunner runner{folder_in(answers), assembled.seed};
  const auto began = std::chrono::steady_clock::now();
  bool going = true;
  for (const TranslatorStage& stage : stages) {
    PartVerdict part{.status = going ? PartStatus::passed : PartStatus::not_run};
    if (going && stage.name == std::string("held_out")) {
      fs::remove(runner.model());
      part = runner.run("train", training_seconds, stage.name);
    }
    if (part.status == PartStatus::passed) part = runner.run(stage.name, stage.seconds, stage.name);
    part.name = stage.name;
    part.max_points = stage.points;
    going = part.status == PartStatus::passed;
    if (going && is_all_own(verdict)) part.points = part.max_points;
    if (part.failure) {
      const double left = std::max(least_search_seconds, in_all_seconds - seconds_since(began));
      if (const auto guilty = runner.blame(stage, assembled.own, left))
        part.guilty.assign(guilty->begin(), guilty->end());
      else
        part.failure->reason = "stopped";
    }
    verdict.parts.push_back(std::move(part));
  }
  if (going) {
    fs::copy_file(runner.folder / "translator", finished_in(answers), fs::copy_options::overwrite_existing);
    fs::rename(runner.model(), model_in(answers));
  }
  return verdict;
}

std::vector<OwnAttentionCost> compare_own_attentions(const Grader& grader, const fs::path& answers) {
  assemble(grader, answers);
  std::vector<OwnAttentionCost> costs;
  Progress progress({.label = tr("measuring"), .total = 24});
  const ProcessResult ended = follow(
      folder_in(answers) / "translator", {"compare"}, patience_seconds, [&](const nlohmann::json& line) {
        costs.push_back({line.value("kind", ""), line.value("exercise", ""), line.value("learners", false),
                         line.value("right", false), line.value("length", 0.0), line.value("seconds", 0.0),
                         line.value("bytes", 0.0)});
        progress.update({.done = static_cast<std::int64_t>(costs.size())});
      });
  if (ended.status != 0) throw_failed(ended);
  return costs;
}

void translate_with_own(const fs::path& answers, const std::vector<std::string>& sentences) {
  if (!fs::exists(finished_in(answers)) || !fs::exists(model_in(answers)))
    throw_error<Error>(
        tr_noop("there is no finished translator yet: `heed learn translate` without a sentence builds it"));
  std::vector<std::string> arguments{"translate", model_in(answers).string()};
  arguments.insert(arguments.end(), sentences.begin(), sentences.end());
  std::size_t translated = 0;
  const auto print = [&](const nlohmann::json& line) {
    ++translated;
    fmt::print("{}\n", line.value("translation", ""));
    std::fflush(stdout);
    const auto unknown = line.value("unknown", std::vector<std::string>());
    if (!unknown.empty())
      fmt::print(stderr, "heed: {}\n",
                 tr("guessed, for it has never seen: {}", fmt::format("{}", fmt::join(unknown, ", "))));
  };
  const ProcessResult ended = follow(finished_in(answers), arguments, patience_seconds, print);
  if (ended.status != 0 || translated != sentences.size()) throw_failed(ended);
}

}  // namespace heed
