// What the right cases have in common is told, by further cases where the part itself has few.
#include <fmt/ranges.h>

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed {
namespace {

using IsRight = std::function<bool(const Inputs&)>;

/// Of n cases with sizes and numbers that vary, each of them right where `is_right` says so.
std::string seen_where(const IsRight& is_right, const std::function<Inputs(int)>& make) {
  const auto drawn = [&](int from, int to) {
    std::vector<Inputs> cases;
    for (int i = from; i < to; ++i) cases.push_back(make(i));
    return cases;
  };
  const Implementation reference = [](const Inputs&) {
    return CaseOutcome{.outputs = {{"y", Tensor::full({}, 0.5)}}};
  };
  const Answer answer = [&](const std::vector<Inputs>& asked) {
    std::vector<CaseOutcome> outcomes;
    for (const Inputs& one : asked) {
      const double wrong = 0.125 * (1 + one.label.back() % 3);
      outcomes.push_back({.outputs = {{"y", Tensor::full({}, is_right(one) ? 0.5 : wrong)}}});
    }
    return outcomes;
  };
  const std::vector<Inputs> cases = drawn(0, 6);
  std::vector<CaseOutcome> expected;
  for (const Inputs& one : cases) expected.push_back(reference(one));
  return text_of(
      observe(cases, expected, answer(cases), "y", {}, reference, answer, [&] { return drawn(6, 30); }));
}

template <typename T>
const T& input(const Inputs& inputs, std::size_t at) {
  return std::get<T>(inputs.values[at].value);
}

/// heads 1 … 3, tokens 2 … 6, x (tokens, 2) of different numbers, negative ones among them.
Inputs sizes(int i) {
  const int tokens = 2 + i * 3 % 5;
  Tensor x({tokens, 2});
  for (int n = 0; n < x.size(); ++n) x.flat(n) = 0.25 + n * (n % 3 == 1 ? -1.5 : 1.5) + i;
  return {fmt::format("case {}", i), {{"heads", 1 + i % 3}, {"limit", 4}, {"x", x}}};
}

TEST_CASE("that right cases share a size is told, if it holds in further cases as well") {
  CHECK(seen_where([](const Inputs& c) { return input<int>(c, 0) == 1; }, sizes) == "right_where_is heads 1");
  CHECK(seen_where([](const Inputs& c) { return input<int>(c, 0) != 1; }, sizes) == "wrong_where_is heads 1");
  // by chance nothing is shared
  CHECK(seen_where([](const Inputs& c) { return c.label.back() % 2 == 0; }, sizes).find("_where_") ==
        std::string::npos);
}

TEST_CASE("one case that is right tells what it alone has, a size of 1 or 0, and no more") {
  const auto one_token = [](int i) {
    Inputs inputs = sizes(i);
    inputs.values[0].value = 2 + i % 2;
    if (i % 6 == 0)
      inputs = {"one token", {{"heads", 2}, {"limit", 4}, {"x", Tensor::of({1, 2}, {1.0 + i, -2})}}};
    return inputs;
  };
  const auto first = [](const Inputs& c) { return c.label == "one token"; };
  CHECK(seen_where(first, one_token) == "right_where_is x.dim(0) 1");
  CHECK(seen_where(first, [&](int i) {
          Inputs inputs = one_token(i);
          if (i % 6 == 0) inputs.values[0].value = 1;
          return inputs;
        }) == "right_where_is_both heads x.dim(0) 1");
  // 2 heads and a small number are no reason that can be told from others
  CHECK(seen_where(first, [&](int i) {
          Inputs inputs = sizes(i);
          if (i % 6 == 0) inputs.label = "one token", inputs.values[0].value = 7;
          return inputs;
        }) == "right_cases one token");
}

TEST_CASE("numbers in another order are told") {
  const auto columns = [](std::vector<int> from) {
    return [from](const Tensor& t) {
      Tensor moved = t;
      for (int i = 0; i < t.dim(0); ++i)
        for (int j = 0; j < 4; ++j) moved(i, j) = t(i, from[static_cast<std::size_t>(j)]);
      return moved;
    };
  };
  const Tensors results{Tensor::of({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8.5}), Tensor::of({1, 4}, {3, 1, 4, 1.5})};
  CHECK(seen(columns({2, 3, 0, 1}), results) == "another_order");
  // in one case alone it is chance
  CHECK(seen([](const Tensor& t) { return t(0, 0) == 1 ? transpose(t) : t; },
             {Tensor::of({2, 2}, {2, 3, 4, 5}), Tensor::of({2, 2}, {1, 0, 1, 1})})
            .find("order") == std::string::npos);
}

TEST_CASE("one case that is written down, and the same in every draw, shows nothing that right cases share") {
  const auto with_example = [](int i) {
    Inputs inputs = sizes(i % 6 == 0 ? 0 : i);
    inputs.values[0].value = i % 6 == 0 ? 1 : 2 + i % 2;
    if (i % 6 == 0) inputs.label = "the example";
    return inputs;
  };
  // right for these numbers alone: drawn again, they are others
  const Tensor written = input<Tensor>(sizes(0), 2);
  const IsRight example = [&](const Inputs& c) {
    const Tensor& x = input<Tensor>(c, 2);
    return x.shape() == written.shape() && x.values() == written.values();
  };
  CHECK(seen_where(example, with_example).find("heads") == std::string::npos);
}

/// What is seen where the cases of odd numbers are wrong, of those made by `make`.
std::string seen_of_odd(const std::function<Inputs(int)>& make) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 6; ++i) {
    const Tensor y = Tensor::of({2, 2}, {1.5, 2.5 + i, 0.25, i * 1.5});
    cases.push_back(make(i));
    expected.push_back({.outputs = {{"y", y}}});
    got.push_back({.outputs = {{"y", i % 2 == 1 ? y * y * y - 3.0 * y : y}}});
  }
  const auto found = observe(cases, expected, got, "y", {});
  return found ? found->kind + " " + fmt::format("{}", fmt::join(found->names, ", ")) : "";
}

TEST_CASE("that the right cases share a number is told, if several do and none of the others") {
  const auto with_heads = [](int label, int heads) {
    return Inputs{fmt::format("case {}", label), {{"heads", heads}}};
  };
  CHECK(seen_of_odd([&](int i) { return with_heads(i, 1 + i % 2); }) == "right_where_is heads");
  // a case drawn again is no second one
  CHECK(seen_of_odd([&](int i) { return with_heads(i % 2, 1 + i % 2); }) == "wrong_cases case 1");
  // case 2 is right without it
  CHECK(seen_of_odd([&](int i) { return with_heads(i, i == 2 ? 2 : 1 + i % 2); }) ==
        "wrong_cases case 1, case 3, case 5");
}

TEST_CASE("of several integers that are alike in the right cases none is told") {
  const auto sizes = [](int i) {
    const int odd = i % 2;
    return Inputs{fmt::format("case {}", i), {{"layers", 3 * odd}, {"heads", 1 + odd}}};
  };
  CHECK(seen_of_odd(sizes) == "wrong_cases case 1, case 3, case 5");
  CHECK(seen_of_odd([&](int i) {
          Inputs inputs = sizes(i);
          inputs.values[0].value = 3;
          return inputs;
        }) == "right_where_is heads");
  // an id is no size
  CHECK(seen_of_odd([&](int i) {
          return Inputs{fmt::format("case {}", i), {{"bos", 1 + i % 2}}};
        }) == "wrong_cases case 1, case 3, case 5");
}

}  // namespace
}  // namespace observed
