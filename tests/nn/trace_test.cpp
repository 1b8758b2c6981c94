// Traces: points by their names, with the values of their formulas, and what they cost while nobody looks.
#include "nn/trace.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <thread>
#include <utility>

#include "autograd/live_nodes.hpp"
#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "models/gpt.hpp"
#include "nn/attention_points.hpp"
#include "nn/encoder.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/traced_models.hpp"

using namespace heed;

TEST_CASE("points have the modules' names, and words for what is inside") {
  const Transformer model = traced_model(traced_options());
  const std::vector<std::string> points = Trace(model).points();
  for (const char* name :
       {"source_embedding", "position.source", "encoder.layers.0.self_attn.pattern", "encoder.layers.0",
        "encoder.norm", "decoder.layers.0.multihead_attn.pattern", "generator", "logits"}) {
    INFO(name);
    CHECK(std::count(points.begin(), points.end(), name) == 1);
  }
  const Trace all(model, "*");
  model(traced_source, traced_target);
  CHECK(all.values().size() == points.size());  // the forward pass comes by each of them once
  CHECK(all.value("decoder.layers.0.multihead_attn.scores").shape() == Shape{2, 2, 4, 5});
  CHECK(identical(all.value("generator"), all.value("logits")));
}

TEST_CASE("the points that docs/looking.md sets beside TransformerLens' hooks are those of a GPT") {
  Rng rng(1);
  const Gpt model({.vocabulary = 6, .max_length = 4, .d_model = 4, .heads = 2, .layers = 1}, rng);
  const std::vector<std::string> points = Trace(model).points();
  const std::string page = slurp(HEED_SOURCE_DIR "/docs/looking.md");
  std::istringstream table(page.substr(page.find("| point | hook |")));
  const std::regex point("`([^`]+)`");
  std::size_t named = 0;
  for (std::string line; std::getline(table, line) && line.starts_with('|');) {
    const std::string cell = line.substr(0, line.find('|', 1));
    for (std::sregex_iterator at(cell.begin(), cell.end(), point), end; at != end; ++at, ++named) {
      INFO(at->str(1));
      CHECK(std::count(points.begin(), points.end(), at->str(1)) == 1);
    }
  }
  CHECK(named == 15);
}

TEST_CASE("traced values are those of the formulas, and looking changes no byte") {
  const NormOrder norm = GENERATE(NormOrder::post, NormOrder::pre);
  const Transformer model = traced_model(traced_options({}, norm));
  const NoGrad no_grad;
  const Variable plain = model(traced_source, traced_target);
  const Trace trace(model, "*");
  CHECK(identical(model(traced_source, traced_target).value(), plain.value()));
  const auto value = [&](const std::string& name) { return Variable(trace.value(name)); };

  const std::string layer = "decoder.layers.0.";
  // By hand: q, k, v from the layer's input, and all that follows from them.
  const DecoderLayer& part = model.decoder.layers[0];
  const Variable x = norm == NormOrder::pre ? value(layer + "norm1") : value("position.target");
  Array weights;
  const Mask mask = Mask::causal() & Mask::padding(traced_target);
  part.self_attn(x, x, x, {.mask = mask, .weights = &weights});
  CHECK(farthest(trace.value(layer + "self_attn.pattern"), weights) < rounding);
  const auto projected = [&](std::int64_t i) {
    const Variable y = linear(x, part.self_attn.in_proj_weight, part.self_attn.in_proj_bias,
                              {.begin = 8 * i, .end = 8 * i + 8});
    return transpose(reshape(y, {2, 4, 2, 4}), 1, 2);
  };
  CHECK(farthest(trace.value(layer + "self_attn.query"), projected(0).value()) < rounding);
  CHECK(farthest(trace.value(layer + "self_attn.key"), projected(1).value()) < rounding);
  CHECK(farthest(trace.value(layer + "self_attn.value"), projected(2).value()) < rounding);
  CHECK(farthest(trace.value(layer + "self_attn.scores"),
                 (matmul(projected(0), transpose(projected(1))) * Scalar{0.5}).value()) < rounding);
  const Variable z = matmul(value(layer + "self_attn.pattern"), projected(2));
  CHECK(farthest(trace.value(layer + "self_attn.z"), z.value()) < rounding);
  const Variable output = part.self_attn.out_proj(reshape(transpose(z, 1, 2), {2, 4, 8}));
  CHECK(farthest(trace.value(layer + "self_attn.output"), output.value()) < rounding);
  const Variable active = relu(value(layer + "linear1"));
  CHECK(identical(trace.value(layer + "activation"), active.value()));
  CHECK(farthest(trace.value(layer + "linear2"), part.linear2(active).value()) < rounding);
  const std::vector<std::string> points = trace.points();
  if (norm == NormOrder::post) {  // norm1 and norm2 stand between the sublayers
    CHECK(std::ranges::none_of(points, [](const std::string& p) { return p.find("residual") != p.npos; }));
    return;
  }
  const auto follows = [&](const std::string& name, const Variable& before, const std::string& sublayer) {
    INFO(name);
    CHECK(farthest(trace.value(name), (before + value(sublayer)).value()) < rounding);
  };
  follows(layer + "residual1", value("position.target"), layer + "self_attn.output");
  follows(layer + "residual2", value(layer + "residual1"), layer + "multihead_attn.output");
  follows("decoder.layers.0", value(layer + "residual2"), layer + "linear2");
  follows("encoder.layers.0.residual1", value("position.source"), "encoder.layers.0.self_attn.output");
}

