#include "tools/learn/translator/stage_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/learn/translator/training_pace.hpp"

namespace heed {

namespace fs = std::filesystem;

ProcessResult follow(const fs::path& program, std::vector<std::string> arguments,
                     std::optional<ProcessLimits> limits,
                     const std::function<void(const nlohmann::json&)>& see,
                     const std::function<bool(double)>& hopeless) {
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

StageOutcome run_stage(const fs::path& program, const StageRun& run) {
  std::vector<std::string> arguments{run.name, run.file.string(), std::to_string(run.seed)};
  arguments.insert(arguments.end(), run.references.begin(), run.references.end());
  StageOutcome outcome{.where = "crashed"};
  std::unique_ptr<Progress> progress;
  std::int64_t done = 0, steps = 0;
  std::vector<std::string> running;
  const bool trains = run.name == "train" || run.name == "overfit";
  TrainingPace pace(run.seconds);
  const auto began = std::chrono::steady_clock::now();
  const auto see = [&](const nlohmann::json& line) {
    if (!line.is_object()) return;
    if (line.contains("in")) {
      running = line["in"].get<std::vector<std::string>>();
    } else if (line.contains("done")) {
      done = line["done"], steps = line["of"];
      pace.step(seconds_since(began), static_cast<double>(done), static_cast<double>(steps));
      if (!progress)
        progress = std::make_unique<Progress>(ProgressOptions{
            .label = run.label, .total = steps, .left = spoken("left", "남음"), .stays = run.stays});
      Progress::Update update{.done = done};
      if (trains && line["loss"].is_number())
        update.values = {{spoken("loss", "손실"), fmt::format("{:.3f}", line["loss"].get<double>())}};
      progress->update(std::move(update));
    } else if (line.contains("passed")) {
      if (progress) progress->update({.done = steps});  // nothing is left to do, wherever it stopped
      const nlohmann::json number = line.value("number", nlohmann::json(0));  // null: not finite
      outcome = {
          .passed = line["passed"],
          .where = line.value("where", ""),
          .number = number.is_number() ? number.get<double>() : std::numeric_limits<double>::quiet_NaN(),
          .detail = line.value("detail", ""),
          .step = line.value("step", 0)};
    }
  };
  try {
    const ProcessResult ended = follow(program, arguments, ProcessLimits{.seconds = run.seconds}, see,
                                       [&](double so_far) { return trains && pace.hopeless(so_far); });
    if (!ended.timed_out) return outcome;
    return {.where = "timeout",
            .number = std::round(ended.seconds),
            .detail = trains && pace.stands_still(ended.seconds) ? "stands still" : "",
            .running = running};
  } catch (const Interrupted&) {
    if (steps == 0 || !trains) throw;
    throw_spoken<Interrupted>("step {} of {}", "{1}걸음 가운데 {0}걸음째", done, steps);
  }
}

}  // namespace heed
