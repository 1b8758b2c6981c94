// Traces: named points of the forward pass, their gradients, and other values in their place.
#include "nn/trace.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>
#include <utility>

#include "autograd/live_nodes.hpp"
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/padding_mask.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "models/gpt.hpp"
#include "nn/attention_points.hpp"
#include "nn/checkpoint.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

constexpr double rounding = sizeof(Scalar) == 4 ? 2e-5 : 1e-12;

double farthest(const Array& a, const Array& b) {
  REQUIRE(a.shape() == b.shape());
  double most = 0;
  for (std::int64_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
  return most;
}

bool equal_bytes(const Array& a, const Array& b) {
  return a.shape() == b.shape() && std::equal(a.data(), a.data() + a.size(), b.data());
}

TransformerOptions traced_options(AttentionSpec attention = {}, NormOrder norm = NormOrder::post) {
  return {.source_vocab = 9,
          .target_vocab = 8,
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 8,
                    .heads = 2,
                    .dim_feedforward = 6,
                    .dropout = 0.3,
                    .norm = norm,
                    .attention = std::move(attention),
                    .max_length = 16}};
}
const Tokens traced_source({2, 5}, {4, 5, 6, 7, 3, 5, 8, 3, 0, 0}),
    traced_target({2, 4}, {2, 4, 5, 6, 2, 7, 4, 0});

Transformer traced_model(const TransformerOptions& options, std::uint64_t seed = 1) {
  Rng rng(seed);
  Transformer model(options, rng);
  model.eval();
  return model;
}

AttentionSpec traced_spec(const char* rules, const char* positions, AttentionKernel kernel) {
  return {.rules = AttentionRules::parse(rules), .positions = Positions::parse(positions), .kernel = kernel};
}

/// A number that depends on all logits, each in its own way.
Variable weighted_sum(const Variable& logits) {
  Array weights(logits.shape());
  for (std::int64_t i = 0; i < weights.size(); ++i)
    weights.mutable_data()[i] = static_cast<Scalar>(std::sin(static_cast<double>(3 * i + 1)));
  return sum(logits * Variable(weights));
}

}  // namespace

TEST_CASE("points have the modules' names, and words for what is inside") {
  const Transformer model = traced_model(traced_options());
  const std::vector<std::string> points = Trace(model).points();
  for (const char* name :
       {"source_embedding", "position.source", "encoder.layers.0.self_attn.query",
        "encoder.layers.0.self_attn.key", "encoder.layers.0.self_attn.value",
        "encoder.layers.0.self_attn.scores", "encoder.layers.0.self_attn.pattern",
        "encoder.layers.0.self_attn.z", "encoder.layers.0.self_attn.output", "encoder.layers.0.norm1",
        "encoder.layers.0.linear1", "encoder.layers.0.activation", "encoder.layers.0", "encoder.norm",
        "decoder.layers.0.multihead_attn.pattern", "generator", "logits"}) {
    INFO(name);
    CHECK(std::count(points.begin(), points.end(), name) == 1);
  }
  const Trace all(model, "*");
  model(traced_source, traced_target);
  CHECK(all.values().size() == points.size());  // the forward pass comes by each of them once
  CHECK(all.value("decoder.layers.0.multihead_attn.scores").shape() == Shape{2, 2, 4, 5});
  CHECK(equal_bytes(all.value("generator"), all.value("logits")));
}

