// heed export, heed import: what they write, say and refuse.
#include "lib/core/error.hpp"
#include "models/formats/onnx_graph.hpp"
#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/formats/marian_folder.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"

using namespace heed;

TEST_CASE("heed export writes a language model as GPT-2 and heed lm reads it") {
  const Scratch scratch;
  const std::string tiny = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  const auto heed = [&](const Words& words) { return run_heed(scratch.folder(), words); };
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

TEST_CASE("heed export writes ONNX and heed import reads Marian") {
  const Scratch scratch;
  saved_translator(scratch);
  const MarianFolder marian;
  marian.load();
  std::filesystem::copy(marian.scratch.folder(), scratch / "marian");
  const auto heed = [&](const Words& words) { return run_heed(scratch.folder(), words); };
  CHECK(heed({"import", "marian", "--out", "again", "--lang", "ko"}).out ==
        "again/model.safetensors: heed translate --model again 문장 으로 씁니다\n");
  const ProgramEnd onnx = heed({"export", ".", "--out", "onnx", "--format", "onnx"});
  CHECK(onnx.out == "onnx: written as ONNX: encoder.onnx, then decoder.onnx for each token\n");
  for (const char* const file : {"encoder.onnx", "decoder.onnx", "config.json", "vocab.json"})
    CHECK(exists(scratch / "onnx" / file));
  CHECK(onnx.err.empty());
  const ProgramEnd full = run({.arguments = {"export", ".", "--out", "full", "--format", "onnx"},
                               .folder = scratch.folder(),
                               .largest_file = 2000});  // less than encoder.onnx has
  CHECK(full.status == 1);
  CHECK_FALSE(exists(scratch / "full"));  // nothing half-written
}
