// The plan of the study of heads, its file, and the trainings that the file still lacks.
#include "tools/measure/head_study.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/file_error.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

TranslationSession session_of(std::int64_t layers, std::int64_t d_model, std::int64_t epochs,
                              std::int64_t patience) {
  TranslationSession session{
      .model = {.encoder_layers = layers,
                .decoder_layers = layers,
                .layer = {.d_model = d_model, .heads = 1, .dim_feedforward = 2 * d_model, .max_length = 202}},
      .run = {.epochs = epochs, .schedule = ScheduleKind::inverse_sqrt, .patience = patience}};
  return session;
}

Corpus corpus_of(const HeadTask& task, const std::filesystem::path& data) {
  if (!task.folder.empty())
    return read_parallel_text({.folder = data / task.folder, .source = task.source, .target = task.target})
        .corpus;
  return task.name == "cells" ? cells_corpus(8000, 500, 1000)
                              : toy_corpus({.train = 20'000, .valid = 500, .test = 2000, .level = 3});
}

/// Throws Error where the file cannot be written.
void add_to(const std::filesystem::path& csv, const std::string& text) {
  errno = 0;
  if (!(std::ofstream(csv, std::ios::app) << text << std::flush))
    throw_error<Error>("{}: cannot write: {}; make room, or name another file with --out", csv.string(),
                       std::generic_category().message(errno));
}

}  // namespace

Corpus cells_corpus(std::size_t train, std::size_t valid, std::size_t test, std::uint64_t seed) {
  constexpr std::uint32_t states = 6, length = 12;
  constexpr const char* names[states]{"a", "b", "c", "d", "e", "f"};
  Draws rule(0), draw(seed, 1);
  std::vector<std::uint32_t> next(states * states * states);
  for (std::uint32_t& state : next) state = rule.below(states);
  std::set<std::string> seen;
  const auto pair = [&] {
    for (;;) {
      std::vector<std::uint32_t> ring(length);
      for (std::uint32_t& cell : ring) cell = draw.below(states);
      SentencePair made;
      for (std::size_t i = 0; i < length; ++i) {
        const std::uint32_t left = ring[(i + length - 1) % length], right = ring[(i + 1) % length];
        const char* const space = i == 0 ? "" : " ";
        made.source += space + std::string(names[ring[i]]);
        made.target += space + std::string(names[next[(left * states + ring[i]) * states + right]]);
      }
      if (seen.insert(made.source).second) return made;
    }
  };
  Corpus corpus;
  std::ranges::generate_n(std::back_inserter(corpus.train), static_cast<std::ptrdiff_t>(train), pair);
  std::ranges::generate_n(std::back_inserter(corpus.valid), static_cast<std::ptrdiff_t>(valid), pair);
  std::ranges::generate_n(std::back_inserter(corpus.test), static_cast<std::ptrdiff_t>(test), pair);
  return corpus;
}

const std::vector<HeadTask>& study_tasks() {
  static const std::vector<HeadTask> tasks{
      {.name = "cells", .session = session_of(1, 64, 100, 10), .rates = {2e-3, 4e-3, 8e-3}},
      {.name = "grammar", .session = session_of(2, 64, 60, 5), .rates = {1e-3, 2e-3, 4e-3}},
      {.name = "width", .session = session_of(2, 64, 60, 5), .rates = {1e-3, 2e-3, 4e-3}, .head_width = 16},
      {.name = "tatoeba",
       .session = session_of(2, 128, 60, 5),
       .rates = {5e-4, 1e-3, 2e-3},
       .folder = "tatoeba_koen",
       .source = "ko",
       .target = "en"},
      {.name = "multi30k",
       .session = session_of(2, 128, 20, 2),
       .rates = {5e-4, 1e-3, 2e-3},
       .rates_of = "tatoeba",
       .seeds = 5,
       .folder = "multi30k_deen",
       .source = "de",
       .target = "en"}};
  return tasks;
}

std::vector<HeadRun> read_study(const std::filesystem::path& csv) {
  std::vector<HeadRun> runs;
  std::ifstream file(csv);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line == runs_heading) continue;
    std::istringstream fields(line);
    std::vector<std::string> all;
    for (std::string field; std::getline(fields, field, ',');) all.push_back(field);
    try {
      if (number == 1 || all.size() != 15) throw std::invalid_argument("fields");
      HeadRun run{.task = all[0],
                  .heads = std::stoll(all[1]),
                  .d_model = std::stoll(all[2]),
                  .learning_rate = std::stod(all[3]),
                  .seed = std::stoull(all[4]),
                  .parameters = std::stoll(all[5]),
                  .trained = std::stoll(all[6]),
                  .best_epoch = std::stoll(all[7]),
                  .valid_bleu = std::stod(all[8]),
                  .test_bleu = std::stod(all[9]),
                  .test_chrf = std::stod(all[10]),
                  .seconds = std::stod(all[11]),
                  .commit = all[12],
                  .processor = all[13],
                  .statistics = {.columns = 10, .values = {}, .references = 1}};
      std::istringstream counts(all[14]);
      for (double count = 0; counts >> count;) run.statistics.values.push_back(count);
      runs.push_back(std::move(run));
    } catch (const std::exception&) {
      throw_error<FormatError>(tr_noop("{}:{}: is no line of a study of heads: delete it"), csv.string(),
                               number);
    }
  }
  return runs;
}

