// The five nets of heed recall.
#include "models/recall_net.hpp"

#include "tests/nn/golden.hpp"

using namespace heed;

TEST_CASE(
    "the nets that recall equal the same nets of PyTorch: norms, residuals, heads, rotary positions, relu",
    "[pytorch]") {
  const Safetensors file = golden::load("nn_recall.safetensors");
  const auto all = golden::cases(file);
  REQUIRE(all.size() == 5);
  for (const golden::Case& c : all) {
    Rng rng(1);
    const RecallNet net({.kind = static_cast<RecallNet::Kind>(c.option<int>("kind")),
                         .vocabulary = c.option<int>("vocabulary"),
                         .width = c.option<int>("width"),
                         .reach = c.option<int>("reach")},
                        rng);
    net.load_state_dict(c.parameters());
    const Variable y = net(net.embed(c.tokens("in.ids")), c.option<int>("last"));
    y.backward({.gradient = c.array("in.upstream")});
    c.check_output("out.y", y.value());
    c.check_gradients(net);
  }
}
