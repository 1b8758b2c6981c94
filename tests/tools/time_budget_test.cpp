// heed translate --budget: a training that fits into a time.
#include "tools/translation/time_budget.hpp"

#include <algorithm>
#include <regex>

#include "lib/core/seconds.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/small_corpus.hpp"

using namespace heed;

namespace {

ProgramEnd heed_translate(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), {"translate", "--lang", "en"});
  return run({.arguments = words, .folder = scratch.folder()});
}

}  // namespace

TEST_CASE("of a time the largest model that can read its pairs often enough makes the most") {
  const std::vector<SizeCost> costs{{.size = {128, 4, 2, 256}, .pass = 10, .ending = 5},
                                    {.size = {192, 6, 3, 384}, .pass = 20, .ending = 10},
                                    {.size = {256, 8, 3, 512}, .pass = 40, .ending = 20}};
  const TimePlan plan = plan_for(costs, 300, 10);
  CHECK(plan.chosen == 1);
  CHECK(plan.epochs == 14);
  CHECK(plan.seconds == 14 * 20 + 10);
  CHECK(plan_for(costs, 300, 7).chosen == 2);
  SECTION("too little time for so many passes: the smallest, as often as it can") {
    const TimePlan hasty = plan_for(costs, 60, 10);
    CHECK(hasty.chosen == 0);
    CHECK(hasty.epochs == 5);
    CHECK(plan_for(costs, 14, 10).epochs == 0);
    CHECK(plan_for(costs, 3, 10).epochs == 0);
  }
}

TEST_CASE("the largest size that fits is found by halving, of measured costs alone") {
  const std::vector<ModelSize>& sizes = sizes_to_choose_from();
  const auto place = [&](const ModelSize& size) {
    return std::find_if(sizes.begin(), sizes.end(),
                        [&](const ModelSize& s) {
                          return s.d_model == size.d_model && s.layers == size.layers &&
                                 s.dim_feedforward == size.dim_feedforward;
                        }) -
           sizes.begin();
  };
  int measured = 0;
  bool over = false;
  const Measuring measuring{
      .cost =
          [&](const ModelSize& size) {
            ++measured;
            return SizeCost{.size = size, .pass = static_cast<double>(place(size) + 1), .ending = 0};
          },
      .left = [] { return 60.0; },
      .over = [&] { return over; }};
  for (std::int64_t passes = 1; passes <= 70; ++passes) {
    measured = 0;
    const std::vector<SizeCost> costs = costs_around(sizes, passes, measuring);
    CHECK(measured <= 4);
    const TimePlan plan = plan_for(costs, 60, passes);
    const std::int64_t fitting = std::clamp<std::int64_t>(60 / passes, 1, std::ssize(sizes));
    CHECK(place(costs[plan.chosen].size) == fitting - 1);  // exactly so many passes are enough
  }
  over = true;
  CHECK(costs_around(sizes, 1, measuring).size() == 1);
}

TEST_CASE("a size that seems slower than a wider one is measured again") {
  const std::vector<SizeCost> first{{.size = {128, 4, 2, 256}, .pass = 30, .ending = 2},
                                    {.size = {128, 4, 3, 256}, .pass = 24.5, .ending = 1},
                                    {.size = {160, 4, 3, 320}, .pass = 33, .ending = 3}};
  std::vector<double> next{31, 16};  // the other program is still there, and then gone
  const auto measured = [&](bool over) {
    std::vector<SizeCost> costs = first;
    std::size_t at = 0;
    measure_falling_again(costs, {.cost =
                                      [&](const ModelSize& size) {
                                        CHECK(size.layers == 2);
                                        return SizeCost{.size = size, .pass = next.at(at++), .ending = 0.5};
                                      },
                                  .left = [] { return 60.0; },
                                  .over = [&] { return over; }});
    CHECK(costs[1].pass == 24.5);
    CHECK(costs[2].pass == 33);
    CHECK(costs[0].ending <= 1);
    return costs[0].pass;
  };
  CHECK(measured(false) == 16);
  next = {31, 32};
  CHECK(measured(false) == 24.5);  // no more than the wider one takes
  CHECK(measured(true) == 24.5);   // without time to measure
}

