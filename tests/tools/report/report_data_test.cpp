// What a report of saved models holds.
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/page/times.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tools/page/page.hpp"
#include "tools/report/report_data.hpp"
#include "tools/report/sentence_data.hpp"
#include "tools/training/training_history.hpp"
#include "tools/training/training_lock.hpp"

using namespace heed;

TEST_CASE("a report holds what it shows and asks for nothing") {
  const Scratch scratch;
  const std::string model = saved_translator(
      scratch, {.rules = AttentionRules::parse("window:1"), .positions = Positions::parse("learned")});
  const std::string wild = "나는 </script> 🍎 שלום \"사과를\"";
  PageOptions options{.models = {model, model}, .sentences = {wild, "나는"}, .masks = {"window:3"}};
  const nlohmann::json data = report_data(options);
  REQUIRE(data["models"].size() == 2);
  CHECK(data["models"][0]["name"] == model);
  CHECK(data["models"][1]["name"] == model + " (2)");  // the same again: curves and maps are told apart
  const nlohmann::json& reading = data["models"][0]["sentences"][0];
  CHECK(reading["source"].size() == 11);
  CHECK(reading["heads"].size() == 3);
  CHECK_THAT(reading["remarks"].get<std::string>(),
             Catch::Contains("not in the vocabulary, read as <unk>: <"));
  const nlohmann::json& head = reading["heads"][0];
  CHECK(head["shape"] == nlohmann::json({2, 11, 11}));
  CHECK(head["allowed"].get<std::string>().substr(0, 22) ==
        "1100000000011100000000");  // the window of the encoder
  CHECK(head["pattern"].get<std::string>().size() == (2 * 11 * 11 * 4 + 2) / 3 * 4);
  CHECK(data["models"][0]["learned"][0]["dim"] == 8);
  CHECK(data["masks"].back()["rule"] == "window:3");
  CHECK(data["masks"][0]["rule"] == "window:1");  // the models' own comes first
  CHECK(data["masks"][0]["models"] == nlohmann::json({model, model + " (2)"}));
  CHECK(data["masks"][0]["allowed"].get<std::string>().substr(0, 27) == "110000000000000000000000111");

  const std::string page = report_page(data);
  CHECK(times(page, "</script>") == 2);
  CHECK(times(page, "default-src 'none'") == 1);
  for (const char* request : {" src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval("}) {
    INFO(request);
    CHECK(times(page, request) == 0);
  }
  CHECK(times(page, "http") ==
        times(page, "http-equiv") + times(page, "http://www.w3.org/2000/svg"));  // a name, never fetched
  CHECK(times(page, "<html lang=\"en\">") == 1);
  options.language = Language::korean;
  CHECK(times(report_page(report_data(options)), "<html lang=\"ko\">") == 1);

  spill(scratch / "test.source.txt", "나는\n사과를\n");
  spill(scratch / "test.reference.txt", "i\nan apple\n");
  spill(scratch / "test.greedy.txt", "i\na pear\n");
  const nlohmann::json tests = test_data({model, model});
  CHECK(tests["each"][0]["chrf"]["worst"][0]["written"] == "a pear");
  CHECK(tests["each"][1]["bleu"]["best"][0]["chrf"] == 100);
  CHECK(tests["differ"].empty());
  CHECK(report_data({.models = {model}})["models"][0]["sentences"].size() == 2);
  spill(scratch / "test.greedy.txt", "i\n");
  const nlohmann::json short_tests = test_data({model, model});
  CHECK(short_tests["each"][0]["lines"] == nlohmann::json({2, 2, 1}));
  std::filesystem::remove(scratch / "test.greedy.txt");
  CHECK(test_data({model})["each"][0]["lines"] == nlohmann::json({2, 2, nullptr}));
  CHECK(short_tests["differ"].empty());

  std::string endless = "나는";
  for (int i = 0; i < 200; ++i) endless += " 나는";
  const nlohmann::json no_room = report_data({.models = {model}, .sentences = {endless}})["left_out"];
  CHECK(no_room ==
        nlohmann::json{{{"sentence", endless}, {"why", "tokens"}, {"model", nullptr}, {"error", ""}}});

  const PageOptions alone{.models = {model}, .sentences = {wild}};
  const nlohmann::json whole = report_data(alone);
  REQUIRE(whole["models"][0]["sentences"][0]["input"].size() > 1 + short_page_tokens);  // it finds no end
  PageOptions narrow = alone;
  narrow.most_bytes = whole.dump().size() - 100;
  const nlohmann::json cut = report_data(narrow);
  CHECK(cut["left_out"].empty());
  CHECK(cut["models"][0]["sentences"][0]["input"].size() == 1 + short_page_tokens);
  CHECK_THAT(cut["models"][0]["sentences"][0]["remarks"].get<std::string>(),
             Catch::Contains("cut off at the maximum length"));

  // With still less room the maps of its heads remain, without what the step view computes from.
  narrow.most_bytes = cut.dump().size() - 100;
  const nlohmann::json maps = report_data(narrow);
  CHECK(maps["left_out"].empty());
  const nlohmann::json &bare = maps["models"][0]["sentences"][0]["heads"][1],
                       &full = cut["models"][0]["sentences"][0]["heads"][1];
  CHECK((bare["name"] == full["name"] && bare["shape"] == full["shape"] && bare["causal"]));
  CHECK_FALSE((bare.contains("pattern") || bare.contains("query") || bare.contains("d_scores")));

  options.most_bytes = 60'000;
  const nlohmann::json small = report_data(options);
  CHECK(small["left_out"].size() + small["models"][0]["sentences"].size() == 2);
  CHECK(small["left_out"].front() ==
        nlohmann::json{{"sentence", wild}, {"why", "bytes"}, {"model", nullptr}, {"error", ""}});
  options.masks = {"windows:3"};
  CHECK_THROWS_AS(report_data(options), UsageError);
}

