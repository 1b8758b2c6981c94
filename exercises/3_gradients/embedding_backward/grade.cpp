#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor embedding(const Tensor& table, const std::vector<int>& ids);
Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding);
Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits);

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  struct Size {
    int words, length, width, padding;
  };
  static const auto text = [](const Size& s) {
    return fmt::format("{} words, {} token{}, {} features{}", s.words, s.length, s.length == 1 ? "" : "s",
                       s.width, s.padding < 0 ? "" : ", with padding");
  };
  e.part(
      "forward", {.points = 2}, [](Case& c) { c.give("rows", embedding(c.tensor("table"), c.ids("ids"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("3 words, 4 tokens, 2 features")
            .tensor("table", Tensor::of({3, 2}, {1, 2, 3, 4, 5, 6}))
            .ids("ids", {2, 0, 2, 1});
        for (const Size& s : std::vector<Size>{{3, 5, 6, -1}, {4, 6, 3, -1}, {6, 6, 6, -1}, {7, 1, 2, -1}})
          cases.add(text(s))
              .tensor("table", draw.normal({s.words, s.width}))
              .ids("ids", draw.ids(s.length, 0, s.words - 1));
        cases.add("one word, 3 tokens, one feature")
            .tensor("table", draw.normal({1, 1}))
            .ids("ids", {0, 0, 0});
      });
  static const auto backward_case = [](Cases& cases, Draw& draw, const Size& s) {
    std::vector<int> ids = draw.ids(s.length, 0, s.words - 1);
    ids.front() = ids.back() = s.words - 2;  // repeated, with others between
    ids[2] = 0;                              // a word like any other, where it is not the padding
    if (s.padding >= 0) ids[1] = s.padding;
    cases.add(text(s))
        .integer("words", s.words)
        .ids("ids", ids)
        .tensor("grad", draw.normal({s.length, s.width}))
        .integer("padding", s.padding);
  };
  e.part(
      "backward", {.points = 4},
      [](Case& c) {
        c.give("grad_table",
               embedding_backward(c.integer("words"), c.ids("ids"), c.tensor("grad"), c.integer("padding")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("3 words, 4 tokens, 2 features")
            .integer("words", 3)
            .ids("ids", {2, 0, 2, 0})
            .tensor("grad", Tensor::of({4, 2}, {1, 2, 10, 20, 100, 200, 3, 5}))
            .integer("padding", -1);
        for (const Size& s :
             std::vector<Size>{{4, 6, 3, -1}, {3, 5, 6, 0}, {6, 8, 2, 3}, {7, 9, 3, 5}, {9, 4, 2, 0}})
          backward_case(cases, draw, s);
        cases.add("one word, 3 tokens, one feature")
            .integer("words", 1)
            .ids("ids", {0, 0, 0})
            .tensor("grad", draw.normal({3, 1}))
            .integer("padding", -1);
      });
  e.part(
      "tied", {.points = 2},
      [](Case& c) {
        c.give("grad_table", tied_backward(c.ids("ids"), c.tensor("grad_embedded"), c.tensor("hidden"),
                                           c.tensor("grad_logits")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("3 words, 2 tokens, 2 features")
            .ids("ids", {1, 1})
            .tensor("grad_embedded", Tensor::of({2, 2}, {1, 2, 10, 20}))
            .tensor("hidden", Tensor::of({2, 2}, {1, 0, 0, 1}))
            .tensor("grad_logits", Tensor::of({2, 3}, {0.5, -0.5, 0, 0, 0.25, -0.25}));
        for (const Size& s :
             std::vector<Size>{{4, 5, 6, -1}, {6, 3, 2, -1}, {5, 5, 5, -1}, {8, 4, 3, -1}, {5, 1, 3, -1}})
          cases.add(text(s))
              .ids("ids", draw.ids(s.length, 0, s.words - 2))
              .tensor("grad_embedded", draw.normal({s.length, s.width}))
              .tensor("hidden", draw.normal({s.length, s.width}))
              .tensor("grad_logits", draw.normal({s.length, s.words}));
      });
  e.part(
      "cost", {.points = 2},
      [](Case& c) {
        Tensor grad;
        const heed::grading::Costs costs = heed::grading::costs_of([&] {
          grad = embedding_backward(c.integer("words"), c.ids("ids"), c.tensor("grad"), c.integer("padding"));
        });
        const Tensor& g = c.tensor("grad");
        c.give("grad_table", grad);
        c.measure("elements read or written", costs.elements, {.at_most = 6.0 * g.size() + 100});
      },
      [](Cases& cases, Draw& draw) {
        for (const int words : {5, 50, 500, 2000, 3000}) backward_case(cases, draw, {words, 20, 4, -1});
      });
  e.now([](Demo& d) {
    // Seven days, each followed by the next: embedding -> logits by another table, trained by hand.
    const std::vector<const char*> names{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    std::vector<int> ids;
    for (int i = 0; i < 21; ++i) ids.push_back(i % 7);
    Draw draw(2);
    Tensor in = draw.normal({7, 3}, {.std = 0.5}), out = draw.normal({7, 3}, {.std = 0.5});
    double first = 0, last = 0;
    for (int step = 0; step < 300; ++step) {
      const Tensor hidden = embedding(in, ids), p = given::softmax(matmul(hidden, transpose(out)));
      Tensor grad = p;
      double loss = 0;
      for (int t = 0; t < 21; ++t) {
        const int next = (ids[t] + 1) % 7;
        loss -= std::log(p(t, next)) / 21;
        grad(t, next) -= 1;
      }
      (step == 0 ? first : last) = loss;
      const Tensor grad_in = embedding_backward(7, ids, matmul(grad, out), -1);
      out -= matmul(transpose(grad), hidden) * 0.1;
      in -= grad_in * 0.1;
    }
    const Tensor logits = matmul(in, transpose(out));
    std::string line;
    for (int day = 0; day < 7; ++day) {
      int best = 0;
      for (int next = 1; next < 7; ++next) best = logits(day, next) > logits(day, best) ? next : best;
      line += fmt::format("{}{} → {}", day == 0 ? "" : ", ", names[static_cast<std::size_t>(day)],
                          names[static_cast<std::size_t>(best)]);
    }
    d.say(fmt::format("Trained with your gradient, three numbers a day know which day comes next (loss "
                      "{:.2f} → {:.3f}):\n  {}",
                      first, last, line),
          fmt::format("여러분의 기울기로 배운, 하루에 수 세 개짜리 임베딩이 다음 요일을 맞힙니다(손실 {:.2f} "
                      "→ {:.3f}):\n  {}",
                      first, last, line));
  });
}
