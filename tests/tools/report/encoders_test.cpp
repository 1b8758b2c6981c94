// A report of a ViT, and of a BERT.
#include <nlohmann/json.hpp>

#include "models/masked_language_model.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_vit.hpp"
#include "tools/report/report_data.hpp"

using namespace heed;

TEST_CASE("a report shows every head of a ViT, its patches by their place in the grid") {
  const Scratch scratch;
  Rng rng(3);
  save_vit(Vit(small_vit, rng), scratch / "model.safetensors");
  const nlohmann::json data = report_data({.models = {scratch.folder()}});
  const nlohmann::json& model = data["models"][0];
  CHECK(data["left_out"].empty());
  REQUIRE(model["sentences"].size() == 3);  // the first drawn digits, where none is asked for
  CHECK(model["sentences"][1]["sentence"] == "2");
  CHECK(model["sentences"][0]["source"] == nlohmann::json({"cls", "r1c1", "r1c2", "r2c1", "r2c2"}));
  const nlohmann::json& image = model["sentences"][0]["image"];  // what it read
  CHECK((image["height"] == small_vit.height && image["width"] == small_vit.width));
  CHECK(image["patch"] == small_vit.patch);
  CHECK(image["pixels"].get<std::string>().size() == (small_vit.height * small_vit.width + 2) / 3 * 4);
  const nlohmann::json& head = model["sentences"][0]["heads"].at(0);
  CHECK(head["shape"] == nlohmann::json({2, 5, 5}));
  CHECK((head["formula"] == "softmax" && head["causal"] == false));
  CHECK(model["learned"][0]["length"] == 5);
  CHECK(report_data({.models = {scratch.folder()}, .sentences = {"a dog"}})["left_out"][0]["why"] ==
        "unread");
}

TEST_CASE("a report shows every head of a BERT, and what it puts in the place of a hidden word") {
  const Scratch scratch;
  TokenCounts counts;
  counts.add(std::vector<std::string>{"a", "b", "c"});
  const TextTokens tokens{Vocabulary(counts), Tokenizer(Tokenisation::words)};
  Rng rng(2);
  const Bert bert({.vocabulary = tokens.size() + 1,
                   .max_length = 12,
                   .d_model = 8,
                   .heads = 2,
                   .layers = 1,
                   .dim_feedforward = 8},
                  rng);
  bert.eval();
  MaskedLanguageModel(bert, tokens).save(scratch / "model.safetensors");
  const nlohmann::json model =
      report_data({.models = {scratch.folder()}, .sentences = {"a [MASK] c"}})["models"][0];
  CHECK(model["learned"][0]["length"] == 12);
  const nlohmann::json& reading = model["sentences"][0];
  CHECK(reading["source"] == nlohmann::json({"<bos>", "a", "[MASK]", "c", "<eos>"}));
  CHECK(reading["output"].size() == 1);
  REQUIRE(reading["heads"].size() == 1);
  const nlohmann::json& head = reading["heads"][0];
  CHECK(head["shape"] == nlohmann::json({2, 5, 5}));
  CHECK(head["formula"] == "softmax");
  CHECK(head["causal"] == false);
  CHECK(head["allowed"] == std::string(50, '1'));

  // no --sentence: what the pictures of its training show, the same tokens again
  spill(scratch / "training.json", R"({"epochs": [], "snapshots": {"epochs": [], "sentences": [
    {"source": ["<bos>", "a", "[MASK]", "<eos>"], "input": ["[MASK]"], "output": ["b"], "heads": []},
    {"source": ["<bos>", "a", "nowhere", "<eos>"], "input": ["a"], "output": ["a"], "heads": []}]}})");
  const nlohmann::json pictured = report_data({.models = {scratch.folder()}})["models"][0]["sentences"];
  REQUIRE(pictured.size() == 1);  // "nowhere" is no token of it
  CHECK(pictured[0]["sentence"] == "a [MASK]");
}