TEST_CASE("a report names the formula of each attention: the page computes that of softmax alone") {
  const auto formulas = [](AttentionSpec attention) {
    const Scratch scratch;
    const nlohmann::json data =
        report_data({.models = {saved_translator(scratch, std::move(attention))}, .sentences = {"나는"}});
    std::map<std::string, std::string> all;
    for (const auto& head : data["models"][0]["sentences"][0]["heads"]) all[head["name"]] = head["formula"];
    return all;
  };
  const auto self = [](const char* formula) {
    return std::map<std::string, std::string>{{"encoder.layers.0.self_attn", formula},
                                              {"decoder.layers.0.self_attn", formula},
                                              {"decoder.layers.0.multihead_attn", "softmax"}};
  };
  CHECK(formulas({}) == self("softmax"));
  CHECK(formulas({.positions = Positions::parse("alibi")}) == self("softmax"));
  CHECK(formulas({.positions = Positions::parse("shaw")}) == self("softmax"));
  CHECK(formulas({.kernel = AttentionKernel::linear}) == self("linear"));
}

TEST_CASE("the worst sentences are those of the metric that one asks for") {
  // The first is all right but for its order, of which letters know less than words.
  const Scratch scratch, other;
  spill(scratch / "test.source.txt", "1\n2\n");
  spill(scratch / "test.reference.txt", "the dog sees the cat today\na tree stands in the garden\n");
  spill(scratch / "test.greedy.txt", "today cat the sees dog the\na tree stands xxxxxx xx xxxxx\n");
  std::filesystem::copy(scratch.folder(), other.folder(), std::filesystem::copy_options::recursive);
  spill(other / "test.greedy.txt", "the dog sees the cat today\na tree stands in the garden\n");
  const nlohmann::json tests = test_data({scratch / "model.safetensors", other / "model.safetensors"});
  const auto worst = [&](const char* metric) { return tests["each"][0][metric]["worst"][0]["source"]; };
  CHECK(worst("chrf") == "2");
  CHECK(worst("bleu") == "1");
  CHECK(tests["each"][1]["chrf"]["worst"].empty());
  CHECK(tests["differ"]["chrf"][0][0]["source"] == "2");
  CHECK(tests["differ"]["bleu"][0][0]["source"] == "1");
  CHECK(tests["sources_differ"].is_null());

  spill(other / "test.source.txt", "1\n3\n");  // then they are not compared, and it is said from where on
  const nlohmann::json apart = test_data({scratch / "model.safetensors", other / "model.safetensors"});
  CHECK(apart["differ"].empty());
  CHECK(apart["sources_differ"] == 2);
}

