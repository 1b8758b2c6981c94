// heed report: what the page of saved models holds, and that nothing in it can break the page.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/small_models.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/inspect/report.hpp"
#include "tools/page/page.hpp"
#include "tools/training/run_directory.hpp"
#include "tools/training/training_history.hpp"

using namespace heed;

namespace {

using Json = nlohmann::json;

/// Calls `heed report` in the folder.
ProgramEnd report_in(const Scratch& scratch, const Words& words) {
  return run_heed(scratch.folder(), plus({"report"}, words));
}

/// Calls `heed copy`, a training of a moment with a live page.
ProgramEnd copy_in(const Scratch& scratch, const Words& more = {}) {
  return run_heed(scratch.folder(),
                  plus(words_of("copy --train 64 --test 20 --epochs 2 --layers 1 --d-model 8 --ff 8 "
                                "--out copied --threads 1 --report live.html"),
                       more));
}

}  // namespace

TEST_CASE("a report holds what it shows and asks for nothing") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch, {.rules = AttentionRules::parse("window:1")});
  const std::string wild = "나는 </script> 🍎 שלום \"사과를\"";
  const PageOptions options{.models = {model, scratch.folder()}, .sentences = {wild, "  "}};
  const Json data = report_data(options);
  REQUIRE(data["models"].size() == 2);
  CHECK(data["models"][0]["name"] == model);
  CHECK(data["left_out"][0]["sentence"] == "  ");
  const Json& reading = data["models"][0]["sentences"][0];
  CHECK(reading["source"].size() == 11);
  CHECK(reading["heads"].size() == 3);
  CHECK_THAT(reading["remarks"].get<std::string>(),
             Catch::Contains("not in the vocabulary, read as <unk>: <"));
  const Json& head = reading["heads"][0];
  CHECK(head["shape"] == Json({2, 11, 11}));
  CHECK(head["allowed"].get<std::string>().starts_with("1100000000011100000000"));  // the encoder's window
  CHECK(head["pattern"].get<std::string>().size() == (2 * 11 * 11 * 4 + 2) / 3 * 4);

  const std::string page = report_page(data);
  CHECK(occurrences(page, "</script>") == 2);
  CHECK(occurrences(page, "default-src 'none'") == 1);
  for (const char* request : {" src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval("}) {
    INFO(request);
    CHECK(occurrences(page, request) == 0);
  }
  CHECK(occurrences(page, "http") ==
        occurrences(page, "http-equiv") +
            occurrences(page, "http://www.w3.org/2000/svg"));  // a name, never fetched
  CHECK(occurrences(page, "<html lang=\"en\">") == 1);
  {
    const Speaking korean(Language::korean);
    CHECK(occurrences(report_page(report_data(options)), "<html lang=\"ko\">") == 1);
  }
}

TEST_CASE("a report has every head of a ViT and of a BERT") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  save_small_model("vit", file);
  const Json vit = report_data({.models = {scratch.folder()}})["models"][0];
  REQUIRE(vit["sentences"].size() == 3);  // the first drawn digits, where none is asked for
  CHECK(vit["sentences"][1]["sentence"] == "2");
  const Json& image = vit["sentences"][0]["image"];  // what it read
  CHECK((image["height"] == small_vit.height && image["width"] == small_vit.width));
  CHECK(image["pixels"].get<std::string>().size() == (small_vit.height * small_vit.width + 2) / 3 * 4);

  save_small_model("bert", file);
  // no --sentence: what the pictures of its training show, the same tokens again
  spill(scratch / "training.json", R"({"epochs": [], "snapshots": {"epochs": [], "sentences": [
    {"source": ["<bos>", "a", "[MASK]", "<eos>"], "input": ["[MASK]"], "output": ["b"], "heads": []},
    {"source": ["<bos>", "a", "nowhere", "<eos>"], "input": ["a"], "output": ["a"], "heads": []}]}})");
  const Json bert = report_data({.models = {scratch.folder()}})["models"][0];
  REQUIRE(bert["sentences"].size() == 1);  // "nowhere" is no token of it
  CHECK(bert["sentences"][0]["sentence"] == "a [MASK]");
  for (const Json& model : {vit, bert}) {
    const Json& head = model["sentences"][0]["heads"].at(0);
    const std::size_t words = model["sentences"][0]["source"].size();
    CHECK(head["shape"] == Json({2, words, words}));
    CHECK((head["formula"] == "softmax" && head["causal"] == false));
    CHECK(head["allowed"] == std::string(2 * words * words, '1'));
  }
  std::string long_text = "a";
  for (int i = 0; i < 70; ++i) long_text += " a";
  CHECK_THAT(report_data({.models = {scratch.folder()}, .sentences = {long_text}})["left_out"].dump(),
             Catch::Contains("it has more than 64 tokens"));
}

