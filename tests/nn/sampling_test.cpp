// Decoding over anything that continues a sequence, and sampling.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lib/core/error.hpp"
#include "nn/decoding.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

/// The next token depends on the last one alone, by a table of probabilities. Tokens: 3 is <eos>.
class Chain : public Continuation {
 public:
  using Table = std::vector<std::vector<double>>;
  explicit Chain(Table table, std::int64_t max_length = 20) : table_(std::move(table)), most_(max_length) {}

  Array extend(const Tokens& tokens) override {
    const auto classes = std::ssize(table_);
    Array logits({tokens.dim(0), classes});
    for (std::int64_t r = 0; r < tokens.dim(0); ++r) {
      const std::int32_t last = tokens[(r + 1) * tokens.dim(1) - 1];
      for (std::int64_t c = 0; c < classes; ++c)
        logits.mutable_data()[r * classes + c] = static_cast<Scalar>(
            std::log(table_[static_cast<std::size_t>(last)][static_cast<std::size_t>(c)]) + 2);
    }
    return logits;
  }
  void select(const std::vector<std::int32_t>& rows) override { selected.push_back(rows); }
  std::int64_t max_length() const override { return most_; }

  std::vector<std::vector<std::int32_t>> selected;

 private:
  Table table_;
  std::int64_t most_;
};

Tokens prompts(std::int64_t rows, std::int32_t token) {
  return {{rows, 1}, std::vector<std::int32_t>(static_cast<std::size_t>(rows), token)};
}

/// Every token is followed by these with these probabilities; 0 to 3 are special and never come.
Chain same_always(const std::vector<double>& p) {
  std::vector<double> row(4, 0);
  row.insert(row.end(), p.begin(), p.end());
  return Chain(Chain::Table(row.size(), row));
}

/// How often tokens 4, 5, … were drawn first, of 4,000.
std::vector<double> frequencies(const std::vector<double>& p, SamplingOptions options) {
  constexpr std::int64_t rows = 4000;
  Chain chain = same_always(p);
  options.decoding.max_length = 1;
  std::vector<double> shares(p.size());
  for (const Hypothesis& h : sample(chain, prompts(rows, 2), options))
    shares.at(static_cast<std::size_t>(h.tokens.at(0) - 4)) += 1.0 / rows;
  return shares;
}

}  // namespace

TEST_CASE("samples come as often as their probabilities say, after temperature, top-k and top-p") {
  using Shares = std::vector<double>;
  const Shares p{0.1, 0.4, 0.05, 0.25, 0.2}, squares{0.01, 0.16, 0.0025, 0.0625, 0.04};
  for (const auto& [options, weights] : std::vector<std::pair<SamplingOptions, Shares>>{
           {{.seed = 1}, p},
           {{.temperature = 0.5, .seed = 2}, squares},
           {{.top_k = 2, .seed = 3}, {0, 0.4, 0, 0.25, 0}},
           {{.top_k = 50, .seed = 3}, p},
           // 0.4 and 0.25 are not yet 0.7: the third is needed.
           {{.top_p = 0.7, .seed = 4}, {0, 0.4, 0, 0.25, 0.2}},
           {{.top_p = 1e-9, .seed = 5}, {0, 1, 0, 0, 0}},
           // top-p counts among what top-k leaves: 0.4 of 0.65 is 0.62.
           {{.top_k = 2, .top_p = 0.6, .seed = 6}, {0, 1, 0, 0, 0}},
           {{.temperature = 0}, {0, 1, 0, 0, 0}},
           // The token for unknown words is left out before all that, and comes as <pad> and <bos> do: never.
           {{.seed = 7, .decoding = {.unknown = 5}}, {0.1, 0, 0.05, 0.25, 0.2}},
           {{.temperature = 0, .decoding = {.unknown = 5}}, {0, 0, 0, 1, 0}}}) {
    const Shares found = frequencies(p, options);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double expected = weights[i] / total, deviation = std::sqrt(expected * (1 - expected) / 4000);
      INFO("seed " << options.seed << ", " << i << ": " << found[i] << " for " << expected);
      CHECK(std::abs(found[i] - expected) <= 4.5 * deviation + 1e-9);
    }
  }
}

TEST_CASE("of many classes the nucleus is sorted in pieces: nothing outside is drawn, all inside is") {
  std::vector<double> p(1000, 0.1 / 900);
  for (std::size_t i = 0; i < 100; ++i) p[(i * 37) % 1000] = 0.9 / 100;  // 100 that make up 0.9, strewn about
  for (const SamplingOptions& options :
       {SamplingOptions{.top_p = 0.899, .seed = 9}, SamplingOptions{.top_k = 100, .seed = 9},
        SamplingOptions{.top_k = 500, .top_p = 0.949, .seed = 9}}) {
    const std::vector<double> found = frequencies(p, options);
    for (std::size_t i = 0; i < p.size(); ++i) CHECK((found[i] > 0) == (p[i] > 0.001));
  }
}

