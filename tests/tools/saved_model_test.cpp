// The saved model: whole or not at all, refused when damaged, kept when a new one cannot be written.
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tests/tools/process.hpp"

namespace {

const char* const default_model = "runs/toy-ko-en/model.safetensors";

void train(const Scratch& scratch) {
  const ProgramEnd outcome =
      run({.arguments = tiny_training({"--beam", "1", "--max-length", "8"}), .folder = scratch.folder()});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
}

ProgramEnd translated_by(const Scratch& scratch) {
  return run({.arguments = {"translate", "나는 사과를 좋아한다"}, .folder = scratch.folder()});
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  REQUIRE(from.size() == to.size());  // else the header's length would be wrong too
  return text.replace(place, from.size(), to);
}

/// The model with another text in its metadata; with another number in its settings.
std::string with_metadata(const std::string& file, const std::string& key, const std::string& text) {
  return with_header(file, [&](nlohmann::json& header) { header.at("__metadata__")[key] = text; });
}
std::string with_setting(const std::string& file, const std::string& key, const nlohmann::json& value) {
  return with_header(file, [&](nlohmann::json& header) {
    nlohmann::json& text = header.at("__metadata__").at("heed.transformer");
    nlohmann::json settings = nlohmann::json::parse(text.get<std::string>());
    settings.at(key) = value;
    text = settings.dump();
  });
}

}  // namespace

TEST_CASE("a damaged model is refused, and the message says how it is damaged") {
  const Scratch scratch;
  train(scratch);
  const std::string hashed = slurp(scratch / default_model), whole = unhashed(hashed);
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
      {replaced(hashed, R"(\"<eos>\",)", R"(\"<eos>\":)"), {"is damaged: its header"}},
      {replaced(hashed, hashed.substr(hashed.size() - 4), "\1\2\3\4"),
       {"tensor \"target_embedding.weight\" is damaged"}},
      {whole.substr(0, whole.size() - 1000), {"bytes"}},
      {whole.substr(0, 500), {"bytes"}},
      {whole.substr(0, 5), {"bytes"}},
      {"", {"bytes"}},
      {whole + "more", {"bytes"}},
      {"this is no model, but a text that is long enough to look like one", {"model.safetensors"}},
      {replaced(whole, R"("heed.version":"1")", R"("heed.version":"7")"),
       {"is of version 7", "reads version 1"}},
      {replaced(whole, R"("heed.version":"1")", R"("head.version":"1")"), {"heed.version"}},
      {replaced(whole, R"("heed.tokenisation":"words")", R"("heed.tokenisation":"bytes")"), {"bytes"}},
      {replaced(whole, R"(\"d_model\":16)", R"(\"d_model\":32)"), {"source_embedding.weight", "32", "16"}},
      {replaced(whole, R"(\"heads\":2)", R"(\"heads\":3)"), {"3 heads do not divide d_model 16"}},
      {replaced(whole, R"(\"heads\":2)", R"(\"heats\":2)"), {"heads"}},
      {replaced(whole, R"(\"encoder_layers\":1)", R"(\"encoder_layers\":3)"),
       {"encoder.layers.2.linear1.weight"}},
      {replaced(whole, R"(\"dim_feedforward\":32)", R"(\"dim_feedforward\":99)"),
       {"linear1.weight", "99", "32"}},
      {replaced(whole, R"(\"pad\":0)", R"(\"pad\":7)"), {"pad is 7: must be 0"}},
      {with_setting(whole, "pad", -1), {"pad is -1: must be 0"}},
      {with_setting(whole, "layer_norm_eps", 0), {"layer_norm_eps is 0: must be above 0"}},
      {with_setting(whole, "layer_norm_eps", 1e300),
       {"layer_norm_eps is 1e+300: must be above 0 and at most 1"}},
      {with_setting(whole, "dropout", 1), {"dropout is 1: must be at least 0 and below 1"}},
      {with_setting(whole, "d_model", 0), {"d_model is 0: must be at least 1"}},
      {with_setting(whole, "heads", -2), {"heads is -2: must be at least 1"}},
      {with_setting(whole, "encoder_layers", std::int64_t{1} << 62), {"encoder.layers.4611686018427387903"}},
      {with_setting(whole, "max_length", std::int64_t{1} << 62),
       {"max_length is 4611686018427387904: must be at most 1,000,000"}},
      {with_setting(whole, "source_vocab", 5), {"source_embedding.weight of (5, "}},
      {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>","a"])"),
       {"vocabularies of 5 and "}},
      {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>","a","a"])"),
       {"'heed.source_vocabulary'", "names 'a' twice"}},
      {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>",""])"),
       {"'heed.source_vocabulary'", "word 4 of the vocabulary is empty"}},
      {with_metadata(whole, "heed.target_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>",[]])"),
       {"'heed.target_vocabulary': no list of words"}},
      {with_metadata(whole, "heed.target_vocabulary", R"(["<pad>","<unk>","<bos>","<e)"),
       {"'heed.target_vocabulary': no list of words"}},
      {with_metadata(whole, "heed.tokenisation", "\x1b[2Jwords"), {"�[2Jwords"}},
      {replaced(whole, R"(\"norm\":\"post\")", R"(\"norm\":\"p0st\")"), {"norm"}},
      {replaced(whole, R"("decoder.norm.bias")", R"("decoder.n0rm.bias")"),
       {"decoder.norm.bias", "decoder.n0rm.bias"}},
      {replaced(whole, R"([\"<pad>\")", R"([\"<pod>\")"), {"vocabulary"}},
      {replaced(whole, R"(\"max_length\":512)", R"(\"max_length\":nul)"),
       {"the settings of the saved model:1:", "not JSON"}},
      {replaced(whole, R"("heed.source_vocabulary":"[)", R"("heed.source_vocabulary":"{)"),
       {"'heed.source_vocabulary': no list of words"}},
      {replaced(whole, R"(\"max_length\":512,)", R"(\"max_length\":{ },)"),
       {"'max_length' is {}, not a number"}},
  };
  for (const auto& [content, message] : cases) {
    spill(scratch / default_model, content);
    const ProgramEnd outcome = translated_by(scratch);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::StartsWith("heed: ") && Catch::Contains(default_model));
    CHECK(outcome.err.find('\x1b') == std::string::npos);
    CHECK(outcome.err.find("json.exception") == std::string::npos);
    for (const std::string& part : message) CHECK_THAT(outcome.err, Catch::Contains(part));
  }
  spill(scratch / default_model, whole);
  CHECK(translated_by(scratch).status == 0);
}