TEST_CASE("a training that is running is not called interrupted") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  spill(scratch / "training.json",
        R"({"epochs": [{"epoch": 1}], "interrupted": true, "planned_epochs": 40, "best_epoch": 0})");
  const auto shown = [&] { return run_heed(scratch.folder(), {"show", "."}).out; };
  const Words page{".", "--sentence", "나는", "--out", "page.html"};
  CHECK_THAT(shown(), Catch::Contains("interrupted after epoch 1 of 40"));
  {
    const TrainingLock training(model);
    CHECK_THAT(shown(),
               Catch::Contains("its training is running (epoch 2 of 40)") && !Catch::Contains("interrupted"));
    CHECK(report_in(scratch, page).status == 0);
    CHECK_THAT(slurp(scratch / "page.html"), Catch::Contains("\"running\":true"));
    CHECK_FALSE(training_summary(model).running);  // another one
  }
  CHECK(report_in(scratch, page).status == 0);
  CHECK_THAT(slurp(scratch / "page.html"), Catch::Contains("\"running\":false"));
}

TEST_CASE("what stands beside a model and is no history of a training is refused") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const Json good = Json::parse(R"({
    "epochs": [{"epoch": 1, "train_loss": 2.5, "valid_loss": null}], "score": "BLEU", "interrupted": false,
    "steps": {"steps_a_point": 1, "count": [1, 1], "epoch": [0.5, 1], "step": [1, 2], "train_loss": [3, null],
              "learning_rate": [1, 1], "gradient_norm": [1, 1], "target_tokens_per_second": [1, 1]},
    "snapshots": {"sentences": [{"source": ["나는", "사과를", "<eos>"], "input": ["b"], "output": ["c"], "heads":
                                 [{"name": "attention", "cross": true, "causal": false, "shape": [1, 1, 2]}]}],
                  "epochs": [{"epoch": 0, "weights": "AAA="}]}})");
  const auto read = [&](const Json& history) {
    spill(scratch / "training.json", history.dump());
    return report_data({.models = {model}})["models"][0];
  };
  CHECK(read(good)["history"] == good);
  CHECK(read(good)["sentences"][0]["sentence"] == "나는 사과를");
  for (const auto& [pointer, value] :
       std::vector<std::pair<const char*, const char*>>{{"/epochs", "3"},
                                                        {"/epochs/0", "1"},
                                                        {"/epochs/0/train_loss", "[2]"},
                                                        {"/score", "3"},
                                                        {"/steps", "[]"},
                                                        {"/steps/train_loss", "[3]"},
                                                        {"/snapshots/epochs/0/weights", "3"},
                                                        {"", "[]"},
                                                        {"", "null"}}) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = Json::parse(value);
    INFO(pointer << " " << value);
    CHECK_THROWS_WITH(read(bad), Catch::Contains("training.json: not the history of a training"));
  }
}

