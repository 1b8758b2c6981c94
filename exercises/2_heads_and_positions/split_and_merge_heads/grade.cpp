#include "exercises/grading/exercise.hpp"

Tensor split_heads(const Tensor& x, int heads);
Tensor merge_heads(const Tensor& x);

void describe(Exercise& e) {
  e.without({"split_heads", "merge_heads"});
  e.part(
      "split", {.points = 5},
      [](Case& c) { c.give("heads of x", split_heads(c.tensor("x"), c.integer("heads"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 positions of 4 features, 2 heads")
            .tensor("x", Tensor::of({1, 2, 4}, {11, 12, 13, 14, 21, 22, 23, 24}))
            .integer("heads", 2);
        cases.add("3 heads of 2").tensor("x", draw.normal({1, 2, 6})).integer("heads", 3);
        cases.add("4 sentences").tensor("x", draw.normal({4, 3, 4})).integer("heads", 2);
        cases.add("4 heads, 3 sentences").tensor("x", draw.normal({3, 5, 8})).integer("heads", 4);
        cases.add("one head").tensor("x", draw.normal({6, 3, 5})).integer("heads", 1);
        cases.add("heads of one feature").tensor("x", draw.normal({2, 4, 3})).integer("heads", 3);
        cases.add("one position").tensor("x", draw.normal({2, 1, 6})).integer("heads", 2);
      });
  e.part(
      "merge", {.points = 5}, [](Case& c) { c.give("merged", merge_heads(c.tensor("x"))); },
      [](Cases& cases, Draw& draw) {
        cases.add("2 heads of 2 features, 2 positions")
            .tensor("x", Tensor::of({1, 2, 2, 2}, {11, 12, 21, 22, 13, 14, 23, 24}));
        cases.add("3 heads of 2").tensor("x", draw.normal({1, 3, 2, 2}));
        cases.add("4 sentences").tensor("x", draw.normal({4, 2, 3, 2}));
        cases.add("4 heads, 3 sentences").tensor("x", draw.normal({3, 4, 5, 2}));
        cases.add("one head").tensor("x", draw.normal({2, 1, 3, 5}));
        cases.add("heads of one feature").tensor("x", draw.normal({2, 3, 4, 1}));
        cases.add("one position").tensor("x", draw.normal({2, 2, 1, 3}));
      });
  e.now([](Demo& d) {
    const Tensor x = Draw(1).normal({3, 7, 64});
    const Tensor heads = split_heads(x, 8);
    const bool back = merge_heads(heads).values() == x.values();
    const std::string en = back ? "bit for bit" : "not quite", ko = back ? "비트까지 똑같이" : "조금 다르게";
    d.say("Your functions took 3 sentences of 7 positions and 64 features to 8 heads, " +
              heed::learn::shape_text(heads.shape()) + ", and back " + en + ".",
          "여러분의 함수는 위치 7개, 특징 64개인 문장 3개를 헤드 8개, " +
              heed::learn::shape_text(heads.shape()) + "(으)로 나누었다가 " + ko + " 되돌렸습니다.");
  });
}
