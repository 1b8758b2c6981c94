// Wrong calls: one sentence on standard error, in the person's language, exit status 2 or 1, and nothing
// done.
#include "nn/attention_spec.hpp"
#include "tests/tools/refusals.hpp"
#include "tests/tools/saved_translator.hpp"

TEST_CASE("a wrong call is refused before any work") {
  const Scratch scratch;
  check_refusals(scratch, "usage");
  for (const auto& [threads, language, says] :
       {std::tuple{"HEED_THREADS=-1", "LC_ALL=C.UTF-8", "HEED_THREADS is '-1': give a number of threads"},
        {"HEED_THREADS=2x", "LC_ALL=C.UTF-8", "HEED_THREADS is '2x'"},
        {"HEED_THREADS=2x", "LC_ALL=ko_KR.UTF-8", "HEED_THREADS"}}) {
    const ProgramEnd end =
        run({.arguments = {"copy"}, .folder = scratch.folder(), .environment = {threads, language}});
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::StartsWith("heed: ") && Catch::Contains(says));
  }
  CHECK(scratch.files() == 0);
  std::filesystem::create_directory(scratch / "closed");
  std::filesystem::permissions(scratch / "closed", std::filesystem::perms::none);
  check_refusals(scratch, "no model");
  if (!std::filesystem::exists("/dev/full")) return;
  const ProgramEnd full = run({.arguments = {"-c", "exec '" HEED_PROGRAM "' help > /dev/full"},
                               .folder = scratch.folder(),
                               .program = "/bin/sh"});
  CHECK(full.status == 1);
  CHECK_THAT(full.err, Catch::StartsWith("heed: ") && Catch::Contains("No space left on device"));
}

TEST_CASE("a file that cannot be used is told in the person's language") {
  const Scratch scratch;
  const auto model_named = [&](const char* name, heed::AttentionSpec attention) {
    std::filesystem::rename(saved_translator(scratch, std::move(attention)), scratch / name);
  };
  model_named("shaw.safetensors", {.positions = heed::Positions::parse("shaw:2")});
  const std::string bytes = slurp(saved_translator(scratch));
  for (const char* folder : {"pickled", "folder", "empty"})
    std::filesystem::create_directory(scratch / folder);
  for (const auto& [name, text] : std::vector<std::pair<const char*, std::string>>{
           {"short.safetensors", bytes.substr(0, bytes.size() - 8)},
           {"zero.safetensors", std::string(100, '\0')},
           {"damaged.safetensors", std::string(bytes).replace(bytes.size() - 4, 4, "heed")},
           {"nothing.safetensors", ""},
           {"weights.pt", ""},
           {"pickled/pytorch_model.bin", ""},
           {"empty/model.safetensors", bytes},
           {"empty/config.json", "{}"},
           {"empty/vocab.json", "{}"},
           {"hyp.txt", "나는 간다\n"},
           {"nul.txt", std::string("a\0b\n", 4)},
           {"u16.txt", std::string("\xFF\xFE\x98\xB0\n\0", 6)}})
    spill(scratch / name, text);
  const heed::Vocabulary words(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "가", "나"});
  heed::Rng rng(1);
  heed::Translator(heed::AttentionLstm({.source_vocab = 6, .target_vocab = 6, .d_model = 4}, rng),
                   {.name = "ko", .vocabulary = words}, {.name = "ko", .vocabulary = words})
      .save(scratch / "lstm.safetensors");
  check_refusals(scratch, "files");
  CHECK_FALSE(std::filesystem::exists(scratch / "x"));
}

