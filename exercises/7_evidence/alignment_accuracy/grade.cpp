#include <fmt/format.h>

#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

int prediction(int which);
double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner);
double without_looking(const std::vector<int>& partner, int keys);

namespace {

/// A partner for most words, and at least for one.
std::vector<int> partners(Draw& draw, int words, int keys) {
  std::vector<int> partner;
  for (int i = 0; i < words; ++i) partner.push_back(draw.integer(-1, keys - 1));
  partner[static_cast<std::size_t>(words / 2)] = draw.integer(0, keys - 1);
  return partner;
}

/// Weights whose rows look at the partner more often than not.
Tensor pointing(Draw& draw, const std::vector<int>& partner, int keys) {
  Tensor scores = draw.normal({static_cast<int>(partner.size()), keys});
  for (int i = 0; i < scores.dim(0); ++i) {
    const int at = partner[static_cast<std::size_t>(i)];
    if (at >= 0) scores(i, at) += 1.5;
  }
  return given::softmax(scores);
}

}  // namespace

void describe(Exercise& e) {
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "accuracy", {.points = 5},
      [](Case& c) { c.give("accuracy", alignment_accuracy(c.tensor("weights"), c.ids("partner"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 words, 2 read")
            .tensor("weights", Tensor::of({2, 2}, {0.25, 0.75, 0.5, 0.5}))
            .ids("partner", {1, 1});
        cases.add("an article")
            .tensor("weights", Tensor::of({3, 3}, {0.5, 0.25, 0.25, 0.125, 0.25, 0.625, 0.75, 0.125, 0.125}))
            .ids("partner", {0, -1, 1});
        cases.add("weights close together")
            .tensor("weights", Tensor::of({2, 3}, {0.3331, 0.3335, 0.3334, 0.3333, 0.3332, 0.3335}))
            .ids("partner", {1, 2});
        cases.add("equal weights").tensor("weights", Tensor::full({4, 4}, 0.25)).ids("partner", {3, 0, 0, 2});
        for (const int words : {5, 7, 9, 12}) {
          const std::vector<int> partner = partners(draw, words, words - 1);
          cases.add(fmt::format("{} words, {} read", words, words - 1))
              .tensor("weights", pointing(draw, partner, words - 1))
              .ids("partner", partner);
        }
        const std::vector<int> partner = partners(draw, 5, 8);
        cases.add("5 words, 8 read").tensor("weights", pointing(draw, partner, 8)).ids("partner", partner);
        cases.add("one word, 4 read").tensor("weights", pointing(draw, {2}, 4)).ids("partner", {2});
        cases.add("3 words, one read").tensor("weights", Tensor::full({3, 1}, 1)).ids("partner", {0, -1, 0});
      });
  e.part(
      "baseline", {.points = 3},
      [](Case& c) { c.give("without looking", without_looking(c.ids("partner"), c.integer("keys"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 words, 2 read").ids("partner", {1, 1}).integer("keys", 2);
        cases.add("an article").ids("partner", {2, -1, 1, 2}).integer("keys", 3);
        cases.add("most words have no partner").ids("partner", {-1, 1, -1, 2, -1, 1, -1}).integer("keys", 3);
        for (const int words : {5, 8, 12, 20})
          cases.add(fmt::format("{} words, {} read", words, words / 2))
              .ids("partner", partners(draw, words, words / 2))
              .integer("keys", words / 2);
        // more columns than words, and the best of them is one that no word has the number of
        cases.add("3 words, 6 read").ids("partner", {5, 1, 5}).integer("keys", 6);
        cases.add("one word, 4 read").ids("partner", {2}).integer("keys", 4);
        cases.add("3 words, one read").ids("partner", {0, -1, 0}).integer("keys", 1);
      });
  e.now([](Demo& d) {
    // the last: the child eats a big apple, where "the" and "a" have no partner
    const std::vector<std::vector<int>> partners_of{{0, 2, 1}, {0, 2, 1}, {0, 2, 1},           {0, 2, 1},
                                                    {0, 2, 1}, {0, 1},    {-1, 0, 3, -1, 1, 2}};
    const heed::grading::RealTranslator model;
    double accuracy = 0, blind = 0;
    for (int n = 0; n < model.sentences(); ++n) {
      const Tensor weights = model.attention(n);
      const std::vector<int>& partner = partners_of.at(static_cast<std::size_t>(n));
      accuracy += 100 * alignment_accuracy(weights, partner) / model.sentences();
      blind += 100 * without_looking(partner, weights.dim(1)) / model.sentences();
    }
    const std::string lines = heed::demos::picture(model.attention(0));
    d.say(
        fmt::format("A small heed Transformer has just learnt 7 sentences: {:.0f} % aligned by your measure, "
                    "{:.0f} % without looking. {} (down), {} (across):{}",
                    accuracy, blind, model.target(0), model.source(0), lines),
        fmt::format(
            "작은 heed 트랜스포머가 방금 문장 7개를 배웠습니다. 여러분의 척도로 {:.0f} % 정렬, 보지 않으면 "
            "{:.0f} %입니다. {}(세로), {}(가로):{}",
            accuracy, blind, model.target(0), model.source(0), lines));
  });
}