TEST_CASE("what is left of the time goes to a wider feed-forward network, for as many passes") {
  const auto plan_with = [](double left) {
    const Measuring measuring{
        .cost =
            [](const ModelSize& size) {
              return SizeCost{.size = size, .pass = 1 + static_cast<double>(size.dim_feedforward) / 1000};
            },
        .left = [left] { return left; },
        .over = [] { return false; }};
    SizeCost cost = measuring.cost({128, 4, 2, 256});
    TimePlan plan = plan_for({cost}, left, 1);
    use_what_is_left(cost, plan, measuring);
    CHECK(plan.seconds <= left);
    return cost.size.dim_feedforward;
  };
  CHECK(plan_with(9.9) > 256);                // 7 passes leave a tenth of the time
  CHECK(plan_with(2 * 1.256 / 0.95) == 256);  // a twentieth is left as it is
  CHECK(plan_with(2 * 1.256 / 0.93) > 256);
}

TEST_CASE("pairs, dropout and the end follow from what was measured") {
  const SizeCost cost{.pass = 2, .ending = 10};
  CHECK(times_fitting(cost, 50, 10) == 2);
  CHECK(pairs_for(2, 300) == 600);
  CHECK(pairs_for(0.5, 301) == 150);
  CHECK(pairs_for(0.001, 300) == 0);
  CHECK(pairs_for(-1, 300) == 0);
  CHECK(pairs_for(1e9, 300) == 1'000'000);
  CHECK(dropout_for(60) == 0.1);
  CHECK(dropout_for(61) == 0.2);
  CHECK_FALSE(is_over(106.9, 100));
  CHECK(is_over(107.1, 100));
}

TEST_CASE("a pass is wanted as often as makes 3,500 steps") {
  CHECK(passes_wanted(3500, {.batch_sentences = 10}) == 10);
  CHECK(passes_wanted(3501, {.batch_sentences = 10}) == 10);
  CHECK(passes_wanted(5026, {.batch_sentences = 64}) == 45);
  CHECK(passes_wanted(3500, {.batch_sentences = 10, .accumulate = 2}) == 20);
  CHECK(passes_wanted(1'000'000, {.batch_sentences = 64}) == 1);
}

TEST_CASE("sizes to choose from can be models, and grow") {
  double before = 0;
  for (const ModelSize& size : sizes_to_choose_from()) {
    TranslationSession session;
    set_size(session.model, size);
    CHECK_NOTHROW(check_session(session));
    const ModelSize again = size_of(session.model);
    CHECK(again.d_model == size.d_model);
    CHECK(again.layers == size.layers);
    const auto d = static_cast<double>(size.d_model);
    const double work =
        static_cast<double>(size.layers) * (12 * d * d + 4 * d * static_cast<double>(size.dim_feedforward));
    CHECK(work > before);
    before = work;
  }
}

TEST_CASE("heed translate --budget says what it chose, and its run can be repeated without it", "[.long]") {
  const Scratch scratch;
  write_corpus(scratch, 2000);  // of few tokens: two seconds hold several passes on any machine
  ProgramEnd end;
  // Once more where other programs came in between, so that the time was over before the last pass.
  for (int tries = 0; tries < 5 && (tries == 0 || end.out.find("fewer than planned") != std::string::npos);
       ++tries)
    end = heed_translate(scratch, {"--data", "data", "--budget", "2s", "--d-model", "16", "--ff", "32",
                                   "--heads", "2", "--layers", "1", "--beam", "1", "--max-length", "8"});
  INFO(end.out << end.err);
  REQUIRE(end.status == 0);
  CHECK_THAT(end.out, Catch::Contains("passes in the time") &&
                          Catch::Contains("heed translate --train --data data") &&
                          Catch::Contains("Batches of 64 and a warm-up of 400 steps") &&
                          Catch::Contains("It took ") && Catch::Contains(" of 2 s."));
  const std::string run_file = slurp(scratch / "runs/data-ko-en/run.json");
  std::smatch passes;
  REQUIRE(std::regex_search(end.out, passes, std::regex("heed translate --train .*--epochs ([0-9]+)")));
  CHECK_THAT(run_file,
             Catch::Contains("\"budget\": null") && Catch::Contains("\"epochs\": " + passes[1].str() + ","));
  REQUIRE(heed_translate(scratch, {"--config", "runs/data-ko-en/run.json", "--out", "again"}).status == 0);
  CHECK(slurp(scratch / "again/model.safetensors") == slurp(scratch / "runs/data-ko-en/model.safetensors"));
}

TEST_CASE("why a size was chosen says what the time was too short for") {
  CHECK_THAT(
      why_chosen({.fits = 1.2, .passes = 6}),
      Catch::Contains("the largest that can read its pairs 6 times, so that it takes some 3,500 steps"));
  CHECK_THAT(why_chosen({.fits = 0.2, .passes = 6, .fewer_pairs = true, .all = 299.5}),
             Catch::Contains("the smallest, and as many pairs as it can read 6 times") &&
                 Catch::Contains("for some 3,500 steps give about 5 min 00 s"));
  CHECK_THAT(why_chosen({.fits = 0.2, .passes = 6}), Catch::Contains("and all the time for it; 6 passes"));
}

