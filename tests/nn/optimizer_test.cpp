// Optimisers, clipping and schedules, against PyTorch and against their formulas.
#include "nn/optimizer.hpp"
#include "lib/core/error.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "autograd/ops.hpp"
#include "nn/schedule.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

const std::string optimizers_file = "nn_optimizers.safetensors";

std::unique_ptr<Optimizer> make_optimizer(const golden::Case& c, const std::vector<Variable>& parameters) {
  const auto& o = c.options();
  if (o.at("kind") == "sgd") {
    return std::make_unique<Sgd>(parameters, SgdOptions{.lr = o.at("lr"),
                                                        .momentum = o.value("momentum", 0.0),
                                                        .weight_decay = o.value("weight_decay", 0.0)});
  }
  const std::vector<double> betas = o.value("betas", std::vector<double>{0.9, 0.999});
  const AdamOptions options{.lr = o.at("lr"),
                            .beta1 = betas[0],
                            .beta2 = betas[1],
                            .eps = o.value("eps", 1e-8),
                            .weight_decay = o.value("weight_decay", 0.0)};
  if (o.at("kind") == "adam") return std::make_unique<Adam>(parameters, options);
  return std::make_unique<AdamW>(parameters, options);
}

}  // namespace

TEST_CASE("Adam's first step is the learning rate, also where β₂ is nearly 1") {
  for (const double beta2 : {0.98, 0.999, 0.9999, 0.999999}) {
    const Variable x = Variable::parameter(Array({2}, {3, -2}));
    Adam adam({x}, {.lr = 1, .beta2 = beta2, .eps = 0});
    sum(x * Scalar(0.25)).backward();
    adam.step();
    CHECK(x.value().data()[0] == Approx(2).epsilon(1e-5));
    CHECK(x.value().data()[1] == Approx(-3).epsilon(1e-5));
  }
}

TEST_CASE("what an optimiser keeps has PyTorch's names, and an entry only where there was a step") {
  const Variable x = Variable::parameter(Array({2}, {3, -2})), y = Variable::parameter(Array({2}, {1, 1}));
  const auto names = [&](Optimizer&& optimizer) {
    CHECK(optimizer.state_dict().empty());
    optimizer.zero_grad();
    sum(y * Scalar(0.25)).backward();
    optimizer.step();
    std::vector<std::string> all;
    for (const auto& [name, array] : optimizer.state_dict()) all.push_back(name);
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names(Adam({x, y})) == Names{"1.step", "1.exp_avg", "1.exp_avg_sq"});
  CHECK(names(AdamW({x, y})) == Names{"1.step", "1.exp_avg", "1.exp_avg_sq"});
  CHECK(names(Sgd({x, y}, {.momentum = 0.9})) == Names{"1.momentum_buffer"});
  CHECK(names(Sgd({x, y}, {.lr = 1})).empty());
}

TEST_CASE("SGD, Adam and AdamW go PyTorch's way over 20 steps", "[pytorch]") {
  int count = 0;
  for (const golden::Case& c : golden::cases(optimizers_file)) {
    if (!c.options().contains("kind")) continue;
    ++count;
    std::vector<Variable> parameters;
    for (const char* name : {"0", "1", "2"})
      parameters.push_back(Variable::parameter(c.array(std::string("param.") + name)));
    const std::unique_ptr<Optimizer> optimizer = make_optimizer(c, parameters);
    for (std::int64_t step = 0; step < 20; ++step) {
      if (c.option<bool>("rates")) optimizer->set_learning_rate(0.01 / static_cast<double>(step + 1));
      optimizer->zero_grad();
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool absent = c.option<bool>("sparse") && i == 1 && step % 3 != 2;
        if (!absent) parameters[i].set_grad(golden::step_of(c.array("in." + std::to_string(i)), step));
      }
      optimizer->step();
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string key = "out." + std::to_string(i);
        const Array all = c.array(key), mine = parameters[i].value();
        const std::vector<double> expected = c.values(key);
        for (std::int64_t k = 0; k < mine.size(); ++k) {
          INFO(c.name() << " step " << step + 1 << " parameter " << i << '[' << k << ']');
          const double e = expected[static_cast<std::size_t>(step * mine.size() + k)];
          const double deviation =
              std::abs(static_cast<double>(mine.data()[k]) - e) / std::max(1.0, std::abs(e));
          CHECK(deviation <= golden::output_tolerance);
          Deviations::all().note(c.option<std::string>("kind") + ", 20 steps", "output", deviation);
        }
      }
    }
  }
  CHECK(count == 14);
}

