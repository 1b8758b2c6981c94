// The plan of the study of heads, its file, and the trainings that the file still lacks.
#include "tools/measure/head_study.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/file_error.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

constexpr std::size_t blocks = 40;
constexpr std::uint64_t trial_seed = 101;
constexpr const char* header =
    "task,heads,d_model,lr,seed,parameters,epochs,best_epoch,valid_bleu,test_bleu,test_chrf,seconds,commit,"
    "processor,blocks";

TranslationSession session_of(std::int64_t layers, std::int64_t d_model, std::int64_t epochs,
                              std::int64_t patience) {
  TranslationSession session{
      .model = {.encoder_layers = layers,
                .decoder_layers = layers,
                .layer = {.d_model = d_model, .heads = 1, .dim_feedforward = 2 * d_model, .max_length = 202}},
      .run = {.epochs = epochs, .schedule = ScheduleKind::inverse_sqrt, .patience = patience}};
  return session;
}

/// Sums of the rows of each block, of which all have the same number of sentences but for one.
SegmentStatistics in_blocks(const SegmentStatistics& all) {
  SegmentStatistics sums{.columns = all.columns, .values = {}, .references = all.references};
  sums.values.resize(std::min(blocks, all.rows()) * all.columns);
  for (std::size_t i = 0; i < all.rows(); ++i)
    for (std::size_t k = 0; k < all.columns; ++k)
      sums.values[i * sums.rows() / all.rows() * all.columns + k] += all.row(i)[k];
  return sums;
}

std::string line_of(const StudyRun& line) {
  const HeadRun& run = line.run;
  return fmt::format("{},{},{},{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.1f},{},{},{}\n", line.task, run.heads,
                     line.d_model, run.learning_rate, run.seed, run.parameters, run.trained, run.best_epoch,
                     run.valid_bleu, run.test_bleu, run.test_chrf, run.seconds, line.commit, line.processor,
                     fmt::join(run.statistics.values, " "));
}

Corpus corpus_of(const StudyTask& task, const std::filesystem::path& data) {
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

std::int64_t width_of(const StudyTask& task, std::int64_t heads) {
  return task.head_width == 0 ? task.session.model.layer.d_model : task.head_width * heads;
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

const std::vector<StudyTask>& study_tasks() {
  static const std::vector<StudyTask> tasks{
      {.name = "cells", .session = session_of(1, 64, 100, 10), .rates = {2e-3, 4e-3, 8e-3}},
      {.name = "grammar", .session = session_of(2, 64, 60, 5), .rates = {1e-3, 2e-3, 4e-3}},
      {.name = "width", .session = session_of(2, 64, 60, 5), .rates = {1e-3, 2e-3, 4e-3}, .head_width = 16},
      {.name = "tatoeba",
       .folder = "tatoeba_koen",
       .source = "ko",
       .target = "en",
       .session = session_of(2, 128, 60, 5),
       .rates = {5e-4, 1e-3, 2e-3}},
      {.name = "multi30k",
       .folder = "multi30k_deen",
       .source = "de",
       .target = "en",
       .session = session_of(2, 128, 20, 2),
       .rates = {5e-4, 1e-3, 2e-3},
       .seeds = 5}};
  return tasks;
}

std::vector<StudyRun> read_study(const std::filesystem::path& csv) {
  std::vector<StudyRun> runs;
  std::ifstream file(csv);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line == header) continue;
    std::istringstream fields(line);
    std::vector<std::string> all;
    for (std::string field; std::getline(fields, field, ',');) all.push_back(field);
    try {
      if (number == 1 || all.size() != 15) throw std::invalid_argument("fields");
      StudyRun run{.task = all[0], .d_model = std::stoll(all[2]), .commit = all[12], .processor = all[13]};
      run.run = {.heads = std::stoll(all[1]),
                 .learning_rate = std::stod(all[3]),
                 .seed = std::stoull(all[4]),
                 .parameters = std::stoll(all[5]),
                 .best_epoch = std::stoll(all[7]),
                 .valid_bleu = std::stod(all[8]),
                 .test_bleu = std::stod(all[9]),
                 .test_chrf = std::stod(all[10]),
                 .trained = std::stoll(all[6]),
                 .seconds = std::stod(all[11])};
      run.run.statistics = {.columns = 10, .values = {}, .references = 1};
      std::istringstream counts(all[14]);
      for (double count = 0; counts >> count;) run.run.statistics.values.push_back(count);
      runs.push_back(std::move(run));
    } catch (const std::exception&) {
      throw_error<FormatError>(tr_noop("{}:{}: is no line of a study of heads: delete it"), csv.string(),
                               number);
    }
  }
  return runs;
}

std::optional<PlannedRun> next_run(const StudyTask& task, const std::vector<StudyRun>& done) {
  const auto find = [&](std::int64_t heads, double rate, std::uint64_t seed) {
    return std::ranges::find_if(done, [&](const StudyRun& one) {
      return one.task == task.name && one.run.heads == heads && one.run.learning_rate == rate &&
             one.run.seed == seed;
    });
  };
  std::map<std::int64_t, std::pair<double, double>> best;  // validation BLEU and rate of each number of heads
  for (const double rate : task.rates) {
    for (const std::int64_t heads : study_heads) {
      const auto trial = find(heads, rate, trial_seed);
      if (trial == done.end())
        return PlannedRun{
            .heads = heads, .epochs = task.session.run.epochs, .learning_rate = rate, .seed = trial_seed};
      best[heads] = std::max(best[heads], std::pair(trial->run.valid_bleu, rate));
    }
  }
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(task.seeds); ++seed)
    for (const std::int64_t heads : study_heads)
      if (const double rate = best[heads].second; find(heads, rate, seed) == done.end())
        return PlannedRun{
            .heads = heads, .epochs = task.session.run.epochs, .learning_rate = rate, .seed = seed};
  return std::nullopt;
}

bool run_study(const std::vector<std::string>& tasks, const std::filesystem::path& csv,
               const std::filesystem::path& data, const std::string& commit) {
  if (!std::filesystem::exists(csv)) add_to(csv, std::string(header) + "\n");
  std::string processor = describe_machine().at("processor");
  std::ranges::replace(processor, ',', ' ');
  for (const StudyTask& task : study_tasks()) {
    if (std::ranges::count(tasks, task.name) == 0) continue;
    if (!next_run(task, read_study(csv))) continue;
    const TranslationData sentences =
        make_translation_data(corpus_of(task, data), {.min_frequency = task.name == "multi30k" ? 2U : 1U});
    while (const auto next = next_run(task, read_study(csv))) {
      TranslationSession session = task.session;
      session.model.layer.d_model = width_of(task, next->heads);
      session.model.layer.dim_feedforward = 2 * session.model.layer.d_model;
      const std::string label =
          tr("{}: heads {}, lr {}, seed {}", task.name, next->heads, next->learning_rate, next->seed);
      const auto run = train_heads(sentences, session, *next, {.talk = Talk::bar, .label = label});
      if (!run) return false;
      StudyRun line{.task = task.name,
                    .d_model = session.model.layer.d_model,
                    .run = *run,
                    .commit = commit,
                    .processor = processor};
      line.run.statistics = in_blocks(run->statistics);
      add_to(csv, line_of(line));
      fmt::print("{}; {}\n", label,
                 tr("best epoch {} of {}, test BLEU {:.2f}, {}", run->best_epoch, run->trained,
                    run->test_bleu, duration_in(run->seconds, spoken_language())));
      std::fflush(stdout);
    }
  }
  return true;
}

}  // namespace heed
