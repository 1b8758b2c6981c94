// The ways in which a model knows where a token stands.
#include <algorithm>
#include <array>
#include <cmath>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

TransformerOptions with(Position position) {
  TransformerOptions options = testing::tiny();
  options.layer.attention.positions.kind = position;
  return options;
}

}  // namespace

TEST_CASE("the slopes of ALiBi: powers of 2^(-8/H), and between them where H is no power of two") {
  CHECK(alibi_slopes(8) ==
        std::vector<double>{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625});
  CHECK(alibi_slopes(1) == std::vector<double>{0.00390625});
  const std::vector<double> three = alibi_slopes(3);  // of two heads, then the first of four
  CHECK(three == std::vector<double>{0.0625, 0.00390625, 0.25});
}

TEST_CASE("the buckets of T5: near distances have one each, far ones share, all beyond the last are in it") {
  const std::vector<std::array<int, 3>> rows{{0, 0, 0},     {-1, 1, 1},    {-7, 7, 7},     {-8, 8, 8},
                                             {-11, 8, 11},  {-12, 9, 12},  {-15, 9, 15},   {-16, 10, 16},
                                             {-32, 12, 21}, {-64, 14, 26}, {-127, 15, 31}, {-1000, 15, 31},
                                             {1, 17, 0},    {8, 24, 0},    {32, 28, 0},    {1000, 31, 0}};
  for (const auto& [distance, both, past] : rows) {
    INFO("distance " << distance);
    CHECK(t5_bucket(distance, Sides::both) == both);
    CHECK(t5_bucket(distance, Sides::past) == past);
    CHECK(t5_bucket(distance, Sides::either) == t5_bucket(-std::abs(distance), Sides::past));
  }
}

TEST_CASE("a distance bias of later queries is a part of that of all") {
  Rng rng(1);
  for (const Position kind : {Position::alibi, Position::t5}) {
    for (const Sides sides : {Sides::both, Sides::past}) {
      const DistanceBias bias(4, rng, {.kind = kind, .sides = sides});
      const Array whole = bias(9, 9).value(), later = bias(3, 9, 6).value();
      REQUIRE(whole.shape() == Shape{4, 17});
      REQUIRE(later.shape() == Shape{4, 11});
      for (std::int64_t q = 6; q < 9; ++q) {
        for (std::int64_t k = 0; k < 9; ++k)
          CHECK(whole.at({2, k - q + 8}) == later.at({2, k - (q - 6) + 2}));
      }
    }
  }
  const DistanceBias alibi(2, rng, {.kind = Position::alibi});
  CHECK(alibi.parameters().empty());
  CHECK(alibi(2, 3).value().at({0, 3}) == Scalar(-0.125));  // key 2 of query 0, slope 1/16
  CHECK_THROWS_AS(DistanceBias(2, rng, {.kind = Position::learned}), UsageError);
}

TEST_CASE("T5 has one table a stack, Shaw's positions two a layer, and all of them learn") {
  using Names = std::vector<std::string>;
  for (const auto& [kind, tables] :
       {std::pair{Position::t5, Names{"encoder.distance_bias.weight", "decoder.distance_bias.weight"}},
        {Position::shaw,
         Names{"encoder.layers.0.self_attn.relative_key", "encoder.layers.0.self_attn.relative_value",
               "decoder.layers.0.self_attn.relative_key", "decoder.layers.0.self_attn.relative_value"}}}) {
    Rng rng(4);
    const Transformer model(with(kind), rng);
    sum(power(model(Tokens({1, 4}, {5, 6, 7, 4}), Tokens({1, 3}, {2, 5, 6})), 2)).backward();
    Names found;
    for (const auto& [name, value] : model.named_parameters()) {
      if (name.find("distance_bias") == name.npos && name.find("relative_") == name.npos) continue;
      found.push_back(name);
      const auto g = value.grad().values();
      CHECK(std::any_of(g.begin(), g.end(), [](Scalar x) { return x != 0; }));
    }
    CHECK(found == tables);
  }
}

TEST_CASE("rotary attention refuses heads without pairs, a memory, and extra keys") {
  Rng rng(5);
  TransformerOptions odd = with(Position::rotary);
  odd.layer.d_model = 6;
  CHECK_THROWS_WITH(check_options(odd), Catch::Contains("2 heads of 3"));
  const AttentionSpec turning{.positions = {.kind = Position::rotary, .base = 100}};
  CHECK_THROWS_AS(MultiheadAttention(6, 2, rng, {.attention = turning}), UsageError);
  const MultiheadAttention rotary(8, 2, rng, {.attention = turning});
  const Variable x(rng.normal({1, 3, 8}));
  CHECK_THROWS_AS(rotary.project(x), UsageError);
  CHECK_THROWS_AS(MultiheadAttention(8, 2, rng, {.add_zero_attn = true, .attention = turning}), UsageError);
  // One input three times, twice, or three: turned all the same.
  const Variable y(x.value()), z(x.value());
  const Array once = rotary(x, x, x).value();
  for (const Array& other : {rotary(x, y, y).value(), rotary(x, y, z).value()}) {
    CHECK(farthest(once, other) < 1e-5);
  }
}
