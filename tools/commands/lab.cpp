// heed lab: the claims of the documents, each as an experiment.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/terminal.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/results.hpp"
#include "tools/measure/series.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

struct LabCommand {
  std::vector<std::string> claims{};
  bool all = false, quick = false, ask = false, plain = false;
  std::int64_t seed = 1;
  std::string from{}, compared{}, report{}, docs{};
  std::string data{}, source = "ko", target = "en";
  MeasurementFiles files{};
};

constexpr const char* document_files[] = {"claims.json", "claims.md", "claims.ko.md"};

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
    for (const char* name : document_files) say(std::filesystem::path(o.docs) / name);
  }
}

/// Throws UsageError where the page would overwrite another file.
void refuse_to_overwrite_by_page(const LabCommand& o) {
  std::vector<std::filesystem::path> others{o.from, o.files.json, o.files.csv};
  if (!o.docs.empty())
    for (const char* name : document_files) others.push_back(std::filesystem::path(o.docs) / name);
  refuse_to_overwrite("--report", o.report, others);
}

/// Shows what was measured before.
int show_again(const LabCommand& o) {
  ExperimentResults results = read_results(o.from);
  if (!o.compared.empty()) {
    ExperimentResult* const c6 = results.find("C6");
    if (c6 == nullptr)
      throw_error<Error>("{}", text_of("experiment.no such claim", "C6").in(spoken_language()));
    c6->finding.given = found_of_comparison(o.compared);
  }
  if (o.report.empty() && o.docs.empty())
    fmt::print("{}", results_page(results, spoken_language()));
  else
    write_pages(o, results);
  return 0;
}

/// Throws UsageError for options that the others would leave without a meaning.
void check_together(const LabCommand& o) {
  const bool runs = o.all || !o.claims.empty();
  const bool how =
      o.quick || o.ask || o.seed != 1 || !o.data.empty() || !o.files.json.empty() || !o.files.csv.empty();
  if (!o.from.empty() && (runs || how))
    throw_error<UsageError>(
        tr_noop("--from runs nothing: it goes with --compared, --report, --docs and --lang alone"));
  if (!o.compared.empty() && o.from.empty())
    throw_error<UsageError>(
        tr_noop("--compared is put beside what --from FILE has of C6: --from is missing"));
  if (o.all && !o.claims.empty())
    throw_error<UsageError>(tr_noop("--all is every claim: name {} or give --all, not both"),
                            o.claims.front());
  if (o.from.empty() && !runs && (how || !o.report.empty() || !o.docs.empty()))
    throw_error<UsageError>(tr_noop("which claim? heed lab C3, or --all; heed lab lists them"));
}

std::vector<const Experiment*> wanted_of(const LabCommand& o) {
  std::vector<const Experiment*> wanted;
  for (const std::string& id : o.claims)  // one named twice is run once
    if (const Experiment* one = &experiment(id); std::ranges::find(wanted, one) == wanted.end())
      wanted.push_back(one);
  if (o.all)
    for (const Experiment& one : experiments()) wanted.push_back(&one);
  return wanted;
}

/// Refuses now what could not be written behind an hour of measuring.
void require_place_in_documents(const std::vector<const Experiment*>& wanted, ExperimentResults results,
                                const std::filesystem::path& folder) {
  const std::filesystem::path kept = folder / "claims.json";
  require_writable(kept);
  if (!std::filesystem::exists(kept)) return;
  for (const Experiment* one : wanted) results.all.push_back({.id = one->id});
  (void)with_kept(std::move(results), read_results(kept));
}

ExperimentResult measured(const Experiment& experiment, const LabCommand& o,
                          const ExperimentOptions& options) {
  const Language language = spoken_language();
  ExperimentResult result{.id = experiment.id};
  if (o.ask) result.guess = ask_for_guess(experiment, std::cin, language);
  const auto start = std::chrono::steady_clock::now();
  Finding& finding = result.finding = experiment.run(options);
  result.seconds = std::max(seconds_since(start), finding.shared_seconds);
  if (experiment.id == "C7" && !o.data.empty() && !interrupt_requested())
    finding.given = cost_of_heads_on({o.data, o.source, o.target}, options);
  if (!o.plain) finding.picture = series_pictures(finding.tables, terminal(Stream::output).width, language);
  return result;
}

int run_lab(const LabCommand& o) {
  check_together(o);
  refuse_to_overwrite_by_page(o);
  if (!o.from.empty()) return show_again(o);
  const Terminal out = terminal(Stream::output);
  const std::size_t table_width = out.interactive ? out.width : 0;
  const Language language = spoken_language();
  const std::vector<const Experiment*> wanted = wanted_of(o);
  if (wanted.empty()) {
    fmt::print("{}\n{}\n", experiment_list(language, table_width),
               tr("One of them: heed lab C3. All: heed lab --all"));
    return 0;
  }
  const ExperimentOptions options{.quick = o.quick, .seed = static_cast<std::uint64_t>(o.seed)};
  if (!o.data.empty()) {
    if (std::ranges::none_of(wanted, [](const Experiment* one) { return one->id == "C7"; }))
      throw_error<UsageError>(
          tr_noop("--data is for C7, which it measures on translators of these sentences"));
    (void)read_parallel_text(
        {.folder = o.data, .source = o.source, .target = o.target});  // refused now if at all
  }
  ExperimentResults results{.machine = describe_machine(), .quick = o.quick, .seed = options.seed};
  check_measurement_files(o.files);
  require_writable(o.report);
  if (!o.docs.empty()) require_place_in_documents(wanted, results, o.docs);
  fmt::print("{}\n\n", text_of("experiment.seed", o.seed).in(language));
  const CatchInterrupts catching;
  for (const Experiment* one : wanted) {
    if (interrupt_requested()) break;
    fmt::print("{}{}", results.all.empty() ? "" : "\n", claim_text(*one, language));
    std::fflush(stdout);
    ExperimentResult result = measured(*one, o, options);
    if (interrupt_requested()) break;  // half an experiment says nothing
    fmt::print("{}", finding_text(result, language, table_width));
    std::fflush(stdout);
    results.all.push_back(std::move(result));
  }
  if (results.all.size() > 1) fmt::print("\n{}", summary_text(results, language, table_width));
  LabCommand written = o;
  if (results.all.size() < wanted.size()) written.docs.clear();  // those that there are stay whole
  if (!results.all.empty()) {  // else what an earlier call has measured stays
    write_measurements(o.files, results);
    write_pages(written, results);
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
  add("--ask", o->ask);
  add("--plain", o->plain);
  add("--seed", o->seed);
  add("--from", o->from);
  add("--compared", o->compared);
  add("--data", o->data);
  add("--source", o->source);
  add("--target", o->target);
  add("--report", o->report);
  add("--docs", o->docs);
  add_language(*command);
  add_measurement_options(*command, o->files);
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
