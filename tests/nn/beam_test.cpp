// Beam search against a brute-force search and a second, naive beam search.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

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

double penalty(std::size_t length, double alpha) {
  return std::pow((5 + static_cast<double>(length)) / 6, alpha);
}

/// All translations of at most `longest` words, best first.
std::vector<Hypothesis> enumerate(const Transformer& model, const Tokens32& source, std::size_t longest,
                                  double alpha) {
  std::vector<Hypothesis> all;
  const std::function<void(Tokens32)> visit = [&](const Tokens32& tokens) {
    Hypothesis h{.tokens = tokens, .finished = true};
    h.log_probability = log_probability(model, source, h);
    h.score = h.log_probability / penalty(tokens.size(), alpha);
    all.push_back(h);
    if (tokens.size() == longest) return;
    for (const std::int32_t word : {1, 4, 5}) {
      Tokens32 longer = tokens;
      longer.push_back(word);
      visit(longer);
    }
  };
  visit({});
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  return all;
}

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
        h.score = h.log_probability / penalty(h.tokens.size(), alpha);
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
    h.score = h.log_probability / penalty(h.tokens.size(), alpha);
    finished.push_back(h);
  }
  if (finished.size() > width) finished.resize(width);
  return finished;
}

}  // namespace

TEST_CASE("beam search: in a batch and alone the same translations, as probable as one pass says") {
  std::size_t sentences = 0;
  std::uint64_t seed = 30;
  for (const TransformerOptions& options : several_sizes()) {
    const Transformer model = random_model(options, ++seed);
    const auto sources = random_sentences(60, 8, options.source_vocab, seed);
    const Tokens batch = make_sources(sources);
    BeamOptions beam{
        .beam = 2 + static_cast<std::int64_t>(seed % 4), .n_best = 2, .decoding = {.max_length = 10}};
    const auto cached = beam_search(model, batch, beam);
    REQUIRE(cached.size() == sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      INFO("model " << seed << ", sentence " << i);
      ++sentences;
      REQUIRE_FALSE(cached[i].empty());
      for (const Hypothesis& h : cached[i]) {
        CHECK(h.tokens.size() <= 10);
        CHECK(std::abs(h.log_probability - log_probability(model, sources[i], h)) < tolerance);
        CHECK(h.score == Approx(h.log_probability / penalty(h.tokens.size(), 0.6)));
      }
      if (i % 6 == 0) {
        const auto alone = beam_search(model, alone_in_batch(sources[i]), beam);
        CHECK(same_or_tied(alone[0][0], cached[i][0]));
      }
    }
  }
  CHECK(sentences == 420);
}

TEST_CASE("a beam as wide as all possibilities finds what trying them all finds") {
  for (const double alpha : {0.0, 0.6, 1.5, -0.7}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Transformer model = random_model(tiny_model, seed);
      const auto sources = random_sentences(2, 4, tiny_model.source_vocab, seed);
      const auto found = beam_search(model, make_sources(sources),
                                     {.beam = 108,  // 27 open ones, four ways to go on from each
                                      .length_penalty = alpha,
                                      .n_best = 108,
                                      .decoding = {.max_length = 3}});
      for (std::size_t s = 0; s < sources.size(); ++s) {
        const std::vector<Hypothesis> all = enumerate(model, sources[s], 3, alpha);
        REQUIRE(all.size() == 1 + 3 + 9 + 27);
        REQUIRE(found[s].size() == all.size());
        std::set<Tokens32> distinct;
        for (std::size_t i = 0; i < all.size(); ++i) {
          INFO("alpha " << alpha << ", seed " << seed << ", rank " << i);
          CHECK(std::abs(found[s][i].score - all[i].score) < tolerance);
          CHECK(found[s][i].finished);
          distinct.insert(found[s][i].tokens);
        }
        CHECK(distinct.size() == all.size());
        CHECK(found[s][0].tokens == all[0].tokens);
      }
    }
  }
}

TEST_CASE("a narrow beam finds what a naive beam search finds, and its stopping rule loses nothing") {
  for (const std::int64_t width : {1, 2, 3, 5}) {
    for (const double alpha : {0.0, 0.6, 2.0, -0.5}) {
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Transformer model = random_model(tiny_model, 100 + seed, static_cast<double>(seed) - 2);
        const Tokens32 source = random_sentences(1, 5, tiny_model.source_vocab, seed)[0];
        const auto expected = naive_beam(model, source, static_cast<std::size_t>(width), 6, alpha);
        const auto found = beam_search(
            model, alone_in_batch(source),
            {.beam = width, .length_penalty = alpha, .n_best = width, .decoding = {.max_length = 6}})[0];
        INFO("width " << width << ", alpha " << alpha << ", seed " << seed);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) CHECK(same_or_tied(found[i], expected[i]));
      }
    }
  }
}

TEST_CASE("a beam of 1 without length penalty is greedy decoding") {
  for (const TransformerOptions& options : several_sizes()) {
    const Transformer model = random_model(options, 50);
    const Tokens batch = make_sources(random_sentences(40, 8, options.source_vocab, 6));
    const auto greedy = greedy_decode(model, batch, {.max_length = 10});
    const auto beam =
        beam_search(model, batch, {.beam = 1, .length_penalty = 0, .decoding = {.max_length = 10}});
    for (std::size_t i = 0; i < greedy.size(); ++i) {
      CHECK(beam[i].size() == 1);
      CHECK(same_or_tied(beam[i][0], greedy[i]));
      CHECK(beam[i][0].finished == greedy[i].finished);
    }
  }
}

TEST_CASE("an n-best list that finished hypotheses do not fill is filled up with those cut off") {
  const TransformerOptions options = several_sizes()[0];
  const Tokens batch = make_sources(random_sentences(40, 8, options.source_vocab, 9));
  std::size_t mixed = 0;
  for (const double ends : {-3.0, -2.0, -1.0, 0.0}) {
    const Transformer model = random_model(options, 62, ends);
    for (const auto& list :
         beam_search(model, batch, {.beam = 4, .n_best = 4, .decoding = {.max_length = 3}})) {
      const auto finished = std::count_if(list.begin(), list.end(), [](auto& h) { return h.finished; });
      CHECK(list.size() == 4);
      if (finished == 0 || finished == 4) continue;
      ++mixed;
      std::set<Tokens32> distinct;
      for (std::size_t i = 0; i < list.size(); ++i) {
        distinct.insert(list[i].tokens);
        CHECK(list[i].finished == (static_cast<std::int64_t>(i) < finished));
        if (!list[i].finished) CHECK(list[i].tokens.size() == 3);
        CHECK(list[i].score == Approx(list[i].log_probability / penalty(list[i].tokens.size(), 0.6)));
      }
      CHECK(distinct.size() == 4);
    }
  }
  CHECK(mixed > 20);
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