TEST_CASE("a sample is a function of seed, row and step, and its log-probability is the model's own") {
  const Chain::Table table{{1, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0},       {0, 0, 0, 0.1, 0.5, 0.4},
                           {1, 0, 0, 0, 0, 0}, {0, 0, 0, 0.2, 0.3, 0.5}, {0, 0, 0, 0.3, 0.6, 0.1}};
  const auto run = [&](std::int64_t rows, std::uint64_t seed) {
    Chain chain(table);
    return sample(chain, prompts(rows, 2), {.temperature = 1.5, .seed = seed});
  };
  const auto all = run(40, 7), few = run(3, 7), other = run(40, 8);
  Chain chain(table);
  const auto later = sample(chain, prompts(3, 2), {.temperature = 1.5, .seed = 7, .first_row = 30});
  for (std::size_t i = 0; i < later.size(); ++i) CHECK(later[i].tokens == all[30 + i].tokens);
  std::size_t same_tokens = 0, cut = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < few.size()) CHECK(all[i].tokens == few[i].tokens);
    same_tokens += all[i].tokens == other[i].tokens ? 1 : 0;
    cut += all[i].finished ? 0 : 1;
    double log_p = 0;
    std::size_t last = 2;
    for (const std::int32_t token : all[i].tokens) {
      log_p += std::log(table[last][static_cast<std::size_t>(token)]);
      last = static_cast<std::size_t>(token);
    }
    if (all[i].finished) log_p += std::log(table[last][3]);
    CHECK(all[i].log_probability == Approx(log_p).epsilon(1e-5));
  }
  CHECK(same_tokens < 20);
  CHECK(cut < 10);
  CHECK(std::any_of(all.begin(), all.end(), [&](const Hypothesis& h) { return h.tokens != all[0].tokens; }));
}

TEST_CASE("greedy and beam search over a chain of tokens, finished rows leave the batch") {
  // From 2 the better first token (4) leads to the worse whole.
  const Chain::Table table{{1, 0, 0, 0, 0, 0, 0},         {1, 0, 0, 0, 0, 0, 0},
                           {0, 0, 0, 0.0, 0.6, 0.4, 0.0}, {1, 0, 0, 0, 0, 0, 0},
                           {0, 0, 0, 0.4, 0.3, 0.0, 0.3}, {0, 0, 0, 0.9, 0.1, 0.0, 0.0},
                           {0, 0, 0, 1.0, 0.0, 0.0, 0.0}};
  Chain chain(table);
  const auto greedy = greedy_decode(chain, Tokens({2, 2}, {2, 6, 2, 5}));
  CHECK(greedy[0].tokens.empty());
  CHECK(greedy[1].tokens.empty());
  CHECK(greedy_decode(chain, prompts(1, 2)).front().tokens == std::vector<std::int32_t>{4});
  const Hypothesis just = greedy_decode(chain, prompts(1, 2), {.max_length = 1}).front();
  CHECK(just.finished);  // <eos> right behind the last token that fits counts
  CHECK(just.tokens == std::vector<std::int32_t>{4});
  const auto best = beam_search(chain, prompts(1, 2), {.beam = 3, .length_penalty = 0, .n_best = 3});
  CHECK(best[0].at(0).tokens == std::vector<std::int32_t>{5});
  CHECK(std::exp(best[0].at(0).log_probability) == Approx(0.36));
  CHECK(best[0].at(1).tokens == std::vector<std::int32_t>{4});

  Chain uneven(table);
  const auto two = greedy_decode(uneven, Tokens({2, 1}, {6, 2}));
  CHECK(two[1].tokens == std::vector<std::int32_t>{4});
  REQUIRE(uneven.selected.size() == 1);
  CHECK(uneven.selected[0] == std::vector<std::int32_t>{1});
}

TEST_CASE("decoding refuses numbers that cannot be, and a prompt without tokens") {
  Chain chain = same_always({1});
  for (const auto& [options, message] :
       std::vector<std::pair<SamplingOptions, const char*>>{{{.temperature = -1}, "temperature of -1"},
                                                            {{.temperature = NAN}, "temperature"},
                                                            {{.top_k = -1}, "top_k is -1"},
                                                            {{.top_p = 0}, "top_p is 0"},
                                                            {{.top_p = 1.5}, "top_p is 1.5"},
                                                            {{.decoding = {.max_length = -3}}, "-3"}})
    CHECK_THROWS_WITH(sample(chain, prompts(1, 2), options), Catch::Contains(message));
  for (const double penalty : {std::nan(""), HUGE_VAL})
    CHECK_THROWS_AS(beam_search(chain, prompts(1, 2), {.length_penalty = penalty}), UsageError);
  CHECK_THROWS_AS(sample(chain, Tokens({1, 0}, {})), ShapeError);
  CHECK_THROWS_AS(greedy_decode(chain, Tokens({2}, {2, 2})), ShapeError);
  CHECK(greedy_decode(chain, Tokens({0, 1}, {})).empty());
}