bool run_study(const std::vector<std::string>& tasks, const std::filesystem::path& csv,
               const std::filesystem::path& data, const std::string& commit) {
  if (!std::filesystem::exists(csv)) add_to(csv, std::string(runs_heading) + "\n");
  const std::string processor = describe_machine().at("processor");
  for (const HeadTask& task : study_tasks()) {
    if (std::ranges::count(tasks, task.name) == 0) continue;
    std::vector<HeadRun> done = read_study(csv);
    if (!next_run(task, done)) continue;
    const TranslationData sentences =
        make_translation_data(corpus_of(task, data), {.min_frequency = task.name == "multi30k" ? 2U : 1U});
    const auto add = [&](HeadRun run) {
      run.commit = commit, run.processor = processor;
      add_to(csv, csv_line(run));
      done = read_study(csv);
    };
    if (!train_missing(task, sentences, done, add)) return false;
  }
  return true;
}

std::vector<HeadSummary> study_cells(const std::vector<HeadRun>& runs) {
  std::vector<HeadRun> compared;
  for (const HeadTask& task : study_tasks()) {
    for (const std::int64_t heads : task.heads) {
      std::vector<HeadRun> its;
      for (const HeadRun& run : runs)
        if (run.task == task.name && run.heads == heads && !is_trial(run)) its.push_back(run);
      std::ranges::sort(its, {}, &HeadRun::seed);
      if (its.size() > 1) compared.insert(compared.end(), its.begin(), its.end());
    }
  }
  return summarise(compared, 20'000);
}

std::string study_report(const std::vector<HeadSummary>& cells) {
  Table table{.columns = {{tr("task")},
                          {tr("heads"), Align::right},
                          {tr("parameters"), Align::right},
                          {"lr", Align::right},
                          {tr("seeds"), Align::right},
                          {"BLEU", Align::right},
                          {"chrF", Align::right},
                          {tr("against one head"), Align::right},
                          {"p", Align::right},
                          {tr("detectable"), Align::right}}};
  for (const HeadSummary& cell : cells)
    table.rows.push_back({cell.task, std::to_string(cell.heads), grouped(cell.parameters),
                          fmt::format("{}", cell.learning_rate), std::to_string(cell.runs),
                          interval_text(cell.bleu), interval_text(cell.chrf),
                          cell.difference ? interval_text(*cell.difference, "{:+.2f}") : "",
                          cell.p_value ? p_text(*cell.p_value) : "",
                          cell.detectable ? fmt::format("{:.2f}", *cell.detectable) : ""});
  return format_table(table);
}

}  // namespace heed
