// heed lab: the claims of the documents, each as an experiment.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/table.hpp"
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
  std::string from{};
  MeasurementFiles files{};
};

std::vector<const Experiment*> wanted_of(const LabCommand& o) {
  std::vector<const Experiment*> wanted;
  for (const Experiment& one : experiments())
    if (o.all) wanted.push_back(&one);
  for (const std::string& id : o.claims)  // one named twice is run once
    if (const Experiment* one = &experiment(id); std::ranges::find(wanted, one) == wanted.end())
      wanted.push_back(one);
  return wanted;
}

int run_lab(const LabCommand& o) {
  const std::vector<const Experiment*> wanted = wanted_of(o);
  const Language language = spoken_language();
  check_measurement_files(o.files);
  if (!o.from.empty()) {
    if (!wanted.empty())
      throw_error<UsageError>(tr_noop("--from runs nothing: leave out --all and the claims"));
    const nlohmann::json before = read_results(o.from);
    fmt::print("{}", results_page(before, language));
    write_measurements(o.files, before);
    return 0;
  }
  Table table{.columns = {{""}, {""}, {""}}, .width = table_width()};
  if (wanted.empty()) {
    for (const Experiment& one : experiments())
      table.rows.push_back({one.id, documents_of(one.id), one.text("claim").in(language)});
    fmt::print("{}\n{}\n", format_table(table), tr("One of them: heed lab C3. All: heed lab --all"));
    return 0;
  }
  nlohmann::json results = no_results(o.quick, o.seed);
  nlohmann::json& measured = results["claims"];
  fmt::print("{}\n\n", tr("Everything is drawn with seed {}.", o.seed));
  const CatchInterrupts catching;
  for (const Experiment* one : wanted) {
    const Bilingual claim = one->text("claim");
    fmt::print("{}{} ({}): {}\n{}\n", measured.empty() ? "" : "\n", one->id,
               text_of("experiment.where", documents_of(one->id)).in(language), claim.in(language),
               rule_text(one->text("rule").in(language), language));
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    const Finding finding = one->run({.quick = o.quick, .seed = o.seed});
    if (interrupt_requested()) break;  // half an experiment says nothing
    measured.push_back(json_of(one->id, finding, seconds_since(start)));
    fmt::print("{}", finding_text(measured.back(), language, table.width));
    std::fflush(stdout);
    table.rows.push_back({one->id, whole_verdict(measured.back(), language), claim.in(language)});
  }
  if (measured.size() > 1) fmt::print("\n{}", format_table(table));
  if (!measured.empty())
    write_measurements(o.files, results);  // else what an earlier call has measured stays
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
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