TEST_CASE("a prefix is what every result begins with, and counts in its probability") {
  const std::vector<double> p{0.5, 0.3, 0.2};
  Chain chain = same_always(p);
  const DecodingOptions options{.max_length = 4, .prefix = {6, 5}};
  const Hypothesis greedy = greedy_decode(chain, prompts(1, 2), options).front();
  CHECK(greedy.tokens == std::vector<std::int32_t>{6, 5, 4, 4});
  CHECK(greedy.log_probability == Approx(std::log(0.2 * 0.3 * 0.5 * 0.5)).epsilon(1e-5));
  CHECK(greedy.least() == Approx(std::log(0.2)).epsilon(1e-5));
  const auto best = beam_search(chain, prompts(1, 2), {.beam = 2, .n_best = 2, .decoding = options}).front();
  CHECK(best.at(0).tokens == greedy.tokens);
  CHECK(best.at(1).tokens == std::vector<std::int32_t>{6, 5, 4, 5});
  for (const Hypothesis& h : sample(chain, prompts(3, 2), {.decoding = options}))
    CHECK(std::equal(options.prefix.begin(), options.prefix.end(), h.tokens.begin()));
  for (const DecodingOptions& wrong : {DecodingOptions{.max_length = 1, .prefix = {6, 5}},
                                       {.prefix = {3}},
                                       {.prefix = {99}},
                                       {.prefix = {6}, .unknown = 6}})
    CHECK_THROWS_AS(greedy_decode(chain, prompts(1, 2), wrong), UsageError);
}

namespace {

/// Gives logits of a shape, whatever it is asked.
class Shaped : public Continuation {
 public:
  explicit Shaped(Shape shape) : shape_(std::move(shape)) {}
  Array extend(const Tokens&) override { return Array::ones(shape_); }
  void select(const std::vector<std::int32_t>&) override {}
  std::int64_t max_length() const override { return 5; }

 private:
  Shape shape_;
};

}  // namespace

TEST_CASE("a continuation whose logits are not (B, V) is refused, alone and in an ensemble") {
  for (const Shape& shape : {Shape{1, 14}, Shape{3, 14}, Shape{4, 7}, Shape{2, 1, 14}, Shape{14}}) {
    Shaped wrong(shape);
    CHECK_THROWS_AS(greedy_decode(wrong, prompts(2, 5)), ShapeError);
    CHECK_THROWS_WITH(sample(wrong, prompts(2, 5)), Catch::Contains(to_string(shape)));
    CHECK_THROWS_AS(beam_search(wrong, prompts(2, 5)), ShapeError);
    std::vector<std::unique_ptr<Continuation>> members;
    for (int i = 0; i < 2; ++i) members.push_back(std::make_unique<Shaped>(shape));
    CHECK_THROWS_AS(greedy_decode(*ensemble(std::move(members)), prompts(2, 5)), ShapeError);
  }
  Shaped right(Shape{2, 14});
  CHECK(greedy_decode(right, prompts(2, 5)).size() == 2);
}

TEST_CASE("an ensemble gives the mean of the probabilities of its members") {
  std::vector<std::unique_ptr<Continuation>> members;
  members.push_back(std::make_unique<Chain>(same_always({0.7, 0.3})));
  members.push_back(std::make_unique<Chain>(same_always({0.1, 0.9})));
  const auto both = ensemble(std::move(members));
  const Hypothesis h = greedy_decode(*both, prompts(2, 2), {.max_length = 1}).back();
  CHECK(h.tokens == std::vector<std::int32_t>{5});
  CHECK(h.log_probability == Approx(std::log(0.6)).epsilon(1e-5));
  CHECK(both->max_length() == 20);
  members.push_back(std::make_unique<Chain>(same_always({0.5, 0.5})));
  members.push_back(std::make_unique<Chain>(same_always({0.5, 0.4, 0.1})));
  CHECK_THROWS_AS(greedy_decode(*ensemble(std::move(members)), prompts(1, 2)), Error);
  CHECK_THROWS_AS(ensemble({}), UsageError);
  members.clear();
  members.push_back(nullptr);
  CHECK_THROWS_WITH(ensemble(std::move(members)), Catch::Contains("one is null"));
}