TEST_CASE("a GPT has points, also where its tokens come one by one") {
  Rng rng(2);
  const Gpt model(
      {.vocabulary = 11, .max_length = 8, .d_model = 8, .heads = 2, .layers = 2, .dim_feedforward = 8}, rng);
  model.eval();
  const NoGrad no_grad;
  const Tokens tokens({1, 3}, {4, 9, 2});
  const Array plain = model(tokens).value();
  const Trace trace(model, {"h.*.attn.pattern", "logits", "wte"});
  CHECK(identical(model(tokens).value(), plain));
  CHECK(trace.values().size() == 4);
  const Array& pattern = trace.value("h.1.attn.pattern");
  CHECK(pattern.shape() == Shape{1, 2, 3, 3});
  CHECK(pattern.data()[0] == 1);
  CHECK(pattern.data()[1] == 0);
  GptState state = model.begin(1, 8);
  for (const std::int32_t id : {4, 9, 2}) model.extend(Tokens({1, 1}, {id}), state);
  CHECK(trace.value("h.0.attn.pattern#4").shape() == Shape{1, 2, 1, 3});
  CHECK(farthest(trace.value("logits#4"), slice(plain, 1, 2, 3)) < rounding);
}

TEST_CASE("what cannot be traced is said, with what can") {
  const Transformer model = traced_model(traced_options());
  CHECK_THROWS_WITH(Trace(model, "logit"),
                    Catch::Contains("points end with ") && Catch::Contains(", logits"));
  CHECK_THROWS_AS(Trace(model, "\x1b[2J"), UsageError);
  Trace trace(model, "logits");
  CHECK_THROWS_WITH(trace.value("logits"), Catch::Contains("has not come by it"));
  CHECK_THROWS_WITH(trace.replace("generater", ablate_head(0)), Catch::Contains("generator"));
  CHECK_THROWS_WITH(trace.replace("logits", Trace::Hook()), Catch::Contains("the hook is empty"));
  model(traced_source, traced_target);
  CHECK_THROWS_WITH(trace.gradient("logits"), Catch::Contains(".gradients = true"));
  trace.replace("logits", [](const Variable& x) { return slice(x, 1, 0, 1); });
  CHECK_THROWS_WITH(model(traced_source, traced_target),
                    Catch::Contains("logits is (2, 4, 8); a hook gave (2, 1, 8)"));
  trace.replace("encoder.*.z", ablate_head(2));
  CHECK_THROWS_WITH(model(traced_source, traced_target),
                    Catch::Contains("no head 2 in a value of shape (2, 2, 5, 4)"));
}

TEST_CASE("a class that derives from a module has its points, too") {
  struct Twice : Linear {
    explicit Twice(Rng& rng) : Linear(3, 3, rng) { has_points({"twice", ""}); }
    Variable operator()(const Variable& x) const { return point("twice", Linear::operator()(x) * 2); }
  };
  Rng rng(1);
  const Twice twice(rng);
  Trace trace(twice, "*");
  CHECK(trace.points() == std::vector<std::string>{"output", "twice"});
  twice(Variable(Array::ones({1, 3})));
  CHECK(identical(trace.value("twice"), trace.value("output") + trace.value("output")));
}

TEST_CASE("a module that two parents share has its points once") {
  struct Tied : Module {
    explicit Tied(const Linear& shared) : one(child("one", shared)), two(child("two", shared)) {}
    Linear one, two;
  };
  Rng rng(1);
  const Tied tied(Linear(2, 2, rng));
  const Trace trace(tied);
  CHECK(trace.points() == std::vector<std::string>{"one"});
}

TEST_CASE("while nobody looks, a point is the value itself, and attention and feed-forward are one op each") {
  Rng rng(6);
  const MultiheadAttention attention(8, 2, rng, {.attention = {.positions = Positions{}}});
  const EncoderLayer layer({.d_model = 8, .heads = 1, .dim_feedforward = 6, .dropout = 0}, rng);
  const Variable x = Variable::parameter(rng.normal({2, 3, 8}, 0, 1));
  const Heads heads{x};
  using Cost = std::pair<std::int64_t, std::size_t>;
  // Nodes of the graph and bytes that are kept for a result.
  const auto cost = [](const auto& run) {
    const std::int64_t nodes = live_nodes();
    const std::size_t bytes = pool_statistics().in_use;
    const Variable kept = run();
    return Cost(live_nodes() - nodes, pool_statistics().in_use - bytes);
  };
  const auto same = [&] { return attention.point("z", x).same_as(x); };
  const auto op = [&] { return cost([&] { return multi_head_attention(heads, heads, heads, 2, 4); }); };
  const auto named = [&] {
    return cost([&] { return traced_attention(attention, heads, heads, heads, 2, 4, {}); });
  };
  const auto feed_forward_nodes = [&] {
    return cost([&] {
             return feed_forward(layer, x, layer.linear1, layer.linear2, Activation::relu, Dropout(0));
           })
        .first;
  };
  CHECK(same());
  CHECK(named() == op());
  CHECK(feed_forward_nodes() == 1);
  {
    const Trace trace(attention, "*", {.gradients = true}), elsewhere(layer, "linear2");
    CHECK_FALSE(same());
    CHECK(named().first > op().first);
    CHECK(named().second > op().second);
    CHECK(feed_forward_nodes() == 1);
    bool other_thread = false;
    std::thread([&] { other_thread = same(); }).join();
    CHECK(other_thread);  // a trace is of its thread alone
    const Trace active(layer, "activation");
    CHECK(feed_forward_nodes() > 1);
  }
  CHECK(same());
  CHECK(named() == op());
}