TEST_CASE("the points that docs/looking.md sets beside TransformerLens' hooks are those of a GPT") {
  Rng rng(1);
  const Gpt model({.vocabulary = 6, .max_length = 4, .d_model = 4, .heads = 2, .layers = 1}, rng);
  const std::vector<std::string> points = Trace(model).points();
  std::ifstream file(std::string(HEED_SOURCE_DIR) + "/docs/looking.md");
  std::string line;
  while (std::getline(file, line) && line.find("| point | hook |") != 0) {
  }
  std::getline(file, line);  // the rule below the head
  std::size_t named = 0;
  while (std::getline(file, line) && line.find("| `") == 0) {
    const std::string cell = line.substr(0, line.find('|', 1));
    for (std::size_t from = cell.find('`'); from != std::string::npos;) {
      const std::size_t to = cell.find('`', from + 1);
      const std::string name = cell.substr(from + 1, to - from - 1);
      INFO(name);
      CHECK(std::count(points.begin(), points.end(), name) == 1);
      ++named;
      from = cell.find('`', to + 1);
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
  CHECK(equal_bytes(model(traced_source, traced_target).value(), plain.value()));
  const auto value = [&](const std::string& name) { return Variable(trace.value(name)); };

  const std::string layer = "decoder.layers.0.";
  // By hand: q, k, v from the layer's input, and all that follows from them.
  const DecoderLayer& part = model.decoder.layers[0];
  const Variable x = norm == NormOrder::pre ? value(layer + "norm1") : value("position.target");
  Array weights;
  const Mask mask = Mask::causal() & padding_mask(traced_target, 0);
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
  CHECK(equal_bytes(trace.value(layer + "activation"), active.value()));
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

TEST_CASE("a neuron without its activation is a feed-forward network without that column of linear2") {
  const Transformer model = traced_model(traced_options());
  const NoGrad no_grad;
  constexpr std::int64_t neuron = 2;
  const Array whole = model(traced_source, traced_target).value();
  Array without, kept = Array::ones({6});
  kept.mutable_data()[neuron] = 0;
  {
    Trace trace(model);
    trace.replace("*.activation", [&](const Variable& x) { return x * Variable(kept); });
    without = model(traced_source, traced_target).value();
  }
  CHECK(farthest(without, whole) > 1e-3);
  CHECK(equal_bytes(model(traced_source, traced_target).value(), whole));
  for (Variable weight : {model.encoder.layers[0].linear2.weight, model.decoder.layers[0].linear2.weight})
    for (std::int64_t row = 0; row < 8; ++row) weight.mutable_data()[row * 6 + neuron] = 0;
  CHECK(farthest(model(traced_source, traced_target).value(), without) < rounding);
}

TEST_CASE("a traced gradient takes the place of every kernel, and is the same function") {
  using Kernel = AttentionKernel;
  const AttentionSpec attention = GENERATE(
      traced_spec("all", "sinusoidal", Kernel::dense),
      traced_spec("window:2+global:1", "alibi", Kernel::sparse),
      traced_spec("window:1", "rotary", Kernel::blockwise), traced_spec("all", "t5", Kernel::automatic),
      traced_spec("all", "shaw:2", Kernel::blockwise), traced_spec("all", "learned", Kernel::linear));
  TransformerOptions options = traced_options(attention);
  if (attention.kernel == Kernel::linear) options.layer.dropout = 0;
  Rng rng(3);
  const Transformer model(options, rng);  // in training mode: the same weights are dropped, too
  const std::string layer = "encoder.layers.0.self_attn.";
  const auto run = [&](const std::string& points, const TraceOptions& how) {
    model.seed_dropout(Rng(7));
    model.zero_grad();
    const Trace trace(model, points, how);
    const Variable loss = weighted_sum(model(traced_source, traced_target));
    loss.backward();
    StateDict results{{"loss", loss.value()}};
    std::size_t number = 0;
    for (const Variable& p : model.parameters())
      results.emplace_back(fmt::format("parameter {}", number++), p.grad());
    results.insert(results.end(), trace.values().begin(), trace.values().end());
    return results;
  };
  const StateDict kernel = run("*", {});
  Array pattern;
  // One after the other: each lets another part of the attention be computed in another way.
  for (const char* points : {"*", "*.query", "*.key", "*.value", "*.scores", "*.pattern", "*.z"}) {
    for (const auto& [name, value] : run(points, {.gradients = true})) {
      const auto same = std::ranges::find(kernel, name, &StateDict::value_type::first);
      REQUIRE(same != kernel.end());
      INFO(points << ", " << name);
      if (same->second.defined()) CHECK(farthest(same->second, value) < 20 * rounding);
      if (name == layer + "pattern") pattern = value;
    }
  }
  const Array totals = sum(Variable(pattern), {-1}).value();
  for (const Scalar total : totals.values())
    CHECK((total == 0 || std::abs(total - 1) < rounding));  // 0: who sees padding alone
}

TEST_CASE(
    "a traced attention has its bias, its keys behind the others, and leaves the weights that are asked "
    "for") {
  const bool extra = GENERATE(false, true);
  const auto kernel = GENERATE(AttentionKernel::dense, AttentionKernel::blockwise);
  Rng rng(4);
  const MultiheadAttention attention(
      8, 2, rng, {.add_bias_kv = extra, .attention = {.positions = Positions{}, .kernel = kernel}});
  Variable x = Variable::parameter(rng.normal({2, 3, 8}, 0, 1)),
           memory = Variable::parameter(rng.normal({2, 4, 8}, 0, 1));
  const Array bias = rng.normal({3, 4}, 0, 1);
  const std::int64_t keys = extra ? 5 : 4;
  const auto run = [&](bool looking) {
    attention.zero_grad();
    x.zero_grad(), memory.zero_grad();
    Array weights;
    const Variable out =
        attention(x, memory, memory, {.weights = looking ? &weights : nullptr, .bias = bias});
    weighted_sum(out).backward();
    return std::vector<Array>{out.value(), x.grad(), memory.grad(), weights};
  };
  for (const bool looking : {false, true}) {
    const std::vector<Array> plain = run(looking);
    for (const char* points : {"*", "query", "key", "value", "scores", "pattern", "z"}) {
      for (const bool gradients : {false, true}) {
        INFO(points << ", gradients " << gradients << ", weights " << looking);
        const Trace trace(attention, points, {.gradients = gradients});
        const std::vector<Array> traced = run(looking);
        for (std::size_t i = 0; i < 3; ++i) CHECK(farthest(plain[i], traced[i]) < 20 * rounding);
        if (looking) {
          REQUIRE(traced[3].shape() == Shape{2, 2, 3, keys});
          CHECK(farthest(plain[3], traced[3]) < 20 * rounding);
        }
        if (std::string(points) != "*") continue;
        // the scores are all that the softmax gets
        const Array& scores = trace.value("scores");
        REQUIRE(scores.shape() == Shape{2, 2, 3, keys});
        CHECK(farthest(softmax(Variable(scores)).value(), trace.value("pattern")) < 20 * rounding);
        if (looking) CHECK(farthest(trace.value("pattern"), plain[3]) < 20 * rounding);
        const Array products =
            (matmul(Variable(trace.value("query")), transpose(Variable(trace.value("key")))) * Scalar{0.5})
                .value();  // heads of 4 numbers
        for (std::int64_t row = 0; row < 2 * 2 * 3; ++row) {
          for (std::int64_t j = 0; j < keys; ++j) {
            const double added = j < 4 ? static_cast<double>(bias.data()[row % 3 * 4 + j]) : 0;
            CHECK(static_cast<double>(scores.data()[row * keys + j] - products.data()[row * keys + j]) ==
                  Approx(added).margin(20 * rounding));
          }
        }
      }
    }
  }
}

TEST_CASE("gradients of points are slopes") {
  const char* rules = GENERATE("all", "window:1");
  const Transformer model =
      traced_model(traced_options(traced_spec(rules, "sinusoidal", AttentionKernel::automatic)));
  Trace trace(model, "*", {.gradients = true});
  weighted_sum(model(traced_source, traced_target)).backward();
  const double step = sizeof(Scalar) == 4 ? 1e-2 : 1e-6, near = sizeof(Scalar) == 4 ? 2e-2 : 1e-7;
  for (const auto& [name, gradient] : trace.gradients()) {
    INFO(name);
    for (const std::int64_t at : {std::int64_t{0}, gradient.size() / 2, gradient.size() - 1}) {
      const auto moved = [&, at = at, &name = name](double by) {
        const NoGrad no_grad;
        Trace hook(model);
        hook.replace(name, [&](const Variable& x) {
          Array y = x.value();
          y.mutable_data()[at] += static_cast<Scalar>(by);
          return Variable(y);
        });
        return static_cast<double>(weighted_sum(model(traced_source, traced_target)).item());
      };
      const double slope = (moved(step) - moved(-step)) / (2 * step);
      CHECK(std::abs(slope - static_cast<double>(gradient.data()[at])) < near * (1 + std::abs(slope)));
    }
  }
  CHECK(trace.gradients().size() >= trace.points().size());
}

TEST_CASE("while nobody looks, a point is the value itself, and attention is the op alone") {
  Rng rng(6);
  const MultiheadAttention attention(8, 2, rng, {.attention = {.positions = Positions{}}});
  const Variable x = Variable::parameter(rng.normal({2, 3, 8}, 0, 1));
  const Heads heads{x};
  const auto same = [&] { return attention.point("z", x).same_as(x); };
  // Nodes of the graph and bytes that are kept for a result, beyond those of the op.
  const auto more = [&] {
    const auto cost = [](const auto& run) {
      const std::int64_t nodes = live_nodes();
      const std::size_t bytes = pool_statistics().in_use;
      const Variable kept = run();
      return std::pair(live_nodes() - nodes, pool_statistics().in_use - bytes);
    };
    const auto op = cost([&] { return multi_head_attention(heads, heads, heads, 2, 4); });
    const auto named = cost([&] { return multi_head_attention(attention, heads, heads, heads, 2, 4, {}); });
    return std::pair(named.first - op.first, named.second - op.second);
  };
  using Cost = std::pair<std::int64_t, std::size_t>;
  CHECK(same());
  CHECK(more() == Cost{0, 0});
  {
    const Trace trace(attention, "*", {.gradients = true});
    CHECK_FALSE(same());
    CHECK(more().first > 0);
    CHECK(more().second > 0);
    bool elsewhere = false;
    std::thread([&] { elsewhere = same(); }).join();
    CHECK(elsewhere);  // a trace is of its thread alone
  }
  CHECK(same());
  CHECK(more() == Cost{0, 0});
}

TEST_CASE("while nobody looks, a feed-forward network is one op") {
  Rng rng(6);
  const FeedForward network(4, 6, rng, {.dropout = 0});
  const Variable x = Variable::parameter(rng.normal({2, 3, 4}, 0, 1));
  const auto nodes = [&](const auto& run) {
    const std::int64_t before = live_nodes();
    const Variable kept = run();
    return live_nodes() - before;
  };
  const std::int64_t fused = nodes([&] {
    return relu_feed_forward(x, network.linear1.weight, network.linear1.bias, network.linear2.weight,
                             network.linear2.bias);
  });
  CHECK(nodes([&] { return network(x); }) == fused);
  {
    const Trace trace(network, "linear2");
    CHECK(nodes([&] { return network(x); }) == fused);  // nor while one looks elsewhere
  }
  const Trace trace(network, "activation");
  CHECK(nodes([&] { return network(x); }) > fused);
}

TEST_CASE("a head without its z is attention without that head's columns of out_proj") {
  const Transformer model = traced_model(traced_options());
  const NoGrad no_grad;
  Array without;
  {
    Trace trace(model);
    trace.replace("encoder.layers.0.self_attn.z", ablate_head(1));
    without = model(traced_source, traced_target).value();
    // decoding with caches goes by the same points
    trace.replace("decoder.*.z", ablate_head(0));
    DecodingState state = model.begin(traced_source, 8);
    const Variable first = model.extend(Tokens({2, 1}, {2, 2}), state);
    CHECK(farthest(first.value(), slice(model(traced_source, traced_target).value(), 1, 0, 1)) < rounding);
  }
  CHECK(farthest(without, model(traced_source, traced_target).value()) > 1e-3);
  Variable weight = model.encoder.layers[0].self_attn.out_proj.weight;
  for (std::int64_t row = 0; row < 8; ++row) std::fill_n(weight.mutable_data() + 8 * row + 4, 4, Scalar{0});
  CHECK(farthest(without, model(traced_source, traced_target).value()) < rounding);
}

TEST_CASE("another run's value in a point's place is that run from there") {
  const Transformer model = traced_model(traced_options());
  const Tokens other({2, 5}, {7, 7, 4, 5, 3, 4, 4, 3, 0, 0});
  const Trace kept(model, "encoder.norm");
  const Array wanted = model(other, traced_target).value();
  Trace patched(model, "encoder.norm");
  patched.replace("encoder.norm", [&](const Variable&) { return Variable(kept.value("encoder.norm")); });
  CHECK(equal_bytes(model(traced_source, traced_target).value(), wanted));
  CHECK(equal_bytes(patched.value("encoder.norm"), kept.value("encoder.norm")));
  CHECK(equal_bytes(kept.value("encoder.norm#2"), patched.value("encoder.norm")) ==
        false);  // the older one: before
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
  CHECK(equal_bytes(model(tokens).value(), plain));
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

TEST_CASE("what cannot be traced is said, with what is near it") {
  const Transformer model = traced_model(traced_options());
  CHECK_THROWS_WITH(Trace(model, "decoder.*.patern"),
                    "no point of the model is called 'decoder.*.patern'; near it: "
                    "decoder.layers.0.self_attn.pattern, decoder.layers.0.multihead_attn.pattern, "
                    "encoder.layers.0.self_attn.pattern");  // those that the pattern was for come first
  CHECK_THROWS_WITH(Trace(model, "logit"), Catch::Contains("near it: logits"));
  CHECK_THROWS_WITH(Trace(model, "Decoder.*"), Catch::Contains("near it: decoder."));
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
  CHECK(equal_bytes(trace.value("twice"), trace.value("output") + trace.value("output")));
}

TEST_CASE("a hook may add hooks, which are for the next time") {
  Rng rng(1);
  const Linear linear(2, 2, rng);
  Trace trace(linear);
  int added = 0;
  trace.replace("output", [&](const Variable& x) {
    for (int i = 0; i < 20; ++i)
      trace.replace("output", [&added](const Variable& y) {
        ++added;
        return y;
      });
    return x;
  });
  const Variable one(Array::ones({1, 2}));
  linear(one);
  CHECK(added == 0);
  linear(one);
  CHECK(added == 20);
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

TEST_CASE("what was traced is saved as safetensors") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "seen.safetensors";
  const Transformer model = traced_model(traced_options());
  StateDict saved;
  {
    Trace trace(model, "decoder.*.pattern", {.gradients = true});
    sum(model(traced_source, traced_target)).backward();
    StateDict seen = trace.values();
    for (const auto& [name, gradient] : trace.gradients()) seen.emplace_back("grad." + name, gradient);
    save_checkpoint(file, seen);
    saved = seen;
  }
  const StateDict read = load_checkpoint(file).weights;
  CHECK(read.size() == 4);  // self- and cross-attention, each with its gradient
  REQUIRE(read.size() == saved.size());
  for (const auto& made : saved) {
    INFO(made.first);
    const auto kept =
        std::find_if(read.begin(), read.end(), [&](const auto& entry) { return entry.first == made.first; });
    REQUIRE(kept != read.end());
    CHECK(equal_bytes(kept->second, made.second));
  }
}
