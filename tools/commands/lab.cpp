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
#include "lib/report/number.hpp"
#include "lib/report/terminal.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/measurements.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/lab/given_data.hpp"
#include "tools/lab/guess.hpp"
#include "tools/lab/kept_comparison.hpp"
#include "tools/lab/report.hpp"
#include "tools/lab/series_picture.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {
namespace {

struct LabCommand {
  std::vector<std::string> claims{};
  bool all = false, quick = false, ask = false, resume = false, plain = false;
  std::int64_t seed = 1;
  std::string from{}, compared{}, report{}, docs{};
  std::string data{}, source = "ko", target = "en";
  MeasurementFiles files{};
};

constexpr const char* document_files[] = {"claims.json", "claims.md", "claims.ko.md"};

/// Files for what came out.
void write_pages(const LabCommand& o, const nlohmann::json& results) {
  const auto say = [](const std::filesystem::path& file) {
    fmt::print("{}\n", spoken("written: {}", "쓴 파일: {}", printable(file.string())));
  };
  if (!o.report.empty()) {
    write_lab_report(results, spoken_language(), o.report);
    say(o.report);
  }
  if (!o.docs.empty()) {
    write_lab_documents(results, o.docs);
    for (const char* name : document_files) say(std::filesystem::path(o.docs) / name);
  }
}

/// The page has a file of its own.
void refuse_to_overwrite_by_page(const LabCommand& o) {
  std::vector<std::filesystem::path> others{o.from, o.files.json, o.files.csv};
  if (!o.docs.empty())
    for (const char* name : document_files) others.push_back(std::filesystem::path(o.docs) / name);
  refuse_to_overwrite("--report", o.report, others);
}

/// What was measured before.
int show_again(const LabCommand& o) {
  nlohmann::json results = read_lab_results(o.from);
  if (!o.compared.empty()) results = with_given(results, "C6", found_of_comparison(o.compared));
  if (o.report.empty() && o.docs.empty())
    fmt::print("{}", lab_page(results, spoken_language()));
  else
    write_pages(o, results);
  return 0;
}

/// Options that the others would leave without a meaning.
void check_together(const LabCommand& o) {
  const bool runs = o.all || !o.claims.empty();
  const bool how = o.quick || o.ask || o.resume || o.seed != 1 || !o.data.empty() || !o.files.json.empty() ||
                   !o.files.csv.empty();
  if (!o.from.empty() && (runs || how))
    throw_error<UsageError>(
        "{}",
        spoken("--from runs nothing: it goes with --compared, --report, --docs and --lang alone",
               "--from은 아무것도 실험하지 않음: --compared, --report, --docs, --lang하고만 같이 쓸 것"));
  if (!o.compared.empty() && o.from.empty())
    throw_error<UsageError>("{}",
                            spoken("--compared is put beside what --from FILE has of C6: --from is missing",
                                   "--compared는 --from FILE에 있는 C6 곁에 놓음: --from이 없음"));
  if (o.all && !o.claims.empty())
    throw_spoken<UsageError>("--all is every claim: name {} or give --all, not both",
                             "--all은 모든 주장: {}와 --all 가운데 하나만 쓸 것", o.claims.front());
  if (o.resume && o.data.empty())
    throw_spoken<UsageError>("--resume goes on with the trainings of --data DIR, which is missing",
                             "--resume은 --data DIR의 학습을 이어서 함: --data가 없음");
  if (o.from.empty() && !runs && (how || !o.report.empty() || !o.docs.empty()))
    throw_spoken<UsageError>("which claim? heed lab C3, or --all; heed lab lists them",
                             "어느 주장? heed lab C3, 또는 --all. heed lab으로 모두 볼 수 있음");
}

/// Refuses now what could not be written behind an hour of measuring.
void require_place_in_documents(const std::vector<const Claim*>& wanted, const LabOptions& options,
                                const std::filesystem::path& folder) {
  const std::filesystem::path kept = folder / "claims.json";
  require_writable(kept);
  if (!std::filesystem::exists(kept)) return;
  std::vector<LabResult> unmeasured;
  for (const Claim* claim : wanted) unmeasured.push_back({.claim = claim});
  (void)with_kept(lab_json(unmeasured, options), read_lab_results(kept));
}

int run_lab(const LabCommand& o) {
  check_together(o);
  refuse_to_overwrite_by_page(o);
  if (!o.from.empty()) return show_again(o);
  const Terminal out = terminal(Stream::output);
  const std::size_t table_width = out.interactive ? out.width : 0;
  const Language language = spoken_language();
  if (o.claims.empty() && !o.all) {
    fmt::print(
        "{}\n{}\n", lab_list(language, table_width),
        spoken("One of them: heed lab C3. All: heed lab --all", "하나만: heed lab C3. 모두: heed lab --all"));
    return 0;
  }
  LabOptions options{.quick = o.quick, .seed = static_cast<std::uint64_t>(o.seed), .width = out.width};
  if (!o.data.empty()) options.given = GivenCorpus{o.data, o.source, o.target, o.resume};
  std::vector<const Claim*> wanted;
  for (const std::string& id : o.claims)  // one named twice is run once
    if (const Claim* claim = &lab_claim(id); std::ranges::find(wanted, claim) == wanted.end())
      wanted.push_back(claim);
  if (o.all) {
    wanted.clear();
    for (const Claim& claim : lab_claims()) wanted.push_back(&claim);
  }
  if (options.given) {
    if (std::ranges::none_of(wanted, [](const Claim* c) { return c->id == "C6" || c->id == "C7"; }))
      throw_spoken<UsageError>("--data is for the claims of translation: C6 and C7",
                               "--data는 번역에 관한 주장을 위한 것: C6, C7");
    (void)given_data(options);  // better refused now than behind five other claims
  }
  check_measurement_files(o.files);
  require_writable(o.report);
  if (!o.docs.empty()) require_place_in_documents(wanted, options, o.docs);
  fmt::print("{}\n\n", spoken("Everything is drawn with seed {}.", "모든 것을 뽑는 시드: {}", o.seed));
  const CatchInterrupts catching;
  std::vector<LabResult> results;
  for (const Claim* claim : wanted) {
    if (interrupt_requested()) break;
    fmt::print("{}{}", results.empty() ? "" : "\n", claim_text(*claim, language));
    std::fflush(stdout);
    LabResult result{.claim = claim};
    if (o.ask) result.guess = ask_for_guess(*claim, std::cin, language);
    const auto start = std::chrono::steady_clock::now();
    result.finding = claim->run(options);
    result.seconds = seconds_since(start) - (result.finding.given ? result.finding.given->seconds : 0);
    result.seconds = std::max(result.seconds, result.finding.shared_seconds);
    if (result.finding.picture.empty())
      result.finding.picture = series_pictures(result.finding.tables, options.width, language);
    if (o.plain) result.finding.picture.clear();
    if (interrupt_requested()) break;  // half an experiment says nothing
    fmt::print("{}", finding_text(result, language, table_width));
    std::fflush(stdout);
    results.push_back(std::move(result));
  }
  if (results.size() > 1) fmt::print("\n{}", lab_summary(results, language, table_width));
  LabCommand written = o;
  if (results.size() < wanted.size()) written.docs.clear();  // those that there are stay whole
  if (!results.empty()) {                                    // else what an earlier call has measured stays
    write_measurements(
        o.files, [&] { return lab_json(results, options); }, [&] { return lab_csv(results); });
    write_pages(written, lab_json(results, options));
  }
  if (interrupt_requested())
    fmt::print(stderr, "\n{}\n",
               spoken("interrupted: {0} of {2} measured", "중단됨: 주장 {1}개 가운데 {0}개를 쟀음",
                      results.size(), wanted.size(), counted(std::ssize(wanted), "claim")));
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
      "  heed lab C3 --report C3.html\n  heed lab C6 C7 --data DIR --source de --target en --resume\n  heed "
      "lab --from claims.json --report claims.html");
  command->add_option("claims", o->claims, "which ones: C1, C2, …")->option_text("CLAIM…");
  command->add_flag("--all", o->all, "every one of them");
  command->add_flag("--quick", o->quick, "fewer seeds and samples: at most half a minute each");
  command->add_flag("--ask", o->ask, "ask before each what you expect");
  command->add_flag("--plain", o->plain, "tables and sentences without pictures, as for pipes");
  add_number(*command, "--seed", o->seed, "SEED", "of everything that is drawn", std::int64_t{0},
             std::int64_t{1'000'000'000});
  command->add_option("--from", o->from, "run nothing: show what --json wrote, as Markdown or as asked for")
      ->option_text("FILE");
  command
      ->add_option("--compared", o->compared,
                   "with --from: C6 by the results.csv of a comparison that heed compare-heads has trained")
      ->option_text("FILE.csv");
  put_in_group(
      "Sentences",
      {command
           ->add_option("--data", o->data,
                        "measure C6 and C7 on these sentences, too: a folder as of heed translate")
           ->type_name("DIR"),
       command->add_option("--source", o->source, "language to translate from: the ending of the files")
           ->type_name("LANG")
           ->capture_default_str(),
       command->add_option("--target", o->target, "language to translate into")
           ->type_name("LANG")
           ->capture_default_str(),
       command->add_flag("--resume", o->resume,
                         "go on with the trainings of C6 on them that were interrupted")});
  command->add_option("--report", o->report, "write a page for the browser there, one section a claim")
      ->option_text("FILE.html");
  command
      ->add_option("--docs", o->docs,
                   "write claims.json, claims.md and claims.ko.md there, as in docs; claims that are there "
                   "and were not "
                   "run stay")
      ->option_text("FOLDER");
  add_language(*command);
  add_measurement_options(*command, o->files, "write the tables there, a line for each number");
  command->callback([o, &action] { action = [o] { return run_lab(*o); }; });
}

}  // namespace heed
