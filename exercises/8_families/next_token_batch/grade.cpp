#include "exercises/grading/exercise.hpp"

std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos);
std::vector<int> row_starts(int tokens, int length);
given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length);
double perplexity(const Tensor& logits, const std::vector<int>& targets);

namespace {

/// Rows as a tensor, −1 behind the shorter ones.
Tensor table(const std::vector<std::vector<int>>& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.size());
  Tensor result = Tensor::full({static_cast<int>(rows.size()), static_cast<int>(width)}, -1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t t = 0; t < rows[r].size(); ++t)
      result(static_cast<int>(r), static_cast<int>(t)) = rows[r][t];
  }
  return result;
}

std::vector<int> letters(const std::string& text) {
  std::vector<int> ids;
  for (const char c : text) ids.push_back(c == ' ' ? 26 : c == '.' ? 27 : c - 'a');
  return ids;
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "pack", {.points = 2},
      [](Case& c) {
        // the documents stand behind each other in `words`; `lengths` says how long each is
        std::vector<std::vector<int>> documents;
        auto next = c.ids("words").begin();
        for (const int length : c.ids("lengths")) documents.emplace_back(next, next + length), next += length;
        c.give("stream", pack(documents, c.integer("eos")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 documents").ids("words", {5, 6, 7}).ids("lengths", {2, 1}).integer("eos", 3);
        const auto random = [&](const std::string& label, const std::vector<int>& lengths, int eos) {
          const int words = std::accumulate(lengths.begin(), lengths.end(), 0);
          cases.add(label).ids("words", draw.ids(words, 4, 30)).ids("lengths", lengths).integer("eos", eos);
        };
        cases.add("a document has <eos> at its end")
            .ids("words", {5, 6, 3, 7, 3, 8})
            .ids("lengths", {3, 3})
            .integer("eos", 3);
        random("one document", {4}, 3), random("5 documents", {3, 1, 4, 1, 5}, 0);
        random("an empty document between", {2, 0, 3}, 2),
            random("empty documents in front and at the end", {0, 2, 0}, 2),
            random("3 documents", {6, 2, 7}, 1), random("documents of one word", {1, 1, 1}, 3);
      });
  e.part(
      "starts", {.points = 2},
      [](Case& c) { c.give("starts", row_starts(c.integer("tokens"), c.integer("length"))); },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](int tokens, int length) {
          cases.add(fmt::format("{} tokens, rows of {}", tokens, length))
              .integer("tokens", tokens)
              .integer("length", length);
        };
        add(9, 4), add(8, 4), add(10, 4), add(3, 4), add(21, 5),
            add(draw.integer(30, 60), draw.integer(2, 7)), add(5, 4), add(2, 1), add(1, 1);
      });
  e.part(
      "batch", {.points = 4},
      [](Case& c) {
        const given::NextTokenBatch batch =
            next_token_batch(c.ids("stream"), c.ids("starts"), c.integer("length"));
        c.give("inputs", table(batch.inputs));
        c.give("targets", table(batch.targets));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 rows of 3 tokens")
            .ids("stream", {10, 11, 12, 13, 14, 15, 16})
            .ids("starts", {0, 3})
            .integer("length", 3);
        const auto random = [&](int tokens, const std::vector<int>& starts, int length) {
          cases
              .add(fmt::format("{} row{} of {} token{}", starts.size(), starts.size() == 1 ? "" : "s", length,
                               length == 1 ? "" : "s"))
              .ids("stream", draw.ids(tokens, 4, 90))
              .ids("starts", starts)
              .integer("length", length);
        };
        random(20, {12, 4, 8}, 4), random(12, {6, 0}, 5), random(30, {20, 5, 0, 15}, 5), random(9, {7, 2}, 1),
            random(5, {0}, 4);
      });
  e.part(
      "perplexity", {.points = 2},
      [](Case& c) { c.give("perplexity", perplexity(c.tensor("logits"), c.ids("targets"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 targets, 2 words")
            .tensor("logits", Tensor::of({2, 2}, {0, std::log(3.0), std::log(3.0), 0}))
            .ids("targets", {1, 1});
        for (const auto& [length, words] :
             std::vector<std::pair<int, int>>{{3, 5}, {6, 4}, {1, 7}, {10, 20}, {5, 2}, {3, 1}})
          cases.add(fmt::format("{} targets, {} word{}", length, words, words == 1 ? "" : "s"))
              .tensor("logits", draw.normal({length, words}, {.std = 2}))
              .ids("targets", draw.ids(length, 0, words - 1));
        cases.add("logits far from 0")
            .tensor("logits", Tensor::of({3, 2}, {900, 901, -900, -899, 0, -1}))
            .ids("targets", {0, 1, 0});
        cases.add("words that are hardly possible")
            .tensor("logits", Tensor::of({3, 2}, {0, 300, 280, 0, 0, 290}))
            .ids("targets", {0, 1, 0});
      });
  e.now([](Demo& d) {
    // Each letter from the one before, learnt from your batches: the smallest language model there is.
    const std::vector<std::string> texts{"the cat sat on the mat and the rat ran at the cat.",
                                         "then the man that had the cat sat near the ant.",
                                         "an ant and a rat met at ten.",
                                         "the ten men ate the meat that the cat had."};
    std::vector<std::vector<int>> documents;
    for (const std::string& text : texts) documents.push_back(letters(text));
    constexpr int letters_and_eos = 29, length = 12;
    const std::vector<int> stream = pack(documents, 28);
    const given::NextTokenBatch batch =
        next_token_batch(stream, row_starts(static_cast<int>(stream.size()), length), length);
    Tensor table({letters_and_eos, letters_and_eos});
    double first = 0, last = 0;
    for (int step = 0; step < 200; ++step) {
      double sum = 0;
      for (std::size_t r = 0; r < batch.inputs.size(); ++r) {
        Tensor logits({length, letters_and_eos});
        for (int t = 0; t < length; ++t) {
          for (int v = 0; v < letters_and_eos; ++v) logits(t, v) = table(batch.inputs[r][t], v);
        }
        sum += perplexity(logits, batch.targets[r]);
        const Tensor p = given::softmax(logits);
        for (int t = 0; t < length; ++t) {
          for (int v = 0; v < letters_and_eos; ++v)
            table(batch.inputs[r][t], v) -= 0.3 * (p(t, v) - (batch.targets[r][t] == v ? 1 : 0));
        }
      }
      (step == 0 ? first : last) = sum / static_cast<double>(batch.inputs.size());
    }
    std::string written;
    Draw draw(5);
    const Tensor p = given::softmax(table);
    for (int letter = 28, i = 0; i < 60; ++i) {
      double u = draw.uniform({1}, 0, 1)(0);
      int next = 0;
      while (next < letters_and_eos - 1 && u >= p(letter, next)) u -= p(letter, next++);
      letter = next;
      written += next == 26 ? ' ' : next == 27 ? '.' : next == 28 ? ' ' : static_cast<char>('a' + next);
    }
    d.say(fmt::format("A model that knows only the letter before went over your {} rows 200 times: "
                      "perplexity {:.1f} → {:.2f} (29 would be a guess). It writes: \"{}\"",
                      batch.inputs.size(), first, last, written),
          fmt::format("바로 앞 글자만 아는 모델이 여러분의 행 {}개를 200번 읽었습니다. 퍼플렉시티 {:.1f} → "
                      "{:.2f}(29면 찍기). 이렇게 씁니다: \"{}\"",
                      batch.inputs.size(), first, last, written));
  });
}
