#include <map>

#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

std::vector<std::vector<int>> greedy_decoding(
    const std::function<Tensor(const std::vector<std::vector<int>>&)>& next_logits, int batch,
    const given::SearchOptions& options);

using Rows = std::vector<std::vector<int>>;
using NextLogits = std::function<Tensor(const Rows&)>;

void describe(Exercise& e) {
  // A model whose answer depends on the whole prefix: source(b) + Σ after(token) · 2^(−age). It never says
  // <bos>, and says <eos> when exactly lengths(b) tokens stand behind <bos>. Of a sentence that it has ended
  // so, and while another has become longer by 2, it says some word: nobody may listen any more.
  const auto model = [](Case& c, const given::SearchOptions& options) {
    return NextLogits([source = c.tensor("source"), after = c.tensor("after"), lengths = c.ids("lengths"),
                       options, ended_among = std::map<std::size_t, Rows>()](const Rows& prefixes) mutable {
      const int batch = source.dim(0), words = source.dim(1);
      if (static_cast<int>(prefixes.size()) != batch) {
        throw std::invalid_argument("next_logits needs the prefixes of all " + std::to_string(batch) +
                                    " sentences, and got " + std::to_string(prefixes.size()));
      }
      Tensor logits = source;
      for (int b = 0; b < batch; ++b) {
        const std::vector<int>& prefix = prefixes[static_cast<std::size_t>(b)];
        double weight = 1, largest = -1e9, smallest = 1e9;
        for (auto token = prefix.rbegin(); token != prefix.rend(); ++token, weight /= 2) {
          for (int v = 0; v < words; ++v) logits(b, v) += weight * after(*token, v);
        }
        for (int v = 0; v < words; ++v) {
          if (v == options.eos || v == options.bos) continue;
          largest = std::max(largest, logits(b, v));
          smallest = std::min(smallest, logits(b, v));
        }
        const int length = lengths[static_cast<std::size_t>(b)];
        bool ends = static_cast<int>(prefix.size()) == length + 1;
        if (ends && length > 0) {
          const Rows& then = ended_among.try_emplace(static_cast<std::size_t>(b), prefixes).first->second;
          for (std::size_t other = 0; other < prefixes.size(); ++other)
            ends = ends && prefixes[other].size() < then[other].size() + 2;
        }
        logits(b, options.eos) = ends ? largest + 1 : (largest + smallest) / 2;
        logits(b, options.bos) = smallest - 1;
      }
      // at every other step all are below 0, as logarithms of probabilities are: no maximum starts at 0
      return prefixes.front().size() % 2 == 1 ? logits - 100.0 : logits;
    });
  };
  const auto run = [model](Case& c) {
    const given::SearchOptions options{
        .bos = c.integer("bos"), .eos = c.integer("eos"), .max_length = c.integer("max_length")};
    const int batch = c.tensor("source").dim(0);
    const Rows results = greedy_decoding(model(c, options), batch, options);
    // −1 stands behind the last token
    std::size_t width = static_cast<std::size_t>(options.max_length) + 2;
    for (const auto& row : results) width = std::max(width, row.size());
    Tensor tokens = Tensor::full({static_cast<int>(results.size()), static_cast<int>(width)}, -1);
    for (std::size_t b = 0; b < results.size(); ++b) {
      for (std::size_t i = 0; i < results[b].size(); ++i)
        tokens(static_cast<int>(b), static_cast<int>(i)) = results[b][i];
    }
    c.give("tokens", tokens);
  };
  struct Ids {
    int words, bos, eos;
  };
  const auto put = [](Cases& cases, const std::string& label, const Tensor& source, const Tensor& after,
                      const std::vector<int>& lengths, int max_length, Ids ids) {
    cases.add(label)
        .tensor("source", source)
        .tensor("after", after)
        .ids("lengths", lengths)
        .integer("max_length", max_length)
        .integer("bos", ids.bos)
        .integer("eos", ids.eos);
  };
  const auto add = [put](Cases& cases, Draw& draw, const std::string& label, const std::vector<int>& lengths,
                         int max_length, Ids ids) {
    const Tensor source = draw.normal({static_cast<int>(lengths.size()), ids.words});
    put(cases, label, source, draw.normal({ids.words, ids.words}, {.std = 2}), lengths, max_length, ids);
  };
  // Words 3 and 4 follow each other; after <bos> word 3 and word 4 are equally good.
  const auto example = [put](Cases& cases, const std::string& label, const std::vector<int>& lengths,
                             int max_length) {
    Tensor after({5, 5});
    after(1, 3) = after(1, 4) = after(4, 3) = 4;
    after(3, 4) = 8;
    put(cases, label, Tensor({static_cast<int>(lengths.size()), 5}), after, lengths, max_length, {5, 1, 2});
  };

  e.part("one_sentence", {.points = 4}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "the example", {3}, 6);
    add(cases, draw, "4 tokens", {4}, 8, {6, 1, 2});
    add(cases, draw, "one token", {1}, 5, {5, 1, 2});
    add(cases, draw, "no token at all", {0}, 5, {5, 1, 2});
    add(cases, draw, "other ids", {6}, 12, {5, 4, 0});
    add(cases, draw, "9 tokens", {9}, 15, {7, 2, 3});
    add(cases, draw, "12 tokens", {12}, 20, {5, 0, 1});
    // all logits but that of <bos> are equal, always
    put(cases, "<eos> as good as the words before it", Tensor({1, 5}), Tensor({5, 5}), {3}, 6, {5, 0, 4});
  });

  e.part("batch", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    add(cases, draw, "the first ends first", {1, 3}, 6, {6, 1, 2});
    add(cases, draw, "the last ends first", {4, 3, 1}, 8, {6, 1, 2});
    add(cases, draw, "the second ends first", {5, 2, 6, 4}, 9, {7, 1, 2});
    add(cases, draw, "one says nothing", {3, 0, 4}, 7, {5, 4, 0});
    add(cases, draw, "two end together", {6, 2, 2, 7, 1, 3, 5}, 10, {6, 2, 3});
    // the first sentence says 3; of the second, 1 to 4 are equal
    put(cases, "equal logits behind another sentence", Tensor::of({2, 5}, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0}),
        Tensor({5, 5}), {3, 3}, 6, {5, 0, 4});
  });

  e.part("max_length", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "2 tokens at most", {3}, 2);
    add(cases, draw, "one is cut off", {2, 6}, 4, {6, 1, 2});
    add(cases, draw, "none is cut off, one just fits", {1, 4}, 4, {6, 1, 2});
    add(cases, draw, "both are cut off", {9, 7}, 3, {6, 1, 2});
    add(cases, draw, "one token at most", {5, 0, 1}, 1, {6, 1, 2});
    add(cases, draw, "other ids", {8, 3, 12}, 6, {7, 3, 0});
    add(cases, draw, "0 tokens at most", {5, 2}, 0, {6, 1, 2});
  });

  e.now([](Demo& d) {
    const heed::grading::RealTranslator translator;
    const Rows tokens = greedy_decoding(
        [&](const Rows& prefixes) { return translator.next_logits(prefixes); }, translator.sentences(),
        {.bos = translator.bos(), .eos = translator.eos(), .max_length = 12});
    std::string lines;
    for (int b = 0; b < translator.sentences(); ++b) {
      lines += "\n  " + translator.source(b) + " → " + translator.text(tokens[static_cast<std::size_t>(b)]);
    }
    d.say(
        "A heed Transformer learnt these sentences just now; your greedy decoding reads them out of it:" +
            lines,
        "heed 트랜스포머가 방금 이 문장들을 배웠고, 여러분의 그리디 디코딩이 번역을 읽어 냈습니다:" + lines);
  });
}
