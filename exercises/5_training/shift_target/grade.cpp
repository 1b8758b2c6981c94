#include "exercises/grading/exercise.hpp"

std::pair<std::vector<std::vector<int>>, std::vector<std::vector<int>>> shift_target(
    const std::vector<std::vector<int>>& target, const given::SpecialIds& ids);
double sequence_loss(const Tensor& log_probabilities, const std::vector<std::vector<int>>& labels,
                     const given::SpecialIds& ids);

using Rows = std::vector<std::vector<int>>;

void describe(Exercise& e) {
  const auto ids = [](Case& c) {
    return given::SpecialIds{c.integer("pad"), c.integer("bos"), c.integer("eos")};
  };
  const auto rows = [](const Tensor& t) {
    Rows result;
    for (int b = 0; b < t.dim(0); ++b) {
      auto& row = result.emplace_back();
      for (int i = 0; i < t.dim(1); ++i) row.push_back(static_cast<int>(t(b, i)));
    }
    return result;
  };
  // Rows as one tensor; where they are not equally long, the gap is −1.
  const auto tensor = [](const Rows& r) {
    std::size_t length = 0;
    for (const auto& row : r) length = std::max(length, row.size());
    Tensor t = Tensor::full({static_cast<int>(r.size()), static_cast<int>(length)}, -1);
    for (std::size_t b = 0; b < r.size(); ++b) {
      for (std::size_t i = 0; i < r[b].size(); ++i) t(static_cast<int>(b), static_cast<int>(i)) = r[b][i];
    }
    return t;
  };

  const auto with_ids = [](heed::grading::CaseInputs& one, const given::SpecialIds& special) {
    one.integer("pad", special.pad).integer("bos", special.bos).integer("eos", special.eos);
  };
  struct Size {
    int sentences, length, words;
    int longest = 0;  // the row without padding
  };
  const auto draw_targets = [=](Cases& cases, Draw& draw) {
    const auto put = [&](const std::string& label, const Tensor& target, given::SpecialIds special) {
      with_ids(cases.add(label).tensor("target", target), special);
    };
    put("the example", Tensor::of({2, 3}, {5, 6, 7, 8, 9, 0}), {0, 1, 2});
    const auto add = [&](const std::string& label, Size size, given::SpecialIds special) {
      Tensor target = Tensor::full({size.sentences, size.length}, special.pad);
      for (int b = 0; b < size.sentences; ++b) {
        const int words = b == size.longest ? size.length : draw.integer(2, size.length - 1);
        for (int i = 0; i < words; ++i) target(b, i) = draw.integer(4, size.words - 1);
      }
      put(label, target, special);
    };
    add("3 sentences", {3, 5, 12}, {0, 1, 2});
    add("other ids", {4, 4, 12}, {3, 2, 1});
    add("one sentence", {1, 6, 12}, {0, 1, 2});
    add("5 sentences", {5, 4, 20}, {1, 2, 3});
    put("one has no words", Tensor::of({2, 3}, {5, 6, 8, 0, 0, 0}), {0, 1, 9});
    put("the first has padding", Tensor::of({3, 4}, {5, 6, 0, 0, 7, 8, 9, 10, 11, 0, 0, 0}), {0, 1, 2});
    add("the longest is the last", {.sentences = 4, .length = 6, .words = 12, .longest = 3}, {0, 1, 2});
    put("all have padding", Tensor::of({2, 4}, {8, 9, 0, 0, 5, 0, 0, 0}), {0, 1, 2});
    put("length 1", Tensor::of({3, 1}, {7, 0, 9}), {0, 1, 2});
    put("length 2", Tensor::of({3, 2}, {8, 0, 5, 6, 7, 4}), {0, 1, 2});
  };

  e.part(
      "input", {.points = 3},
      [=](Case& c) {
        Rows input = shift_target(rows(c.tensor("target")), ids(c)).first;
        // After the last word neither <pad> nor <eos> matters: the label there is padding.
        const Rows target = rows(c.tensor("target"));
        for (std::size_t b = 0; b < input.size() && b < target.size(); ++b) {
          const auto words = static_cast<std::size_t>(
              std::find(target[b].begin(), target[b].end(), c.integer("pad")) - target[b].begin());
          if (words < target[b].size() && words + 1 < input[b].size() &&
              input[b][words + 1] == c.integer("eos"))
            input[b][words + 1] = c.integer("pad");
        }
        c.give("input", tensor(input));
      },
      draw_targets);

  e.part(
      "labels", {.points = 4},
      [=](Case& c) { c.give("labels", tensor(shift_target(rows(c.tensor("target")), ids(c)).second)); },
      draw_targets);

  e.part(
      "loss", {.points = 3},
      [=](Case& c) {
        c.give("loss", sequence_loss(c.tensor("log_probabilities"), rows(c.tensor("labels")), ids(c)));
      },
      [=](Cases& cases, Draw& draw) {
        const auto put = [&](const std::string& label, const Tensor& log_probabilities, const Tensor& labels,
                             given::SpecialIds special) {
          with_ids(cases.add(label).tensor("log_probabilities", log_probabilities).tensor("labels", labels),
                   special);
        };
        put("the example",
            Tensor::of({2, 2, 4}, {-3, -2, -1, -4, -2, -5, -0.5, -3, -1, -3, -2.5, -2, -4, -1, -3, -2}),
            Tensor::of({2, 2}, {3, 2, 2, 0}), {0, 1, 2});
        const auto add = [&](const std::string& label, Size size, given::SpecialIds special) {
          Tensor labels = Tensor::full({size.sentences, size.length}, special.pad);
          for (int b = 0; b < size.sentences; ++b) {
            const int words = b == 0 ? size.length - 1 : draw.integer(1, size.length - 2);
            for (int i = 0; i < words; ++i) labels(b, i) = draw.integer(4, size.words - 1);
            labels(b, words) = special.eos;
          }
          put(label, given::log_softmax(draw.normal({size.sentences, size.length, size.words})), labels,
              special);
        };
        add("3 sentences", {3, 5, 6}, {0, 1, 2});
        put("the first has padding", given::log_softmax(draw.normal({2, 4, 6})),
            Tensor::of({2, 4}, {5, 2, 0, 0, 4, 3, 5, 2}), {0, 1, 2});
        add("other ids", {4, 4, 7}, {3, 2, 1});
        add("2 sentences", {2, 6, 8}, {0, 1, 2});
        add("7 sentences", {7, 6, 5}, {1, 2, 3});
        add("one sentence", {1, 4, 6}, {0, 1, 2});
      });

  e.now([](Demo& d) {
    const std::vector<std::string> words{"<pad>", "<bos>", "<eos>", "i", "love", "apples", "he", "sleeps"};
    const auto [input, labels] = shift_target({{3, 4, 5}, {6, 7}}, {.pad = 0, .bos = 1, .eos = 2});
    std::string lines;
    const auto row = [&](const char* name, const std::vector<int>& tokens) {
      lines += fmt::format("\n  {:6}", name);
      for (const int id : tokens) lines += fmt::format("  {:6}", words[static_cast<std::size_t>(id)]);
    };
    for (std::size_t b = 0; b < input.size(); ++b) row("input", input[b]), row("label", labels[b]);
    d.say("What your decoder reads, and what it must say at each place:" + lines,
          "여러분의 디코더가 읽는 것(input)과 자리마다 말해야 하는 것(label):" + lines);
  });
}
