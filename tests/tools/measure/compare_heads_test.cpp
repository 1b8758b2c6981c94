// heed compare-heads: equal numbers of parameters, what diverges, and what is written.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/head_study.hpp"

using namespace heed;

namespace {

ProgramEnd compare_heads(const Scratch& scratch, const std::string& options) {
  return run({.arguments = words_of("compare-heads --pairs 300 --threads 1 " + options),
              .folder = scratch.folder()});
}

}  // namespace

TEST_CASE("the models of compare-heads differ in their heads alone, and its results say what to repeat") {
  const Scratch scratch;
  const ProgramEnd outcome =
      compare_heads(scratch,
                    "--seeds 1 --epochs 1 --level 1 --seed 5 --d-model 16 --ff 32 --layers 1 --dropout 0.25 "
                    "--schedule inverse-sqrt");
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
  CHECK(runs[0].parameters > 1000);
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "d_model": 16, "layers": 1, "ff": 32, "dropout": 0.25, "attention_dropout": -1.0, "activation_dropout": -1.0,
    "norm": "post", "final_norm": "yes", "activation": "relu",
    "position": "sinusoidal", "attention": "all", "kernel": "automatic",
    "tie": "none", "epochs": 1, "batch": 64, "batch_tokens": 0, "accumulate": 1,
    "lr": 0.002, "schedule": "inverse-sqrt", "warmup": 400, "adam_beta2": 0.98, "adam_eps": 1e-9, "clip": 1.0,
    "label_smoothing": 0.1, "patience": 0, "seed": 5, "source": "ko", "target": "en", "tokens": "words",
    "min_frequency": 1, "max_tokens": 100, "level": 1, "pairs": 300, "heads_list": [1, 2, 4, 8], "seeds": 1})");
  CHECK(results.at("settings") == expected);
}

TEST_CASE("a training of compare-heads that diverges counts as BLEU 0, and the others go on") {
  const Scratch scratch;
  const ProgramEnd all = compare_heads(
      scratch, "--heads-list 1,2 --level 1 --seeds 1 --epochs 1 --d-model 16 --ff 32 --layers 1 --lr 900");
  CHECK(all.status == 1);
  CHECK_THAT(all.out,
             Catch::Contains("no better than untrained: counts as BLEU 0") && Catch::Contains("run  2/2"));
  CHECK_THAT(all.err, Catch::Contains("no training was better than its untrained model"));
  for (const HeadRun& run : read_study(scratch / "runs/compare-heads-toy-ko-en/results.csv"))
    CHECK((run.best_epoch == 0 && run.test_bleu == 0));
}
