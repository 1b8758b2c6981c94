// A translator as a folder of ONNX: all that it takes, and, where ONNX Runtime is, what it computes.
#include "models/formats/onnx.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/text/unicode.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/models/formats/onnx_cases.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace onnx_cases;

namespace {

/// The model as save_onnx() leaves it, and in case.json what tools/onnxruntime/compare.mjs compares: logits
/// of two targets, and greedy translations of four sources of different lengths.
void write_case(const std::filesystem::path& folder, const TransformerOptions& o) {
  const Transformer model = testing::random_model(o, 5);
  save_onnx(folder, numbers_translator(model));
  const auto sentences = testing::random_sentences(4, 9, o.source_vocab, 7);
  const Tokens source = make_sources(sentences);
  const std::int64_t rows = source.dim(0), length = 6, last = 20;
  Rng rng(8);
  std::vector<std::int32_t> ids;
  for (std::int64_t i = 0; i < rows * length; ++i)
    ids.push_back(i % length == 0 ? 2 : static_cast<std::int32_t>(1 + rng.integer(o.target_vocab - 1)));
  const auto table = [](const Tokens& tokens) {
    nlohmann::json rows_of = nlohmann::json::array();
    for (std::int64_t row = 0; row < tokens.dim(0); ++row) {
      const auto begin = tokens.ids().begin() + row * tokens.dim(1);
      rows_of.push_back(std::vector<std::int32_t>(begin, begin + tokens.dim(1)));
    }
    return rows_of;
  };
  const Tokens target({rows, length}, ids);
  DecodingState state = model.begin(source, length);
  const Array logits = model.extend(target, state).value();
  nlohmann::json given{{"source", table(source)}, {"target", table(target)}, {"max_length", last}};
  given["logits"] = std::vector<double>(logits.values().begin(), logits.values().end());
  for (const Hypothesis& h : greedy_decode(model, source, {.max_length = last}))
    given["translation"].push_back(h.tokens);
  write_json(folder / "case.json", given);
}

}  // namespace

TEST_CASE("a folder of ONNX has all that it takes to translate, or is not there", "[onnx]") {
  const Scratch scratch;
  const TransformerOptions o = testing::several_sizes()[0];
  const Transformer model = testing::random_model(o, 1);
  const Translator translator = numbers_translator(model);
  save_onnx(scratch / "onnx" / "", translator);
  CHECK(scratch.files() == 1);
  const nlohmann::json config = read_json(scratch / "onnx" / "config.json");
  CHECK(config["decoder_start_token_id"] == 2);
  CHECK(config["graphs"]["encoder"]["outputs"] ==
        nlohmann::json({"memory", "memory_key.0", "memory_value.0"}));
  CHECK(read_json(scratch / "onnx" / "vocab.json")["w11"] == 11);
  CHECK(exists(scratch / "onnx" / "target_vocab.json"));
  CHECK(exists(scratch / "onnx" / "tokenizer_config.json"));
  CHECK_THROWS_WITH(save_onnx(scratch / "onnx", translator), Catch::Contains("there already"));
  check_with_python({scratch / "onnx" / "encoder.onnx", scratch / "onnx" / "decoder.onnx"});
}

TEST_CASE("a folder of ONNX of a model with subwords has the models that cut them", "[onnx]") {
  const auto language = [](const std::string& name, std::vector<std::string> texts) -> ModelLanguage {
    for (std::string& text : texts) text += " abc abd abe ab ac bd";
    Tokenizer tokenizer = Tokenizer::learn(texts, {.kind = SubwordKind::bpe, .size = 18}, Case::keep);
    Vocabulary pieces(tokenizer.subwords()->pieces());
    return {name, std::move(tokenizer), std::move(pieces)};
  };
  const ModelLanguage source = language("x", {"fab fad", "fade"}),
                      target = language("y", {"gab gad", "gade"});
  TransformerOptions o = testing::several_sizes()[0];
  o.source_vocab = std::ssize(source.vocabulary.tokens());
  o.target_vocab = std::ssize(target.vocabulary.tokens());
  const Scratch scratch;
  save_onnx(scratch / "onnx", {testing::random_model(o, 1), source, target});
  CHECK(slurp(scratch / "onnx" / "source.spm") == source.tokenizer.subwords()->bytes());
  CHECK(slurp(scratch / "onnx" / "target.spm") == target.tokenizer.subwords()->bytes());
  CHECK(read_json(scratch / "onnx" / "tokenizer_config.json")["heed_tokens"] == "subwords");
  const nlohmann::json numbers = read_json(scratch / "onnx" / "vocab.json");
  for (const std::string& piece : source.tokenizer.split("fab ade"))
    CHECK(source.vocabulary.encode(std::vector{piece}).at(0) == numbers.at(piece));
}

// tools/check/onnx.sh installs what it needs, and runs it.
TEST_CASE("ONNX Runtime computes the same logits and translations", "[.][onnxruntime]") {
  const Scratch scratch;
  ProcessCall call{.arguments = {"node", HEED_SOURCE_DIR "/tools/onnxruntime/compare.mjs"}};
  std::vector<std::filesystem::path> files;
  for (const auto& [name, options] : written_options()) {
    write_case(scratch / name, options);
    call.arguments.push_back((scratch / name).string());
    for (const char* const file : {"encoder.onnx", "decoder.onnx"}) files.push_back(scratch / name / file);
  }
  check_with_python(files);
  const ProcessResult result = Process(call).wait();
  WARN(result.out);
  CHECK(result.err == "");
  CHECK(result.status == 0);
}

TEST_CASE("tools/onnxruntime joins words as heed does", "[.][onnxruntime]") {
  // Every mark of ASCII, typography, CJK and full width; words, endings and numbers as often.
  std::vector<std::string> known{"a", "doctors", "s",  "t",    "re", "ve", "ll", "d",
                                 "m", "3",       "14", "나는", "'",  "\"", "-"};
  const std::vector<std::pair<char32_t, char32_t>> marks{{0x21, 0x2F},     {0x3A, 0x40},    {0x5B, 0x60},
                                                         {0x7B, 0x7E},     {0xA1, 0xBF},    {0x2010, 0x203A},
                                                         {0x3001, 0x301F}, {0xFF01, 0xFF20}};
  for (const auto& [first, last] : marks)
    for (char32_t c = first; c <= last; ++c) known.push_back(to_utf8({&c, 1}));
  Rng rng(4);
  std::vector<std::vector<std::string>> texts;
  std::string expected;
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::string> tokens;
    for (std::int64_t left = rng.integer(8); left >= 0; --left)
      tokens.push_back(
          known[static_cast<std::size_t>(rng.integer(rng.integer(2) == 0 ? 15 : std::ssize(known)))]);
    expected += join_words(tokens) + '\n';
    texts.push_back(std::move(tokens));
  }
  const std::string program =
      "const { joinWords } = await import(process.argv[1]);"
      "for (const tokens of JSON.parse(require('fs').readFileSync(0, 'utf8'))) "
      "console.log(joinWords(tokens));";
  const ProcessResult result = Process({.arguments = {"node", "-e", "(async () => {" + program + "})()",
                                                      HEED_SOURCE_DIR "/tools/onnxruntime/join_words.mjs"},
                                        .input = nlohmann::json(texts).dump()})
                                   .wait();
  CHECK(result.err == "");
  CHECK(result.out == expected);
}
