// The five nets of heed recall, and its tasks.
#include "models/recall_net.hpp"

#include <set>

#include "tests/catch.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE(
    "the nets that recall equal the same nets of PyTorch: norms, residuals, heads, rotary positions, relu",
    "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_recall.safetensors", "", 5)) {
    Rng rng(1);
    const RecallNet net({.kind = static_cast<RecallNet::Kind>(c.option<int>("kind")),
                         .vocabulary = c.option<int>("vocabulary"),
                         .width = c.option<int>("width"),
                         .reach = c.option<int>("reach")},
                        rng);
    golden::check_module(
        c, net, {}, [&](const auto&) { return net(net.embed(c.tokens("in.ids")), c.option<int>("last")); });
  }
}

TEST_CASE("the answer of a recall is the first symbol, of an induction what came after it") {
  Rng rng(1);
  const RecallBatch recall = recall_batch(RecallTask::recall, 20, 5, rng);
  REQUIRE(recall.input.shape() == Shape{5, 21});
  for (std::int64_t b = 0; b < 5; ++b) {
    CHECK(recall.input[b * 21] == recall.answer[b]);
    CHECK(recall.input[b * 21 + 20] == recall_vocabulary - 1);
    for (std::int64_t t = 1; t < 20; ++t) CHECK(recall.input[b * 21 + t] >= 2 * recall_symbols);
  }
  for (const std::int64_t distance : {8, 30}) {
    const RecallBatch induction = recall_batch(RecallTask::induction, distance, 6, rng);
    const std::int64_t tokens = induction.input.dim(1);
    CHECK(tokens == distance + 4);
    for (std::int64_t b = 0; b < 6; ++b) {
      std::set<std::int32_t> asked;
      for (std::int64_t q = 0; q < 4; ++q) {
        const std::int32_t symbol = induction.input[b * tokens + distance + q];
        asked.insert(symbol);
        for (std::int64_t t = 0; t < 8; t += 2) {
          if (induction.input[b * tokens + t] == symbol)
            CHECK(induction.input[b * tokens + t + 1] == induction.answer[b * 4 + q]);
        }
      }
      CHECK(asked.size() == 4);
    }
  }
}
