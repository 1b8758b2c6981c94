#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor counted(int rows, int columns);
Tensor row_sums(const Tensor& x);
Tensor transposed(const Tensor& x);
Tensor one_of_batch(const Tensor& x, int b);
void add_to(Tensor& x, double amount);
Tensor apply(const Tensor& x, const std::function<double(double)>& f);
std::function<double(double)> multiply_by(double factor);

void describe(Exercise& e) {
  e.without({"transpose", "permute"});
  static const auto matrices = [](Cases& cases, Draw& draw) {
    cases.add("2 rows of 3").tensor("x", Tensor::of({2, 3}, {1, 2, 3, 10, 20, 30}));
    cases.add("3 rows of 2").tensor("x", draw.normal({3, 2}));
    cases.add("one row").tensor("x", draw.normal({1, 4}));
    cases.add("one column").tensor("x", draw.normal({5, 1}));
    cases.add("4 rows of 5").tensor("x", draw.normal({4, 5}));
  };
  e.part(
      "counted", {.points = 1},
      [](Case& c) { c.give("result", counted(c.integer("rows"), c.integer("columns"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 rows of 3").integer("rows", 2).integer("columns", 3);
        cases.add("3 rows of 2").integer("rows", 3).integer("columns", 2);
        cases.add("one row").integer("rows", 1).integer("columns", draw.integer(2, 6));
        cases.add("one column").integer("rows", draw.integer(2, 6)).integer("columns", 1);
        cases.add("4 rows of 5").integer("rows", 4).integer("columns", 5);
      });
  e.part(
      "row_sums", {.points = 1}, [](Case& c) { c.give("sums", row_sums(c.tensor("x"))); }, matrices);
  e.part(
      "transposed", {.points = 2}, [](Case& c) { c.give("result", transposed(c.tensor("x"))); }, matrices);
  e.part(
      "one_of_batch", {.points = 1},
      [](Case& c) { c.give("matrix", one_of_batch(c.tensor("x"), c.integer("b"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 matrices of (2, 3)")
            .tensor("x", Tensor::of({2, 2, 3}, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60}))
            .integer("b", 1);
        cases.add("the first").tensor("x", draw.normal({3, 2, 2})).integer("b", 0);
        cases.add("the last").tensor("x", draw.normal({4, 3, 2})).integer("b", 3);
        cases.add("one of 5").tensor("x", draw.normal({5, 2, 4})).integer("b", draw.integer(1, 3));
        cases.add("the only one").tensor("x", draw.normal({1, 3, 3})).integer("b", 0);
        cases.add("matrices of one row").tensor("x", draw.normal({3, 1, 4})).integer("b", 1);
        cases.add("matrices of one column").tensor("x", draw.normal({4, 3, 1})).integer("b", 2);
      });
  e.part(
      "add_to", {.points = 2},
      [](Case& c) {
        Tensor x = c.tensor("x");
        add_to(x, c.number("amount"));
        c.give("x_afterwards", x);
      },
      [](Cases& cases, Draw& draw) {
        cases.add("2 rows of 3").tensor("x", Tensor::of({2, 3}, {1, 2, 3, 10, 20, 30})).number("amount", 0.5);
        cases.add("one axis").tensor("x", draw.normal({4})).number("amount", -2);
        cases.add("three axes").tensor("x", draw.normal({2, 3, 2})).number("amount", 1.5);
        cases.add("one column").tensor("x", draw.normal({5, 1})).number("amount", 3.25);
        cases.add("4 rows of 5").tensor("x", draw.normal({4, 5})).number("amount", -0.75);
      });
  e.part(
      "apply", {.points = 2},
      [](Case& c) {
        const double plus = c.number("plus");
        c.give("result", apply(c.tensor("x"), [plus](double v) { return v * v + plus; }));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("f(v) = v² + plus, 2 rows of 3")
            .tensor("x", Tensor::of({2, 3}, {1, 2, 3, 10, 20, 30}))
            .number("plus", 1);
        cases.add("f(v) = v² + plus, one axis").tensor("x", draw.normal({4})).number("plus", 0.25);
        cases.add("f(v) = v² + plus, three axes").tensor("x", draw.normal({2, 2, 3})).number("plus", -3);
        cases.add("f(v) = v² + plus, 3 rows of 2").tensor("x", draw.normal({3, 2})).number("plus", 2);
        cases.add("f(v) = v² + plus, some numbers are 0")
            .tensor("x", Tensor::of({2, 3}, {0, -1, 2, 0, 0.5, 0}))
            .number("plus", 0.75);
        cases.add("f(v) = v² + plus, 4 rows of 5").tensor("x", draw.normal({4, 5})).number("plus", 0.5);
      });
  e.part(
      "multiply_by", {.points = 1},
      [](Case& c) {
        const std::function<double(double)> f = multiply_by(c.number("factor"));
        const std::function<double(double)> made_before_f_is_called = multiply_by(c.number("another_factor"));
        // who keeps the factors in two places has used both now
        const std::function<double(double)> made_third = multiply_by(1000);
        c.give("f_of_v", f(c.number("v")));
        c.give("f_of_minus_v", f(-c.number("v")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("factor 3, v = 2").number("factor", 3).number("another_factor", 10).number("v", 2);
        for (const char* label : {"any factor", "another factor", "one more factor", "a last factor"})
          cases.add(label)
              .number("factor", draw.normal({1})(0))
              .number("another_factor", draw.normal({1})(0))
              .number("v", draw.normal({1})(0));
      });
  e.now([](Demo& d) {
    // Waves around two points: the place of a number in the tensor is all that the function needs.
    constexpr int rows = 14, columns = 56;
    const Tensor waves = apply(counted(rows, columns), [](double n) {
      const int i = static_cast<int>(n) / columns, j = static_cast<int>(n) % columns;
      return std::cos(std::hypot(2 * (i - 7), j - 14)) + std::cos(std::hypot(2 * (i - 7), j - 42));
    });
    const std::string lines = heed::demos::picture(waves);
    d.say(fmt::format("Your counted and apply draw waves around two points, a tensor of shape {}:{}",
                      heed::learn::shape_text(waves.shape()), lines),
          fmt::format(
              "여러분의 counted와 apply가 두 점에서 퍼지는 물결을 그렸습니다. 모양이 {}인 텐서입니다:{}",
              heed::learn::shape_text(waves.shape()), lines));
  });
}
