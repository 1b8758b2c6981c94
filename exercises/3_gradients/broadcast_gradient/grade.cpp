#include "exercises/grading/exercise.hpp"

Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape);

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  const auto run = [](Case& c) { c.give("gradient", sum_to_shape(c.tensor("grad"), c.ids("shape"))); };
  const auto add = [](Cases& cases, const char* label, const Tensor& grad, const std::vector<int>& shape) {
    cases.add(label).tensor("grad", grad).ids("shape", shape);
  };

  // No leading axis is longer than the first axis of the shape: so aligning at the left gives numbers, not an
  // error.
  e.part("leading_axes", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    add(cases, "a bias: (2, 3) to (3)", Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6}), {3});
    add(cases, "(4, 4) to (4)", draw.normal({4, 4}), {4});
    add(cases, "two axes: (2, 3, 5) to (5)", draw.normal({2, 3, 5}), {5});
    add(cases, "one of three: (2, 3, 4) to (3, 4)", draw.normal({2, 3, 4}), {3, 4});
    add(cases, "nothing was stretched: (3, 2) to (3, 2)", draw.normal({3, 2}), {3, 2});
    add(cases, "three axes: (2, 2, 3, 4) to (4)", draw.normal({2, 2, 3, 4}), {4});
    add(cases, "a bias: (1, 3) to (3)", draw.normal({1, 3}), {3});
    add(cases, "two axes: (1, 1, 4) to (4)", draw.normal({1, 1, 4}), {4});
    add(cases, "(1, 1) to (1)", draw.normal({1, 1}), {1});
  });
  e.part("size_one_axes", {.points = 3}, run, [=](Cases& cases, Draw& draw) {
    add(cases, "a column: (2, 3) to (2, 1)", Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6}), {2, 1});
    add(cases, "a row: (3, 4) to (1, 4)", draw.normal({3, 4}), {1, 4});
    add(cases, "the middle: (4, 2, 3) to (4, 1, 3)", draw.normal({4, 2, 3}), {4, 1, 3});
    add(cases, "two of three: (2, 3, 4) to (1, 3, 1)", draw.normal({2, 3, 4}), {1, 3, 1});
    add(cases, "the length was 1 anyway: (3, 1) to (3, 1)", draw.normal({3, 1}), {3, 1});
    add(cases, "all: (2, 3) to (1, 1)", draw.normal({2, 3}), {1, 1});
    add(cases, "two of four: (5, 3, 2, 4) to (5, 1, 2, 1)", draw.normal({5, 3, 2, 4}), {5, 1, 2, 1});
    add(cases, "the length was 1 anyway: (1, 1) to (1, 1)", draw.normal({1, 1}), {1, 1});
  });
  e.part("both", {.points = 4}, run, [=](Cases& cases, Draw& draw) {
    add(cases, "(2, 2, 3) to (2, 1)", Tensor::of({2, 2, 3}, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60}),
        {2, 1});
    add(cases, "(2, 3, 4) to (1, 4)", draw.normal({2, 3, 4}), {1, 4});
    add(cases, "two leading axes: (2, 2, 3, 4) to (3, 1)", draw.normal({2, 2, 3, 4}), {3, 1});
    add(cases, "(2, 3, 2, 4) to (3, 1, 4)", draw.normal({2, 3, 2, 4}), {3, 1, 4});
    add(cases, "to a single element: (3, 4) to (1)", draw.normal({3, 4}), {1});
    add(cases, "to a number: (2, 3) to ()", draw.normal({2, 3}), {});
    add(cases, "(2, 1, 3, 1) to (1, 3, 1)", draw.normal({2, 1, 3, 1}), {1, 3, 1});
    add(cases, "(1, 2, 3) to (2, 1)", draw.normal({1, 2, 3}), {2, 1});
  });

  e.now([](Demo& d) {
    // One linear neuron y = X w + bias, the bias stretched over the rows: its gradient by hand and by yours.
    const Tensor grad = Tensor::of({4, 2}, {1, -1, 2, 0, 3, 5, -4, 2});
    const Tensor bias = sum_to_shape(grad, {2});
    d.say(fmt::format("A bias of shape (2), added to 4 rows, now gets its gradient: ({:g}, {:g}).", bias(0),
                      bias(1)),
          fmt::format("이제 4개 행에 더해진 모양 (2)의 편향이 기울기 ({:g}, {:g})을(를) 받습니다.", bias(0),
                      bias(1)));
  });
}
