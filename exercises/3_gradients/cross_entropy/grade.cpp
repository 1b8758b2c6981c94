#include "exercises/grading/exercise.hpp"

double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index);
Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream);

namespace {

struct Kind {
  double smoothing = 0;
  bool padding = false;
  double std = 1;
};

// Without padding ignore_index is −100, as in PyTorch; with padding it is a class: 0, the first, or another
// one.
void add_cases(Cases& cases, Draw& draw, Kind kind) {
  const auto add = [&](int n, int c, int pad) {
    const int ignored = kind.padding ? pad : -100;
    std::vector<int> targets;
    for (int row = 0; row < n; ++row) {
      // The target is no padding class; the last rows, and one in the middle, are padding.
      const int target = kind.padding ? (pad + draw.integer(1, c - 1)) % c : draw.integer(0, c - 1);
      const bool is_padding = kind.padding && n > 1 && (row == n - 1 || (n > 3 && row == 1));
      targets.push_back(is_padding ? pad : target);
    }
    cases.add(fmt::format("{} rows, {} class{}", n, c, c == 1 ? "" : "es"))
        .tensor("logits", draw.normal({n, c}, {.std = kind.std}))
        .ids("targets", targets)
        .number("label_smoothing", kind.smoothing == 0 ? 0 : kind.smoothing * draw.integer(1, 3))
        .integer("ignore_index", ignored)
        .tensor("upstream", draw.uniform({}, 1.5, 3));
  };
  add(2, 4, 0);
  add(3, 3, 0);
  add(5, 4, 2);
  add(6, 7, 0);
  add(4, 6, 5);
  add(1, 5, 1);
  add(4, 2, 1);
  if (!kind.padding) {
    add(3, 1, 0);
    return;
  }
  // padding in front, of a class and of no class
  for (const int ignored : {1, -100}) {
    std::vector<int> targets{ignored, 2, ignored, 0, 4};
    cases.add(fmt::format("the first row is padding, {}", ignored == 1 ? "a class" : "−100"))
        .tensor("logits", draw.normal({5, 5}, {.std = kind.std}))
        .ids("targets", targets)
        .number("label_smoothing", kind.smoothing)
        .integer("ignore_index", ignored)
        .tensor("upstream", draw.uniform({}, 1.5, 3));
  }
}

// p = (0.5, 0.3, 0.2) in the first row.
heed::grading::CaseInputs& add_easy(Cases& cases, const char* label, const std::vector<int>& targets,
                                    double smoothing, int ignored, double upstream) {
  const double a = std::log(5), b = std::log(3), c = std::log(2);
  return cases.add(label)
      .tensor("logits", Tensor::of({2, 3}, {a, b, c, b, c, a}))
      .ids("targets", targets)
      .number("label_smoothing", smoothing)
      .integer("ignore_index", ignored)
      .tensor("upstream", Tensor::of({}, {upstream}));
}

}  // namespace

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  const auto forward = [](Case& c) {
    c.give("loss", cross_entropy(c.tensor("logits"), c.ids("targets"), c.number("label_smoothing"),
                                 c.integer("ignore_index")));
  };
  const auto backward = [](Case& c) {
    c.give("grad_logits",
           cross_entropy_backward(c.tensor("logits"), c.ids("targets"), c.number("label_smoothing"),
                                  c.integer("ignore_index"), c.tensor("upstream").flat(0)));
  };
  e.part("plain", {.points = 1}, forward, [](Cases& cases, Draw& draw) {
    add_easy(cases, "p = (0.5, 0.3, 0.2) and (0.3, 0.2, 0.5)", {0, 2}, 0, -100, 1);
    add_cases(cases, draw, {});
  });
  e.part("padding", {.points = 2}, forward, [](Cases& cases, Draw& draw) {
    add_easy(cases, "the second row is padding", {1, 0}, 0, 0, 1);
    add_cases(cases, draw, {.padding = true});
  });
  e.part("smoothing", {.points = 2}, forward, [](Cases& cases, Draw& draw) {
    add_easy(cases, "label smoothing 0.3", {0, 2}, 0.3, -100, 1);
    add_cases(cases, draw, {.smoothing = 0.1});
  });
  e.part("together", {.points = 1}, forward, [](Cases& cases, Draw& draw) {
    add_easy(cases, "label smoothing 0.3, the second row is padding", {1, 0}, 0.3, 0, 1);
    add_cases(cases, draw, {.smoothing = 0.1, .padding = true});
  });
  e.part("large_logits", {.points = 1}, forward, [](Cases& cases, Draw& draw) {
    cases.add("1,000 and −1,000")
        .tensor("logits", Tensor::of({1, 2}, {1000, -1000}))
        .ids("targets", {1})
        .number("label_smoothing", 0)
        .integer("ignore_index", -100)
        .tensor("upstream", Tensor::of({}, {1}));
    add_cases(cases, draw, {.smoothing = 0.1, .std = 3000});
  });
  const heed::grading::GradientOf of_loss{
      .output = "loss", .upstream = "upstream", .inputs = {{"logits", "grad_logits"}}};
  e.part("gradient", {.points = 2}, backward, [](Cases& cases, Draw& draw) {
     add_easy(cases, "p = (0.5, 0.3, 0.2) and (0.3, 0.2, 0.5), 10 arrives", {0, 2}, 0, -100, 10);
     add_cases(cases, draw, {});
     add_easy(cases, "p = (0.5, 0.3, 0.2) and (0.3, 0.2, 0.5), −2 arrives", {1, 2}, 0, -100, -2);
   }).gradient_of("plain", of_loss);
  e.part("gradient_together", {.points = 1}, backward, [](Cases& cases, Draw& draw) {
     add_easy(cases, "label smoothing 0.3, the second row is padding, 10 arrives", {1, 0}, 0.3, 0, 10);
     add_cases(cases, draw, {.smoothing = 0.1, .padding = true});
     add_easy(cases, "label smoothing 0.3, the second row is padding, −2 arrives", {2, 0}, 0.3, 0, -2);
     add_easy(cases, "no smoothing, the second row is padding, 10 arrives", {2, 0}, 0, 0, 10);
     add_easy(cases, "label smoothing 0.3, no padding, 10 arrives", {2, 0}, 0.3, -100, 10);
     cases.add("logits far from 0")
         .tensor("logits", Tensor::of({2, 3}, {1000, 1001, 999, -1001, -1000, -1000}))
         .ids("targets", {0, 2})
         .number("label_smoothing", 0.3)
         .integer("ignore_index", -100)
         .tensor("upstream", Tensor::of({}, {10}));
   }).gradient_of("plain", of_loss);

  e.now([](Demo& d) {
    // Three tokens of four classes, the last one padding, learnt by following the gradient.
    Tensor logits({3, 4});
    const std::vector<int> targets{2, 1, 0};
    const double before = cross_entropy(logits, targets, 0.1, 0);
    for (int step = 0; step < 200; ++step) logits -= cross_entropy_backward(logits, targets, 0.1, 0, 1);
    const double after = cross_entropy(logits, targets, 0.1, 0);
    d.say(fmt::format("200 steps along your gradient bring the loss from {:.4f} to {:.4f}; with label "
                      "smoothing 0.1 and "
                      "4 classes it cannot go below the entropy of q, 0.3488.",
                      before, after),
          fmt::format("여러분의 기울기를 200번 따라가면 손실이 {:.4f}에서 {:.4f}(으)로 내려갑니다. 라벨 "
                      "스무딩 0.1, 클래스 "
                      "4개이면 q의 엔트로피 0.3488보다 작아질 수 없습니다.",
                      before, after));
  });
}
