// Greedy decoding and beam search against a naive beam search.
#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "models/seq2seq.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

using Tokens32 = std::vector<std::int32_t>;

/// Three words (1, 4, 5) besides <pad> 0, <bos> 2 and <eos> 3.
const TransformerOptions tiny_model{
    .source_vocab = 7,
    .target_vocab = 6,
    .encoder_layers = 1,
    .decoder_layers = 1,
    .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 12, .max_length = 16}};

/// Beam search as one would write it on a blackboard: all continuations in a list, sorted; an <eos> among the
/// best `width` ends a hypothesis, the best `width` others go on; it never ends early.
std::vector<Hypothesis> naive_beam(const Transformer& model, const Tokens32& source, std::size_t width,
                                   std::size_t longest, double alpha) {
  std::vector<Hypothesis> open{Hypothesis{}}, finished;
  for (std::size_t step = 0; step <= longest; ++step) {
    struct Next {
      double log_p;
      std::size_t parent;
      std::int32_t token;
    };
    std::vector<Next> nexts;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto log_p = teacher_forced(model, source, open[i].tokens).back();
      for (const std::int32_t c : {1, 3, 4, 5})
        nexts.push_back({open[i].log_probability + log_p[static_cast<std::size_t>(c)], i, c});
    }
    std::stable_sort(nexts.begin(), nexts.end(), [](auto& a, auto& b) { return a.log_p > b.log_p; });
    std::vector<Hypothesis> next_open;
    for (std::size_t rank = 0; rank < nexts.size(); ++rank) {
      Hypothesis h = open[nexts[rank].parent];
      h.log_probability = nexts[rank].log_p;
      if (nexts[rank].token == 3) {
        if (rank >= width) continue;
        h.finished = true;
        h.score = h.log_probability / length_penalty(std::ssize(h.tokens), alpha);
        finished.push_back(h);
      } else if (next_open.size() < width && step < longest) {
        h.tokens.push_back(nexts[rank].token);
        next_open.push_back(h);
      }
    }
    if (step < longest) open = next_open;
  }
  std::stable_sort(finished.begin(), finished.end(), [](auto& a, auto& b) { return a.score > b.score; });
  for (Hypothesis h : open) {  // of the maximum length
    const auto same = [&](const Hypothesis& other) { return other.tokens == h.tokens; };
    if (std::any_of(finished.begin(), finished.end(), same)) continue;
    h.score = h.log_probability / length_penalty(std::ssize(h.tokens), alpha);
    finished.push_back(h);
  }
  if (finished.size() > width) finished.resize(width);
  return finished;
}

}  // namespace

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

TEST_CASE("greedy decoding and beam search find what a naive beam search finds, never <pad> or <bos>") {
  std::size_t finished = 0, cut = 0;
  for (const std::int64_t width : {1, 2, 3, 5, 108}) {
    const std::int64_t longest = width > 5 ? 3 : 6;  // the widest holds all possibilities: 1 + 3 + 9 + 27
    for (const double alpha : {0.0, 0.6, 2.0, -0.5}) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Transformer model = random_model(tiny_model, 100 + seed, static_cast<double>(seed) - 2);
        Variable bias = model.generator.bias;
        for (const int never : {0, 2}) bias.mutable_data()[never] += 4;
        const Tokens32 source = random_sentences(1, 5, tiny_model.source_vocab, seed)[0];
        const auto expected = naive_beam(model, source, static_cast<std::size_t>(width),
                                         static_cast<std::size_t>(longest), alpha);
        const auto found = beam_search(model, alone_in_batch(source),
                                       {.beam = width,
                                        .length_penalty = alpha,
                                        .n_best = width,
                                        .decoding = {.max_length = longest}})[0];
        INFO("width " << width << ", alpha " << alpha << ", seed " << seed);
        REQUIRE(found.size() == expected.size());
        if (width > 5) CHECK(found.size() == 40);
        if (width == 1 && alpha == 0)
          CHECK(same_or_tied(greedy_decode(model, alone_in_batch(source), {.max_length = longest})[0],
                             found[0]));
        for (std::size_t i = 0; i < found.size(); ++i) {
          CHECK(same_or_tied(found[i], expected[i]));
          (found[i].finished ? finished : cut) += 1;
        }
      }
    }
  }
  CHECK(finished > 0);
  CHECK(cut > 0);  // an n-best list is filled up with what did not end
}

TEST_CASE("beam options that cannot be are refused, the length penalty is GNMT's") {
  const Transformer model = random_model(tiny_model, 1);
  const Tokens source({1, 2}, {5, 3});
  for (const BeamOptions& wrong :
       {BeamOptions{.beam = 0}, {.beam = 2, .n_best = 3}, {.beam = 2, .n_best = 0}})
    CHECK_THROWS_AS(beam_search(model, source, wrong), UsageError);
  CHECK(length_penalty(1, 0.6) == 1);
  CHECK(length_penalty(7, 1) == 2);
  CHECK(length_penalty(7, 0) == 1);
  CHECK(length_penalty(7, 0.6) == Approx(std::pow(2, 0.6)));
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
