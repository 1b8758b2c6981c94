// Tests what a training keeps of its way: curves over its steps and what the heads look at.
#include <nlohmann/json.hpp>

#include "models/transformer.hpp"
#include "tests/catch.hpp"
#include "tools/training/training_record.hpp"

using namespace heed;

TEST_CASE("a training keeps curves over its steps that never grow long, and goes on with them") {
  TrainingRecord record;
  const auto step = [](std::int64_t i) {
    return StepReport{.epoch = 1,
                      .epochs = 2,
                      .step = i,
                      .steps = 1000,
                      .loss = static_cast<double>(i),
                      .learning_rate = 0.5,
                      .gradient_norm = 3,
                      .target_tokens = 10};
  };
  for (std::int64_t i = 1; i <= 500; ++i) {
    record.step(step(i), 0.1 * static_cast<double>(i));
    if (i == 200) record = TrainingRecord::from_json(record.to_json());
  }
  const nlohmann::json steps = record.to_json().at("steps");
  CHECK(steps.at("count").size() == 125);
  CHECK(steps.at("count").front() == 4);
  CHECK(steps.at("train_loss").front() == Approx(2.5));
  CHECK(steps.at("train_loss").back() == Approx(498.5));
  CHECK(steps.at("epoch").back() == Approx(2 * 498.5 / 1000));
  CHECK(steps.at("learning_rate").front() == Approx(0.5));
  CHECK(steps.at("gradient_norm").back() == Approx(3));
  CHECK(steps.at("target_tokens_per_second").back() == Approx(100));
  CHECK(TrainingRecord().to_json().empty());
}

TEST_CASE("after each epoch what the heads look at is kept, to be shown as it formed") {
  Rng rng(5);
  const Transformer model({.source_vocab = 9,
                           .target_vocab = 9,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .max_length = 32}},
                          rng);
  const ShownSentence sentence{
      .source = {"a", "b", "<eos>"}, .input = {"<bos>", "x"}, .output = {"x", "<eos>"}, .read = [model] {
        model(Tokens({1, 3}, {4, 5, 3}), Tokens({1, 2}, {2, 6}));
      }};
  TrainingRecord record;
  Snapshots snapshots(model, {sentence}, 6);
  record.snapshot(0, snapshots);
  record = TrainingRecord::from_json(record.to_json());
  CHECK(record.has_snapshot(0));
  CHECK_FALSE(record.has_snapshot(1));
  const nlohmann::json kept = record.to_json().at("snapshots");
  const nlohmann::json& heads = kept.at("sentences").at(0).at("heads");
  REQUIRE(heads.size() == 3);
  CHECK(heads[0].at("name") == "decoder.layers.0.multihead_attn");  // the alignment first
  CHECK(heads[0].at("shape") == nlohmann::json({2, 2, 3}));
  const std::size_t bytes = 2 * 2 * 3 + 2 * 2 * 2 + 2 * 3 * 3;
  CHECK(kept.at("epochs").at(0).at("weights").get<std::string>().size() == (bytes + 2) / 3 * 4);
  // Only what is small is kept of very many epochs: here nothing.
  CHECK(Snapshots(model, {sentence}, 1'000'000).take().empty());
  CHECK(Snapshots(Linear(2, 2, rng), {sentence}, 6).take().empty());
  // Labels of another number than what a head looks at would say of it what is not so.
  ShownSentence longer = sentence;
  longer.input.emplace_back("y");
  Snapshots shown(model, {longer}, 6);
  shown.take();
  const nlohmann::json fitting = nlohmann::json::parse(shown.sentences()).at(0).at("heads");
  REQUIRE(fitting.size() == 1);
  CHECK(fitting[0].at("name") == "encoder.layers.0.self_attn");
}
