#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache);
std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows);
std::vector<int> generate(const std::function<Tensor(int token, int position)>& next_logits,
                          const given::SearchOptions& options);

namespace {

const std::vector<std::string> matrices{"w_query", "w_key", "w_value", "w_output"};

given::AttentionWeights weights_of(const Case& c) {
  const auto linear = [&](int i) {
    return given::Linear{c.tensor(matrices[i]), c.tensor("b" + matrices[i].substr(1))};
  };
  return {.heads = c.integer("heads"),
          .query = linear(0),
          .key = linear(1),
          .value = linear(2),
          .output = linear(3)};
}

given::KeyValueCache empty_cache(int width) { return {Tensor({0, width}), Tensor({0, width})}; }

Tensor rows_of(const Tensor& x, int begin, int end) {
  Tensor rows({end - begin, x.dim(1)});
  for (int i = begin; i < end; ++i) {
    for (int c = 0; c < x.dim(1); ++c) rows(i - begin, c) = x(i, c);
  }
  return rows;
}

/// All of x in blocks of these lengths.
Tensor attend_in_blocks(const Tensor& x, const given::AttentionWeights& weights,
                        const std::vector<int>& blocks, given::KeyValueCache& cache) {
  std::vector<double> all;
  int begin = 0;
  for (const int length : blocks) {
    const Tensor out = attend_cached(rows_of(x, begin, begin + length), weights, cache);
    if (out.shape() != std::vector<int>{length, x.dim(1)})
      throw std::runtime_error(fmt::format("attend_cached gave the shape {} for {} new tokens of {} features",
                                           heed::learn::shape_text(out.shape()), length, x.dim(1)));
    all.insert(all.end(), out.values().begin(), out.values().end());
    begin += length;
  }
  return Tensor::of(x.shape(), all);
}

void run(Case& c) {
  const Tensor& x = c.tensor("x");
  given::KeyValueCache cache = empty_cache(x.dim(1));
  c.give("output", attend_in_blocks(x, weights_of(c), c.ids("blocks"), cache));
  c.give("cached_keys", cache.keys);
  c.give("cached_values", cache.values);
}

void add(Cases& cases, Draw& draw, int heads, int width, const std::vector<int>& blocks) {
  const int length = std::accumulate(blocks.begin(), blocks.end(), 0);
  auto& one = cases.add(fmt::format("{} token{}, {} features, {} head{}", length, length == 1 ? "" : "s",
                                    width, heads, heads == 1 ? "" : "s"));
  one.ids("blocks", blocks).integer("heads", heads).tensor("x", draw.normal({length, width}));
  for (const std::string& name : matrices) {
    one.tensor(name, draw.normal({width, width}, {.std = 0.7}));
    one.tensor("b" + name.substr(1), draw.normal({width}));
  }
}

void add_easy(Cases& cases, const std::vector<int>& blocks) {
  auto& one = cases.add("3 tokens, 2 features, 1 head");
  one.ids("blocks", blocks).integer("heads", 1).tensor("x", Tensor::of({3, 2}, {1, 0, 0, 1, 1, 1}));
  for (const std::string& name : matrices) {
    const double scale = name == "w_query"   ? 0
                         : name == "w_value" ? 6
                                             : 1;  // no scores: the mean of the values
    one.tensor(name, Tensor::of({2, 2}, {scale, 0, 0, scale})).tensor("b" + name.substr(1), Tensor({2}));
  }
}

}  // namespace

