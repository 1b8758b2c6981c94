// heed lab: the claims of the documents, each as an experiment.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/json.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/terminal.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/lab/report.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

struct LabCommand {
  std::vector<std::string> claims{};
  bool all = false, quick = false, ask = false;
  std::int64_t seed = 1;
  std::string page{};
  MeasurementFiles files{};
};

/// What the reader expects; nothing without an answer.
std::optional<bool> guess(const Claim& claim) {
  fmt::print("{} [{}] ", claim.question.in(spoken_language()),
             spoken("y/n, Enter: no guess", "y/n, Enter: 건너뜀"));
  std::fflush(stdout);
  std::string answer;
  if (!std::getline(std::cin, answer) || answer.empty()) return std::nullopt;
  return answer[0] == 'y' || answer[0] == 'Y' || answer.starts_with("예") || answer.starts_with("네");
}

int print_page(const std::string& file) {
  const nlohmann::json results = read_json(file);
  fmt::print("{}", lab_page(results, spoken_language()));
  return 0;
}

int run_lab(const LabCommand& o) {
  if (!o.page.empty()) return print_page(o.page);
  const Terminal out = terminal(Stream::output);
  const Language language = spoken_language();
  if (o.claims.empty() && !o.all) {
    fmt::print(
        "{}\n{}\n", lab_list(language, out.width),
        spoken("One of them: heed lab C3. All: heed lab --all", "하나만: heed lab C3. 모두: heed lab --all"));
    return 0;
  }
  const LabOptions options{.quick = o.quick, .seed = static_cast<std::uint64_t>(o.seed), .width = out.width};
  std::vector<const Claim*> wanted;
  for (const std::string& id : o.claims) wanted.push_back(&lab_claim(id));
  if (o.all) {
    wanted.clear();
    for (const Claim& claim : lab_claims()) wanted.push_back(&claim);
  }
  check_measurement_files(o.files);
  const CatchInterrupts catching;
  std::vector<LabResult> results;
  for (const Claim* claim : wanted) {
    if (interrupt_requested()) break;
    fmt::print("{}{}", results.empty() ? "" : "\n", claim_text(*claim, language));
    std::fflush(stdout);
    LabResult result{.claim = claim};
    if (o.ask) result.guess = guess(*claim);
    const auto start = std::chrono::steady_clock::now();
    result.finding = claim->run(options);
    result.seconds = seconds_since(start);
    if (interrupt_requested()) break;  // half an experiment says nothing
    fmt::print("{}", finding_text(result, language));
    std::fflush(stdout);
    results.push_back(std::move(result));
  }
  if (results.size() > 1) fmt::print("\n{}", lab_summary(results, language, out.width));
  write_measurements(
      o.files, [&] { return lab_json(results, options); }, [&] { return lab_csv(results); });
  return interrupt_requested() ? 128 + interrupt_signal() : 0;
}

}  // namespace

void add_lab(CLI::App& app, Action& action) {
  auto o = std::make_shared<LabCommand>();
  CLI::App* command =
      app.add_subcommand("lab", "what documents claim of Transformers, each as an experiment");
  command->footer(
      "Without a claim it lists them. Numbers of documents are those of the course's sources.\n"
      "Examples:\n  heed lab C3\n  heed lab C12 C15 --quick\n  heed lab --all --json claims.json\n"
      "  heed lab --page claims.json");
  command->add_option("claims", o->claims, "which ones: C1, C2, …")->option_text("CLAIM…");
  command->add_flag("--all", o->all, "every one of them");
  command->add_flag("--quick", o->quick, "fewer seeds and samples: at most half a minute each");
  command->add_flag("--ask", o->ask, "ask before each what you expect");
  add_number(*command, "--seed", o->seed, "SEED", "of everything that is drawn", std::int64_t{0},
             std::int64_t{1'000'000'000});
  command->add_option("--page", o->page, "print what --json has written as a page of Markdown")
      ->option_text("FILE");
  add_language(*command);
  add_measurement_options(*command, o->files, "write the tables there, a line for each number");
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
