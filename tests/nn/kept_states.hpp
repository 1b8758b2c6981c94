// A beam over nets that remember by a state: it must find what a beam finds that reads all tokens again.
#pragma once

#include <functional>
#include <optional>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "nn/decoding.hpp"
#include "tests/catch.hpp"

namespace heed::testing {

/// Each row of `tokens` followed by that of `next`.
inline Tokens append_columns(const Tokens& tokens, const Tokens& next) {
  const std::int64_t before = tokens.dim(1), more = next.dim(1);
  std::vector<std::int32_t> ids;
  for (std::int64_t r = 0; r < next.dim(0); ++r) {
    for (std::int64_t t = 0; t < before; ++t) ids.push_back(tokens[r * before + t]);
    for (std::int64_t t = 0; t < more; ++t) ids.push_back(next[r * more + t]);
  }
  return {{next.dim(0), before + more}, std::move(ids)};
}

/// A language model that has learned nothing: a net over one-hot tokens of 9, whose outputs are the logits.
template <typename State>
class StatefulTexts : public Continuation {
 public:
  enum class Keeps { state, tokens };
  /// (B, T, 9) -> logits (B, T, 9), after the state, which goes on.
  using Net = std::function<Variable(const Variable& x, State& state)>;
  StatefulTexts(Net net, Keeps keeps) : net_(std::move(net)), keeps_(keeps) {}

  Array extend(const Tokens& tokens) override {
    const NoGrad no_grad;
    tokens_ = tokens_ ? append_columns(*tokens_, tokens) : tokens;
    if (keeps_ == Keeps::tokens) state_ = {};
    const Tokens& seen = keeps_ == Keeps::state ? tokens : *tokens_;
    Array x = Array::zeros({seen.dim(0), seen.dim(1), 9});
    for (std::int64_t i = 0; i < seen.size(); ++i) x.mutable_data()[i * 9 + seen[i]] = 3;
    return last_logits(net_(Variable(x), state_));
  }
  void select(const std::vector<std::int32_t>& rows) override {
    state_ = state_.select(rows);
    tokens_ = select_rows(*tokens_, rows);
  }
  std::int64_t max_length() const override { return 8; }

 private:
  Net net_;
  Keeps keeps_;
  State state_;
  std::optional<Tokens> tokens_;
};

template <typename State>
void check_beam_keeps_states(const typename StatefulTexts<State>::Net& net) {
  using Keeps = typename StatefulTexts<State>::Keeps;
  const auto found = [&](Keeps keeps) {
    StatefulTexts<State> texts(net, keeps);
    return beam_search(texts, Tokens({2, 2}, {2, 5, 2, 7}), {.beam = 3, .n_best = 3});
  };
  const auto by_state = found(Keeps::state), by_tokens = found(Keeps::tokens);
  REQUIRE(by_state.size() == 2);
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(by_state[row].at(i).tokens == by_tokens[row].at(i).tokens);
      CHECK(by_state[row][i].score == Approx(by_tokens[row].at(i).score).epsilon(1e-4));
    }
  }
}

}  // namespace heed::testing
