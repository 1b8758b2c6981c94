// heed recall, C8 and C18: nets of equal size, what is measured, paths, and what is said of measurements that
// nobody made.
#include <algorithm>
#include <cmath>

#include "lib/array/parallel.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/recall.hpp"

using namespace heed;

namespace {

const RecallPlan made_up_plan{.distances = {8, 32, 512}, .tasks = {RecallTask::recall}, .width = 16};

/// Whose made-up path takes a step a token.
bool token_by_token(const std::string& kind) { return kind != "attention" && kind != "convolution"; }

/// Made-up cells of all nets: recall over 8, 32 and 512 tokens, three seeds.
RecallCells made_up_recall(const std::function<void(RecallCell& cell)>& change) {
  RecallCells cells;
  for (const RecallKind& kind : recall_kinds()) {
    for (const std::uint64_t seed : made_up_plan.seeds) {
      for (const std::int64_t d : made_up_plan.distances) {
        cells.push_back({.kind = kind.name,
                         .distance = d,
                         .tokens = d + 1,
                         .seed = seed,
                         .path = token_by_token(kind.name)    ? d
                                 : kind.name == "convolution" ? std::llround(std::log2(d))
                                                              : 1,
                         .gradient_norm = token_by_token(kind.name) ? std::pow(0.9, d) : 0.1,
                         .us_a_token = kind.name == "attention" ? std::sqrt(d) : 2,
                         .steps = 100,
                         .accuracy = token_by_token(kind.name) && d == 512 ? 0.3 : 1});
        if (change) change(cells.back());
      }
    }
  }
  return cells;
}

RecallJudgement judged(const std::function<void(RecallCell& cell)>& change) {
  return judge_recall(made_up_plan, made_up_recall(change));
}

}  // namespace

TEST_CASE(
    "all nets have nearly as many parameters as attention, and a convolution reaches over the distance") {
  const RecallPlan plan{.distances = {8, 512}};
  Rng rng(1);
  const std::int64_t wanted = RecallNet(recall_net(plan, recall_kinds().front()), rng).parameter_count();
  for (const RecallKind& kind : recall_kinds()) {
    const RecallNet net(recall_net(plan, kind), rng);
    INFO(kind.name << ": " << net.parameter_count() << " beside " << wanted);
    CHECK(std::abs(net.parameter_count() - wanted) * 40 <= wanted);
    CHECK(net.layers() == (kind.name == "convolution" ? 5 : 2));
  }
}

TEST_CASE("the gradient at the first token is that of its embedding, and 0 where a net does not reach it") {
  Rng rng(3);
  const RecallNet net(
      {.kind = RecallNet::Kind::convolution, .vocabulary = recall_vocabulary, .width = 8, .reach = 16},
      rng);  // two layers that see 16 tokens back
  CHECK(first_token_gradient(net, recall_batch(RecallTask::recall, 64, 3, rng)) == 0);
  // The symbol stands nowhere else in its sequence: its row of the table has the gradient of that place
  // alone.
  const RecallBatch batch = recall_batch(RecallTask::recall, 10, 1, rng);
  cross_entropy(net(net.embed(batch.input), 1), batch.answer).backward();
  const Array rows = net.embedding.weight.grad();
  double squares = 0;
  for (std::int64_t k = 0; k < 8; ++k)
    squares += std::pow(static_cast<double>(rows.at({batch.input[0], k})), 2);
  net.zero_grad();
  CHECK(squares > 0);
  CHECK(first_token_gradient(net, batch) == Approx(std::sqrt(squares)).epsilon(1e-4));
}

TEST_CASE("a comparison measures every cell, the same for any number of threads, and ends early when told") {
  const int before = threads();
  RecallPlan plan{.distances = {12, 8}, .seeds = {1}, .width = 16, .sequences = 4, .steps = 3};
  set_threads(1);
  const RecallCells once = measure_recall(plan);
  set_threads(2);
  const RecallCells again = measure_recall(plan);
  set_threads(before);
  REQUIRE((once.size() == 20 && again.size() == 20));
  for (std::size_t i = 0; i < once.size(); ++i) {
    const RecallCell &a = once[i], &b = again[i];
    INFO(a.kind << " over " << a.distance);
    CHECK((a.gradient_norm > 0 && a.us_a_token > 0));
    // three steps teach nothing: what did not learn the shortest distance is asked for a longer one as it is
    CHECK(a.steps == (a.distance == 8 ? 3 : 0));
    REQUIRE(a.accuracy.has_value());
    CHECK(*a.accuracy < 0.5);
    CHECK((a.path == b.path && a.path > 0));
    CHECK((a.accuracy == b.accuracy && a.gradient_norm == b.gradient_norm && a.kind == b.kind));
  }
  const auto answered = [](const RecallCell& c) { return c.accuracy.has_value(); };
  plan.on_step = [](const RecallCell& cell, std::size_t) { return cell.steps < 2; };
  const RecallCells cut = measure_recall(plan);
  REQUIRE(cut.size() == 20);  // gradient and time stay
  CHECK(std::ranges::none_of(cut, answered));
  plan.on_step = [](const RecallCell&, std::size_t) { return false; };
  CHECK(measure_recall(plan).empty());
  plan.on_step = {};
  plan.learning_rate = 1e30;
  const RecallCells diverged = measure_recall(plan);
  REQUIRE(diverged.size() == 20);
  CHECK_FALSE(std::ranges::all_of(diverged, answered));
  CHECK(found_of_recall(plan, {}).tables.empty());
}

