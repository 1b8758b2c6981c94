// A saved model of any kind: opened without saying of which it is, and refused alike where it is damaged.
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/saved_model.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_models.hpp"

using namespace heed;

TEST_CASE("a saved model of any kind is opened without saying of which it is, and saved as the same bytes") {
  const Scratch scratch;
  for (const ModelKind& kind : model_kinds()) {
    INFO(kind.name);
    const std::filesystem::path file = scratch / (std::string(kind.name) + ".safetensors");
    save_small_model(kind.name, file);
    const AnyModel model = open_model(file);
    CHECK(module_of(model).parameter_count() > 0);
    CHECK_FALSE(module_of(model).training());
    std::visit(
        [&]<typename Model>(const Model& m) {
          if constexpr (std::is_same_v<Model, Vit>)
            save_vit(m, scratch / "again");
          else
            m.save(scratch / "again");
        },
        model);
    CHECK(slurp(scratch / "again") == slurp(file));
    CHECK((transformer_of(model) != nullptr) == (kind.name == "transformer"));
    CHECK(find_kind(kind.name) == &kind);
  }
  Rng rng(1);
  save_model(scratch / "own.safetensors", "own", "{}", Linear(2, 2, rng), {});
  CHECK_THROWS_WITH(open_model(scratch / "own.safetensors"), Catch::Contains("a model of one's own ('own')"));
  CHECK(find_kind("own") == nullptr);
  save_small_model("integers", scratch / "reverse.safetensors");
  const AnyModel solver = open_model(scratch / "reverse.safetensors");
  CHECK(std::holds_alternative<SequenceSolver>(solver));
  CHECK(transformer_of(solver) != nullptr);
}

TEST_CASE("a damaged text or setting of any saved model is an error of its file, not a wrong call") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  const auto check_damage = [&](const std::string& kind) {
    INFO(kind);
    CHECK_NOTHROW(open_model(file));
    const Safetensors whole = read_safetensors(file);
    const auto refused = [&](const std::string& key, const std::string& text, const std::string& said) {
      auto metadata = whole.metadata;
      metadata.at(key) = text;
      write_safetensors(file, whole.tensors, metadata);
      INFO(key << ": " << text);
      CHECK_THROWS_WITH(open_model(file), Catch::StartsWith(file.string() + ": ") && Catch::Contains(said));
    };
    for (const std::string key : {"heed.tokenisation", "heed.task"}) {
      if (whole.metadata.contains(key)) refused(key, "wrods", "");
    }
    struct Wrong {
      const char* setting;
      int value;
      const char* said;
    };
    const Wrong settings[] = {{"heads", 3, "3 heads do not divide"},
                              {"d_model", 0, "d_model is 0: must be"},
                              {"patch", 0, "patch is 0: must be"},
                              {"dropout", 1, "dropout is 1: must be"},
                              {"target_vocab", 1'000'000, "ask for target_embedding.weight"},
                              {"encoder_layers", 9, "ask for encoder.layers.8"},
                              {"layers", 9, "8."}};
    for (const auto& [setting, value, said] : settings) {
      nlohmann::json options = nlohmann::json::parse(whole.metadata.at("heed." + kind));
      if (!options.contains(setting)) continue;
      options[setting] = value;
      refused("heed." + kind, options.dump(), said);
    }
  };
  for (const ModelKind& kind : model_kinds()) {
    save_small_model(kind.name, file);
    check_damage(std::string(kind.name));
  }
  save_small_model("integers", file);
  check_damage("transformer");
}
