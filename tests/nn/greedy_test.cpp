// Greedy decoding.
#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "models/seq2seq.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

TEST_CASE("greedy: in a batch and alone the same translations, as probable as one pass says") {
  std::size_t sentences = 0, finished = 0;
  std::uint64_t seed = 10;
  for (const TransformerOptions& options : several_sizes()) {
    const Transformer model = random_model(options, ++seed);
    const auto sources = random_sentences(100, 9, options.source_vocab, seed);
    const Tokens batch = make_sources(sources);
    const auto cached = greedy_decode(model, batch, {.max_length = 12});
    REQUIRE(cached.size() == sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      ++sentences;
      INFO("model " << seed << ", sentence " << i);
      finished += cached[i].finished;
      CHECK(cached[i].tokens.size() <= 12);
      CHECK((cached[i].finished || cached[i].tokens.size() == 12));
      CHECK(cached[i].score == cached[i].log_probability);
      CHECK(std::abs(cached[i].log_probability - log_probability(model, sources[i], cached[i])) < tolerance);
      if (i % 5 == 0) {
        const auto alone = greedy_decode(model, alone_in_batch(sources[i]), {.max_length = 12});
        CHECK(same_or_tied(alone[0], cached[i]));
      }
    }
  }
  CHECK(sentences == 700);
  CHECK(finished > 50);  // the tests see both ends
  CHECK(finished < 650);
}

TEST_CASE("how long a translation may become does not hang on the sentences beside it") {
  TransformerOptions options = several_sizes()[0];
  options.layer.max_length = 128;
  const Transformer endless = random_model(options, 6, -50);
  const std::vector<std::vector<std::int32_t>> sources{{5, 6}, {4, 5, 6, 7, 8, 9, 10, 11, 4, 5}};
  const auto lengths = [&](const GenerationOptions& how) {
    std::vector<std::size_t> all;
    for (const auto& of_row : generate({endless}, make_sources(sources), how)) {
      for (const Hypothesis& h : of_row) all.push_back(h.tokens.size());
    }
    return all;
  };
  using Lengths = std::vector<std::size_t>;
  CHECK(lengths({.beam = {.beam = 1}}) == Lengths{53, 61});  // of the source with <eos>, + 50
  CHECK(lengths({.beam = {.beam = 2, .n_best = 2}}) == Lengths{53, 53, 61, 61});
  CHECK(lengths({.beam = {.n_best = 2}, .sampling = SamplingOptions{}}) == Lengths{53, 53, 61, 61});
  CHECK(lengths({.beam = {.beam = 1, .decoding = {.max_length = 7}}}) == Lengths{7, 7});
  const Tokens batch = make_sources(sources);
  CHECK(greedy_decode(endless, batch).front().tokens ==
        greedy_decode(endless, alone_in_batch(sources[0])).front().tokens);
  CHECK(beam_search(endless, batch, {.beam = 2}).front().front().tokens.size() == 53);
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

TEST_CASE("the maximum length: as given, else source + 50, never beyond the model's") {
  TransformerOptions options = several_sizes()[0];
  const Transformer never = random_model(options, 5, -1000);
  const auto length = [&](std::int64_t source, std::int64_t limit) {
    const std::vector<std::int32_t> ids(static_cast<std::size_t>(source), 5);
    const auto all = greedy_decode(never, alone_in_batch(ids), {.max_length = limit});
    CHECK_FALSE(all[0].finished);
    return static_cast<std::int64_t>(all[0].tokens.size());
  };
  CHECK(length(3, 1) == 1);
  CHECK(length(3, 10) == 10);
  CHECK(length(3, 0) == 4 + 50);  // with <eos> the source has 4 tokens
  CHECK(length(20, 0) == 63);     // 64 positions, one of them <bos>'s
  CHECK(length(3, 1000) == 63);
  const Transformer at_once = random_model(options, 5, 1000);
  const auto h = greedy_decode(at_once, alone_in_batch({5}), {})[0];
  CHECK(h.finished);
  CHECK(h.tokens.empty());
  CHECK(std::abs(h.log_probability) < 1e-6);
}

TEST_CASE("<eos> exactly at the maximum length still counts as finished") {
  const TransformerOptions options = several_sizes()[0];
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Transformer model = random_model(options, seed, 1);
    const Tokens batch = make_sources(random_sentences(10, 5, options.source_vocab, seed));
    const auto whole = greedy_decode(model, batch, {.max_length = 20});
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const auto n = static_cast<std::int64_t>(whole[i].tokens.size());
      if (!whole[i].finished || n < 2) continue;
      ++seen;
      const auto exact = greedy_decode(model, batch, {.max_length = n})[i];
      CHECK(exact.finished);
      CHECK(exact.tokens == whole[i].tokens);
      const auto shorter = greedy_decode(model, batch, {.max_length = n - 1})[i];
      CHECK_FALSE(shorter.finished);
      CHECK(static_cast<std::int64_t>(shorter.tokens.size()) == n - 1);
    }
  }
  CHECK(seen > 5);
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
