// Greedy decoding, and what all ways of decoding have.
#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "models/seq2seq.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

TEST_CASE(
    "greedy and beam search: in a batch and alone the same translations, as probable as one pass says") {
  std::size_t finished = 0, cut = 0;
  std::uint64_t seed = 10;
  for (const TransformerOptions& options : several_sizes()) {
    const Transformer model = random_model(options, ++seed);
    const auto sources = random_sentences(60, 9, options.source_vocab, seed);
    for (const std::int64_t width : {std::int64_t{1}, 2 + static_cast<std::int64_t>(seed % 4)}) {
      const GenerationOptions how{.beam = {.beam = width,
                                           .n_best = std::min<std::int64_t>(width, 2),
                                           .decoding = {.max_length = 12}}};
      const auto cached = generate({model}, make_sources(sources), how);
      REQUIRE(cached.size() == sources.size());
      for (std::size_t i = 0; i < sources.size(); ++i) {
        INFO("model " << seed << ", beam " << width << ", sentence " << i);
        REQUIRE_FALSE(cached[i].empty());
        for (const Hypothesis& h : cached[i]) {
          (h.finished ? finished : cut) += 1;
          CHECK(h.tokens.size() <= 12);
          CHECK((h.finished || h.tokens.size() == 12));
          const double penalty = width == 1 ? 1 : length_penalty(std::ssize(h.tokens), 0.6);
          CHECK(h.score == Approx(h.log_probability / penalty));
          CHECK(std::abs(h.log_probability - log_probability(model, sources[i], h)) < tolerance);
        }
        if (i % 5 == 0)
          CHECK(same_or_tied(generate({model}, alone_in_batch(sources[i]), how)[0][0], cached[i][0]));
      }
    }
  }
  CHECK(finished > 50);  // the tests see both ends
  CHECK(cut > 50);
}

TEST_CASE(
    "the maximum length: as given, else that of the row's source and 50 more, never beyond the model's") {
  const Transformer endless = random_model(several_sizes()[0], 6, -1000);
  const std::vector<std::vector<std::int32_t>> sources{
      {5, 6}, {4, 5, 6, 7, 8, 9, 10, 11, 4, 5}, std::vector<std::int32_t>(20, 5)};
  const Tokens batch = make_sources(sources);
  const auto lengths = [&](const GenerationOptions& how) {
    std::vector<std::size_t> all;
    for (const auto& of_row : generate({endless}, batch, how)) {
      for (const Hypothesis& h : of_row) all.push_back(h.tokens.size());
    }
    return all;
  };
  using Lengths = std::vector<std::size_t>;
  // The sources have 3, 11 and 21 tokens with <eos>; the model has 64 positions, one of them <bos>'s.
  CHECK(lengths({.beam = {.beam = 1}}) == Lengths{53, 61, 63});
  CHECK(lengths({.beam = {.beam = 2, .n_best = 2}}) == Lengths{53, 53, 61, 61, 63, 63});
  CHECK(lengths({.beam = {.n_best = 2}, .sampling = SamplingOptions{}}) == Lengths{53, 53, 61, 61, 63, 63});
  CHECK(lengths({.beam = {.beam = 1, .decoding = {.max_length = 7}}}) == Lengths{7, 7, 7});
  CHECK(lengths({.beam = {.beam = 1, .decoding = {.max_length = 1000}}}) == Lengths{63, 63, 63});
  CHECK(greedy_decode(endless, batch).front().tokens.size() == 53);
  CHECK(beam_search(endless, batch, {.beam = 2}).front().front().tokens.size() == 53);

  const Hypothesis at_once =
      greedy_decode(random_model(several_sizes()[0], 5, 1000), alone_in_batch({5})).front();
  CHECK(at_once.finished);
  CHECK(at_once.tokens.empty());
  CHECK(std::abs(at_once.log_probability) < 1e-6);
}

TEST_CASE("greedy takes the most probable token at each step, never <pad> or <bos>") {
  const TransformerOptions options = several_sizes()[0];
  const Transformer model = random_model(options, 3);
  Variable bias = model.generator.bias;
  bias.mutable_data()[0] += 4;  // without the rule these two would be chosen all the time
  bias.mutable_data()[2] += 4;
  for (const auto& source : random_sentences(40, 6, options.source_vocab, 4)) {
    const Hypothesis h = greedy_decode(model, alone_in_batch(source), {.max_length = 7})[0];
    const auto log_p = teacher_forced(model, source, h.tokens);
    for (std::size_t t = 0; t < log_p.size(); ++t) {
      std::vector<double> allowed = log_p[t];
      allowed[0] = allowed[2] = -INFINITY;
      const double best = *std::max_element(allowed.begin(), allowed.end());
      const bool last = t == h.tokens.size();
      if (last && !h.finished) continue;
      const std::int32_t chosen = last ? 3 : h.tokens[t];
      CHECK(std::abs(log_p[t][static_cast<std::size_t>(chosen)] - best) < tolerance / 100);
    }
    CHECK(std::abs(h.log_probability - log_probability(model, source, h)) < tolerance);
  }
}

TEST_CASE("decoding refuses a model in training mode, wrong shapes and sources that are too long") {
  const TransformerOptions options = several_sizes()[0];
  const Transformer model = random_model(options, 5);
  const Tokens source({1, 2}, {5, 3});
  model.train();
  CHECK_THROWS_WITH(greedy_decode(model, source), Catch::Contains("eval()"));
  CHECK_THROWS_AS(beam_search(model, source), Error);
  model.eval();
  CHECK_THROWS_AS(greedy_decode(model, Tokens({2}, {5, 3})), ShapeError);
  const std::vector<std::int32_t> long_one(70, 5);
  CHECK_THROWS_WITH(greedy_decode(model, alone_in_batch(long_one)), Catch::Contains("maximum of 64"));
}