TEST_CASE(
    "an optimiser moves equal numbers alike, to the bit, wherever they stand in parameters of any size") {
  Rng rng(4);
  const Array values = rng.normal({3}), slopes = rng.normal({3});
  const auto repeated = [](const Array& three, std::int64_t n) {
    Array x({n});
    for (std::int64_t i = 0; i < n; ++i) x.mutable_data()[i] = three.data()[i % 3];
    return x;
  };
  for (std::int64_t n = 3; n <= 2 * 16 + 3; ++n) {  // more than two of the widest vectors
    Variable sgd = Variable::parameter(repeated(values, n)), adam = Variable::parameter(repeated(values, n)),
             adamw = Variable::parameter(repeated(values, n));
    Sgd a({sgd}, {.lr = 0.1, .momentum = 0.9, .weight_decay = 0.1});
    Adam b({adam}, {.lr = 0.1, .weight_decay = 0.1});
    AdamW c({adamw}, {.lr = 0.1, .weight_decay = 0.1});
    for (int step = 0; step < 3; ++step) {
      for (Variable p : {sgd, adam, adamw}) p.set_grad(repeated(slopes, n));
      clip_grad_norm({sgd, adam, adamw}, 0.5);
      a.step();
      b.step();
      c.step();
    }
    INFO(n << " numbers");
    for (const Variable& p : {sgd, adam, adamw}) CHECK(identical(p.value(), repeated(p.value(), n)));
  }
}

TEST_CASE("clip_grad_norm equals PyTorch's", "[pytorch]") {
  for (const golden::Case& c : golden::cases(optimizers_file, "clip/")) {
    std::vector<Variable> parameters;
    for (const char* name : {"in.0", "in.1"}) {
      parameters.push_back(Variable::parameter(c.array(name)));
      parameters.back().set_grad(c.array(name));
    }
    const double norm = clip_grad_norm(parameters, c.option<double>("max_norm"));
    const double expected = c.values("out.norm")[0];
    CHECK(norm == Approx(expected).epsilon(golden::output_tolerance));
    c.check_gradient("out.0", parameters[0].grad());
    c.check_gradient("out.1", parameters[1].grad());
    // check_gradient has a floor; these may be tiny
    for (std::size_t i = 0; i < 2; ++i) {
      const std::vector<double> clipped = c.values("out." + std::to_string(i));
      for (std::size_t k = 0; k < clipped.size(); ++k)
        CHECK(static_cast<double>(parameters[i].grad().data()[k]) ==
              Approx(clipped[k]).epsilon(golden::is_double ? 1e-12 : 1e-5));
    }
  }
}

TEST_CASE("clip_grad_norm scales from the last millionth below the limit on, as PyTorch, and a copy alone") {
  Variable p = Variable::parameter(Array::zeros({2})), none = Variable::parameter(Array::zeros({2}));
  for (const auto& [length, limit, after] :
       std::vector<std::array<double, 3>>{{5, 1, 5 / (5 + 1e-6)}, {1, 1, 1 / (1 + 1e-6)}, {0.5, 1, 0.5}}) {
    const Array kept({2}, {static_cast<Scalar>(0.6 * length), static_cast<Scalar>(0.8 * length)});
    p.set_grad(kept);
    CHECK(clip_grad_norm({p, none}, limit) == Approx(length));
    CHECK(static_cast<double>(p.grad().data()[1]) == Approx(0.8 * after).epsilon(3e-7));
    CHECK(kept.data()[1] == static_cast<Scalar>(0.8 * length));  // another handle of the gradient
    CHECK_FALSE(none.grad().defined());
  }
}

