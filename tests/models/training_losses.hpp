// Trainings that give the losses that PyTorch gives.
#pragma once

#include <algorithm>
#include <cmath>

#include "nn/optimizer.hpp"
#include "tests/nn/golden.hpp"

/// The tokens of a step in those of all, (steps, …).
inline heed::Tokens step_of(const heed::Tokens& all, std::int64_t step) {
  const heed::Shape one = all.shape().tail(1);
  const auto first = all.ids().begin() + step * one.size();
  return {one, std::vector<std::int32_t>(first, first + one.size())};
}

/// Trains with Adam by the loss of each step; at the end it is below `part` of what it was.
template <typename Loss>
void check_losses(const heed::golden::Case& c, const heed::Module& model, std::size_t steps, double part,
                  const Loss& loss_of) {
  heed::Adam optimizer(model.parameters(), {.lr = c.option<double>("lr")});
  const std::vector<double> losses = c.values("out.losses");
  REQUIRE(losses.size() == steps);
  double gap = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    optimizer.zero_grad();
    const heed::Variable loss = loss_of(static_cast<std::int64_t>(step));
    loss.backward();
    optimizer.step();
    gap = std::max(gap, std::abs(static_cast<double>(loss.item()) - losses[step]));
  }
  CHECK(losses.back() < part * losses.front());
  CHECK(gap <= (heed::golden::is_double ? 1e-9 : 1e-3));
}