TEST_CASE("without a saved model one is told how to get it") {
  const Scratch scratch;
  const ProgramEnd outcome = translated_by(scratch);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains(std::string("there is no saved model ") + default_model) &&
                              Catch::Contains("`heed translate`") && Catch::Contains("--model"));
  const auto told = [&](std::vector<std::string> words, const std::string& command) {
    words.insert(words.begin(), "translate");
    CHECK_THAT(run({.arguments = words, .folder = scratch.folder()}).err,
               Catch::Contains("`heed " + command + "`"));
    words.insert(words.end(), {"--lang", "ko"});
    CHECK_THAT(run({.arguments = words, .folder = scratch.folder()}).err,
               Catch::Contains("`heed " + command + "`로"));
  };
  told({"--source", "en", "--target", "ko", "i", "love"}, "translate --source en --target ko");
  told({"--model", "lstm", "i"}, "translate --model lstm");
  told({"--data", "my text", "i"}, "translate --data 'my text' --source ko --target en");
  told({"--out", "there", "i"}, "translate --out there");
  const ProgramEnd folder =
      run({.arguments = {"translate", "a", "--model", "."}, .folder = scratch.folder()});
  CHECK(folder.status == 1);
  CHECK_THAT(folder.err, Catch::Contains("folder"));
}

