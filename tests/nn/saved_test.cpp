// Weights on disk; saved models with each value of each setting that is a text: the loaded one computes the
// same bytes.
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/model_fields.hpp"
#include "models/options_json.hpp"
#include "models/saved_net.hpp"
#include "models/seq2seq.hpp"
#include "models/translator.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

/// A model with random weights and the one loaded from its file compute the same logits.
void check_saved(const TransformerOptions& options) {
  const Scratch scratch;
  Rng rng(3);
  const Transformer model(options, rng);
  model.eval();
  save_net(scratch / "model", "transformer", model, {});
  const auto loaded = load_net<Transformer>(SavedModel(scratch / "model"));
  CHECK(options_to_json(loaded.options()) == options_to_json(options));
  const Tokens source({2, 6}, {4, 5, 6, 7, 8, 4, 8, 7, 6, 5, 0, 0}), target({2, 3}, {2, 5, 6, 2, 7, 0});
  CHECK(identical(loaded(source, target).value(), model(source, target).value()));
}

/// The words of "none|rotary[:BASE]|…", without what may stand behind them.
std::vector<std::string> words_of_forms(const std::string& forms) {
  std::vector<std::string> words;
  std::istringstream text(std::regex_replace(forms, std::regex(R"(\[[^|]*)"), ""));
  for (std::string word; std::getline(text, word, '|');) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("a model with each value of its settings is saved, and the loaded one computes the same bytes") {
  std::set<std::string> tried;
  TransformerOptions options = testing::tiny();
  visit_fields(options, [&](const Field& field, auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    if constexpr (!std::is_arithmetic_v<T>) {
      const T before = value;
      std::vector<std::string> texts = words_of_forms(setting_forms(value));
      if constexpr (std::is_same_v<T, AttentionRules>) {
        texts = {"all",          "causal",       "window:1",
                 "window:1:0:2", "stride:2",     "stride:2:2",
                 "global:2",     "random:1:2:7", "window:1+global:1&causal"};
      } else if constexpr (std::is_same_v<T, Positions>) {
        for (const char* more : {"rotary:500", "t5:unscaled:undirected", "shaw:2"}) texts.emplace_back(more);
      }
      for (const std::string& text : texts) {
        INFO(field.name << ' ' << text);
        read_setting(text, value);
        CHECK(setting_text(value) == text);
        check_saved(options);
        tried.insert(std::string(field.name) + " " + text);
      }
      value = before;
    }
  });
  for (const char* name : {"position shaw", "position none", "kernel linear", "kernel sparse",
                           "attention stride:2", "norm pre", "tie all"})
    CHECK(tried.contains(name));
}

TEST_CASE("a model of one's own kind is saved and loaded, and files of before the kind was written") {
  const Scratch scratch;
  Rng rng(3);
  const Linear model(3, 2, rng), again(3, 2, rng);
  // A text that is a JSON object too (as byte BPE's vocabulary is) does not make the kind doubtful.
  save_model(scratch / "own", "regressor", R"({"width":3})", model, {{"heed.bpe.vocab", R"({"a":0})"}});
  const SavedModel saved(scratch / "own");
  CHECK(saved.kind() == "regressor");
  CHECK(saved.settings() == R"({"width":3})");
  saved.load_into(again);
  CHECK(identical(again.weight.value(), model.weight.value()));
  CHECK_THAT(error_text<Error>([&] { Translator::load(scratch / "own"); }),
             Catch::Contains("the model is a regressor, not a transformer"));

  CHECK(kind_of({{"heed.version", "1"}, {"heed.gpt", "{}"}, {"heed.bpe.vocab", "{}"}}) == "gpt");
  CHECK(kind_of({{"heed.kind", "regressor"}}).empty());  // damaged: its options are missing
  for (const char* taken : {"", "kind", "version", "note"})
    CHECK_THROWS_AS(save_model(scratch / "no", taken, "{}", model, {{"heed.note", "x"}}), UsageError);
  for (const char* settings : {"", "width 3", "[3]", "{"})
    CHECK_THROWS_AS(save_model(scratch / "no", "own", settings, model, {}), UsageError);
  CHECK_FALSE(std::filesystem::exists(scratch / "no"));
}

TEST_CASE("a setting that is none any more is read where it had the value that is still computed") {
  nlohmann::json json = nlohmann::json::parse(options_to_json(testing::tiny()));
  json["global_projection"] = "shared";
  CHECK(options_to_json(options_from_json<TransformerOptions>(json.dump())) ==
        options_to_json(testing::tiny()));
  json["global_projection"] = "own";
  CHECK_THAT(error_text<Error>([&] { options_from_json<TransformerOptions>(json.dump()); }),
             Catch::Contains("'global_projection' is unknown"));
  CHECK_THAT(error_text<Error>([] { options_from_json<GptOptions>("{}"); }),
             Catch::Contains("there is no '"));
}

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
