// What is said of a damaged model is the same whatever its kind.
#include <functional>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/language_model.hpp"
#include "models/sequence_solver.hpp"
#include "models/text_classifier.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/small_vit.hpp"

using namespace heed;

namespace {

TextTokens words() {
  TokenCounts counts;
  counts.add(std::vector<std::string>{"나는", "apple"});
  return {Vocabulary(counts), Tokenizer(Tokenisation::words)};
}

struct Kind {
  std::string name;
  std::function<void(const std::filesystem::path&)> save, load;
};

std::vector<Kind> kinds() {
  Rng rng(1);
  const TextTokens tokens = words();
  const LanguageModel gpt(Gpt({.vocabulary = tokens.size(),
                               .max_length = 8,
                               .d_model = 8,
                               .heads = 2,
                               .layers = 1,
                               .dim_feedforward = 8},
                              rng),
                          tokens);
  const MaskedLanguageModel bert(Bert({.vocabulary = tokens.size() + 1,
                                       .max_length = 8,
                                       .d_model = 8,
                                       .heads = 2,
                                       .layers = 1,
                                       .dim_feedforward = 8},
                                      rng),
                                 tokens);
  const TextClassifier classifier = TextClassifier::on(bert, {.classes = {"a", "b"}});
  const Vit vit(small_vit, rng);
  const SequenceSolver solver(
      Transformer({.source_vocab = 9,
                   .target_vocab = 9,
                   .encoder_layers = 1,
                   .decoder_layers = 1,
                   .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .max_length = 8}},
                  rng),
      SequenceTask::copy, 4);
  return {{"gpt", [=](const auto& f) { gpt.save(f); }, [](const auto& f) { LanguageModel::load(f); }},
          {"bert", [=](const auto& f) { bert.save(f); }, [](const auto& f) { MaskedLanguageModel::load(f); }},
          {"bert_classifier", [=](const auto& f) { classifier.save(f); },
           [](const auto& f) { TextClassifier::load(f); }},
          {"vit", [=](const auto& f) { save_vit(vit, f); }, [](const auto& f) { load_vit(f); }},
          {"transformer", [=](const auto& f) { solver.save(f); },
           [](const auto& f) { SequenceSolver::load(f); }}};
}

}  // namespace

TEST_CASE("a damaged text of any saved model is an error of its file, not a wrong call") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  for (const Kind& kind : kinds()) {
    INFO(kind.name);
    kind.save(file);
    CHECK_NOTHROW(kind.load(file));
    const Safetensors whole = read_safetensors(file);
    const auto refused = [&](const std::string& key, const std::string& text) {
      auto metadata = whole.metadata;
      metadata.at(key) = text;
      write_safetensors(file, whole.tensors, metadata);
      INFO(key << ": " << text);
      CHECK_THROWS_AS(kind.load(file), FormatError);
      CHECK_THROWS_WITH(kind.load(file), Catch::StartsWith(file.string() + ": "));
    };
    for (const std::string key : {"heed.tokenisation", "heed.task"}) {
      if (whole.metadata.contains(key)) refused(key, "wrods");
    }
    nlohmann::json options = nlohmann::json::parse(whole.metadata.at("heed." + kind.name));
    options.at("heads") = 3;
    refused("heed." + kind.name, options.dump());
  }
}
