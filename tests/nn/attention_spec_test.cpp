#include "nn/attention_spec.hpp"

#include <cmath>
#include <map>

#include "lib/core/error.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

std::string drawn(const std::string& text, std::int64_t length) {
  const Mask mask = AttentionRules::parse(text).mask({.max_length = length});
  std::string picture;
  for (std::int64_t q = 0; q < length; ++q) {
    if (q > 0) picture += '/';
    for (std::int64_t k = 0; k < length; ++k) picture += mask.allows(0, 0, q, k) ? '1' : '0';
  }
  return picture;
}

}  // namespace

TEST_CASE("rules of attention are read and written") {
  for (const char* text :
       {"all", "causal", "window:16", "window:2:0:3", "global:1", "random:3:8:7", "window:16+global:1",
        "window:16+global:1&causal", "causal&causal", "stride:4", "stride:4:9"}) {
    CHECK(AttentionRules::parse(text).text() == text);
  }
  CHECK(AttentionRules().text() == "all");
  CHECK(AttentionRules::parse("window:007").text() == "window:7");
  CHECK(AttentionRules().mask({}).everyone());
  CHECK(AttentionRules::parse("window:0+all").mask({}).everyone());
}

TEST_CASE("rules of attention become masks: + is or, & is and, + binds closer") {
  CHECK(drawn("stride:2", 4) == "1010/0101/1010/0101");
  for (const auto& [rules, picture] :
       std::map<std::string, std::string>{{"window:1", "1100/1110/0111/0011"},
                                          {"window:1:0", "1000/1100/0110/0011"},
                                          {"stride:2:1+window:0", "1000/0100/0010/0001"},
                                          {"window:0+global:1", "1111/1100/1010/1001"},
                                          {"window:0+global:1&causal", "1000/1100/1010/1001"},
                                          {"causal&window:1+global:1", "1000/1100/1110/1011"},
                                          {"random:4:1", "1111/1111/1111/1111"},
                                          {"global:9", "1111/1111/1111/1111"}}) {
    INFO(rules);
    CHECK(drawn(rules, 4) == picture);
  }
  CHECK(drawn("random:1:1:1", 9) != drawn("random:1:1:2", 9));
}

TEST_CASE("wrong rules are refused with a list of those that exist, and those for nobody") {
  for (const char* text : {"", "windw:3", "window", "window:", "window:-1", "window:1:2:0", "window:1:2:3:4",
                           "window:x", "global", "stride:0", "global:1:2", "random:1:0", "all:1", "causal+",
                           "&causal", "window:1e3", "window:99999999999999999999", " causal"}) {
    INFO(text);
    CHECK_THROWS_WITH(AttentionRules::parse(text), Catch::Contains("all, causal, window:BEFORE") &&
                                                       Catch::Contains("random:COUNT[:BLOCK[:SEED]]"));
    CHECK_THROWS_AS(AttentionRules::parse(text), UsageError);
  }
  for (const char* text : {"global:0", "random:0", "window:2+global:0"})
    CHECK_THROWS_WITH(AttentionRules::parse(text), Catch::Contains("joins nobody"));
  CHECK_THROWS_WITH(AttentionRules::parse("window:2+"), Catch::Contains("'' between joints is empty"));
}

TEST_CASE("positions are read and written, and those that cannot be are refused as texts and as values") {
  for (const char* text : {"none", "sinusoidal", "learned", "rotary", "rotary:500000", "alibi", "t5",
                           "t5:unscaled", "t5:undirected", "t5:unscaled:undirected", "shaw", "shaw:4"}) {
    CHECK(Positions::parse(text).text() == text);
  }
  CHECK(Positions::parse("t5:undirected:unscaled").text() == "t5:unscaled:undirected");
  CHECK(Positions::parse("rotary:10000").text() == "rotary");
  for (const auto& [text, message] :
       std::map<std::string, std::string>{{"", "is no kind"},
                                          {"rotory", "is no kind"},
                                          {"rotary:", "is not written as rotary"},
                                          {"rotary:x", "is not written as rotary"},
                                          {"rotary:1:2", "is not written as rotary"},
                                          {"alibi:2", "is not written as alibi"},
                                          {"t5:scaled", "is not written as t5"},
                                          {"t5:unscaled:unscaled", "is not written as t5"},
                                          {"sinusoidal:unscaled", "is not written as sinusoidal"},
                                          {"shaw:3:5", "is not written as shaw"},
                                          {"rotary:nan", "base nan: must be from 1"},
                                          {"shaw:0", "clip 0: must be from 1 to 1000000"}}) {
    INFO(text);
    CHECK_THROWS_WITH(
        Positions::parse(text),
        Catch::Contains(message) && Catch::Contains("none|sinusoidal|learned|rotary[:BASE]|alibi|t5"));
    CHECK_THROWS_AS(Positions::parse(text), UsageError);
  }
  Rng rng(1);
  for (const double base : {0.0, -1.0, 0.5, 1e13, std::nan(""), double{INFINITY}})
    CHECK_THROWS_WITH(Positions({.kind = Position::rotary, .base = base}).check(), Catch::Contains("base"));
  for (const std::int64_t clip : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1} << 62})
    CHECK_THROWS_WITH(
        MultiheadAttention(8, 2, rng, {.attention = {.positions = {.kind = Position::shaw, .clip = clip}}}),
        Catch::Contains("clip"));
}

