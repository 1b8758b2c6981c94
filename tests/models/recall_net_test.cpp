// The five nets of heed recall.
#include "models/recall_net.hpp"

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
