#include "exercises/demos/picture.hpp"
#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip);
Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip);

namespace {

struct Size {
  int length, channels, states;
};

/// delta (T, D), a (D, N); all else is drawn.
void put(Cases& cases, Draw& draw, const std::string& label, const Tensor& delta, const Tensor& a) {
  const int length = delta.dim(0), states = a.dim(1);
  cases.add(label)
      .tensor("x", draw.normal(delta.shape()))
      .tensor("delta", delta)
      .tensor("a", a)
      .tensor("b", draw.normal({length, states}))
      .tensor("c", draw.normal({length, states}))
      .tensor("skip", draw.normal({delta.dim(1)}));
}

void add(Cases& cases, Draw& draw, const Size& s) {
  const Tensor delta = draw.uniform({s.length, s.channels}, 0.1, 1.5);
  const Tensor a = draw.uniform({s.channels, s.states}, -2, -0.2);
  put(cases, draw, fmt::format("{} tokens, D {}, N {}", s.length, s.channels, s.states), delta, a);
}

void add_both(Cases& cases, Draw& draw) {
  cases.add("3 tokens, one channel, one state")
      .tensor("x", Tensor::of({3, 1}, {4, 0, 2}))
      .tensor("delta", Tensor::of({3, 1}, {1, 1, 2}))
      .tensor("a", Tensor::of({1, 1}, {-std::log(2.0)}))
      .tensor("b", Tensor::of({3, 1}, {2, 2, 1}))
      .tensor("c", Tensor::of({3, 1}, {1, 1, 3}))
      .tensor("skip", Tensor::of({1}, {10}));
  for (const Size& s : std::vector<Size>{{1, 2, 3}, {4, 1, 2}, {2, 3, 4}, {6, 2, 4}, {9, 3, 3}})
    add(cases, draw, s);
  Tensor sometimes = draw.uniform({5, 2}, 0.2, 1);
  sometimes(1, 0) = sometimes(3, 0) = sometimes(3, 1) = 0;
  put(cases, draw, "some steps are 0", sometimes, draw.uniform({2, 3}, -2, -0.2));
  put(cases, draw, "8 tokens that fade at once", draw.uniform({8, 1}, 100, 300),
      Tensor::of({1, 2}, {-1, -2}));
  put(cases, draw, "60 tokens, of which none fades", draw.uniform({60, 1}, 0.005, 0.02),
      Tensor::of({1, 2}, {-0.5, -1}));
}

template <typename Function>
Tensor call(const Case& c, const Function& function) {
  return function(c.tensor("x"), c.tensor("delta"), c.tensor("a"), c.tensor("b"), c.tensor("c"),
                  c.tensor("skip"));
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "scan", {.points = 4}, [](Case& c) { c.give("y", call(c, selective_scan)); }, add_both);
  e.part(
      "unrolled", {.points = 3}, [](Case& c) { c.give("y", call(c, unrolled)); },
      [](Cases& cases, Draw& draw) {
        add_both(cases, draw);
        add(cases, draw, {64, 1, 1});
      });
  e.part(
      "cost", {.points = 3},
      [](Case& c) {
        Tensor y;
        const heed::grading::Costs costs = heed::grading::costs_of([&] { y = call(c, selective_scan); });
        const Tensor& x = c.tensor("x");
        c.give("y", y);
        const double per_step = 12.0 * x.dim(1) * c.tensor("a").dim(1);
        c.measure("elements read or written", costs.elements,
                  {.at_most = x.dim(0) * (per_step + 8.0 * x.dim(1))});
        c.measure(heed::grading::held_label, costs.held, {.at_most = 2.0 * x.size() + 1024});
      },
      [](Cases& cases, Draw& draw) {
        for (const Size& s : std::vector<Size>{{2, 2, 2}, {20, 3, 2}, {100, 2, 4}, {240, 4, 4}, {1200, 2, 3}})
          add(cases, draw, s);
      });
  e.now([](Demo& d) {
    using heed::learn::to_array;
    Draw draw(1);
    const int length = 56;
    const Tensor a = draw.uniform({3, 4}, -2, -0.2), skip = draw.normal({3});
    const Tensor x = draw.normal({length, 3}), delta = draw.uniform({length, 3}, 0.1, 1);
    const Tensor b = draw.normal({length, 4}), c = draw.normal({length, 4});
    const auto batch = [](const Tensor& t) { return Variable(to_array(t.reshape({1, t.dim(0), t.dim(1)}))); };
    const Tensor real =
        heed::learn::to_tensor(heed::selective_scan(batch(x), batch(delta), Variable(to_array(a)), batch(b),
                                                    batch(c), Variable(to_array(skip)))
                                   .value());
    const Tensor mine = selective_scan(x, delta, a, b, c, skip);
    double difference = 0;
    for (int i = 0; i < mine.size(); ++i)
      difference = std::max(difference, std::abs(mine.flat(i) - real.flat(i)));
    // Noise all the time, but only two tokens have a delta: the state holds on to what they were.
    Tensor noise = draw.normal({length, 1}, {.std = 0.4}), chosen({length, 1});
    noise(8, 0) = 1.5, chosen(8, 0) = 1, noise(34, 0) = -1, chosen(34, 0) = 1;
    const Tensor one = Tensor::full({length, 1}, 1);
    const Tensor held = selective_scan(noise, chosen, Tensor::of({1, 1}, {-3}), one, one, Tensor({1}));
    Tensor lines({3, length});
    for (int t = 0; t < length; ++t)
      lines(0, t) = noise(t, 0), lines(1, t) = chosen(t, 0), lines(2, t) = held(t, 0);
    const std::string drawn = heed::demos::picture(lines);
    d.say(fmt::format("Your scan and heed's differ by {} on {} tokens. Selection: of the noise above only "
                      "two tokens have a delta (middle); the state (below) keeps each until the next.{}",
                      heed::demos::magnitude(difference), length, drawn),
          fmt::format("토큰 {}개에서 여러분의 스캔과 heed의 스캔은 {}만큼 다릅니다. 선택: 위의 잡음 가운데 "
                      "토큰 둘만 delta가 있고(가운데), 상태(아래)는 다음 것이 올 때까지 그 값을 지킵니다.{}",
                      length, heed::demos::magnitude(difference), drawn));
  });
}
