// What goes wrong outside trainings is said in Korean, too, and text of a Korean Windows is told as such.
#include <algorithm>
#include <regex>

#include "nn/attention_spec.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

const std::string cp949 = "\xb3\xaa\xb4\xc2";  // 나는

ProgramEnd heed_in(const Scratch& scratch, std::vector<std::string> words, std::string input = "") {
  return run({.arguments = std::move(words), .folder = scratch.folder(), .input = std::move(input)});
}

/// Four Latin words in a row, outside of `commands`; empty if there are none.
std::string english_sentence(std::string text) {
  text = std::regex_replace(text, std::regex("`[^`]*`"), "");
  std::smatch found;
  return std::regex_search(text, found, std::regex("([A-Za-z]+ ){3}[A-Za-z]+")) ? found.str() : "";
}

}  // namespace

TEST_CASE("a line of a pipe that cannot be read gives an empty one, a message and status 1") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const ProgramEnd outcome =
      heed_in(scratch, {"translate", "--model", model, "--lang", "ko"}, cp949 + "\n나는\n");
  CHECK(outcome.status == 1);
  CHECK(outcome.out.starts_with("\n"));
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 2);
  CHECK_THAT(outcome.err, Catch::Contains("1번째 줄: 1번째 바이트(0xB3)가 UTF-8이 아닙니다"));
  CHECK(heed_in(scratch, {"translate", "--model", model}, "나는\n").status == 0);
}

TEST_CASE("an option in front of its command is told where it belongs") {
  const Scratch scratch;
  const ProgramEnd korean = heed_in(scratch, {"--lang", "ko", "translate"});
  CHECK(korean.status == 2);
  CHECK_THAT(korean.err, Catch::Contains("--lang 옵션은 명령 뒤에 씁니다: heed translate --lang …"));
  CHECK_THAT(heed_in(scratch, {"--beam=3", "translate"}).err,
             Catch::Contains("--beam stands behind the command: heed translate --beam …"));
  CHECK_THAT(heed_in(scratch, {"translate", "--bean", "3"}).err, Catch::Contains("no option --bean"));
}

TEST_CASE("the file of a run that is empty or of a Korean Windows is told as such") {
  const Scratch scratch;
  spill(scratch / "empty.json", " \n");
  spill(scratch / "old.json", "{\"out\": \"" + cp949 + "\"}");
  const auto said = [&](const char* file, const char* language) {
    const ProgramEnd outcome = heed_in(scratch, {"translate", "--config", file, "--lang", language});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(said("empty.json", "en"), Catch::Contains("--config empty.json: is empty"));
  CHECK_THAT(said("empty.json", "ko"), Catch::Contains("--config empty.json: 비어 있습니다"));
  CHECK_THAT(said("old.json", "en"),
             Catch::Contains("it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE"));
  CHECK_THAT(said("old.json", "ko"),
             Catch::Contains("--config old.json: UTF-8이 아닙니다. CP949로 보입니다"));
}

TEST_CASE("score, show and import speak Korean") {
  const Scratch scratch;
  spill(scratch / "hyp.txt", "나는 간다\n");
  spill(scratch / "old.txt", cp949 + "\n");
  spill(scratch / "empty.txt", "");
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--lang", "ko"});
    const ProgramEnd outcome = heed_in(scratch, std::move(words));
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "none.txt"}), Catch::Contains("파일이 없습니다: none.txt"));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "."}), Catch::Contains("폴더입니다: ."));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "empty.txt"}), Catch::Contains("empty.txt: 빈 파일입니다"));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "old.txt"}),
             Catch::Contains("old.txt: 1번째 줄: 1번째 바이트(0xB3)가 UTF-8이 아님"));
  CHECK_THAT(said({"show", "nowhere"}),
             Catch::Contains("nowhere: 읽을 수 없습니다 (그런 파일이나 폴더가 없음)"));
  CHECK_THAT(said({"show", "hyp.txt"}),
             Catch::Contains("hyp.txt: safetensors 파일이 아닙니다. 글로 보입니다"));
  CHECK_THAT(said({"import", "nowhere", "--out", "x"}),
             Catch::Contains("nowhere/model.safetensors: 읽을 수 없습니다"));
  std::filesystem::create_directory(scratch / "marian");
  std::filesystem::copy(saved_translator(scratch), scratch / "marian");
  for (const char* name : {"config.json", "vocab.json"}) spill(scratch / "marian" / name, "{}");
  CHECK_THAT(said({"import", "marian", "--out", "x"}), Catch::Contains("없습니다"));
  CHECK_FALSE(std::filesystem::exists(scratch / "x"));
}

