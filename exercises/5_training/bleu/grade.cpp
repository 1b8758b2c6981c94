#include "exercises/grading/exercise.hpp"

std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n);
double brevity_penalty(int hypothesis_length, int reference_length);
double bleu(const std::vector<std::vector<int>>& hypotheses, const std::vector<std::vector<int>>& references);

using Rows = std::vector<std::vector<int>>;

void describe(Exercise& e) {
  // The reference with some words changed, left out or said twice.
  const auto spoil = [](Draw& draw, const std::vector<int>& reference, int words) {
    std::vector<int> result;
    for (const int word : reference) {
      const int what = draw.integer(0, 11);
      if (what == 0) result.push_back(draw.integer(1, words));
      if (what == 1) result.push_back(word);
      if (what > 0 && what != 2) result.push_back(word);
    }
    return result;
  };

  // Words 1 … 7 as such that are easily taken for each other without a gap between them, or for none.
  const auto two_digits = [](std::vector<int> words) {
    for (int& word : words) word = std::vector{1, 2, 11, 12, 21, 112, 0}[static_cast<std::size_t>(word - 1)];
    return words;
  };

  e.part(
      "matches", {.points = 4},
      [](Case& c) {
        const auto [matches, total] = ngram_matches(c.ids("hypothesis"), c.ids("reference"), c.integer("n"));
        c.give("matches", matches);
        c.give("total", total);
      },
      [=](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, std::vector<int> hypothesis,
                             std::vector<int> reference, int n) {
          cases.add(label).ids("hypothesis", hypothesis).ids("reference", reference).integer("n", n);
        };
        add("words of the example", {1, 1, 1, 2}, {1, 2, 3, 1}, 1);
        add("pairs of the example", {1, 1, 1, 2}, {1, 2, 3, 1}, 2);
        add("shorter than n", {4, 5}, {4, 5, 6, 7}, 4);
        add("the reference is shorter than n", {4, 5, 6, 4, 5}, {4, 5}, 3);
        add("exactly n long", {4, 5, 6}, {3, 4, 5, 6}, 3);
        add("the same words in another order", {5, 4, 3, 2, 1}, {1, 2, 3, 4, 5}, 2);
        add("the reference repeats itself", {1, 2, 7, 3}, {1, 2, 1, 2, 1, 2}, 2);
        for (int n = 1; n <= 4; ++n) {
          const std::vector<int> reference = draw.ids(10, 1, 4);
          add("drawn, n = " + std::to_string(n), spoil(draw, reference, 4), reference, n);
        }
        // Different n-grams whose digits, or whose sums of words times powers of 10, 31, 100 …, are the same.
        add("words of two digits", {1, 12, 3, 21, 1}, {11, 2, 3, 2, 11}, 2);
        add("words of many digits", {1, 12, 1, 33, 1, 150, 1, 300, 1, 1500, 1, 15000},
            {2, 2, 2, 2, 2, 50, 2, 44, 2, 500, 2, 5000}, 2);
        for (const int n : {2, 3}) {
          const std::vector<int> reference = draw.ids(16, 1, 7);
          add("drawn, words of two digits, n = " + std::to_string(n), two_digits(spoil(draw, reference, 7)),
              two_digits(reference), n);
        }
        add("a hypothesis of one word", {3}, {1, 3, 2}, 1);
        add("a reference of one word", {2, 3, 3}, {3}, 1);
      });

  const auto penalty = [](Case& c) {
    c.give("penalty", brevity_penalty(c.integer("hypothesis_length"), c.integer("reference_length")));
  };
  e.part("brevity_penalty", {.points = 1}, penalty, [](Cases& cases, Draw& draw) {
    const auto add = [&](const std::string& label, int hypothesis, int reference) {
      cases.add(label).integer("hypothesis_length", hypothesis).integer("reference_length", reference);
    };
    add("shorter", 8, 10);
    add("equal", 10, 10);
    add("longer", 12, 10);
    add("less than half", 10, 25);
    add("one word", 1, 3);
    add("drawn", draw.integer(50, 90), draw.integer(91, 140));
  });
  // by itself: a program that divides ints may end here, and the other part still says what is wrong
  e.part("no_words", {.points = 1}, penalty, [](Cases& cases, Draw&) {
    for (const int reference : {7, 1, 2, 12, 40})
      cases.add(fmt::format("no words, the reference has {}", reference))
          .integer("hypothesis_length", 0)
          .integer("reference_length", reference);
  });

  // One sentence a row; −1 stands behind its last word.
  const auto rows = [](const Tensor& t) {
    Rows result;
    for (int i = 0; i < t.dim(0); ++i) {
      auto& row = result.emplace_back();
      for (int j = 0; j < t.dim(1) && t(i, j) >= 0; ++j) row.push_back(static_cast<int>(t(i, j)));
    }
    return result;
  };
  const auto tensor = [](const Rows& r) {
    std::size_t width = 0;
    for (const auto& row : r) width = std::max(width, row.size());
    Tensor t = Tensor::full({static_cast<int>(r.size()), static_cast<int>(width)}, -1);
    for (std::size_t i = 0; i < r.size(); ++i) {
      for (std::size_t j = 0; j < r[i].size(); ++j) t(static_cast<int>(i), static_cast<int>(j)) = r[i][j];
    }
    return t;
  };

  e.part(
      "corpus", {.points = 4},
      [rows](Case& c) { c.give("bleu", bleu(rows(c.tensor("hypotheses")), rows(c.tensor("references")))); },
      [=](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, const Rows& hypotheses, const Rows& references) {
          cases.add(label).tensor("hypotheses", tensor(hypotheses)).tensor("references", tensor(references));
        };
        add("the example", {{1, 2, 3, 4, 5}, {6, 7, 7}}, {{1, 2, 3, 4, 8}, {6, 7, 9, 9}});
        add("no four words right", {{1, 2, 3, 9, 5, 6, 7}}, {{1, 2, 3, 4, 5, 6, 7}});
        add("all right", {{1, 2, 3, 4, 5}, {6, 7, 8, 9}}, {{1, 2, 3, 4, 5}, {6, 7, 8, 9}});
        add("no sentence of four words", {{1, 2, 3}, {4, 5}}, {{1, 2, 3}, {4, 5}});
        for (const int sentences : {2, 3, 5, 20}) {
          Rows hypotheses, references;
          for (int i = 0; i < sentences; ++i) {
            references.push_back(draw.ids(draw.integer(6, 12), 1, 9));
            hypotheses.push_back(spoil(draw, references.back(), 9));
          }
          // something to be found in each, something too short, something repeated
          references.push_back({1, 2, 3, 4, 5, 6, 1, 2});
          hypotheses.push_back({1, 2, 3, 4, 5, 5});
          references.push_back({7, 8, 7, 9, 2});
          hypotheses.push_back({7, 7, 7});
          add(std::to_string(sentences + 2) + " sentences", hypotheses, references);
        }
        Rows longer{{1, 2, 3, 4, 5, 6, 7, 7, 7}, {3, 4, 5, 6, 6, 6}},
            shorter{{1, 2, 3, 4, 5, 6, 7}, {3, 4, 5, 6}};
        add("longer than the references", longer, shorter);
        const std::vector<int> text = draw.ids(240, 1, 9);
        add("a long text", {spoil(draw, text, 9)}, {text});
        add("words of two digits", {{1, 12, 3, 4, 5, 6, 7, 8}, {21, 1, 4, 5, 6, 7}},
            {{11, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 4, 5, 6, 7}});
        const std::vector<int> close = draw.ids(60, 1, 7);
        add("drawn, words of two digits", {two_digits(spoil(draw, close, 7))}, {two_digits(close)});
      });

  e.now([](Demo& d) {
    // One word more wrong each time.
    Rows references, hypotheses;
    for (int sentence = 0; sentence < 20; ++sentence) {
      references.emplace_back();
      for (int word = 0; word < 12; ++word) references.back().push_back(100 * sentence + word);
    }
    std::string lines;
    hypotheses = references;
    for (const int wrong : {0, 1, 2, 4, 8}) {
      for (auto& sentence : hypotheses) {
        for (int word = 0; word < wrong; ++word) sentence[static_cast<std::size_t>(word * 5 % 12)] = -1;
      }
      lines += fmt::format("\n  {} / 12   {:5.1f}", wrong, bleu(hypotheses, references));
    }
    d.say(
        "Your BLEU of 20 sentences of 12 words, of which so many are wrong. It falls far faster than the "
        "share of right words:" +
            lines,
        "단어 12개짜리 문장 20개에서 틀린 단어 수에 따른 여러분의 BLEU입니다. 맞은 단어의 비율보다 훨씬 빨리 "
        "떨어집니다:" +
            lines);
  });
}