TEST_CASE("a run is a file of which every option is printed and read again") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "data");
  const auto print = [&](const Words& words) {
    const ProgramEnd end = run_heed(scratch.folder(), plus(words, {"--print-config"}));
    INFO(end.err);
    CHECK(end.status == 0);
    return end.out;
  };
  const auto has = [](const std::string& text, const Words& parts) {
    for (const std::string& part : parts) CHECK_THAT(text, Catch::Contains(part));
  };
  // A folder is found from elsewhere, too.
  const std::string printed = print({"translate", "--epochs", "3", "--schedule", "noam", "--out", "5",
                                     "--checkpoint-every", "7", "--data", "data"});
  has(printed, {"\n  \"epochs\": 3,  // passes over", "\n  \"schedule\": \"noam\",", "\"norm\": \"post\",",
                "\"train\": false,", "\"lr\": 0,", "\"out\": 5", "\"checkpoint-every\": 7,",
                "\"model\": null,", "\"data\": \"" + (scratch / "data").string() + "\""});
  spill(scratch / "run.json", printed);
  CHECK(print({"translate", "--config", "run.json"}) == printed);
  has(print({"translate", "--epochs", "5", "--config=run.json"}), {"\"epochs\": 5,"});  // which wins
  const std::string lists = print({"compare-heads"});
  has(lists, {"\"heads-list\": [1, 2, 4, 8],"});
  spill(scratch / "lists.json", lists);
  CHECK(print({"compare-heads", "--config", "lists.json"}) == lists);
  spill(scratch / "run.json", R"({"epochs": 1e1, "pairs": 2.0, "lr": 1e-3, "clip": 1.0})");
  has(print({"translate", "--config", "run.json"}),
      {"\"epochs\": 10,", "\"pairs\": 2,", "\"lr\": 0.001,", "\"clip\": 1,"});
  has(print({"translate", "--lang", "ko"}), {"\n  \"epochs\": 5,  // 학습 예 전체를 되풀이하는 횟수"});
}

TEST_CASE("the file of a run that says what cannot be is refused") {
  const Scratch scratch;
  const auto said = [&](const Words& more) {
    const ProgramEnd end = run_heed(scratch.folder(), plus({"translate", "--config"}, more));
    CHECK((end.status == 1 || end.status == 2));
    return end.err;
  };
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {R"({"batch_tokens": 3})", "`heed translate` has no option \"batch_tokens\"; is it batch-tokens"},
           {R"({"resume": true})", "\"resume\" is about one call: give it as --resume beside --config"},
           {"{\n  // one\n  \"epochs\": \"many\"}", "wrong.json: --epochs: takes a whole number"},
           {R"({"epochs": [1, 2]})", "\"epochs\": takes a number or a text in quotes, not […]"},
           {R"({"epochs": 2.5})", "wrong.json: --epochs: takes a whole number from 1 to 1000000, not '2.5'"},
           {R"({"out": )" + deep + "}", "nested more than 100 deep"},
           {R"({"out": "a\u0000b"})", "\"out\": takes a number or a text in quotes, not \"a\\u0000b\""},
           {R"({"schedule": 5})", "--schedule: takes one of constant, cosine, inverse-sqrt, noam, not '5'"},
           {R"({"train": "yes"})", "\"train\": takes true or false, not \"yes\""},
           {R"({"command": "copy"})", "it is of `heed copy`, not of `heed translate`"},
           {R"([3])", "no JSON object"},
           {"{\n  \"epochs\": 3\n  \"lr\": 1\n}", "wrong.json:3:"},
           {"{\"epochs\": 3,\n\"lr\": 1, \"epochs\": 4}", "has the key 'epochs' twice"},
           {" \n", "not JSON"}}) {
    spill(scratch / "wrong.json", text);
    CHECK_THAT(said({"wrong.json"}), Catch::StartsWith("heed: ") && Catch::Contains(message));
  }
  spill(scratch / "wrong.json", R"({"epochs": "x"})");
  CHECK_THAT(said({"wrong.json", "--lang", "ko"}),
             Catch::Contains("--config wrong.json: --epochs: 1부터 1000000까지의 정수여야 합니다"));
  spill(scratch / "wrong.json", R"({"epochs": 3})");
  CHECK_THAT(said({"wrong.json", "--epochs", "y"}),
             Catch::StartsWith("heed: --epochs: takes"));  // not of the file
  CHECK_THAT(said({"missing.json"}), Catch::Contains("missing.json"));
}
