// Weights on disk.
#include "nn/checkpoint.hpp"

#include <limits>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/seq2seq.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

TEST_CASE("a checkpoint comes back bit for bit, and with its metadata") {
  const Scratch scratch;
  const TransformerOptions size = testing::several_sizes()[1];
  const Transformer model = testing::random_model(size, 1);
  Variable weight = model.generator.bias;
  const Scalar strange[] = {Scalar(-0.0), std::numeric_limits<Scalar>::infinity(),
                            std::numeric_limits<Scalar>::quiet_NaN(),
                            std::numeric_limits<Scalar>::denorm_min(), std::numeric_limits<Scalar>::max()};
  std::copy(std::begin(strange), std::end(strange), weight.mutable_data());
  save_checkpoint(scratch / "model.safetensors", model.state_dict(), {{"source", "한국어"}, {"steps", "12"}});
  const Checkpoint loaded = load_checkpoint(scratch / "model.safetensors");
  CHECK(loaded.metadata.at("source") == "한국어");
  CHECK(loaded.metadata.at("steps") == "12");
  CHECK(loaded.metadata.at("format") == "pt");
  CHECK(scratch.files() == 1);

  const Transformer other = testing::random_model(size, 2);
  other.load_state_dict(loaded.weights);
  CHECK(testing::same(other.state_dict(), model.state_dict()));
  // The same weights, the same bytes.
  save_checkpoint(scratch / "again.safetensors", other.state_dict(), {{"steps", "12"}, {"source", "한국어"}});
  CHECK(slurp(scratch / "again.safetensors") == slurp(scratch / "model.safetensors"));
}

TEST_CASE("float and double files load into either") {
  const Scratch scratch;
  const std::vector<double> numbers{0.1, -2.5, 1e-3};
  const std::vector<float> singles{0.1F, -2.5F, 1e-3F};
  write_safetensors(scratch / "m", std::vector{make_tensor("a", {3}, std::span<const double>(numbers)),
                                               make_tensor("b", {3, 1}, std::span<const float>(singles))});
  const Checkpoint loaded = load_checkpoint(scratch / "m");
  REQUIRE(loaded.weights.size() == 2);
  CHECK(loaded.weights[0].first == "a");
  CHECK(loaded.weights[1].second.shape() == Shape{3, 1});
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(loaded.weights[0].second.data()[i] == static_cast<Scalar>(numbers[i]));
    CHECK(loaded.weights[1].second.data()[i] == static_cast<Scalar>(singles[i]));
  }
}

TEST_CASE("a checkpoint of integers is refused, and a folder that is not there") {
  const Scratch scratch;
  const std::vector<std::int64_t> integers{1, 2};
  write_safetensors(scratch / "integers",
                    std::vector{make_tensor("counts", {2}, std::span<const std::int64_t>(integers))});
  CHECK_THROWS_WITH(load_checkpoint(scratch / "integers"),
                    Catch::Contains("counts") && Catch::Contains("I64"));
  CHECK_THROWS_AS(save_checkpoint(scratch / "no such folder/m", {}), Error);
}

TEST_CASE("the file of an nn.Transformer fills both stacks of a Transformer, and says what it leaves") {
  Rng rng(3);
  const std::string path = HEED_SOURCE_DIR "/tests/golden/modules/transformer_pre.model.safetensors";
  const Transformer model({.source_vocab = 20,
                           .target_vocab = 30,
                           .encoder_layers = 1,
                           .decoder_layers = 2,
                           .layer = {.d_model = 4, .heads = 4, .dim_feedforward = 8, .norm = NormOrder::pre}},
                          rng);
  std::string unfilled;
  const Checkpoint file = load_checkpoint(path);
  const LoadReport report = model.load_state_dict(file.weights, {.strict = false});
  for (const std::string& name : report.missing) unfilled += name + '\n';  // embeddings and generator

  CHECK(unfilled == "source_embedding.weight\ntarget_embedding.weight\ngenerator.weight\ngenerator.bias\n");
  CHECK(report.unexpected.empty());
}
