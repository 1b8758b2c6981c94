#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

Tensor with_temperature(const Tensor& logits, double t);
Tensor top_k(const Tensor& p, int k);
Tensor top_p(const Tensor& p, double enough);
int draw(const Tensor& p, double u);
int next_token(const Tensor& logits, const given::SamplingOptions& options, double u);

using heed::grading::RealTranslator;

namespace {

/// Probabilities that tell neighbours apart.
Tensor probabilities(Draw& from, int words) { return given::softmax(from.normal({words}, {.std = 1.5})); }

const Tensor& easy() {
  static const Tensor p = Tensor::of({5}, {0.1, 0.4, 0.05, 0.2, 0.25});
  return p;
}

/// The first sentence, drawn token by token.
std::string drawn(const RealTranslator& model, double temperature, Draw& from) {
  std::vector<std::vector<int>> prefixes(static_cast<std::size_t>(model.sentences()), {model.bos()});
  std::vector<int> tokens;
  for (int step = 0; step < 8; ++step) {
    const Tensor all = model.next_logits(prefixes);
    Tensor logits({all.dim(1)});
    for (int v = 0; v < logits.size(); ++v) logits(v) = all(0, v);
    const int token = next_token(logits, {.temperature = temperature}, from.uniform({1}, 0, 1)(0));
    if (token == model.eos()) break;
    tokens.push_back(token);
    prefixes[0].push_back(token);
  }
  return model.text(tokens);
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "temperature", {.points = 2},
      [](Case& c) { c.give("probabilities", with_temperature(c.tensor("logits"), c.number("t"))); },
      [](Cases& cases, Draw& from) {
        cases.add("t = 0.5").tensor("logits", Tensor::of({3}, {0, std::log(2.0), 0})).number("t", 0.5);
        cases.add("t = 2").tensor("logits", from.normal({4})).number("t", 2);
        cases.add("t = 1").tensor("logits", from.normal({5})).number("t", 1);
        cases.add("t = 5").tensor("logits", from.normal({3})).number("t", 5);
        cases.add("t = 0.1").tensor("logits", from.normal({6})).number("t", 0.1);
        cases.add("t = 0.001").tensor("logits", from.normal({5})).number("t", 0.001);
        cases.add("one word").tensor("logits", from.normal({1})).number("t", 0.7);
        cases.add("2 words").tensor("logits", from.normal({2})).number("t", 3);
      });
  e.part(
      "top_k", {.points = 2}, [](Case& c) { c.give("kept", top_k(c.tensor("p"), c.integer("k"))); },
      [](Cases& cases, Draw& from) {
        cases.add("5 words, k = 2").tensor("p", easy()).integer("k", 2);
        cases.add("equal ones").tensor("p", Tensor::of({4}, {0.2, 0.3, 0.3, 0.2})).integer("k", 3);
        cases.add("more than there are").tensor("p", probabilities(from, 4)).integer("k", 9);
        for (const int k : {1, 3, 5})
          cases.add(fmt::format("8 words, k = {}", k)).tensor("p", probabilities(from, 8)).integer("k", k);
        cases.add("40 words, all equal").tensor("p", Tensor::full({40}, 0.025)).integer("k", 7);
        cases.add("one word").tensor("p", probabilities(from, 1)).integer("k", 1);
        cases.add("2 words, k = 1").tensor("p", probabilities(from, 2)).integer("k", 1);
      });
  e.part(
      "top_p", {.points = 3}, [](Case& c) { c.give("kept", top_p(c.tensor("p"), c.number("enough"))); },
      [](Cases& cases, Draw& from) {
        cases.add("5 words, enough = 0.6").tensor("p", easy()).number("enough", 0.6);
        cases.add("all are needed").tensor("p", easy()).number("enough", 0.97);
        cases.add("the first suffices").tensor("p", Tensor::of({3}, {0.15, 0.8, 0.05})).number("enough", 0.5);
        cases.add("the sum is exactly enough")
            .tensor("p", Tensor::of({5}, {0.0625, 0.5, 0.125, 0.25, 0.0625}))
            .number("enough", 0.75);
        cases.add("equal ones").tensor("p", Tensor::of({4}, {0.2, 0.3, 0.3, 0.2})).number("enough", 0.7);
        for (const double enough : {0.3, 0.7, 0.9})
          cases.add(fmt::format("8 words, enough = {}", enough))
              .tensor("p", probabilities(from, 8))
              .number("enough", enough);
        cases.add("40 words, all equal").tensor("p", Tensor::full({40}, 0.025)).number("enough", 0.26);
        cases.add("one word").tensor("p", probabilities(from, 1)).number("enough", 0.4);
        cases.add("2 words, enough = 0.6").tensor("p", probabilities(from, 2)).number("enough", 0.6);
      });
  e.part(
      "draw", {.points = 1},
      [](Case& c) {
        std::vector<int> tokens;
        for (const double u : c.tensor("u").values()) tokens.push_back(draw(c.tensor("p"), u));
        c.give("tokens", tokens);
      },
      [](Cases& cases, Draw& from) {
        cases.add("5 words").tensor("p", easy()).tensor("u", Tensor::of({4}, {0, 0.12, 0.52, 0.99}));
        cases.add("words without probability")
            .tensor("p", Tensor::of({4}, {0, 0.5, 0, 0.5}))
            .tensor("u", Tensor::of({3}, {0, 0.25, 0.75}));
        // ten tenths add up to a little less than 1, and no sum is above this u
        cases.add("a sum that rounding leaves below u")
            .tensor("p", Tensor::full({10}, 0.1))
            .tensor("u", Tensor::of({3}, {0.05, 0.95, std::nextafter(1.0, 0.0)}));
        cases.add("3 words").tensor("p", probabilities(from, 3)).tensor("u", from.uniform({9}, 0, 1));
        cases.add("4 words").tensor("p", probabilities(from, 4)).tensor("u", from.uniform({10}, 0, 1));
        cases.add("7 words").tensor("p", probabilities(from, 7)).tensor("u", from.uniform({12}, 0, 1));
        cases.add("one word")
            .tensor("p", probabilities(from, 1))
            .tensor("u", Tensor::of({3}, {0, 0.5, 0.99}));
        cases.add("2 words").tensor("p", probabilities(from, 2)).tensor("u", from.uniform({8}, 0, 1));
      });
  e.part(
      "next_token", {.points = 2},
      [](Case& c) {
        std::vector<int> tokens;
        for (const double u : c.tensor("u").values())
          tokens.push_back(next_token(c.tensor("logits"),
                                      {.temperature = c.number("temperature"),
                                       .top_k = c.integer("top_k"),
                                       .top_p = c.number("top_p")},
                                      u));
        c.give("tokens", tokens);
      },
      [](Cases& cases, Draw& from) {
        const auto put = [&](const char* label, const Tensor& logits, double temperature, int k, double p) {
          Tensor u({40});
          for (int i = 0; i < 40; ++i) u(i) = (i + 0.5) / 40;
          cases.add(label)
              .tensor("logits", logits)
              .number("temperature", temperature)
              .integer("top_k", k)
              .number("top_p", p)
              .tensor("u", u);
        };
        const auto add = [&](const char* label, double temperature, int k, double p) {
          put(label, from.normal({10}, {.std = 2}), temperature, k, p);
        };
        add("temperature alone", 0.7, 0, 1);
        add("temperature and top_k", 1.5, 4, 1);
        add("temperature and top_p", 2, 0, 0.6);
        add("all three", 2.5, 5, 0.7);
        add("all three, cold", 0.6, 4, 0.75);
        add("the most probable token alone", 1.2, 1, 0.9);
        add("all three, hot", 4, 12, 0.5);
        add("temperature 0", 0, 0, 1);
        add("temperature 0 with cuts", 0, 3, 0.5);
        put("temperature 0, two equally probable", Tensor::of({5}, {1, 3, 0, 3, 2}), 0, 0, 1);
      });
  e.now([](Demo& d) {
    const RealTranslator model;
    std::string lines;
    Draw from(4);
    for (const double t : {0.0, 1.0, 4.0, 12.0})
      lines += fmt::format("\n  {:>4}  {}  |  {}", t, drawn(model, t, from), drawn(model, t, from));
    d.say("A heed Transformer translates \"" + model.source(0) +
              "\"; your next_token draws its words, twice at each temperature:" + lines,
          "heed 트랜스포머가 \"" + model.source(0) +
              "\"를 옮깁니다. 여러분의 next_token이 온도마다 두 번씩 단어를 뽑았습니다:" + lines);
  });
}
