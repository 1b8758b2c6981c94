// heed compare-heads: equal numbers of parameters, and what --quick leaves out.
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/head_study.hpp"

using namespace heed;

namespace {

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

ProgramEnd compare_heads(const Scratch& scratch, std::vector<std::string> more) {
  std::vector<std::string> all{"compare-heads", "--pairs", "300", "--threads", "1"};
  all.insert(all.end(), more.begin(), more.end());
  // Only what it is about to do is asked for.
  return run({.arguments = all, .folder = scratch.folder(), .signal_when = " epochs each"});
}

}  // namespace

TEST_CASE("the models of compare-heads differ in their heads, not in their number of parameters") {
  const Scratch scratch;
  const ProgramEnd outcome = run({.arguments = {"compare-heads", "--level", "1", "--pairs", "300", "--seeds",
                                                "1", "--epochs", "1", "--threads", "1"},
                                  .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Catch::Contains("\ncompare-heads one seed cannot tell: in embedded"));
  const auto results = nlohmann::json::parse(slurp(scratch / "runs/compare-heads-toy-ko-en/results.json"));
  CHECK(results.at("claims").at(0).at("tables").at(0).at("rows").size() == 4);
  for (const char* what : {"processor", "simd", "blas"})
    CHECK(!results.at("machine").at(what).get<std::string>().empty());
  const std::vector<HeadRun> runs = read_study(scratch / "runs/compare-heads-toy-ko-en/results.csv");
  REQUIRE(runs.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK((runs[i].task == "embedded grammar  level 1" && runs[i].learning_rate == 0.002));
    CHECK((runs[i].heads == (1 << i) && runs[i].parameters == runs[0].parameters));
  }
  CHECK(runs[0].parameters > 10'000);
}

TEST_CASE("compare-heads refuses heads that positions cannot have before anything trains") {
  const Scratch scratch;
  const ProgramEnd end = run({.arguments = {"compare-heads", "--position", "rotary", "--d-model", "8",
                                            "--heads-list", "1,2,8", "--pairs", "300", "--epochs", "1"},
                              .folder = scratch.folder()});
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Catch::Contains("8 heads of 1 have no pairs"));
  CHECK_FALSE(std::filesystem::exists(scratch / "runs"));
}

TEST_CASE("a training of compare-heads that diverges counts as BLEU 0, and the others go on") {
  const Scratch scratch;
  const auto compare = [&](const char* rates) {
    return run(
        {.arguments = words(std::string("compare-heads --heads-list 1,2 --level 1 --pairs 300 --seeds 1 "
                                        "--epochs 1 --d-model 16 --ff 32 --layers 1 --threads 1 --lr ") +
                            rates),
         .folder = scratch.folder()});
  };
  const ProgramEnd all = compare("900");
  CHECK(all.status == 1);
  CHECK_THAT(all.out,
             Catch::Contains("no better than untrained: counts as BLEU 0") && Catch::Contains("run  2/2"));
  CHECK_THAT(all.err, Catch::Contains("no training was better than its untrained model"));
  for (const HeadRun& run : read_study(scratch / "runs/compare-heads-toy-ko-en/results.csv"))
    CHECK((run.best_epoch == 0 && run.test_bleu == 0));
}

TEST_CASE("results.json of compare-heads holds the settings that make it repeatable") {
  const Scratch scratch;
  const std::vector<std::string> arguments = words(
      "compare-heads --heads-list 2 --seeds 1 --epochs 1 --level 1 --pairs 300 --seed 5 --d-model 16 --ff 32 "
      "--layers 1 --dropout 0.25 --schedule inverse-sqrt --threads 1");
  const ProgramEnd outcome = run({.arguments = arguments, .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  const auto results = nlohmann::json::parse(slurp(scratch / "runs/compare-heads-toy-ko-en/results.json"));
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "d_model": 16, "layers": 1, "ff": 32, "dropout": 0.25, "attention_dropout": -1.0, "activation_dropout": -1.0,
    "norm": "post", "final_norm": "yes", "activation": "relu",
    "position": "sinusoidal", "attention": "all", "kernel": "automatic",
    "tie": "none", "epochs": 1, "batch": 64, "batch_tokens": 0, "accumulate": 1,
    "lr": 0.002, "schedule": "inverse-sqrt", "warmup": 400, "adam_beta2": 0.98, "adam_eps": 1e-9, "clip": 1.0,
    "label_smoothing": 0.1, "patience": 0, "seed": 5, "source": "ko", "target": "en", "tokens": "words",
    "min_frequency": 1, "max_tokens": 100, "level": 1, "pairs": 300, "heads_list": [2], "seeds": 1})");
  CHECK(results.at("settings") == expected);
}

TEST_CASE("compare-heads says what it is about to do, and --quick leaves out", "[.long]") {
  const Scratch scratch;
  const ProgramEnd full = compare_heads(scratch, {}), quick = compare_heads(scratch, {"--quick"}),
                   few = compare_heads(scratch, {"--quick", "--seeds", "2", "--epochs", "2", "--heads-list",
                                                 "1,2,4,8", "--level", "1"});
  CHECK_THAT(full.out, Catch::Contains("20 runs of 6 epochs each: 1, 2, 4, 8 heads, 5 seeds\n") &&
                           Catch::Contains("embedded grammar of level 3"));
  CHECK_THAT(quick.out, Catch::Contains("10 runs of 5 epochs each: 1, 4 heads, 5 seeds\n"));
  CHECK_THAT(few.out, Catch::Contains("8 runs of 2 epochs each: 1, 2, 4, 8 heads, 2 seeds\n") &&
                          !Catch::Contains("level 3"));
  for (const ProgramEnd* end : {&full, &quick, &few}) CHECK(end->status == 130);
}