TEST_CASE("a path takes one step of attention, a step a token of a recurrent net, layers of a convolution") {
  using Kind = RecallNet::Kind;
  Rng rng(5);
  const auto steps = [&](Kind kind) {
    const RecallNet net({.kind = kind, .vocabulary = 8, .width = 16, .layers = 2, .reach = 70}, rng);
    Curve curve;
    for (const std::int64_t distance : {4, 16, 64})
      curve.emplace_back(distance, static_cast<double>(path_steps(net, distance)));
    return curve;
  };
  CHECK(steps(Kind::attention) == Curve{{4, 1}, {16, 1}, {64, 1}});
  // 4 taps a layer, each four times as far apart: as many steps as a number has digits other than 0 to the
  // base of 4, at most: 3, 15 = 33₄, 63 = 333₄
  CHECK(steps(Kind::convolution) == Curve{{4, 1}, {16, 2}, {64, 3}});
  for (const Kind kind : {Kind::rnn, Kind::lstm, Kind::state_space})
    CHECK(steps(kind) == Curve{{4, 4}, {16, 16}, {64, 64}});
  const RecallNet near({.kind = Kind::convolution, .vocabulary = 8, .width = 16, .reach = 16}, rng);
  CHECK(path_steps(near, 16) == 0);  // beyond its reach

  CHECK(path_growth({{8, 1}, {32, 1}, {512, 1}}) == "O(1)");
  CHECK(path_growth({{8, 2}, {32, 3}, {128, 4}, {512, 5}}) == "O(log n)");
  CHECK(path_growth({{8, 8}, {32, 32}, {512, 512}}) == "O(n)");
  CHECK(path_growth({{8, 64}, {32, 1024}, {512, 262144}}) == "–");
  CHECK(path_growth({{8, 1}, {32, 1}}) == "–");
}

TEST_CASE("claims of paths, of learning and of linear time are judged by what was measured") {
  using enum ClaimVerdict;
  const RecallJudgement good = judged({});
  CHECK((good.path.verdict == holds && good.learning.verdict == holds && good.linear.verdict == holds));
  CHECK_THAT(good.learning.measured.english,
             Catch::Contains("over 512 tokens (375 steps at most, 6,000 over 8): attention 100 %") &&
                 Catch::Contains("LSTM 30 %") && Catch::Contains("attention > RNN"));
  CHECK_THAT(good.learning.measured.korean,
             Catch::Contains("512 토큰 너머(많아야 375스텝, 8 토큰에서는 6,000스텝): 어텐션 100 %"));
  CHECK_THAT(good.linear.measured.english,
             Catch::Contains("to the power 1.00 ± 0.00") && Catch::Contains("the control, to 1.5"));
  const RecallJudgement bad = judged([](RecallCell& c) {
    c.path = c.kind == "attention" ? c.distance : c.kind == "convolution" ? 1 : c.distance * c.distance;
    c.accuracy = c.path < c.distance && c.distance == 512 ? 0.3 : 1;
    c.us_a_token = static_cast<double>(c.distance);
  });
  CHECK(bad.path.verdict == does_not_hold);
  CHECK((bad.learning.verdict == does_not_hold && bad.linear.verdict == does_not_hold));
  const RecallJudgement part = judged([](RecallCell& c) {
    if (c.kind == "state space") c.accuracy = 1;
    if (c.kind == "LSTM") c.path = 1;
  });
  CHECK((part.path.verdict == holds_in_part && part.learning.verdict == holds_in_part));
  CHECK_THAT(part.path.measured.english,
             Catch::Contains("attention O(1) (1), convolution O(log n) (3 … 9)") &&
                 Catch::Contains("LSTM O(1) (1), RNN O(n) (8 … 512)"));
  // of two distances any two numbers lie on a line
  CHECK(judged([](RecallCell& c) {
          if (c.distance == 32) c.distance = 8;
        }).path.verdict == not_measured);
  const Statement near = judged([](RecallCell& c) {
                           if (c.distance == 512) c.tokens = 129;
                         }).linear;
  CHECK(near.verdict == not_measured);
  CHECK_THAT(near.measured.english, Catch::Contains("at least 32 times"));
  // where attention seems linear as well, nothing is told
  CHECK(judged([](RecallCell& c) { c.us_a_token = 2; }).linear.verdict == inside_the_noise);
}

