#include "nn/attention_spec.hpp"

#include <cmath>

#include "lib/core/error.hpp"
#include "nn/transformer.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

std::string drawn(const std::string& text, std::int64_t length) {
  const Mask mask = AttentionSpec::parse(text).mask(length);
  std::string picture;
  for (std::int64_t q = 0; q < length; ++q) {
    if (q > 0) picture += '/';
    for (std::int64_t k = 0; k < length; ++k) picture += mask.allows(0, 0, q, k) ? '1' : '0';
  }
  return picture;
}

}  // namespace

TEST_CASE("rules of attention are read and written") {
  for (const char* text : {"all", "causal", "window:16", "window:2:0:3", "global:1", "random:3:8:7",
                           "window:16+global:1", "window:16+global:1&causal", "causal&causal"}) {
    CHECK(AttentionSpec::parse(text).text() == text);
  }
  CHECK(AttentionSpec().text() == "all");
  CHECK(AttentionSpec::parse("window:007").text() == "window:7");
  CHECK(AttentionSpec().mask(5).everyone());
  CHECK(AttentionSpec::parse("window:0+all").mask(5).everyone());
}

TEST_CASE("rules of attention become masks: + is or, & is and, + binds closer") {
  CHECK(drawn("window:1", 4) == "1100/1110/0111/0011");
  CHECK(drawn("window:1:0", 3) == "100/110/011");
  CHECK(drawn("window:0+global:1", 3) == "111/110/101");
  CHECK(drawn("window:0+global:1&causal", 3) == "100/110/101");
  CHECK(drawn("causal&window:1+global:1", 4) == "1000/1100/1110/1011");
  CHECK(drawn("random:4:1", 4) == "1111/1111/1111/1111");
  CHECK(drawn("random:1:1:1", 9) != drawn("random:1:1:2", 9));
  CHECK(drawn("global:9", 2) == "11/11");
}

TEST_CASE("wrong rules are refused with a list of those that exist") {
  for (const char* text : {"", "windw:3", "window", "window:", "window:-1", "window:1:2:0", "window:1:2:3:4",
                           "window:x", "global", "global:1:2", "random:1:0", "all:1", "causal+", "&causal",
                           "window:1e3", "window:99999999999999999999", " causal"}) {
    INFO(text);
    CHECK_THROWS_WITH(AttentionSpec::parse(text), Catch::Contains("all, causal, window:BEFORE") &&
                                                      Catch::Contains("random:COUNT[:BLOCK[:SEED]]"));
    CHECK_THROWS_AS(AttentionSpec::parse(text), UsageError);
  }
}

TEST_CASE("self-attention obeys the rules, attention to the source does not") {
  Rng rng(1);
  const Transformer model({.source_vocab = 9,
                           .target_vocab = 9,
                           .d_model = 8,
                           .heads = 2,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .dim_feedforward = 8,
                           .attention = AttentionSpec::parse("window:1"),
                           .max_length = 8},
                          rng);
  model.eval();
  AttentionTrace encoder, decoder;
  model(Tokens({1, 5}, {4, 5, 6, 7, 8}), Tokens({1, 4}, {2, 5, 6, 7}), &encoder, &decoder);
  for (std::int64_t q = 0; q < 5; ++q) {
    for (std::int64_t k = 0; k < 5; ++k) {
      CHECK((encoder.self[0].at({0, 1, q, k}) > 0) == (std::abs(q - k) <= 1));
      if (q < 4) CHECK(decoder.cross[0].at({0, 1, q, k}) > 0);
      if (q < 4 && k < 4) CHECK((decoder.self[0].at({0, 1, q, k}) > 0) == (k == q || k == q - 1));
    }
  }
}
