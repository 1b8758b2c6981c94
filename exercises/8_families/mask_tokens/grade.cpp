#include "exercises/grading/exercise.hpp"

given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word);
double masked_loss(const Tensor& logits, const given::MaskedText& text);

namespace {

struct Vocabulary {
  int words, mask = 1, first = 4;
};

void add_text(Cases& cases, Draw& draw, int length, Vocabulary of) {
  const auto [words, mask, first] = of;
  std::vector<int> ids = draw.ids(length, first, first + words - 1);
  ids.front() = 2, ids.back() = 3;
  ids[static_cast<std::size_t>(length) / 2] = first;
  // about half are chosen, and of these a third each is hidden, replaced, kept
  Tensor choose = draw.uniform({length}, 0, 0.3), what = draw.uniform({length}, 0.7, 1);
  choose.flat(0) = choose.flat(length - 1) = choose.flat(length / 2) = 0.01;
  what.flat(length / 2) = 0.3;
  for (int t = 1; t < 4; ++t) choose.flat(t) = 0.02 * t, what.flat(t) = 0.65 + 0.1 * t;
  cases.add(fmt::format("{} tokens", length))
      .ids("ids", ids)
      .tensor("choose", choose)
      .tensor("what", what)
      .ids("any_word", draw.ids(length, first, first + words - 1))
      .integer("mask", mask)
      .integer("first_word", first);
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "mask", {.points = 6},
      [](Case& c) {
        const given::MaskedText text =
            mask_tokens(c.ids("ids"), c.tensor("choose"), c.tensor("what"), c.ids("any_word"),
                        c.integer("mask"), c.integer("first_word"));
        c.give("tokens", text.tokens);
        c.give("places", text.places);
        c.give("words", text.words);
      },
      [](Cases& cases, Draw& draw) {
        using Ids = std::vector<int>;
        using Numbers = std::vector<double>;
        const auto add = [&](const char* label, const Ids& ids, const Numbers& choose, const Numbers& what,
                             const Ids& any_word, Vocabulary of) {
          const int length = static_cast<int>(ids.size());
          cases.add(label)
              .ids("ids", ids)
              .tensor("choose", Tensor::of({length}, choose))
              .tensor("what", Tensor::of({length}, what))
              .ids("any_word", any_word)
              .integer("mask", of.mask)
              .integer("first_word", of.first);
        };
        add("<bos>, 5 words, <eos>", {2, 7, 5, 9, 4, 6, 3}, {0.05, 0.1, 0.5, 0.14, 0.02, 0.15, 0.01},
            {0.2, 0.3, 0.1, 0.85, 0.95, 0.5, 0.4}, {4, 5, 6, 8, 9, 7, 5}, {10});
        add("what is exactly 0.8 and 0.9", {2, 7, 5, 9, 6, 3}, {0.05, 0.1, 0.05, 0.14, 0.5, 0.01},
            {0.2, 0.8, 0.9, 0, 0.9, 0.8}, {4, 5, 6, 8, 9, 7}, {10});
        add("a word comes first, and last", {7, 5, 9, 6}, {0.05, 0.5, 0.1, 0.14}, {0.2, 0.8, 0.85, 0.95},
            {4, 5, 6, 8}, {10});
        for (const int length : {8, 12, 20, 40, 60}) add_text(cases, draw, length, {30});
        add("other ids", {0, 8, 5, 7, 4, 1, 3, 2}, {0.05, 0.1, 0.03, 0.14, 0.02, 0.12, 0.5, 0.01},
            {0.2, 0.3, 0.1, 0.85, 0.6, 0.5, 0.4, 0.7}, {6, 7, 9, 8, 6, 7, 9, 8},
            {.words = 10, .mask = 3, .first = 6});
        add("padding behind", {2, 7, 5, 9, 3, 0, 0}, {0.05, 0.1, 0.14, 0.5, 0.02, 0.03, 0.01},
            {0.2, 0.3, 0.85, 0.1, 0.4, 0.6, 0.85}, {4, 5, 6, 8, 9, 7, 5}, {10});
        add_text(cases, draw, 16, {.words = 30, .mask = 0, .first = 6});
        add_text(cases, draw, 30, {.words = 90, .mask = 4, .first = 10});
        add("the mask is a word, which the text has, too", {2, 7, 5, 9, 7, 3},
            {0.05, 0.1, 0.14, 0.02, 0.03, 0.01}, {0.2, 0.85, 0.3, 0.95, 0.5, 0.4}, {4, 5, 6, 8, 9, 7},
            {.words = 10, .mask = 7, .first = 4});
        add("one token", {7}, {0.1}, {0.3}, {5}, {10});
      });
  e.part(
      "loss", {.points = 4},
      [](Case& c) {
        c.give("loss",
               masked_loss(c.tensor("logits"),
                           {.tokens = c.ids("tokens"), .places = c.ids("places"), .words = c.ids("words")}));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("3 places, one chosen")
            .tensor("logits", Tensor::of({3, 2}, {0, 5, std::log(3.0), 0, 5, 0}))
            .ids("tokens", {1, 1, 0})
            .ids("places", {1})
            .ids("words", {0});
        const auto random = [&](int length, int vocabulary, const std::vector<int>& places) {
          std::vector<int> tokens = draw.ids(length, 0, vocabulary - 1);
          const std::vector<int> words = draw.ids(static_cast<int>(places.size()), 0, vocabulary - 1);
          for (const int place : places) tokens[static_cast<std::size_t>(place)] = 1;
          cases.add(fmt::format("{} places, {} chosen, {} words", length, places.size(), vocabulary))
              .tensor("logits", draw.normal({length, vocabulary}, {.std = 2}))
              .ids("tokens", tokens)
              .ids("places", places)
              .ids("words", words);
        };
        random(5, 6, {2, 4}), random(8, 5, {1, 3, 6}), random(10, 20, {0, 9}), random(6, 3, {1, 2, 3, 4});
        random(4, 5, {});
        cases.add("logits far below 0")
            .tensor("logits", draw.normal({4, 3}, {.std = 2, .mean = -900}))
            .ids("tokens", {1, 2, 0, 1})
            .ids("places", {0, 3})
            .ids("words", {2, 0});
        cases.add("the words are improbable")
            .tensor("logits", Tensor::of({3, 4}, {0, 40, 1, 2, 5, 1, 0, 3, 600, 3, 0, 9}))
            .ids("tokens", {1, 2, 1})
            .ids("places", {0, 2})
            .ids("words", {0, 2});
        cases.add("one token")
            .tensor("logits", draw.normal({1, 4}, {.std = 2}))
            .ids("tokens", {1})
            .ids("places", {0})
            .ids("words", {2});
      });
  e.now([](Demo& d) {
    const std::vector<std::string> words{"the", "small", "child", "eats", "a",     "big",
                                         "red", "apple", "in",    "our",  "quiet", "garden"};
    Draw draw(6);
    std::vector<int> ids;
    for (int t = 0; t < 6000; ++t) ids.push_back(2 + t % 12);
    const int length = static_cast<int>(ids.size());
    const given::MaskedText text = mask_tokens(ids, draw.uniform({length}, 0, 1),
                                               draw.uniform({length}, 0, 1), draw.ids(length, 2, 13), 1, 2);
    int hidden = 0, kept = 0;
    for (std::size_t i = 0; i < text.places.size(); ++i) {
      const int seen = text.tokens[static_cast<std::size_t>(text.places[i])];
      hidden += seen == 1 ? 1 : 0;
      kept += seen == text.words[i] ? 1 : 0;
    }
    std::string lines;
    for (int row = 0; row < 4; ++row) {
      lines += "\n ";
      for (int t = 12 * row; t < 12 * row + 12; ++t) {
        const int seen = text.tokens[static_cast<std::size_t>(t)];
        const bool chosen = std::find(text.places.begin(), text.places.end(), t) != text.places.end();
        const std::string word = seen == 1 ? "____" : words[static_cast<std::size_t>(seen - 2)];
        lines += chosen ? " [" + word + "]" : " " + word;
      }
    }
    const double count = static_cast<double>(text.places.size());
    d.say(fmt::format("Of 6,000 words yours chose {:.1f} %, and of these hid {:.0f} %, replaced {:.0f} % and "
                      "kept {:.0f} %:{}",
                      count / 60, 100 * hidden / count, 100 * (count - hidden - kept) / count,
                      100 * kept / count, lines),
          fmt::format("단어 6,000개 가운데 {:.1f} %를 골랐고, 그중 {:.0f} %를 가리고 {:.0f} %를 바꾸고 "
                      "{:.0f} %를 그대로 두었습니다:{}",
                      count / 60, 100 * hidden / count, 100 * (count - hidden - kept) / count,
                      100 * kept / count, lines));
  });
}
