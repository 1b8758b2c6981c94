#include "nn/recurrent.hpp"

#include <fmt/format.h>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "nn/attention_cache.hpp"

namespace heed::inline HEED_PRECISION {

RecurrentState RecurrentState::select(const std::vector<std::int32_t>& rows) const {
  const NoGrad no_grad;
  const auto picked = [&](const Variable& x) {
    if (!x.defined()) return x;
    return transpose(Variable(pick_rows(transpose(x, 0, 1).value(), rows)), 0, 1);
  };
  return {picked(hidden), picked(cell)};
}

Recurrent::Recurrent(RecurrentCell cell, std::int64_t input_size, std::int64_t hidden_size, Rng& rng,
                     Options options)
    : Module(rng),
      cell_(cell),
      hidden_size_(hidden_size),
      options_(options),
      dropout_(child("dropout", Dropout(options.dropout))) {
  if (options.layers < 1 || input_size < 1 || hidden_size < 1)
    throw_error<UsageError>("a recurrent net of {} layers of {} inputs and {} units: each must be 1 or more",
                            options.layers, input_size, hidden_size);
  const std::int64_t gates = gate_count(cell) * hidden_size, directions = options.bidirectional ? 2 : 1;
  for (std::int64_t layer = 0; layer < options.layers; ++layer) {
    for (std::int64_t direction = 0; direction < directions; ++direction) {
      const std::string suffix = fmt::format("_l{}{}", layer, direction == 1 ? "_reverse" : "");
      const auto make = [&](const char* name, const Shape& shape) {
        return parameter(name + suffix, uniform_fan_in(shape, hidden_size, rng));
      };
      RecurrentWeights w;
      w.input = make("weight_ih", {gates, layer == 0 ? input_size : directions * hidden_size});
      w.hidden = make("weight_hh", {gates, hidden_size});
      if (options.bias) w.input_bias = make("bias_ih", {gates}), w.hidden_bias = make("bias_hh", {gates});
      weights_.push_back(w);
    }
  }
}

Recurrent::Result Recurrent::operator()(const Variable& x, const Input& input) const {
  const std::size_t directions = options_.bidirectional ? 2 : 1;
  const int states = state_count(cell_);
  const Variable initial[] = {input.initial.hidden, input.initial.cell};
  if (states == 1 && initial[1].defined())
    throw_error<UsageError>("[recurrent] an initial cell state is of LSTM alone");
  if (states == 2 && initial[0].defined() != initial[1].defined())
    throw_error<UsageError>("[recurrent] an LSTM begins with hidden and cell state, or with neither");
  std::vector<Variable> last[2];  // (B, 1, H) of each layer and direction
  Variable layer_input = x;
  for (std::size_t i = 0; i < weights_.size(); i += directions) {
    if (i > 0) layer_input = dropout_(layer_input);
    std::vector<Variable> outputs;
    for (std::size_t d = 0; d < directions; ++d) {
      RecurrentOptions options{
          .cell = cell_, .order = d == 0 ? TimeOrder::forward : TimeOrder::reverse, .lengths = input.lengths};
      Variable* first[] = {&options.initial_hidden, &options.initial_cell};
      for (int s = 0; s < states; ++s) {
        if (!initial[s].defined()) continue;
        if (const Shape shape{std::ssize(weights_), x.dim(0), hidden_size_}; initial[s].shape() != shape)
          throw_error<ShapeError>("[recurrent] an initial state {} for x {}: needs {}", initial[s].shape(),
                                  x.shape(), shape);
        const auto at = static_cast<std::int64_t>(i + d);
        *first[s] = reshape(slice(initial[s], 0, at, at + 1), {x.dim(0), hidden_size_});
      }
      const Variable y = recurrent(layer_input, weights_[i + d], options);
      const std::int64_t steps = x.dim(1);
      outputs.push_back(slice(y, 1, 0, steps));
      for (int s = 0; s < states; ++s) last[s].push_back(slice(y, 1, steps + s, steps + s + 1));
    }
    layer_input = directions == 1 ? outputs.front() : concat(outputs, -1);
  }
  const auto joined = [](const std::vector<Variable>& all) {
    return all.empty() ? Variable() : transpose(concat(all, 1), 0, 1);
  };
  return {layer_input, {joined(last[0]), joined(last[1])}};
}

}  // namespace heed