TEST_CASE("what the libraries and the system say of a wrong call is Korean, too") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch), bytes = slurp(model);
  spill(scratch / "short.safetensors", bytes.substr(0, bytes.size() - 8));
  spill(scratch / "zero.safetensors", std::string(100, '\0'));
  spill(scratch / "damaged.safetensors", std::string(bytes).replace(bytes.size() - 4, 4, "heed"));
  spill(scratch / "nothing.safetensors", "");
  spill(scratch / "nul.txt", std::string("a\0b\n", 4));
  spill(scratch / "six.txt", "a b .\n");
  spill(scratch / "weights.pt", "");
  std::filesystem::create_directory(scratch / "pickled");
  spill(scratch / "pickled/pytorch_model.bin", "");
  std::filesystem::create_directory(scratch / "lock");
  spill(scratch / "lock/.model.lock", "no lock");
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
      {{"show", "short.safetensors"}, "short.safetensors: 잘린 파일입니다. 텐서는 "},
      {{"translate", "--model", "zero.safetensors", "나는"}, "헤더가 '{'로 시작하지 않습니다"},
      {{"serve", "damaged.safetensors"}, "쓰인 그대로가 아니라 망가졌습니다"},
      {{"export", "nothing.safetensors", "--format", "onnx", "--out", "x"},
       "0바이트뿐이라 safetensors 파일이 아닙니다"},
      {{"export", "nowhere", "--out", "x"}, "--format: 빠졌습니다. 번역기는 onnx, 언어 모델은 gpt2"},
      {{"export", "nowhere", "--format", "onnx", "--out", "x"},
       "nowhere: 읽을 수 없습니다 (그런 파일이나 폴더가 없음). 경로를"},
      {{"translate", "--model", "lock", "나는"}, "lock: 이 폴더에는 model.safetensors가 없습니다"},
      {{"show", "weights.pt"}, "weights.pt: heed는 torch.save의 파일이 아니라 safetensors를 읽습니다"},
      {{"show", "pickled"}, "pickled/pytorch_model.bin: heed는 torch.save의 파일이"},
      {{"import", "pickled", "--out", "x"}, "pickled/pytorch_model.bin: heed는 torch.save의 파일이"},
      {{"lm", "--model", model}, "gpt이(가) 아니라 transformer 모델입니다"},
      {{"translate", "--model", model, "--input", "nul.txt"}, "1번째 줄: 2번째 바이트가 글에 없는 0(NUL)"},
      {{"translate", "--model", model, "--output", "no/x", "--input", "six.txt"},
       "no/x (그런 파일이나 폴더가 없음)"},
      {tiny_training({"--report", "lock"}), "lock: 쓸 수 없습니다 (폴더임). 폴더입니다. 그 안의 파일"},
      {tiny_training({"--heads", "3"}), "d_model 16은 헤드 3개로 나누어지지 않습니다"},
      {{"translate", "--attention", "zig"}, "--attention: 'zig' 규칙은 없습니다. 어텐션의 규칙: all, causal"},
      {{"translate", "--attention", "window:x"}, "'x' 자리에는 0부터 1000000000까지의 정수를 씁니다"},
      {{"translate", "--position", "t6"}, "--position: 't6': 없는 위치 방식입니다"},
      {{"translate", "--average", "best"}, "--average: 'best': 평균이 아닙니다"},
      {{"translate", "--global-projection", "own"}, "'all'에는 따로 사영할 전역 위치가 없습니다"},
      {{"translate", "--tokens", "words", "--subwords", "9"}, "--tokens words: 서브워드가 없는데"},
      {tiny_training({"--resume", "--out", "new"}), "이어 갈 학습이 없습니다"},
      {tiny_training({"--out", "lock"}), ".model.lock: heed의 잠금 파일 이름을 가졌지만"},
      {tiny_training({"--pairs", "1"}), "개만 냈습니다"},
      {tiny_training({"--min-frequency", "100000"}), "어휘가 비었습니다. 서로 다른 토큰 "},
      {{"translate", "--model", model, "six.txt"}, "six.txt: 파일입니다. `--input six.txt`을(를) 쓰면"},
      {{"look", model, "나는", "--points", "zig"}, "모델에 'zig' 지점은 없습니다"}};
  for (auto [words, message] : calls) {
    words.insert(words.end(), {"--lang", "ko"});
    const ProgramEnd outcome = heed_in(scratch, words);
    INFO(outcome.err);
    CHECK((outcome.status == 1 || outcome.status == 2));
    CHECK_THAT(outcome.err, Catch::Contains(message));
    CHECK(english_sentence(outcome.err) == "");
  }
  CHECK(heed_in(scratch, {"show", "short.safetensors"}).err.find("잘린") == std::string::npos);
  CHECK_THAT(heed_in(scratch, {"help", "config", "--lang", "ko"}).out, Catch::Contains("실행은 파일입니다"));
}

