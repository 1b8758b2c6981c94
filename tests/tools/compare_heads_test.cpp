// heed compare-heads: equal numbers of parameters, and what --quick leaves out.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

ProgramEnd compare_heads(const Scratch& scratch, std::vector<std::string> more) {
  std::vector<std::string> all{"compare-heads", "--level", "1", "--pairs", "300", "--threads", "1"};
  all.insert(all.end(), more.begin(), more.end());
  // Only what it is about to do is asked for.
  return run({.arguments = all, .folder = scratch.folder(), .signal_when = " seeds each"});
}

}  // namespace

TEST_CASE("the models of compare-heads differ in their heads, not in their number of parameters") {
  const Scratch scratch;
  const ProgramEnd outcome = run({.arguments = {"compare-heads", "--level", "1", "--pairs", "300", "--seeds",
                                                "1", "--epochs", "1", "--threads", "1"},
                                  .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Catch::Contains("too few seeds to say"));
  const auto results =
      nlohmann::json::parse(slurp(scratch / "runs/compare-heads-toy-ko-en/results.json")).at("summary");
  REQUIRE(results.size() == 4);
  const std::int64_t parameters = results.at(0).at("parameters");
  CHECK(parameters > 10'000);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(results.at(i).at("heads") == (1 << i));
    CHECK(results.at(i).at("parameters") == parameters);
  }
}

TEST_CASE("compare-heads --quick does fewer and shorter runs, yet enough seeds for an answer") {
  const Scratch scratch;
  const ProgramEnd full = compare_heads(scratch, {}), quick = compare_heads(scratch, {"--quick"}),
                   few = compare_heads(scratch, {"--quick", "--seeds", "2", "--epochs", "1"});
  CHECK_THAT(full.out, Catch::Contains("20 runs of 6 epochs: 1, 2, 4, 8 heads, 5 seeds each"));
  CHECK_THAT(quick.out, Catch::Contains("12 runs of 3 epochs: 1, 2, 4, 8 heads, 3 seeds each"));
  CHECK_THAT(few.out, Catch::Contains("8 runs of 1 epochs: 1, 2, 4, 8 heads, 2 seeds each"));
  for (const ProgramEnd* end : {&full, &quick, &few}) CHECK(end->status == 130);
}