void describe(Exercise& e) {
  e.without({"multi_head_attention"});
  e.part("one_by_one", {.points = 3}, run, [](Cases& cases, Draw& draw) {
    add_easy(cases, {1, 1, 1});
    add(cases, draw, 3, 3, {1, 1});
    add(cases, draw, 2, 4, {1, 1, 1, 1});
    add(cases, draw, 2, 6, {1, 1});
    add(cases, draw, 3, 6, {1, 1, 1, 1, 1, 1});
    add(cases, draw, 2, 4, {1});
  });
  e.part("blocks", {.points = 3}, run, [](Cases& cases, Draw& draw) {
    add_easy(cases, {1, 2});
    add(cases, draw, 1, 3, {4});
    add(cases, draw, 2, 4, {3, 1, 2});
    add(cases, draw, 2, 6, {2, 4});
    add(cases, draw, 3, 6, {5, 2});
  });
  e.part(
      "select", {.points = 1},
      [](Case& c) {
        // cache b holds the number marks[b] everywhere
        std::vector<given::KeyValueCache> caches;
        for (const double mark : c.tensor("marks").values())
          caches.push_back({Tensor::full({2, 1}, mark), Tensor::full({2, 1}, -mark)});
        const std::vector<given::KeyValueCache> result = select(caches, c.ids("rows"));
        Tensor keys({static_cast<int>(result.size())}), values = keys;
        // an empty cache has no number to show: NaN
        const auto mark = [](const Tensor& of) {
          return of.size() == 0 ? std::numeric_limits<double>::quiet_NaN() : of.flat(0);
        };
        for (int b = 0; b < keys.size(); ++b)
          keys(b) = mark(result[b].keys), values(b) = mark(result[b].values);
        c.give("keys", keys);
        c.give("values", values);
      },
      [](Cases& cases, Draw& draw) {
        const auto rows = [&](const char* label, int caches, const std::vector<int>& which) {
          Tensor marks = draw.normal({caches});
          if (caches == 3) marks = Tensor::of({3}, {1, 2, 3});
          cases.add(label).tensor("marks", marks).ids("rows", which);
        };
        rows("two go on from one", 3, {1, 1, 0});
        rows("exchanged", 3, {2, 0, 1});
        rows("all from the last", 4, {3, 3, 3, 3});
        rows("fewer than before", 4, {2, 3});
        rows("more than before", 2, {1, 0, 1, 0});
        rows("one row", 4, {2});
        rows("the only one", 1, {0});
      });
  e.part(
      "generate", {.points = 3},
      [](Case& c) {
        // It remembers what it was told: logits = Σ after(token) · 2^(−age) + place(position).
        const given::SearchOptions options{
            .bos = c.integer("bos"), .eos = c.integer("eos"), .max_length = c.integer("max_length")};
        const Tensor &after = c.tensor("after"), &place = c.tensor("place");
        std::vector<int> told;
        int calls = 0;
        const auto next_logits = [&](int token, int position) {
          if (++calls > 200) throw std::runtime_error("next_logits was called more than 200 times");
          told.push_back(token);
          Tensor logits({after.dim(1)});
          double weight = 1;
          for (auto t = told.rbegin(); t != told.rend(); ++t, weight /= 2) {
            for (int v = 0; v < logits.size(); ++v) logits(v) += weight * after(*t, v);
          }
          for (int v = 0; v < logits.size(); ++v) logits(v) += place(position, v);
          return logits;
        };
        c.give("tokens", generate(next_logits, options));
        c.give("calls", calls);
      },
      [](Cases& cases, Draw& draw) {
        struct Model {
          Tensor after, place;
          int most, bos = 1, eos = 2;
        };
        const auto add = [&](const std::string& label, const Model& model) {
          cases.add(label)
              .tensor("after", model.after)
              .tensor("place", model.place)
              .integer("max_length", model.most)
              .integer("bos", model.bos)
              .integer("eos", model.eos);
        };
        Tensor after({5, 5}), place({8, 5});
        after(1, 3) = 4, after(3, 4) = 4, after(4, 3) = 4;
        place(3, 2) = 9;
        add("4 after 3, 3 after 4, then <eos>", {after, place, 6});
        const auto add_random = [&](const std::string& label, int words, int most, int bos, int eos,
                                    int ends) {
          Tensor next = draw.normal({words, words}, {.std = 2}), at = draw.normal({most + 4, words});
          for (int w = 0; w < words; ++w) next(w, eos) = next(w, bos) = 0;
          for (int p = 0; p < at.dim(0); ++p) at(p, eos) = p == ends ? 90 : -90, at(p, bos) = -90;
          add(label, {next, at, most, bos, eos});
        };
        add_random("7 words, <eos> after 4", 7, 9, 1, 2, 4);
        add_random("other ids", 6, 8, 5, 0, 5);
        add_random("cut off", 6, 4, 1, 2, 99);
        add_random("no token at all", 5, 4, 1, 2, 0);
        add_random("just fits", 6, 5, 0, 1, 5);
        // two words are equally good, always
        Tensor tie({5, 5});
        for (int w = 0; w < 5; ++w) tie(w, 3) = tie(w, 4) = 1 + w;
        add("equally good words", {tie, Tensor({8, 5}), 3});
        Tensor below = draw.normal({8, 6}, {.mean = -50});
        for (int p = 0; p < 8; ++p) below(p, 1) = -95, below(p, 2) = p == 4 ? -5 : -95;
        add("all logits below 0", {draw.normal({6, 6}, {.std = 2}), below, 6});
        add_random("0 tokens at most", 5, 0, 1, 2, 99);
        add_random("one token at most", 5, 1, 1, 2, 99);
        add_random("2 tokens at most", 6, 2, 1, 2, 99);
      });
  e.now([](Demo& d) {
    const heed::grading::RealEncoder real = heed::grading::real_encoder();
    const given::AttentionWeights& weights = real.layers[0].attention;
    constexpr int length = 96;
    Draw draw(1);
    const Tensor x = draw.normal({length, real.input.dim(1)});
    const auto reads = [](const auto& call) {
      const long before = Tensor::element_reads();
      call();
      return double(Tensor::element_reads() - before);
    };
    given::KeyValueCache cache = empty_cache(x.dim(1));
    Tensor mine;
    const double cached =
        reads([&] { mine = attend_in_blocks(x, weights, std::vector<int>(length, 1), cache); });
    Tensor whole;
    const double again = reads([&] {
      for (int t = 1; t <= length; ++t) {
        const Tensor prefix = rows_of(x, 0, t);
        whole = given::multi_head_attention(prefix, prefix, weights, given::causal_mask(t));
      }
    });
    double difference = 0;
    for (int i = 0; i < whole.size(); ++i)
      difference = std::max(difference, std::abs(whole.flat(i) - mine.flat(i)));
    d.say(fmt::format("A heed layer wrote {} tokens with your cache: the same numbers (to {}) for {:.1f} "
                      "% of the work of computing every prefix again.",
                      length, heed::demos::magnitude(difference), 100 * cached / again),
          fmt::format("heed의 층이 여러분의 캐시로 토큰 {}개를 썼습니다. 매번 앞부분을 다시 계산할 때의 "
                      "{:.1f} %만 일하고 같은 수를 얻었습니다(차이 {}).",
                      length, 100 * cached / again, heed::demos::magnitude(difference)));
  });
}