TEST_CASE("a report of a training that has finished no epoch says so") {
  const Scratch scratch;
  const TrainingLock training(scratch / "model.safetensors");
  CHECK_THROWS_WITH(report_data({.models = {scratch.folder()}}),
                    Catch::Contains("a training is running that has finished no epoch"));
  CHECK_THROWS_WITH(report_data({.models = {scratch / "other.safetensors"}}), !Catch::Contains("epoch"));
}

TEST_CASE("a training that is running is not called interrupted") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  spill(scratch / "training.json",
        R"({"epochs": [{"epoch": 1}], "interrupted": true, "planned_epochs": 40, "best_epoch": 0})");
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const std::vector<std::string> report{"report", ".", "--sentence", "나는", "--out", "page.html"};
  CHECK_THAT(heed_in({"show", "."}).out, Catch::Contains("interrupted after epoch 1 of 40"));
  {
    const TrainingLock training(model);
    CHECK_THAT(heed_in({"show", "."}).out,
               Catch::Contains("its training is running (epoch 2 of 40)") && !Catch::Contains("interrupted"));
    CHECK(heed_in(report).status == 0);
    CHECK_THAT(slurp(scratch / "page.html"), Catch::Contains("\"running\":true"));
    for (const char* ending : {"safetensors", "json"})
      std::filesystem::copy_file(
          scratch / (ending == std::string("json") ? "training.json" : "model.safetensors"),
          scratch / (std::string("model.unfinished.") + ending));
    CHECK_THAT(heed_in({"show", "model.unfinished.safetensors"}).out,
               Catch::Contains("its training is running"));
    CHECK(training_summary(model).process == 0);  // its own
  }
  CHECK(heed_in(report).status == 0);
  CHECK_THAT(slurp(scratch / "page.html"), Catch::Contains("\"running\":false"));
}

TEST_CASE("what stands beside a model and is no history of a training is refused by its field") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const nlohmann::json good = nlohmann::json::parse(R"({
    "epochs": [{"epoch": 1, "train_loss": 2.5, "valid_loss": null}], "score": "BLEU", "interrupted": false,
    "steps": {"steps_a_point": 1, "epoch": [0.5, 1], "train_loss": [3, null]},
    "snapshots": {"sentences": [{"source": ["나는", "사과를", "<eos>"], "input": ["b"], "output": ["c"], "heads":
                                 [{"name": "attention", "cross": true, "causal": false, "shape": [1, 1, 2]}]}],
                  "epochs": [{"epoch": 0, "weights": "AAA="}]}})");
  const auto read = [&](const nlohmann::json& history) {
    spill(scratch / "training.json", history.dump());
    return report_data({.models = {model}, .sentences = {"나는"}});
  };
  CHECK(read(good)["models"][0]["history"] == good);
  const nlohmann::json pictured = report_data({.models = {model}})["models"][0]["sentences"];
  REQUIRE(pictured.size() == 1);  // no --sentence and no test: what the pictures show
  CHECK(pictured[0]["sentence"] == "나는 사과를");
  const auto refused = [&](const char* pointer, const char* value, const std::string& field) {
    nlohmann::json bad = good;
    bad[nlohmann::json::json_pointer(pointer)] = nlohmann::json::parse(value);
    CHECK_THROWS_WITH(read(bad), Catch::Contains("training.json: not the history of a training") &&
                                     Catch::Contains("\"" + field + "\""));
  };
  refused("/epochs", "3", "epochs");
  refused("/epochs/0", "1", "epochs");
  refused("/epochs/0/train_loss", "[2]", "epochs[].train_loss");
  refused("/score", "3", "score");
  refused("/steps", "[]", "steps");
  refused("/steps/train_loss", "[3]", "steps.train_loss");
  refused("/snapshots/sentences/0/input", "[1]", "snapshots.sentences[].input");
  refused("/snapshots/sentences/0/heads/0/shape", "[1, -1, 2]", "snapshots.sentences[].heads[].shape");
  for (const char* weights : {"\"AAAAAA==\"", "\"!!!!\"", "\"AA==\"", "\"AAAA\"", "\"A===\""})
    refused("/snapshots/epochs/0/weights", weights, "snapshots.epochs[].weights");
  for (const char* text : {"[]", "3", "null", "\"epochs\""})
    CHECK_THROWS_WITH(read(nlohmann::json::parse(text)),
                      Catch::Contains("training.json: not the history of a training"));
}