TEST_CASE("why a model is not written for others is said in Korean, each reason") {
  const Scratch scratch;
  const std::string model =
      saved_translator(scratch, {.rules = heed::AttentionRules::parse("window:1+global:1"),
                                 .positions = heed::Positions::parse("shaw:2"),
                                 .global_projection = heed::GlobalProjection::own});
  const ProgramEnd outcome =
      heed_in(scratch, {"export", model, "--format", "onnx", "--out", "onnx", "--lang", "ko"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Catch::Contains("ONNX로 쓸 수 없는 모델입니다. 위치가 shaw:2입니다"));
  CHECK_THAT(outcome.err, Catch::Contains("(--global-projection shared)"));
  CHECK_FALSE(std::filesystem::exists(scratch / "onnx"));
}

TEST_CASE("UTF-16 is told as such, from a file and from a pipe, with what converts it") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch), text("\xFF\xFE\x98\xB0\n\0", 6);
  spill(scratch / "u16.txt", text);
  for (const bool from_a_file : {true, false}) {
    std::vector<std::string> words{"translate", "--model", model};
    if (from_a_file) words.insert(words.end(), {"--input", "u16.txt"});
    CAPTURE(from_a_file);
    const ProgramEnd english = heed_in(scratch, words, from_a_file ? "" : text);
    CHECK(english.status == 1);
    CHECK(english.out.empty());
    CHECK_THAT(english.err,
               Catch::Contains("this is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8"));
    words.insert(words.end(), {"--lang", "ko"});
    CHECK_THAT(heed_in(scratch, words, from_a_file ? "" : text).err,
               Catch::Contains("UTF-16입니다. iconv -f UTF-16 -t UTF-8"));
  }
}

TEST_CASE("how many subwords a text allows, and a model that is not there, are told in Korean") {
  const Scratch scratch;
  write_corpus(scratch);
  const auto subwords = [&](const char* pieces) {
    return heed_in(scratch, {"translate", "--data", "data", "--subwords", pieces, "--lang", "ko"}).err;
  };
  CHECK_THAT(subwords("5000"),
             Catch::Contains("--subwords, 원문: 서브워드 5000개는 이 글에 너무 많습니다. 많아야 "));
  CHECK_THAT(subwords("5"), Catch::Contains("--subwords, 원문: 서브워드 5개는 너무 적습니다"));
  CHECK_THAT(heed_in(scratch, {"translate", "--model", saved_translator(scratch), "--ensemble", "nowhere",
                               "--lang", "ko", "나는"})
                 .err,
             Catch::Contains("파일이 없습니다: nowhere"));
}
