// heed export, heed import: what they write, say and refuse.
#include "lib/core/error.hpp"
#include "models/formats/onnx_graph.hpp"
#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/formats/marian_folder.hpp"
#include "tests/tools/process.hpp"

using namespace heed;

TEST_CASE("heed export writes a language model as GPT-2, and heed lm reads it") {
  const Scratch scratch;
  const std::string tiny = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  const auto heed = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd end = heed({"export", tiny, "--format", "gpt2", "--out", "gpt"});
  CHECK(end.status == 0);
  CHECK(end.out == "gpt: written for GPT2LMHeadModel.from_pretrained(\"gpt\")\n");
  const auto says = [&](const std::string& model) {
    return heed({"lm", "--model", model, "The dog", "--max-length", "4", "--temperature", "0"}).out;
  };
  CHECK(says("gpt").starts_with("The dog"));
  CHECK(says("gpt") == says(tiny));
  const ProgramEnd again = heed({"export", tiny, "--format", "gpt2", "--out", "gpt"});
  CHECK(again.status == 2);
  CHECK_THAT(again.err, Catch::Contains("gpt is there already"));
}

TEST_CASE("heed export writes ONNX, heed import reads Marian, and both say what stands in the way") {
  const Scratch scratch;
  const Vocabulary words(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "가", "나"});
  Rng rng(1);
  const LayerOptions layer{.d_model = 8, .heads = 2, .dim_feedforward = 8};
  const Transformer model(
      {.source_vocab = 6, .target_vocab = 6, .encoder_layers = 1, .decoder_layers = 1, .layer = layer}, rng);
  Translator(model, {.name = "ko", .vocabulary = words}, {.name = "ko", .vocabulary = words})
      .save(scratch / "model.safetensors");
  Translator(AttentionLstm({.source_vocab = 6, .target_vocab = 6, .d_model = 4}, rng),
             {.name = "ko", .vocabulary = words}, {.name = "ko", .vocabulary = words})
      .save(scratch / "lstm.safetensors");
  const auto heed = [&](std::vector<std::string> words_of) {
    words_of.insert(words_of.begin(), "export");
    return run({.arguments = words_of, .folder = scratch.folder()});
  };
  const MarianFolder marian;
  marian.load();
  std::filesystem::copy(marian.scratch.folder(), scratch / "marian");
  const ProgramEnd back = run({.arguments = {"import", "marian", "--out", "again", "--lang", "ko"},
                               .folder = scratch.folder(),
                               .environment = {"LC_ALL=en_US.UTF-8"}});
  CHECK(back.status == 0);
  CHECK(back.out == "again/model.safetensors: heed translate --model again 문장 으로 씁니다\n");
  CHECK_THAT(run({.arguments = {"export", ".", "--out", "korean", "--format", "onnx"},
                  .folder = scratch.folder(),
                  .environment = {"LC_ALL=ko_KR.UTF-8"}})
                 .out,
             Catch::StartsWith("korean: ONNX로 썼습니다."));
  const ProgramEnd none = heed({".", "--out", "other"}),
                   unknown = heed({".", "--out", "other", "--format", "tf"});
  CHECK(none.status == 2);
  CHECK(none.err == "heed: --format is missing: onnx of a translator, gpt2 of a language model\n");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Catch::Contains("--format: takes one of onnx, gpt2, not 'tf'"));
  const ProgramEnd onnx = heed({".", "--out", "onnx", "--format", "onnx"});
  CHECK(onnx.status == 0);
  CHECK(onnx.out == "onnx: written as ONNX: encoder.onnx, then decoder.onnx for each token\n");
  for (const char* const file : {"encoder.onnx", "decoder.onnx", "config.json", "vocab.json"})
    CHECK(exists(scratch / "onnx" / file));
  CHECK_THAT(onnx.err, Catch::StartsWith("note: of the same tokens the translations are the same") &&
                           Catch::Contains("cut into sentences and clauses"));
  const ProgramEnd read = run({.arguments = {"import", "onnx", "--out", "read"}, .folder = scratch.folder()});
  CHECK(read.status == 2);
  CHECK_THAT(read.err, Catch::Contains("onnx: ONNX, which heed writes and does not read"));
  const ProgramEnd again = heed({".", "--out", "onnx", "--format", "onnx"});
  CHECK(again.status == 2);
  CHECK_THAT(again.err, Catch::Contains("onnx is there already"));
  const ProgramEnd lstm = heed({"lstm.safetensors", "--out", "lstm", "--format", "onnx"});
  CHECK(lstm.status == 2);
  CHECK_THAT(lstm.err, Catch::Contains("an LSTM is not written as ONNX"));
  CHECK_THAT(heed({"lstm.safetensors", "--out", "lstm", "--format", "onnx", "--lang", "ko"}).err,
             Catch::Contains("LSTM은 ONNX로 쓸 수 없습니다"));
  CHECK_THAT(heed({".", "--out", "onnx", "--format", "onnx", "--lang", "ko"}).err,
             Catch::Contains("onnx: 이미 있습니다"));
  const ProgramEnd full = run({.arguments = {"export", ".", "--out", "full", "--format", "onnx"},
                               .folder = scratch.folder(),
                               .largest_file = 2000});  // less than encoder.onnx has
  CHECK(full.status == 1);
  CHECK(scratch.files() ==
        6);  // two models, a folder of Marian, two exports, one import, nothing half-written
}