TEST_CASE("a gradient that is not finite, or whose square overflows, is named, and never a silent 0") {
  Variable p = Variable::parameter(Array::zeros({2}), "first"),
           q = Variable::parameter(Array::zeros({2}), "decoder.second");
  p.set_grad(Array::ones({2}));
  for (const Scalar wrong :
       {std::numeric_limits<Scalar>::quiet_NaN(), std::numeric_limits<Scalar>::infinity()}) {
    q.set_grad(Array({2}, {Scalar(1), wrong}));
    CHECK_THAT(error_text<NumericError>([&] {
                 clip_grad_norm({p, q}, 1);
               }),
               Catch::Contains("'decoder.second'"));
  }
  const Scalar huge = std::numeric_limits<Scalar>::max() / 4;
  for (Variable one : {p, q}) one.set_grad(Array({2}, {huge, huge}));
  if constexpr (std::is_same_v<Scalar, double>) {
    CHECK_THROWS_AS(clip_grad_norm({p, q}, 1), NumericError);
  } else {  // squares are added up in double
    CHECK(clip_grad_norm({p, q}, 1) == Approx(2 * static_cast<double>(huge)));
    CHECK(p.grad().data()[0] == Approx(0.5));
  }
}

TEST_CASE("schedules equal PyTorch's", "[pytorch]") {
  const golden::Case c(golden::load(optimizers_file), "schedules");
  const auto compare = [&](const char* name, const Schedule& mine, std::int64_t first) {
    const std::vector<double> expected = c.values(std::string("out.") + name);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(name << " " << i);
      const std::int64_t step = static_cast<std::int64_t>(i) + first;
      CHECK(std::abs(mine(step) - expected[i]) < 1e-14);
      Deviations::all().note("schedules", "output", std::abs(mine(step) - expected[i]));
    }
  };
  compare("noam", noam_schedule(512, 40, 2.0), 1);
  compare("inverse_sqrt", inverse_sqrt_schedule(0.003, 30), 1);
  compare("cosine", cosine_schedule(0.01, 0, 150, 0.001), 0);
  compare("warmup_cosine", cosine_schedule(0.01, 20, 120), 1);
}

TEST_CASE("schedules: the corners") {
  CHECK(constant_schedule(0.25)(1'000'000) == 0.25);
  for (const auto& [step, rate] : {std::pair{1, 0.0025}, {100, 0.25}, {101, 0.25}})
    CHECK(constant_schedule(0.25, 100)(step) == Approx(rate));
  CHECK(cosine_schedule(1, 10, 20, 0.1)(1000) == Approx(0.1));
  CHECK(std::isfinite(noam_schedule(512, 4000)(0)));
  CHECK_THROWS_AS(noam_schedule(8, 0), UsageError);
  CHECK_THROWS_AS(inverse_sqrt_schedule(1, 0), UsageError);
  CHECK_THROWS_AS(cosine_schedule(1, 10, 10), UsageError);
}

TEST_CASE("an optimiser without parameters is refused, steps do not touch shared copies") {
  CHECK_THROWS_AS(Adam(std::vector<Variable>{}), UsageError);
  const std::vector<Variable> one{Variable::parameter(Array::ones({2}))};
  for (const double wrong : {std::nan(""), HUGE_VAL, -1.0}) {
    CHECK_THROWS_WITH(Adam(one, {.lr = wrong}), Catch::Contains("lr"));
    CHECK_THROWS_WITH(AdamW(one, {.weight_decay = wrong}), Catch::Contains("weight_decay"));
    CHECK_THROWS_WITH(Adam(one, {.beta1 = wrong}), Catch::Contains("beta"));
    CHECK_THROWS_WITH(Adam(one, {.eps = wrong}), Catch::Contains("eps"));
    CHECK_THROWS_WITH(Sgd(one, {.lr = wrong}), Catch::Contains("lr"));
    CHECK_THROWS_WITH(Sgd(one, {.momentum = wrong}), Catch::Contains("momentum"));
  }
  CHECK_THROWS_AS(Adam(one, {.beta2 = 1}), UsageError);
  CHECK_NOTHROW(Sgd(one, {.lr = 0}));
  Variable p = one.front();
  const auto moves = [&](Optimizer&& optimizer) {
    const Array before = p.value();
    p.set_grad(Array::ones({2}));
    optimizer.step();
    CHECK(before.data()[0] - p.value().data()[0] == Approx(0.5));
  };
  moves(Sgd(one, {.lr = 0.5}));
  moves(Adam(one, {.lr = 0.5}));
}