TEST_CASE("learning is judged pair by pair, by the seeds that both have") {
  using enum ClaimVerdict;
  using Change = std::function<void(RecallCell&)>;
  const auto learning = [](const Change& change) { return judged(change).learning; };
  const auto far_behind = [](const std::function<double(std::uint64_t seed)>& right) -> Change {
    return [right](RecallCell& c) {  // what nets with long paths answer over the longest distance
      if (token_by_token(c.kind) && c.distance == 512) c.accuracy = right(c.seed);
    };
  };
  const Change no_common_seed = [](RecallCell& c) {
    if (c.seed == (token_by_token(c.kind) ? 1U : 2U) || c.seed == 3) c.accuracy = std::nullopt;
  };
  const Change one_seed_alone = [](RecallCell& c) {
    if (c.seed > 1) c.accuracy = std::nullopt;
  };
  const std::pair<Change, ClaimVerdict> rows[]{
      {[](RecallCell& c) { c.accuracy = 0.06; }, not_measured},  // where no net learned anything
      {no_common_seed, not_measured},
      {one_seed_alone, one_seed},
      {far_behind([](std::uint64_t seed) { return seed == 1 ? 0.3 : 1; }), inside_the_noise},
      // a mean below five points that surely is one, and one that might be more
      {far_behind([](std::uint64_t seed) { return 0.96 + 0.001 * static_cast<double>(seed); }),
       does_not_hold},
      {far_behind([](std::uint64_t seed) { return seed == 1 ? 1.0 : 0.94; }), inside_the_noise},
      // Six pairs are corrected for: p 0.02 of each is not enough.
      {far_behind([](std::uint64_t seed) { return 0.7 + 0.08 * (static_cast<double>(seed) - 2); }),
       inside_the_noise},
      {far_behind([](std::uint64_t seed) { return 0.7 + 0.01 * (static_cast<double>(seed) - 2); }), holds}};
  for (const auto& [change, verdict] : rows) {
    const Statement claim = learning(change);
    INFO(claim.measured.english);
    CHECK(claim.verdict == verdict);
  }
  CHECK_THAT(learning(rows[4].first).measured.english,
             Catch::Contains("less than 5 points apart: attention − state space +3.8") &&
                 !Catch::Contains("inside the noise"));
  CHECK_THAT(learning(rows[5].first).measured.english,
             Catch::Contains("inside the noise: attention − state space +4.0 ± 8.6"));
  CHECK_THAT(learning(one_seed_alone).measured.korean, Catch::EndsWith("(시드 하나)"));
  const Statement of_convolution = learning([](RecallCell& c) {
    if (c.kind == "convolution") c.accuracy = 0.06;
  });
  CHECK(of_convolution.verdict == holds_in_part);
  CHECK_THAT(of_convolution.measured.english,
             Catch::Contains("convolution 6 %") && Catch::Contains("LSTM > convolution"));
  CHECK(judge_recall({}, {}).learning.verdict == not_measured);
}

TEST_CASE("a report tells what was not learned from what was") {
  const RecallCells cells = made_up_recall([](RecallCell& c) {
    if (c.kind == "convolution") c.accuracy = c.seed == 3 ? 0.4 : 0.3, c.steps = c.distance == 8 ? 100 : 0;
    if (c.kind == "LSTM" && c.seed == 1) c.accuracy = 0.5;
    if (c.kind == "RNN" && c.seed == 2 && c.distance >= 32) c.accuracy = std::nullopt;
  });
  const nlohmann::json found = json_of("recall", found_of_recall(made_up_plan, cells));
  const std::string text = finding_text(found, Language::english);
  for (const char* part : {"✗ 33 % (30…40)", "83 % (50…100) 2/3", "O(log n)", "by chance 6 %",
                           "gradient at the first", "Compare nets within a column"})
    CHECK_THAT(text, Catch::Contains(part));
}

TEST_CASE("heed recall writes what it measured", "[.long]") {
  const Scratch scratch;
  run_well(scratch.folder(), words_of("recall --distances 12,8 --seeds 1 --steps 3 --csv r.csv"));
  CHECK_THAT(slurp(scratch / "r.csv"), Catch::Contains("\"state space\",\"12\""));
}
