// The study of heads: its constructed task, the order of its runs, its file, and its answer.
#include "tools/measure/head_study.hpp"

#include <fmt/ranges.h>

#include <map>
#include <set>
#include <sstream>

#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/measure/head_runs.hpp"

using namespace heed;

namespace {

std::vector<std::string> cells_of(const std::string& sentence) {
  std::istringstream words(sentence);
  return {std::istream_iterator<std::string>(words), {}};
}

HeadRun run_of(const std::string& task, std::int64_t heads, double rate, std::uint64_t seed, double bleu) {
  HeadRun run = even_run(heads, seed, bleu);
  run.task = task, run.d_model = 64, run.learning_rate = rate, run.valid_bleu = bleu;
  return run;
}

}  // namespace

TEST_CASE("a cell of the ring follows from three cells before, and from no two of them") {
  const Corpus corpus = cells_corpus(3000, 100, 100);
  std::map<std::string, std::string> rule;
  std::map<std::string, std::set<std::string>> without[3];
  std::set<std::string> sources;
  for (const auto* part : {&corpus.train, &corpus.valid, &corpus.test}) {
    for (const SentencePair& pair : *part) {
      CHECK(sources.insert(pair.source).second);
      const auto now = cells_of(pair.source), then = cells_of(pair.target);
      REQUIRE(now.size() == 12);
      REQUIRE(then.size() == 12);
      for (std::size_t i = 0; i < 12; ++i) {
        const std::string seen[]{now[(i + 11) % 12], now[i], now[(i + 1) % 12]};
        CHECK(rule.emplace(seen[0] + seen[1] + seen[2], then[i]).first->second == then[i]);
        for (std::size_t k = 0; k < 3; ++k) without[k][seen[(k + 1) % 3] + seen[(k + 2) % 3]].insert(then[i]);
      }
    }
  }
  CHECK(rule.size() == 216);
  for (const auto& by_two : without)
    for (const auto& [two, next] : by_two) CHECK(next.size() > 1);
  CHECK(cells_corpus(10, 1, 1).train[9].source == corpus.train[9].source);
}

TEST_CASE("a study tries rates first, and then trains every number of heads with its best") {
  const HeadTask& task = study_tasks().front();
  std::vector<HeadRun> done;
  std::vector<std::string> order;
  for (auto next = next_run(task, done); next; next = next_run(task, done)) {
    order.push_back(fmt::format("{}/{}/{}", next->heads, next->learning_rate, next->seed));
    // eight heads learn best with the largest rate, the others with the smallest
    const double sign = next->heads == 8 ? 1 : -1;
    done.push_back(
        run_of(task.name, next->heads, next->learning_rate, next->seed, 50 + sign * next->learning_rate));
  }
  CHECK(order.size() == 3 * 4 + 4 * 10);
  CHECK(fmt::format("{}", fmt::join(order.begin() + 8, order.begin() + 16, " ")) ==
        "1/0.008/101 2/0.008/101 4/0.008/101 8/0.008/101 1/0.002/1 2/0.002/1 4/0.002/1 8/0.008/1");
  CHECK(order.back() == "8/0.008/10");

  // multi30k takes the rates of tatoeba
  const HeadTask &tatoeba = study_tasks()[3], &multi30k = study_tasks()[4];
  CHECK_THROWS_AS(next_run(multi30k, done), UsageError);
  for (const double rate : tatoeba.rates)
    for (const std::int64_t heads : tatoeba.heads)
      done.push_back(run_of(tatoeba.name, heads, rate, trial_seed, 50 + rate));
  CHECK(next_run(multi30k, done)->learning_rate == 0.002);
  CHECK(next_run(multi30k, done)->seed == 1);
  CHECK(planned_runs(multi30k) == 4 * 5);
}

TEST_CASE("a study's file: a line a run, and one clear error for what is none") {
  const Scratch folder;
  const auto csv = folder / "heads.csv";
  CHECK(read_study(csv).empty());
  const std::string head = std::string(runs_heading) + "\n";
  spill(csv,
        head + "cells,4,64,0.002,101,1000,12,9,91.5,90.25,95,60.5,abcd1234,A CPU,1 2 3 4 5 6 7 8 9 10\n");
  const std::vector<HeadRun> runs = read_study(csv);
  REQUIRE(runs.size() == 1);
  CHECK(is_trial(runs[0]));
  CHECK((runs[0].test_bleu == 90.25 && runs[0].trained == 12 && runs[0].processor == "A CPU"));
  CHECK(runs[0].statistics.rows() == 1);
  CHECK_THAT(csv_line(runs[0]), Catch::StartsWith("cells,4,64,0.002,101,1000,12,9,91.5000,") &&
                                    Catch::EndsWith(",abcd1234,A CPU,1 2 3 4 5 6 7 8 9 10\n"));
  spill(csv, head + "cells,4\n");
  CHECK_THAT(error_text<FormatError>([&] { read_study(csv); }), Catch::Contains("heads.csv:2: is no line"));
}

TEST_CASE("a study's answer leaves trials out, and compares numbers of heads within a task") {
  std::vector<HeadRun> runs;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double luck = static_cast<double>(seed) - 3;
    runs.push_back(run_of("cells", 1, 0.001, seed, 60 + luck));
    runs.push_back(run_of("cells", 4, 0.001, seed, 80 + luck + 0.1 * luck));
    runs.push_back(run_of("grammar", 1, 0.001, seed, 90 + luck));
    runs.push_back(run_of("grammar", 8, 0.001, seed, 90 - luck));
  }
  runs.push_back(run_of("cells", 4, 0.001, 101, 1));  // a trial
  const std::vector<HeadSummary> cells = study_cells(runs);
  REQUIRE(cells.size() == 4);
  CHECK(cells[1].runs == 5);
  CHECK(cells[1].difference->mean == Approx(20).margin(0.01));
  CHECK((*cells[1].p_value < 0.01 && *cells[3].p_value > 0.5));
  CHECK_FALSE((cells[0].difference || cells[2].difference));
  CHECK_THAT(study_report(cells), Catch::Contains("+20.00"));
}
