// heed lab: the claims of the documents, each as an experiment.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

struct LabCommand {
  std::vector<std::string> claims{};
  bool all = false, quick = false;
  std::uint64_t seed = 1;
  std::string from{}, report{};
  MeasurementFiles files{};
};

void write_report_page(const LabCommand& o, const nlohmann::json& results) {
  if (o.report.empty()) return;
  write_browser_page(results, spoken_language(), o.report);
  fmt::print("{}\n", tr("written: {}", printable(o.report)));
}

/// Shows what was measured before.
int show_again(const LabCommand& o) {
  if (o.all || !o.claims.empty())
    throw_error<UsageError>(tr_noop("--from runs nothing: it goes with --report and --lang alone"));
  const nlohmann::json results = read_results(o.from);
  if (o.report.empty()) fmt::print("{}", results_page(results, spoken_language()));
  write_report_page(o, results);
  return 0;
}

std::vector<const Experiment*> wanted_of(const LabCommand& o) {
  std::vector<const Experiment*> wanted;
  for (const std::string& id : o.claims)  // one named twice is run once
    if (const Experiment* one = &experiment(id); !o.all && std::ranges::find(wanted, one) == wanted.end())
      wanted.push_back(one);
  for (const Experiment& one : experiments())
    if (o.all) wanted.push_back(&one);
  return wanted;
}

int run_lab(const LabCommand& o) {
  if (!o.from.empty()) return show_again(o);
  const std::vector<const Experiment*> wanted = wanted_of(o);
  const Language language = spoken_language();
  if (wanted.empty()) {
    fmt::print("{}\n{}\n", experiment_list(language, table_width()),
               tr("One of them: heed lab C3. All: heed lab --all"));
    return 0;
  }
  check_measurement_files(o.files);
  check_result_file("--report", o.report, {o.files.json, o.files.csv});
  nlohmann::json results = no_results(o.quick, o.seed);
  nlohmann::json& measured = results["claims"];
  fmt::print("{}\n\n", tr("Everything is drawn with seed {}.", o.seed));
  const CatchInterrupts catching;
  for (const Experiment* one : wanted) {
    fmt::print("{}{}", measured.empty() ? "" : "\n", claim_text(*one, language));
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    const Finding finding = one->run({.quick = o.quick, .seed = o.seed});
    if (interrupt_requested()) break;  // half an experiment says nothing
    measured.push_back(json_of(one->id, finding, seconds_since(start)));
    fmt::print("{}", finding_text(measured.back(), language, table_width()));
    std::fflush(stdout);
  }
  if (measured.size() > 1) fmt::print("\n{}", summary_text(results, language, table_width()));
  if (!measured.empty()) {  // else what an earlier call has measured stays
    write_measurements(o.files, results);
    write_report_page(o, results);
  }
  if (!interrupt_requested()) return 0;
  fmt::print(stderr, "\n{}\n",
             tr("interrupted: {} of {} measured", measured.size(),
                trn("{} claim", "{} claims", std::ssize(wanted))));
  return 128 + interrupt_signal();
}

}  // namespace

void add_lab(CLI::App& app, Action& action) {
  auto o = std::make_shared<LabCommand>();
  CLI::App* command = add_command(app, "lab");
  const AddOptions add(*command);
  add("claims", o->claims);
  add("--all", o->all);
  add("--quick", o->quick);
  add("--seed", o->seed);
  add("--from", o->from);
  add("--report", o->report);
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