TEST_CASE("a training that its time has cut is repeated by its run.json, and says what ended it", "[.long]") {
  const Scratch scratch;
  write_corpus(scratch, 2000);
  // It sleeps for longer than there is time, after it has begun to train.
  const std::string call = fmt::format(
      "'{}' translate --lang en --data data --budget 3s --d-model 16 --ff 32 --heads 2 --layers 1 --beam 1 "
      "--max-length 8 > out & p=$!; while ! grep -q 'epoch  1' out; do sleep 0.02; done; "
      "kill -STOP $p; sleep 4; kill -CONT $p; wait $p",
      HEED_PROGRAM);
  const ProgramEnd end = run({.arguments = {"-c", call}, .folder = scratch.folder(), .program = "/bin/sh"});
  const std::string out = slurp(scratch / "out");
  INFO(out << end.err);
  REQUIRE(end.status == 0);
  std::smatch done;
  REQUIRE(
      std::regex_search(out, done, std::regex("ended after epoch ([0-9]+) of [0-9]+: one more would have")));
  CHECK_THAT(out, Catch::Contains("fewer than planned") && Catch::Contains("--stop-after " + done[1].str()));
  CHECK_THAT(slurp(scratch / "runs/data-ko-en/run.json"),
             Catch::Contains("\"stop-after\": " + done[1].str() + ","));
  CHECK_THAT(run({.arguments = {"show", "runs/data-ko-en", "--lang", "en"}, .folder = scratch.folder()}).out,
             Catch::Contains("(one more would have taken longer than --budget gives)"));
  REQUIRE(heed_translate(scratch, {"--config", "runs/data-ko-en/run.json", "--out", "again"}).status == 0);
  CHECK(slurp(scratch / "again/model.safetensors") == slurp(scratch / "runs/data-ko-en/model.safetensors"));
}

TEST_CASE("heed translate --budget says that it measures, and ends at once on Ctrl-C") {
  const Scratch scratch;
  write_corpus(scratch, 2000);
  const auto begun = std::chrono::steady_clock::now();
  const ProgramEnd end = run({.arguments = {"translate", "--lang", "en", "--data", "data", "--budget", "20h"},
                              .folder = scratch.folder(),
                              .signal_when = "Measuring"});
  INFO(end.out << end.err);
  CHECK(end.status == 130);
  CHECK_THAT(end.out, Catch::Contains("for about 1 min 00 s"));
  CHECK_THAT(end.err, Catch::Contains("Interrupted while measuring"));
  CHECK(seconds_since(begun) < 30);
}

TEST_CASE("heed translate --budget refuses what cannot be") {
  const Scratch scratch;
  const auto said = [&](const std::vector<std::string>& words) {
    const ProgramEnd end = heed_translate(scratch, words);
    CHECK(end.status == 2);
    return end.err;
  };
  for (const std::string wrong : {"30", "m", "-3m", "0s", "nans", "1d", "1e9h"})
    CHECK_THAT(said({"--budget", wrong}),
               Catch::Contains("takes a time such as 90s, 30m or 2h, not '" + wrong + "'"));
  CHECK_THAT(said({"--budget", "1m", "--epochs", "3"}), Catch::Contains("leave out one of them"));
  CHECK_THAT(said({"--budget", "1m", "--resume"}), Catch::Contains("leave out one of them"));
  CHECK_THAT(said({"--budget", "1m", "--model", "lstm"}), Catch::Contains("--model lstm"));
  CHECK_THAT(said({"--budget", "0.1s", "--level", "1", "--pairs", "300", "--d-model", "16", "--ff", "32",
                   "--heads", "2"}),
             Catch::Contains("give more time"));
  const ProgramEnd korean =
      run({.arguments = {"translate", "--lang", "ko", "--budget", "0.1s", "--level", "1", "--pairs", "300",
                         "--d-model", "16", "--ff", "32", "--heads", "2"},
           .folder = scratch.folder()});
  CHECK(korean.status == 2);
  CHECK_THAT(korean.out, Catch::Contains("재는 중 (약 1초) ..."));
  CHECK_THAT(korean.err, Catch::Contains("초 걸렸습니다. 시간을 더 주세요"));
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/toy-ko-en/model.safetensors"));
}