TEST_CASE("a disk that fills up while saving leaves the old model as it was, and nothing half-written") {
  const Scratch scratch;
  train(scratch);
  const std::string before = slurp(scratch / default_model),
                    history = slurp(scratch / "runs/toy-ko-en/training.json");
  const ProgramEnd outcome =
      run({.arguments = tiny_training({"--seed", "2"}), .folder = scratch.folder(), .largest_file = 20'000});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("runs/toy-ko-en/model.unfinished.safetensors") &&
                              Catch::Contains("cannot write: File too large"));
  CHECK(slurp(scratch / default_model) == before);
  CHECK(slurp(scratch / "runs/toy-ko-en/training.json") == history);
  const std::filesystem::directory_iterator files(scratch / "runs/toy-ko-en");
  CHECK(std::distance(begin(files), end(files)) == 6);
  CHECK(translated_by(scratch).status == 0);
}

TEST_CASE(
    "a model that is a link to unfinished weights is replaced whole, and another model's are left alone") {
  const Scratch scratch;
  train(scratch);
  const std::filesystem::path folder = scratch / "runs/toy-ko-en";
  std::filesystem::rename(folder / "model.safetensors", folder / "model.unfinished.safetensors");
  std::filesystem::create_symlink("model.unfinished.safetensors", folder / "model.safetensors");
  spill(folder / "other.unfinished.safetensors", "hours of work");
  const ProgramEnd outcome = run({.arguments = tiny_training({"--seed", "2"}), .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(translated_by(scratch).status == 0);
  CHECK(slurp(folder / "other.unfinished.safetensors") == "hours of work");
}

TEST_CASE("weights that could not be saved are refused before the training") {
  const Scratch scratch;
  train(scratch);
  std::filesystem::create_directory(scratch / "runs/toy-ko-en/model.unfinished.safetensors");
  const ProgramEnd outcome = run({.arguments = tiny_training({}), .folder = scratch.folder()});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("model.unfinished.safetensors is a folder"));
  CHECK_THAT(outcome.out, !Catch::Contains("epoch  1"));
}

TEST_CASE("the history of a model stands beside it") {
  const Scratch scratch;
  train(scratch);
  const std::string history = slurp(scratch / "runs/toy-ko-en/training.json");
  const ProgramEnd outcome = run({.arguments = tiny_training({"--seed", "2", "--model", "m/c.safetensors"}),
                                  .folder = scratch.folder()});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(slurp(scratch / "runs/toy-ko-en/training.json") == history);
  CHECK(std::filesystem::exists(scratch / "m/c.training.json"));
}

TEST_CASE("an interrupted training leaves the model that was there, and says how to use its own weights") {
  const std::vector<std::pair<int, int>> signals{
      {SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}, {SIGKILL, 137}};
  const Scratch scratch;
  train(scratch);
  const std::filesystem::path folder = scratch / "runs/toy-ko-en";
  const std::string before = slurp(scratch / default_model), history = slurp(folder / "training.json");
  for (const auto& [signal, status] : signals) {
    for (const char* left : {"model.unfinished.safetensors", "model.state.safetensors"})
      std::filesystem::remove(folder / left);
    std::filesystem::remove(folder / "model.state.previous.safetensors");
    const ProgramEnd outcome = run({.arguments = tiny_training({"--seed", "2", "--epochs", "100000"}),
                                    .folder = scratch.folder(),
                                    .signal_when = "epoch  1",
                                    .signal = signal});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == status);
    CHECK(slurp(scratch / default_model) == before);
    CHECK(slurp(folder / "training.json") == history);
    if (signal != SIGKILL) {
      CHECK_THAT(
          outcome.out,
          Catch::Contains("the best so far, are saved in runs/toy-ko-en/model.unfinished.safetensors; ") &&
              Catch::Contains("model.safetensors is still the older model") &&
              Catch::Contains("--model runs/toy-ko-en/model.unfinished.safetensors SENTENCE\n"));
      CHECK(std::filesystem::exists(folder / "model.unfinished.json"));
    }
    const ProgramEnd unfinished =
        run({.arguments = {"translate", "나는", "--model", "runs/toy-ko-en/model.unfinished.safetensors"},
             .folder = scratch.folder()});
    INFO(unfinished.err);
    CHECK(unfinished.status == 0);
    CHECK_THAT(unfinished.err,
               Catch::Contains("that is measured when a training ends, and its has not ended"));
    // Its options, from its beginning on; those of the older model stay beside that.
    CHECK_THAT(slurp(folder / "model.unfinished.run.json"), Catch::Contains("\"epochs\": 100000,"));
    CHECK_THAT(slurp(folder / "run.json"), Catch::Contains("\"epochs\": 2,"));
  }
  // one that ends by itself takes the model's place, and clears up; the state of the other is set aside
  const ProgramEnd complete =
      run({.arguments = tiny_training({"--seed", "2", "--beam", "1"}), .folder = scratch.folder()});
  REQUIRE(complete.status == 0);
  CHECK(slurp(scratch / default_model) != before);
  CHECK(slurp(folder / "training.json").find("\"seed\": 2") != std::string::npos);
  const std::filesystem::directory_iterator files(folder);
  CHECK(std::distance(begin(files), end(files)) == 9);
  CHECK(std::filesystem::exists(folder / "model.state.aside-1.safetensors"));
  CHECK_THAT(slurp(folder / "model.state.aside-1.run.json"), Catch::Contains("\"epochs\": 100000,"));
  // and keeps the older one, which translates as it did
  CHECK(slurp(folder / "replaced-1/model.safetensors") == before);
  CHECK(slurp(folder / "replaced-1/training.json").find("\"seed\": 1") != std::string::npos);
  CHECK_THAT(complete.err, Catch::Contains("model.safetensors (2 epochs, valid BLEU ") &&
                               Catch::Contains("is replaced when this training has ended"));
  CHECK_THAT(complete.out,
             Catch::Contains("`mv runs/toy-ko-en/replaced-1/* runs/toy-ko-en/` brings it back"));
}

TEST_CASE("a place that cannot be written to is found before training") {
  const Scratch scratch;
  spill(scratch / "file", "not a folder");
  std::filesystem::create_directory(scratch / "closed");
  std::filesystem::permissions(scratch / "closed",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--out", "file"}, "file is a file"},
      {{"--out", "file/deeper/still"}, "file is a file"},
      {{"--out", "closed"}, "Permission denied"},
      {{"--out", "closed/deeper"}, "Permission denied"},
      {{"--model", "closed/model.safetensors"}, "Permission denied"},
  };
  for (const auto& [more, message] : cases) {
    const ProgramEnd outcome = run({.arguments = tiny_training(more), .folder = scratch.folder()});
    INFO(more.back() << "\n" << outcome.out << outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err,
               Catch::StartsWith("heed: ") && Catch::Contains(message) && Catch::Contains("--out"));
  }
}
