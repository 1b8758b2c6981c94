// heed lab: the claims of the documents, each as an experiment.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/terminal.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/results.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

struct LabCommand {
  std::vector<std::string> claims{};
  bool all = false, quick = false;
  std::int64_t seed = 1;
  std::string from{}, report{}, docs{};
  MeasurementFiles files{};
};

/// Writes pages of what came out.
void write_pages(const LabCommand& o, const ExperimentResults& results) {
  const auto say = [](const std::filesystem::path& file) {
    fmt::print("{}\n", tr("written: {}", printable(file.string())));
  };
  if (!o.report.empty()) {
    write_browser_page(results, spoken_language(), o.report);
    say(o.report);
  }
  if (!o.docs.empty()) {
    write_documents(results, o.docs);
    say(std::filesystem::path(o.docs) / "claims.json");
  }
}

/// Shows what was measured before.
int show_again(const LabCommand& o) {
  const ExperimentResults results = read_results(o.from);
  if (o.report.empty() && o.docs.empty()) fmt::print("{}", results_page(results, spoken_language()));
  write_pages(o, results);
  return 0;
}

std::vector<const Experiment*> wanted_of(const LabCommand& o) {
  std::vector<const Experiment*> wanted;
  for (const std::string& id : o.claims)  // one named twice is run once
    if (const Experiment* one = &experiment(id); std::ranges::find(wanted, one) == wanted.end())
      wanted.push_back(one);
  if (!o.all) return wanted;
  wanted.clear();
  for (const Experiment& one : experiments()) wanted.push_back(&one);
  return wanted;
}

/// Refuses now what could not be written behind an hour of measuring.
void require_places(const LabCommand& o, const std::vector<const Experiment*>& wanted,
                    ExperimentResults results) {
  check_measurement_files(o.files);
  require_writable(o.report);
  refuse_to_overwrite("--report", o.report, {o.files.json, o.files.csv});
  if (o.docs.empty()) return;
  const std::filesystem::path kept = std::filesystem::path(o.docs) / "claims.json";
  require_writable(kept);
  if (!std::filesystem::exists(kept)) return;
  for (const Experiment* one : wanted) results.all.push_back({.id = one->id});
  (void)with_kept(std::move(results), read_results(kept));
}

int run_lab(const LabCommand& o) {
  const std::vector<const Experiment*> wanted = wanted_of(o);
  if (!o.from.empty()) {
    if (!wanted.empty())
      throw_error<UsageError>(tr_noop("--from runs nothing: it goes with --report, --docs and --lang alone"));
    return show_again(o);
  }
  const Terminal out = terminal(Stream::output);
  const std::size_t table_width = out.interactive ? out.width : 0;
  const Language language = spoken_language();
  if (wanted.empty()) {
    fmt::print("{}\n{}\n", experiment_list(language, table_width),
               tr("One of them: heed lab C3. All: heed lab --all"));
    return 0;
  }
  const ExperimentOptions options{.quick = o.quick, .seed = static_cast<std::uint64_t>(o.seed)};
  ExperimentResults results{.machine = describe_machine(), .quick = o.quick, .seed = options.seed};
  require_places(o, wanted, results);
  fmt::print("{}\n\n", tr("Everything is drawn with seed {}.", o.seed));
  const CatchInterrupts catching;
  for (const Experiment* one : wanted) {
    if (interrupt_requested()) break;
    fmt::print("{}{}", results.all.empty() ? "" : "\n", claim_text(*one, language));
    std::fflush(stdout);
    ExperimentResult result{.id = one->id};
    const auto start = std::chrono::steady_clock::now();
    result.finding = one->run(options);
    result.seconds = std::max(seconds_since(start), result.finding.shared_seconds);
    if (interrupt_requested()) break;  // half an experiment says nothing
    fmt::print("{}", finding_text(result, language, table_width));
    std::fflush(stdout);
    results.all.push_back(std::move(result));
  }
  if (results.all.size() > 1) fmt::print("\n{}", summary_text(results, language, table_width));
  if (!results.all.empty()) {  // else what an earlier call has measured stays
    write_measurements(o.files, results);
    write_pages(o, results);
  }
  if (!interrupt_requested()) return 0;
  fmt::print(stderr, "\n{}\n",
             tr("interrupted: {} of {} measured", results.all.size(),
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
  add("--docs", o->docs);
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