TEST_CASE("an attention alone has the positions and rules that a stack gives its own") {
  Rng rng(2);
  const Variable x(rng.normal({2, 6, 8}));
  for (const char* positions : {"rotary", "alibi", "t5", "t5:unscaled", "t5:undirected", "shaw:2"}) {
    INFO(positions);
    const AttentionSpec spec{.rules = AttentionRules::parse("window:2+global:1"),
                             .positions = Positions::parse(positions)};
    const Encoder stack({.d_model = 8, .heads = 2, .dim_feedforward = 8, .dropout = 0, .attention = spec},
                        {.layers = 1}, rng);
    const MultiheadAttention alone(8, 2, rng, {.attention = spec});
    alone.load_state_dict(stack.layers[0].self_attn.state_dict(), {.strict = false});
    if (stack.distance_bias) {
      StateDict bias;
      for (const auto& [name, value] : stack.distance_bias->state_dict())
        bias.emplace_back("distance_bias." + name, value);
      alone.load_state_dict(bias, {.strict = false});
    }
    CHECK(identical(alone(x, x, x).value(), stack.layers[0].self_attn(x, x, x).value()));
    // The spec is there: the same weights without it give something else.
    const MultiheadAttention plain(8, 2, rng);
    plain.load_state_dict(stack.layers[0].self_attn.state_dict(), {.strict = false});
    CHECK_FALSE(identical(alone(x, x, x).value(), plain(x, x, x).value()));
  }
}

TEST_CASE("T5 with and without the factor of the scores: the same where the queries make up for it") {
  Rng rng(3);
  const MultiheadAttention scaled(8, 2, rng, {.attention = {.positions = Positions::parse("t5")}});
  const MultiheadAttention unscaled(8, 2, rng, {.attention = {.positions = Positions::parse("t5:unscaled")}});
  StateDict state = scaled.state_dict();
  for (auto& [name, value] : state) {  // 1/√4 goes into the queries' projection
    if (name != "in_proj_weight") continue;
    for (int i = 0; i < 8 * 8; ++i) value.mutable_data()[i] /= 2;
  }
  unscaled.load_state_dict(state);
  const Variable x(rng.normal({1, 5, 8}));
  const Array a = scaled(x, x, x).value(), b = unscaled(x, x, x).value();
  CHECK(farthest(a, b) < 1e-6);
}

TEST_CASE("distances that a sequence does not have cost nothing, and change nothing") {
  Rng rng(1);
  const auto attention = [&](std::int64_t clip) {
    MultiheadAttention::Options options;
    options.attention.positions = {.kind = Position::shaw, .clip = clip};
    Rng initial(2);
    return MultiheadAttention(8, 2, initial, options);
  };
  const MultiheadAttention few = attention(5), many = attention(100'000);
  StateDict state = many.state_dict();
  for (auto& [name, value] : state) {
    if (name.starts_with("relative_"))
      value = slice(Variable(value), 0, 100'000 - 5, 100'000 + 6).value();  // of -5 … 5
  }
  few.load_state_dict(state);
  const Variable x = Variable::parameter(rng.normal({2, 6, 8})), other = Variable::parameter(x.value());
  const Variable a = few(x, x, x), b = many(other, other, other);
  CHECK(identical(a.value(), b.value()));
  a.backward({.gradient = Array::ones(a.shape())});
  b.backward({.gradient = Array::ones(b.shape())});
  CHECK(identical(x.grad(), other.grad()));
  CHECK(many.relative_key.grad().shape() == Shape{200'001, 4});
}

TEST_CASE("self-attention obeys the rules, attention to the source does not") {
  Rng rng(1);
  TransformerOptions options = testing::tiny();
  options.layer.attention.rules = AttentionRules::parse("window:1");
  const Transformer model(options, rng);
  model.eval();
  const Trace trace(model, "*.pattern");
  model(Tokens({1, 5}, {4, 5, 6, 7, 8}), Tokens({1, 4}, {2, 5, 6, 7}));
  const Array &encoder = trace.value("encoder.layers.0.self_attn.pattern"),
              &decoder = trace.value("decoder.layers.0.self_attn.pattern"),
              &cross = trace.value("decoder.layers.0.multihead_attn.pattern");
  for (std::int64_t q = 0; q < 5; ++q) {
    for (std::int64_t k = 0; k < 5; ++k) {
      CHECK((encoder.at({0, 1, q, k}) > 0) == (std::abs(q - k) <= 1));
      if (q < 4) CHECK(cross.at({0, 1, q, k}) > 0);
      if (q < 4 && k < 4) CHECK((decoder.at({0, 1, q, k}) > 0) == (k == q || k == q - 1));
    }
  }
}
