#include "lib/array/random.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/array/elementwise.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/reduce.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

/// The mean of (x - centre)^k.
double moment(const Array& x, double centre, Scalar k) {
  return mean(power(x - static_cast<Scalar>(centre), k)).item();
}

/// The dropout factor at one position, from its half of a word of the stream.
Scalar dropout_factor(const RandomStream& stream, double p, std::int64_t position) {
  const std::int64_t place = position % dropout_group, block = position / dropout_group * 16 + place % 16;
  const std::uint32_t word =
      stream.words(static_cast<std::uint64_t>(block))[static_cast<std::size_t>(place / 32)];
  const std::uint32_t half = place / 16 % 2 == 0 ? word & 0xffff : word >> 16;
  return half >= std::lround(p * 65536) ? dropout_scale(p) : Scalar{0};
}

}  // namespace

TEST_CASE("streams are Philox4x32-10: the known answers of the Random123 distribution") {
  using Words = std::array<std::uint32_t, 4>;
  CHECK(RandomStream{0, 0}.words(0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  const std::uint64_t all = ~std::uint64_t{0};
  CHECK(RandomStream{all, all}.words(all) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  // counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0 (the digits of pi)
  const RandomStream pi{0x299f31d0a4093822, 0x0370734413198a2e};
  CHECK(pi.words(0x85a308d3243f6a88) == Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("streams of a generator differ, and the same seed gives the same again") {
  Rng a(1), b(1), c(2);
  std::set<std::array<std::uint32_t, 4>> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto words = a.next().words(0);
    CHECK(seen.insert(words).second);
    CHECK(b.next().words(0) == words);
    CHECK(seen.insert(c.next().words(0)).second);
  }
}

TEST_CASE("a fork depends on seed and key alone") {
  Rng a(7), b(7);
  a.normal({1000});
  CHECK(identical(a.fork(3).normal({5}), b.fork(3).normal({5})));
  CHECK_FALSE(identical(a.fork(3).normal({5}), a.fork(4).normal({5})));
  CHECK_FALSE(identical(a.fork(3).normal({5}), Rng(7).normal({5})));
  CHECK(a.fork(3).fork(1).seed() != a.fork(1).fork(3).seed());
}

TEST_CASE("uniform numbers: moments and range") {
  Rng rng(1);
  const Array u = rng.uniform({1'000'001});
  const double middle = mean(u).item(), variance = moment(u, middle, 2);
  CHECK(middle == Approx(0.5).margin(0.0012));  // four standard errors
  CHECK(variance == Approx(1.0 / 12).margin(0.0004));
  CHECK(moment(u, middle, 4) / (variance * variance) == Approx(1.8).margin(0.01));
  const Array w = rng.uniform({10'000}, -3, -1);
  CHECK(-max(-u).item() >= 0);
  CHECK(max(u).item() < 1);
  CHECK(-max(-w).item() >= -3);
  CHECK(max(w).item() < -1);
}

TEST_CASE("a uniform number never rounds up to the end of its range") {
  // The first numbers of these seeds are within 2^-25 of 1: as floats they would be 1.
  for (const std::uint64_t seed : {2871038u, 12118387u, 16390493u}) {
    const Array u = Rng(seed).uniform({4});
    CHECK(max(u).item() > Scalar(0.9999999));
    CHECK(max(u).item() < 1);
  }
}

TEST_CASE("normal numbers: moments up to the fourth") {
  Rng rng(2);
  const Array x = rng.normal({1'000'001});
  const double middle = mean(x).item(), variance = moment(x, middle, 2);
  CHECK(middle == Approx(0).margin(0.004));
  CHECK(variance == Approx(1).margin(0.006));
  CHECK(moment(x, middle, 3) / std::pow(variance, 1.5) == Approx(0).margin(0.01));
  CHECK(moment(x, middle, 4) / (variance * variance) == Approx(3).margin(0.02));
  const Array shifted = rng.normal({100'000}, 5, 0.1);
  CHECK(mean(shifted).item() == Approx(5).margin(0.0015));
  CHECK(moment(shifted, 5, 2) == Approx(0.01).epsilon(0.02));
}

TEST_CASE("integers are in range and evenly spread") {
  Rng rng(3);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) {
    const std::int64_t v = rng.integer(7);
    REQUIRE((v >= 0 && v < 7));
    ++counts[static_cast<std::size_t>(v)];
  }
  for (int count : counts) CHECK(std::abs(count - 10'000) < 400);
  CHECK(rng.integer(1) == 0);
  CHECK(rng.integer(std::int64_t{1} << 32) < (std::int64_t{1} << 32));
}

TEST_CASE("numbers and dropout are the same with any number of threads, a longer array begins like a shorter",
          "[threads]") {
  const int before = threads();
  set_threads(1);
  const Array alone = Rng(4).normal({100'001}), flat = Rng(4).uniform({100'001});
  const Array x = Rng(1).normal({300'003}), dropped = apply_dropout(x, 0.3, {5, 6});
  for (const int count : {2, 3}) {
    set_threads(count);
    CHECK(identical(Rng(4).normal({100'001}), alone));
    CHECK(identical(Rng(4).uniform({100'001}), flat));
    CHECK(identical(apply_dropout(x, 0.3, {5, 6}), dropped));
  }
  set_threads(before);
  const Array start = Rng(4).normal({1'001});
  CHECK(std::equal(start.values().begin(), start.values().end(), alone.values().begin()));
}

TEST_CASE("dropout keeps the right share, the mean, and its place in the stream") {
  const RandomStream stream{11, 3};
  for (const double p : {0.1, 0.25, 0.5, 0.9}) {
    const std::int64_t n = 200'000;
    const Array y = apply_dropout(Array::ones({n}), p, stream);
    std::int64_t kept = 0;
    for (Scalar v : y.values()) {
      REQUIRE((v == 0 || v == dropout_scale(p)));
      kept += v != 0 ? 1 : 0;
    }
    const double expected = static_cast<double>(n) * (1 - p);
    const double deviation = std::sqrt(expected * p);
    CHECK(std::abs(static_cast<double>(kept) - expected) < 4 * deviation);
    CHECK(mean(y).item() == Approx(1).margin(4 * deviation / expected));
    // A piece of the stream is the same as the whole, and each factor the same as computed alone.
    const std::vector<Scalar> ones(100, 1);
    std::vector<Scalar> piece(100);
    multiply_by_dropout(stream, p, 4'096, 100, ones.data(), piece.data());
    CHECK(std::equal(piece.begin(), piece.end(), y.data() + 4'096));
    multiply_by_dropout(stream, p, 4'130, 100, ones.data(), piece.data());  // over the border of two groups
    CHECK(std::equal(piece.begin(), piece.end(), y.data() + 4'130));
    for (std::int64_t i = 0; i < 1'000; ++i) REQUIRE(y.data()[i] == dropout_factor(stream, p, i));
  }
  CHECK(dropout_scale(0.1) == Approx(1 / 0.9).epsilon(1e-5));
  CHECK(dropout_scale(0) == 1);
  CHECK_FALSE(identical(apply_dropout(Array::ones({100}), 0.5, {11, 3}),
                        apply_dropout(Array::ones({100}), 0.5, {11, 4})));
}

TEST_CASE("dropout keeps the mean also where p is rounded") {
  const std::int64_t n = 4'000'000;
  for (const double p : {1e-5, 0.999, 0.99997, 0.999995}) {
    const Array y = apply_dropout(Array::ones({n}), p, {21, 4});
    const double scale = static_cast<double>(dropout_scale(p));
    const double kept = static_cast<double>(n) / scale, deviation = scale * std::sqrt(kept) + 1;
    CHECK(std::abs(sum(y).item() - static_cast<double>(n)) < 4 * deviation);
  }
}

}  // namespace heed
