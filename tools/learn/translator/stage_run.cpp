#include "tools/learn/translator/stage_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {

ProcessResult follow(const std::filesystem::path& program, std::vector<std::string> arguments, double seconds,
                     const std::function<void(const nlohmann::json&)>& see) {
  arguments.insert(arguments.begin(), std::filesystem::absolute(program).string());
  Process process({.arguments = std::move(arguments),
                   .environment = {"OPENBLAS_NUM_THREADS=1", "HEED_THREADS=1"},
                   .reports = true,
                   .limits = ProcessLimits{.seconds = seconds}});
  std::size_t read = 0;
  const auto see_new = [&](const std::string& bytes) {
    for (std::size_t end = 0; (end = bytes.find('\n', read)) != bytes.npos; read = end + 1)
      see(nlohmann::json::parse(bytes.substr(read, end - read), nullptr, false));
  };
  for (;;) {
    const auto ended = process.advance();
    see_new(ended ? ended->report : process.reported());
    if (ended) return *ended;
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

StageOutcome run_stage(const std::filesystem::path& program, const StageRun& run) {
  std::vector<std::string> arguments{run.name, run.file.string(), std::to_string(run.seed)};
  arguments.insert(arguments.end(), run.references.begin(), run.references.end());
  StageOutcome outcome{.where = "crashed"};
  std::unique_ptr<Progress> progress;
  std::int64_t done = 0, steps = 0;
  std::vector<std::string> running;
  const bool trains = run.name == "train" || run.name == "overfit";
  const auto see = [&](const nlohmann::json& line) {
    if (!line.is_object()) return;
    if (line.contains("in")) {
      running = line["in"].get<std::vector<std::string>>();
    } else if (line.contains("done")) {
      done = line["done"], steps = line["of"];
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
          .detail = line.value("detail", "")};
    }
  };
  try {
    const ProcessResult ended = follow(program, arguments, run.seconds, see);
    if (!ended.timed_out) return outcome;
    return {.where = "timeout", .number = std::round(ended.seconds), .running = running};
  } catch (const Interrupted&) {
    if (steps == 0 || !trains) throw;
    throw_spoken<Interrupted>("step {} of {}", "{1}걸음 가운데 {0}걸음째", done, steps);
  }
}

}  // namespace heed
