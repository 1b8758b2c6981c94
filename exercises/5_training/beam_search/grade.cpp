#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

double length_penalty(int length, double alpha);
std::vector<given::Hypothesis> beam_search(
    const std::function<Tensor(const std::vector<std::vector<int>>&)>& next,
    const given::SearchOptions& options);

using Rows = std::vector<std::vector<int>>;
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

void describe(Exercise& e) {
  // A model whose answer depends on the whole prefix: logits start + Σ after(token) · 2^(−age), and <eos> the
  // more probable the longer the prefix.
  const auto model = [](Case& c, int eos) {
    if (c.has("probabilities")) {
      return NextLogProbabilities([p = c.tensor("probabilities")](const Rows& prefixes) {
        Tensor log_p({static_cast<int>(prefixes.size()), p.dim(1)});
        for (int row = 0; row < log_p.dim(0); ++row) {
          const std::vector<int>& prefix = prefixes[static_cast<std::size_t>(row)];
          if (prefix.empty()) throw std::invalid_argument("a prefix is empty: it begins with <bos>");
          for (int v = 0; v < p.dim(1); ++v) log_p(row, v) = std::log(p(prefix.back(), v));
        }
        return log_p;
      });
    }
    return NextLogProbabilities([start = c.tensor("start"), after = c.tensor("after"),
                                 growth = c.number("eos_growth"), eos](const Rows& prefixes) {
      const int words = start.dim(0);
      Tensor logits({static_cast<int>(prefixes.size()), words});
      for (int row = 0; row < logits.dim(0); ++row) {
        const std::vector<int>& prefix = prefixes[static_cast<std::size_t>(row)];
        for (int v = 0; v < words; ++v) logits(row, v) = start(v);
        double weight = 1;
        for (auto token = prefix.rbegin(); token != prefix.rend(); ++token, weight /= 2) {
          for (int v = 0; v < words; ++v) logits(row, v) += weight * after(*token, v);
        }
        logits(row, eos) += growth * (static_cast<double>(prefix.size()) - 2);
      }
      return given::log_softmax(logits);
    });
  };
  const auto run = [model](Case& c) {
    const given::SearchOptions options{.bos = c.integer("bos"),
                                       .eos = c.integer("eos"),
                                       .max_length = c.integer("max_length"),
                                       .beam = c.integer("beam"),
                                       .n_best = c.integer("n_best"),
                                       .alpha = c.number("alpha")};
    const std::vector<given::Hypothesis> found = beam_search(model(c, options.eos), options);
    // a row for each hypothesis; −1 stands behind its last token
    std::size_t width = static_cast<std::size_t>(options.max_length) + 2;
    for (const given::Hypothesis& h : found) width = std::max(width, h.tokens.size());
    const int rows = static_cast<int>(found.size());
    Tensor tokens = Tensor::full({rows, static_cast<int>(width)}, -1), scores({rows}), sums({rows});
    for (int row = 0; row < rows; ++row) {
      const given::Hypothesis& h = found[static_cast<std::size_t>(row)];
      for (std::size_t i = 0; i < h.tokens.size(); ++i) tokens(row, static_cast<int>(i)) = h.tokens[i];
      scores(row) = h.score;
      sums(row) = h.log_probability;
    }
    c.give("tokens", tokens);
    c.give("scores", scores);
    c.give("log_probabilities", sums);
  };

  e.part(
      "length_penalty", {.points = 2},
      [](Case& c) { c.give("penalty", length_penalty(c.integer("length"), c.number("alpha"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("7 tokens").integer("length", 7).number("alpha", 0.5);
        cases.add("one token").integer("length", 1).number("alpha", 0.6);
        cases.add("alpha 1").integer("length", 4).number("alpha", 1);
        cases.add("alpha 0").integer("length", 9).number("alpha", 0);
        cases.add("a long one").integer("length", draw.integer(20, 60)).number("alpha", 0.6);
        cases.add("drawn").integer("length", draw.integer(2, 19)).number("alpha", draw.integer(2, 9) * 0.1);
      });

  struct Search {
    int words, beam, n_best, max_length;
    double alpha, growth;
  };
  const auto add = [](Cases& cases, Draw& draw, const std::string& label, Search s, int bos, int eos) {
    cases.add(label)
        .tensor("start", draw.normal({s.words}))
        .tensor("after", draw.normal({s.words, s.words}))
        .number("eos_growth", s.growth)
        .integer("bos", bos)
        .integer("eos", eos)
        .integer("beam", s.beam)
        .integer("n_best", s.n_best)
        .integer("max_length", s.max_length)
        .number("alpha", s.alpha);
  };
  // The next token depends on the last one alone: row i has the probabilities behind token i.
  struct Known {
    int beam, n_best, max_length;
    double alpha;
  };
  const auto known = [](Cases& cases, const std::string& label, const Tensor& probabilities, Known s) {
    cases.add(label)
        .tensor("probabilities", probabilities)
        .integer("bos", 0)
        .integer("eos", 1)
        .integer("beam", s.beam)
        .integer("n_best", s.n_best)
        .integer("max_length", s.max_length)
        .number("alpha", s.alpha);
  };
  const auto example = [known](Cases& cases, const std::string& label, int n_best) {
    known(cases, label,
          Tensor::of({4, 4}, {0.05, 0.05, 0.5, 0.4, 0.25, 0.25, 0.25, 0.25,  //
                              0.05, 0.32, 0.35, 0.28, 0.03, 0.9, 0.04, 0.03}),
          {2, n_best, 3, 0.6});
  };

  // Mistakes in what is kept show in few searches. In these two they all do: long detours win in the end.
  const auto winding = [known](Cases& cases, int n_best) {
    known(cases, "a detour over 4 words",
          Tensor::of({4, 4}, {0.01, 0.17, 0.43, 0.39, 0.02, 0.25, 0.16, 0.57,  //
                              0.02, 0.43, 0.22, 0.33, 0.01, 0.16, 0.63, 0.2}),
          {2, n_best, 5, 1.9});
    known(cases, "a detour over 5 words",
          Tensor::of({5, 5}, {0.02, 0.29, 0.34, 0.21, 0.14, 0.01, 0.25, 0.01, 0.15, 0.58, 0.01, 0.52, 0.01,
                              0.42, 0.04, 0.01, 0.13, 0.03, 0.75, 0.08, 0.01, 0.31, 0.12, 0.47, 0.09}),
          {2, n_best, 5, 2});
  };

  e.part("best", {.points = 5}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "the example", 1);
    add(cases, draw, "beam 2", {5, 2, 1, 3, 0.6, 0.7}, 1, 2);
    add(cases, draw, "beam 3", {6, 3, 1, 5, 0.6, 0.5}, 1, 2);
    add(cases, draw, "beam 4, no length penalty", {6, 4, 1, 6, 0, 0.4}, 1, 2);
    add(cases, draw, "beam 1", {6, 1, 1, 6, 0.6, 0.6}, 1, 2);
    add(cases, draw, "nothing ends by itself", {5, 3, 1, 4, 0.8, -3}, 1, 2);
    add(cases, draw, "other ids", {6, 3, 1, 6, 1, 0.6}, 5, 0);
    add(cases, draw, "a strong length penalty", {6, 4, 1, 7, 1.5, 0.4}, 1, 2);
    add(cases, draw, "5 words, beam 2", {5, 2, 1, 6, 1, 0.5}, 0, 3);
    add(cases, draw, "4 words, beam 9", {4, 9, 1, 5, 0.6, 0.5}, 1, 2);
    winding(cases, 1);
    // what begins with 3 has the lower score until it is 8 tokens long
    known(cases, "a long one overtakes at last",
          Tensor::of({5, 5}, {0.02,  0.3,   0.5,    0.14,   0.04, 0.1,   0.2,   0.3,   0.15,  0.25,  //
                              0.04,  0.7,   0.05,   0.11,   0.1,  0.011, 0.009, 0.006, 0.004, 0.97,  //
                              0.012, 0.008, 0.0065, 0.0035, 0.97}),
          {3, 1, 12, 1});
    // of three such words the probability is no number but 0
    known(cases, "words that are hardly possible",
          Tensor::of({4, 4}, {1e-200, 3e-270, 4e-150, 2e-160, 0.25, 0.25, 0.25, 0.25,  //
                              2e-180, 1e-290, 3e-170, 4e-140, 1e-200, 3e-260, 2e-140, 1e-150}),
          {2, 1, 4, 0.6});
  });

  e.part("n_best", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    example(cases, "the example", 2);
    add(cases, draw, "the 2 best of a beam of 2", {5, 2, 2, 3, 0.6, 0.7}, 1, 2);
    add(cases, draw, "the 3 best of a beam of 3", {6, 3, 3, 5, 0.6, 0.6}, 1, 2);
    add(cases, draw, "the 2 best of a beam of 4", {6, 4, 2, 6, 1, 0.5}, 1, 2);
    add(cases, draw, "nothing ends by itself", {5, 3, 3, 4, 0.8, -3}, 1, 2);
    add(cases, draw, "other ids", {6, 4, 4, 6, 1.5, 0.6}, 5, 0);
    add(cases, draw, "the 5 best of a beam of 5", {7, 5, 5, 6, 0.6, 0.6}, 1, 2);
    add(cases, draw, "4 words, the 3 best of a beam of 9", {4, 9, 3, 4, 0.6, 0.5}, 1, 2);
    add(cases, draw, "fewer than n_best", {4, 9, 9, 1, 0.6, 0.5}, 1, 2);
    winding(cases, 2);
    add(cases, draw, "the 2 best of a beam of 5", {6, 5, 2, 6, 0.8, 0.5}, 1, 2);
    add(cases, draw, "the 2 best of a beam of 3", {5, 3, 2, 4, 0.6, 0.6}, 1, 2);
  });

  e.now([](Demo& d) {
    // Each hypothesis of one sentence stands for all sentences of the model's batch; row 6 is the longest.
    const heed::grading::RealTranslator translator;
    constexpr int sentence = 6;
    const auto next = [&](const Rows& prefixes) {
      Tensor log_p;
      for (std::size_t row = 0; row < prefixes.size(); ++row) {
        const Rows all(static_cast<std::size_t>(translator.sentences()), prefixes[row]);
        const Tensor logits = given::log_softmax(translator.next_logits(all));
        if (row == 0) log_p = Tensor({static_cast<int>(prefixes.size()), logits.dim(1)});
        for (int v = 0; v < logits.dim(1); ++v) log_p(static_cast<int>(row), v) = logits(sentence, v);
      }
      return log_p;
    };
    const std::vector<given::Hypothesis> found = beam_search(
        next, {.bos = translator.bos(), .eos = translator.eos(), .max_length = 9, .beam = 3, .n_best = 3});
    std::string lines;
    for (const given::Hypothesis& h : found)
      lines += fmt::format("\n  {:8.3f}  {}", h.score, translator.text(h.tokens));
    d.say("A heed Transformer learnt \"" + translator.source(sentence) +
              "\" just now; the three best that your search finds, with scores:" + lines,
          "heed 트랜스포머가 방금 \"" + translator.source(sentence) +
              "\"를 배웠습니다. 여러분의 탐색이 찾은 가장 좋은 셋과 그 점수:" + lines);
  });
}
