// C6 by a comparison that is kept as CSV, and what docs/claims.json has of it.
#include <nlohmann/json.hpp>
#include <regex>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";

std::vector<HeadRun> runs_with(double more) {
  std::vector<HeadRun> runs;
  for (const std::uint64_t seed : {1, 2, 3})
    for (const std::int64_t heads : {1, 4})
      runs.push_back({.heads = heads,
                      .epochs = 4,
                      .learning_rate = 0.002,
                      .seed = seed,
                      .parameters = 1000,
                      .best_epoch = heads == 1 ? 3 : 4,
                      .test_bleu = 30 + static_cast<double>(seed) +
                                   (heads == 1 ? 0 : more + 0.1 * static_cast<double>(seed)),
                      .seconds = 10});
  return runs;
}

}  // namespace

TEST_CASE("a comparison that is kept as CSV is read back, and judged by C6's rule, over the seeds alone") {
  const Scratch scratch;
  const auto judged = [&](double more) {
    spill(scratch / "kept.csv", comparison_csv(runs_with(more)));
    return found_of_comparison(scratch / "kept.csv");
  };
  CHECK(judged(0.7).verdict == ClaimVerdict::holds);  // 0.8, 0.9 and 1.0 more
  CHECK(judged(3).verdict == ClaimVerdict::holds_in_part);
  CHECK(judged(-3).verdict == ClaimVerdict::does_not_hold);
  const GivenFinding found = judged(0.7);
  CHECK(found.machine.is_null());
  CHECK(found.seconds == 60);
  CHECK_THAT(found.measured.english,
             Catch::Contains(
                 "in kept.csv 4 heads, the best of the others, are +0.90 ± 0.25 BLEU from one (3 seeds") &&
                 Catch::Contains("In 3 of 6 runs the last epoch was the best one"));
  CHECK_THAT(found.measured.korean, Catch::Contains("학습 6번 가운데 3번은 마지막 에폭"));
  const std::vector<HeadRun> back = runs_of_csv(scratch / "kept.csv");
  REQUIRE(back.size() == 6);
  CHECK((back[1].heads == 4 && back[1].seed == 1 && back[1].best_epoch == 4 && back[1].parameters == 1000));
  CHECK(back[1].test_bleu == Approx(31.8));
  const std::string kept = slurp(scratch / "kept.csv");
  spill(scratch / "kept.csv", "\xEF\xBB\xBF" + std::regex_replace(kept, std::regex("\n"), "\r\n"));
  CHECK(comparison_csv(runs_of_csv(scratch / "kept.csv")) == kept);  // saved again by a spreadsheet

  for (const char* text : {"", "a,b\n1,2\n",
                           "heads,seed,epochs,lr,parameters,best_epoch,valid_loss,valid_bleu,"
                           "test_bleu,seconds\n1,1,4,0.002,1000,3,1,2\n"}) {
    spill(scratch / "kept.csv", text);
    CHECK_THROWS_WITH(runs_of_csv(scratch / "kept.csv"), Catch::Contains("heed compare-heads"));
  }
  CHECK_THROWS_AS(runs_of_csv(scratch / "none.csv"), Error);
}

TEST_CASE("what claims.json has of C6 on Multi30k is what its kept runs say") {
  const nlohmann::json kept = json_of(read_results(docs / "claims.json"));
  ExperimentResults again = read_results(docs / "claims.json");
  GivenFinding& found =
      again.find("C6")->finding.given.emplace(found_of_comparison(docs / "multi30k_heads.csv"));
  found.command = "./heed lab --from docs/claims.json --compared docs/multi30k_heads.csv --docs docs";
  CHECK(json_of(again) == kept);
  CHECK(found.verdict == ClaimVerdict::inside_the_noise);
}

TEST_CASE("heed lab --from puts a kept comparison beside C6") {
  const Scratch scratch;
  spill(scratch / "kept.csv", comparison_csv(runs_with(0.7)));
  std::filesystem::copy_file(docs / "claims.json", scratch / "claims.json");
  const auto lab = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "lab");
    return run({.arguments = arguments, .folder = scratch.folder()});
  };
  const ProgramEnd shown = lab({"--from", "claims.json", "--compared", "kept.csv"});
  CHECK(shown.status == 0);
  CHECK_THAT(shown.out, Catch::Contains(
                            "--compared kept.csv --docs docs` (1 min 00 s of training, kept in that file)") &&
                            Catch::Contains("in kept.csv 4 heads"));
  CHECK(lab({"C6", "--compared", "kept.csv"}).status == 2);
  CHECK(lab({"--from", "claims.json", "--compared", "none.csv"}).status == 1);
}

TEST_CASE("each claim took six minutes at most where docs/claims.json was measured") {
  const auto results = nlohmann::json::parse(slurp(docs / "claims.json"));
  double sum = 0;
  for (const auto& claim : results.at("claims")) {
    INFO(claim.at("id"));
    CHECK(claim.at("seconds").get<double>() <= 360);
    if (claim.at("id") != "C16") sum += claim.at("seconds").get<double>();  // C13's trainings, too
  }
  CHECK(sum <= 40 * 60);
}
