// Marian: what the same model computes in PyTorch, and folders of it.
#include "models/formats/marian.hpp"

#include "autograd/no_grad.hpp"
#include "tests/models/formats/marian_folder.hpp"

using namespace heed;

namespace {

golden::Case marian_case(const std::string& name) {
  return {golden::load("marian.safetensors"), "marian/" + name};
}

MarianModel marian_of(const golden::Case& c) {
  return {.weights = c.parameters(), .config = c.options().dump()};
}

/// Our four special tokens, and then all others in Marian's order.
TokenPlaces places_of(const golden::Case& c, const char* size) {
  TokenPlaces places{c.option<int>("pad_token_id"), 1, c.option<int>("decoder_start_token_id"),
                     c.option<int>("eos_token_id")};
  const std::vector<std::int64_t> special = places;
  for (std::int64_t id = 0; id < c.option<int>(size); ++id)
    if (std::ranges::find(special, id) == special.end()) places.push_back(id);
  return places;
}

Tokens renumbered(const Tokens& theirs, const TokenPlaces& places) {
  std::vector<std::int32_t> ids;
  for (const std::int32_t id : theirs.ids())
    ids.push_back(static_cast<std::int32_t>(std::ranges::find(places, id) - places.begin()));
  return {theirs.shape(), ids};
}

}  // namespace

TEST_CASE("a Marian model equals the same model in PyTorch, whatever is shared", "[pytorch][marian]") {
  const NoGrad no_grad;
  for (const golden::Case& c : golden::cases("marian.safetensors", "marian/", 3)) {
    INFO(c.name());
    const bool shared = c.option<bool>("share_encoder_decoder_embeddings");
    const TokenPlaces source = places_of(c, "vocab_size"),
                      target = places_of(c, shared ? "vocab_size" : "decoder_vocab_size");
    const Transformer model = from_marian(marian_of(c), source, target);
    CHECK(model.options().tie == (shared                                  ? Tie::all
                                  : c.option<bool>("tie_word_embeddings") ? Tie::target
                                                                          : Tie::none));
    const Tokens from = renumbered(c.tokens("in.source"), source);
    Tokens to = renumbered(c.tokens("in.target"), target);
    if (shared) {  // the start is the pad token's row: with us <bos>
      std::vector<std::int32_t> ids(to.ids().begin(), to.ids().end());
      std::ranges::replace(ids, 0, 2);
      to = Tokens(to.shape(), ids);
    }
    const Array logits = model(from, to).value();
    const std::int64_t rows = to.size(), theirs = c.shape("out.logits")[2], ours = std::ssize(target);
    Array in_their_order({to.dim(0), to.dim(1), theirs});
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t id = ours - 1; id >= 0; --id) {
        const Scalar value = logits.data()[row * ours + id];
        if (shared && id == 2) {
          CHECK(value < -900);
        } else {
          in_their_order.mutable_data()[row * theirs + target[static_cast<std::size_t>(id)]] = value;
        }
      }
    }
    c.check_output("out.logits", in_their_order);
  }
}

TEST_CASE("positions that are no sinusoid become learned ones, and nothing else changes places", "[marian]") {
  const NoGrad no_grad;
  const golden::Case c = marian_case("tied target");
  MarianModel marian = marian_of(c);
  for (auto& [name, array] : marian.weights)
    if (name.ends_with("embed_positions.weight")) array = Array::full(array.shape(), Scalar(0.5));
  const TokenPlaces source = places_of(c, "vocab_size"), target = places_of(c, "decoder_vocab_size");
  const Transformer model = from_marian(marian, source, target);
  CHECK(model.options().layer.attention.positions.kind == Position::learned);
  const Tokens from({1, 2}, {4, 5}), turned({1, 2}, {5, 4});  // that know no order
  const Array a = model.encode(from).value(), b = model.encode(turned).value();
  for (int i = 0; i < 12; ++i) CHECK(a.data()[i] == Approx(b.data()[12 + i]).margin(1e-5));
}

TEST_CASE("what is not computed of Marian's models is refused by its name", "[marian]") {
  const golden::Case c = marian_case("opus");
  const TokenPlaces places = places_of(c, "vocab_size");
  const auto changed = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json config = c.options();
    config[key] = value;
    return error_text<Error>([&] { from_marian({c.parameters(), config.dump()}, places, places); });
  };
  CHECK_THAT(changed("model_type", "bart"), Catch::Contains("model_type is bart"));
  CHECK_THAT(changed("scale_embedding", false), Catch::Contains("scale_embedding is false"));
  CHECK_THAT(changed("scale_embedding", nullptr), Catch::Contains("config.json"));
  CHECK_THAT(changed("decoder_ffn_dim", 21), Catch::Contains("encoder_ffn_dim is 20 and decoder_ffn_dim 21"));
  CHECK_THAT(changed("activation_function", "tanh"), Catch::Contains("the activation is tanh"));
  CHECK_THAT(changed("d_model", 15), Catch::Contains("model.shared.weight is (13, 12), not (13, 15)"));
  CHECK_THAT(changed("d_model", "wide"), Catch::Contains("config.json"));
  CHECK_THAT(changed("d_model", 12.5), Catch::Contains("d_model is 12.5: it must be a whole number"));
  CHECK_THAT(changed("d_model", -4), Catch::Contains("d_model is -4, not from 1 to"));
  CHECK_THAT(changed("encoder_layers", 1'000'001), Catch::Contains("encoder_layers is 1000001"));
  CHECK_THAT(changed("decoder_layers", 1'000'000),
             Catch::Contains("there is no model.decoder.layers.999999."));
  CHECK_THAT(changed("encoder_layers", 2), Catch::Contains("there is no model.encoder.layers.1."));
  MarianModel marian = marian_of(c);
  nlohmann::json unscaled = c.options();
  unscaled.erase("scale_embedding");
  CHECK_THROWS_WITH(from_marian({marian.weights, unscaled.dump()}, places, places),
                    Catch::Contains("scale_embedding is false"));
  CHECK_THROWS_WITH(from_marian(marian, {0, 1, 2, 99}, places), Catch::Contains("token 99 has no place"));
}

TEST_CASE("a folder as Marian's converter leaves it is read: pieces by vocab.json, <pad> as the start",
          "[marian]") {
  const MarianFolder folder;
  const SubwordModel pieces = SubwordModel::from_bytes(slurp(folder.scratch / "source.spm"));
  CHECK(pieces.pieces()[0] == "<pad>");
  CHECK(std::ranges::count(pieces.pieces(), "<s>") == 0);
  const Translator translator = folder.load();
  const auto& model = std::get<Transformer>(translator.model());
  CHECK(model.options().tie == Tie::target);  // a piece is missing: its rows are no longer those of both
  const Array& table = model.source_embedding.weight.value();
  for (std::int64_t i = 0; i < 12; ++i) CHECK(table.data()[4 * 12 + i] == table.data()[12 + i]);  // as <unk>
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1, .decoding = {.max_length = 5}}}};
  const Translation translation = translator.translate({"abba bab"}, greedy)[0];
  for (const std::string& token : translation.target) CHECK(token != pieces.pieces()[4]);
  spill(folder.scratch / "target.spm", "no model");
  CHECK_THAT(folder.error(),
             Catch::Contains("target.spm: the subword model cannot be read") && !Catch::Contains("Internal"));
}
