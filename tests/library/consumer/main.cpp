#include <cstdio>

#include <heed/models.hpp>
#include <heed/nn.hpp>

#include "nn/layers.hpp"  // our own

double slope_in_double();  // exact.cpp

int own_layers() { return 2; }

/// Parameters of a small GPT that was written to a file and read again, options and all.
long long parameters_of_saved_gpt() {
  heed::Rng rng(1);
  const heed::GptOptions options{
      .vocabulary = 5, .max_length = 4, .d_model = 4, .heads = 2, .layers = 1, .dim_feedforward = 8};
  heed::save_model("gpt.safetensors", "gpt", heed::options_to_json(options), heed::Gpt(options, rng), {});
  const heed::SavedModel file("gpt.safetensors");
  const heed::Gpt gpt(heed::options_from_json<heed::GptOptions>(file.settings()), rng);
  file.load_into(gpt);
  return gpt.parameter_count();
}

int main() {
  static_assert(sizeof(heed::Scalar) == 4);
  heed::Rng rng(1);
  const heed::Linear layer(2, 1, rng);
  heed::Adam optimizer(layer.parameters(), {.lr = 0.1});
  const heed::Variable x(heed::Array({1, 2}, {1, 2}));
  for (int step = 0; step < 200; ++step) {
    const heed::Variable error = layer(x) - 5;
    const heed::Variable loss = heed::sum(error * error);
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
  }
  std::printf("%d layers say %.1f; a slope in double: %.12f; %lld parameters\n", own_layers(),
              static_cast<double>(layer(x).item()), slope_in_double(), parameters_of_saved_gpt());
}