TEST_CASE("report from the command line") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const std::string gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  CHECK(report_in(scratch, {gpt2, "--sentence", "나는 é", "--out", "half.html"}).status == 0);
  const ProgramEnd piped = report_in(scratch, {model, "--sentence", "나는", "--out", "-"});
  CHECK_THAT(piped.out, Catch::StartsWith("<!doctype html>") && Catch::EndsWith("</html>\n"));
  CHECK_THAT(piped.err, Catch::Contains("standard output: "));
  CHECK(report_in(scratch, {}).status == 2);

  const ProgramEnd trained = copy_in(scratch);
  INFO(trained.err);
  CHECK(trained.status == 0);
  CHECK_THAT(trained.err, Catch::Contains("live.html shows this training"));
  CHECK_THAT(slurp(scratch / "live.html"),
             Catch::Contains("gradient_norm") && Catch::Contains("\"epoch\":2,"));
  const ProgramEnd integers =
      report_in(scratch, {"copied", "--sentence", "1 2", "--sentence", "one", "--out", "copied.html"});
  CHECK(integers.status == 0);
  CHECK_THAT(integers.err, Catch::Contains("left out (it is nothing that copied reads ('one'"));
  CHECK_THAT(slurp(scratch / "copied.html"), Catch::Contains("\"sentence\":\"1 2\""));
  const ProgramEnd none = report_in(scratch, {"copied", "--sentence", "one", "--out", "none.html"});
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Catch::Contains("no page was written: none of the sentences given can be on it"));
  CHECK_FALSE(std::filesystem::exists(scratch / "none.html"));

  const ProgramEnd failed = copy_in(scratch, {"--lr", "1000", "--warmup", "1"});
  CHECK(failed.status == 1);
  const std::string page = slurp(scratch / "live.html");
  CHECK_THAT(page, Catch::Contains("\"live\":false") && Catch::Contains("\"written\":") &&
                       !Catch::Contains("\"live\":true"));
  const std::size_t at = page.find("\"error\":\"");  // what the terminal says, up to what is left of it
  REQUIRE(at != std::string::npos);
  CHECK_THAT(failed.err, Catch::Contains(page.substr(at + 9, 40)));
}

TEST_CASE("no page, and nothing that is looked at, is written over a model or its history") {
  const Scratch scratch;
  const std::filesystem::path model = saved_translator(scratch);
  std::filesystem::create_directory(scratch / "other");
  for (const char* name : {"other/model.safetensors", "named.safetensors"})
    std::filesystem::copy_file(model, scratch / name);
  std::filesystem::create_symlink("named.safetensors", scratch / "link");
  spill(scratch / "training.json", "{}");
  const std::string before = slurp(model);
  for (const Words& call : std::vector<Words>{
           {"report", ".", "--out", "model.safetensors"},
           {"report", ".", "--out", "training.json"},
           {"report", "other", "--out", "./model.safetensors"},
           {"report", "named.safetensors", "--out", "link"},
           {"look", ".", "나는", "--out", "model.safetensors"},
           {"look", "named.safetensors", "나는", "--out", "link"},
           {"run-module", "named.safetensors", "other/model.safetensors", "--out", "link"},
           {"run-module", "named.safetensors", "training.json", "--out", "training.json"},
           {"copy", "--train", "64", "--out", "new", "--report", "model.safetensors"},
           {"copy", "--train", "64", "--out", "new", "--report", "new/model.safetensors"},
           {"copy", "--train", "64", "--out", "new", "--report", "new/model.unfinished.training.json"}}) {
    const ProgramEnd end = run_heed(scratch.folder(), call);
    INFO(call.back() << "\n" << end.err);
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::Contains("would overwrite"));
  }
  CHECK(run_heed(scratch.folder(), {"copy", "--out", "new", "--report", "-"}).status == 2);
  CHECK(slurp(model) == before);
  CHECK(slurp(scratch / "named.safetensors") == before);
  CHECK(slurp(scratch / "training.json") == "{}");
}
