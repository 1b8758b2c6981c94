// The names of Hugging Face's BERT files.
#include "models/formats/bert_names.hpp"

#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/bert.hpp"
#include "nn/checkpoint.hpp"
#include "nn/state_dict.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

Bert tiny_bert() {
  Rng rng(1);
  return {{.vocabulary = 9, .max_length = 12, .d_model = 16, .heads = 2, .layers = 1, .dim_feedforward = 16},
          rng};
}

void check_same(const StateDict& read, const StateDict& ours) {
  REQUIRE(read.size() == ours.size());
  for (const auto& [name, array] : ours) {
    INFO(name);
    REQUIRE(find_tensor(read, name) != nullptr);
    CHECK(identical(*find_tensor(read, name), array));
  }
}

}  // namespace

TEST_CASE("a Hugging Face BERT's names become ours without what ours does not have", "[bert]") {
  const StateDict ours = tiny_bert().state_dict();
  StateDict theirs = to_hugging_face(ours);
  CHECK(theirs.size() == ours.size() + 4);  // three matrices and biases for one
  const auto add = [&](const char* name, const char* like) {
    const Array array = *find_tensor(theirs, like);
    theirs.emplace_back(name, array);
  };
  add("cls.predictions.decoder.weight", "bert.embeddings.word_embeddings.weight");
  add("cls.predictions.decoder.bias", "cls.predictions.bias");
  add("bert.embeddings.token_type_ids", "cls.predictions.bias");
  check_same(from_hugging_face(theirs), ours);

  std::vector<Tensor> tensors;
  for (const auto& [name, array] : theirs)
    tensors.push_back(make_tensor(name, {array.shape().begin(), array.shape().end()}, array.values()));
  const std::vector<std::int64_t> places{0, 1, 2};
  tensors.push_back(make_tensor("bert.embeddings.position_ids", {1, 3}, std::span(places)));
  const Scratch scratch;
  write_safetensors(scratch / "model.safetensors", tensors);
  check_same(load_hugging_face(scratch / "model.safetensors"), ours);
  CHECK_THROWS_WITH(load_checkpoint(scratch / "model.safetensors"),
                    Catch::StartsWith((scratch / "model.safetensors").string() + ": ") &&
                        Catch::Contains("position_ids") && Catch::Contains("I64"));

  StateDict older = theirs;
  for (auto& [name, array] : older) {
    const std::size_t dot = name.rfind('.');
    if (name.substr(0, dot).ends_with("LayerNorm"))
      name = name.substr(0, dot) + (name.ends_with("weight") ? ".gamma" : ".beta");
  }
  check_same(from_hugging_face(older), ours);
}

TEST_CASE("a Hugging Face BERT of another head or layer or without a matrix is refused", "[bert]") {
  const Bert model = tiny_bert();
  const StateDict theirs = to_hugging_face(model.state_dict());
  for (const auto& [part, shape] : {std::pair("weight", Shape{9, 16}), std::pair("bias", Shape{9})}) {
    StateDict untied = theirs;
    untied.emplace_back(fmt::format("cls.predictions.decoder.{}", part), Array::full(shape, 7));
    CHECK_THROWS_WITH(from_hugging_face(untied),
                      Catch::StartsWith(fmt::format("cls.predictions.decoder.{} is not ", part)));
  }
  StateDict changed = theirs;
  changed.emplace_back("bert.encoder.layer.0.crossattention.self.query.weight", Array::zeros({16, 16}));
  CHECK_THROWS_WITH(model.load_state_dict(from_hugging_face(changed)),
                    Catch::Contains("encoder.layer.0.crossattention.self.query.weight"));
  changed = theirs;
  std::erase_if(changed, [](const auto& entry) { return entry.first.ends_with("self.key.bias"); });
  CHECK_THROWS_WITH(from_hugging_face(changed),
                    Catch::Contains("layers.0.self_attn.in_proj_bias the key is missing"));
}
