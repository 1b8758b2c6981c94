// heed look and heed report: what stands at each point, and a page that nothing in the data can break.
#include <limits>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/look/point_maps.hpp"
#include "tools/report/page.hpp"
#include "tools/report/report_data.hpp"
#include "tools/report/vega_lite.hpp"
#include "tools/training/training_record.hpp"

using namespace heed;

namespace {

/// Saved untrained models: what they say is noise, but every part of them is there.
std::string saved_translator(const Scratch& scratch, AttentionSpec attention = {}) {
  TokenCounts counts;
  counts.add(std::vector<std::string>{"나는", "사과를", "좋아한다", "</script>", "🍎", "שלום"});
  const Vocabulary words(counts);
  const auto size = static_cast<std::int64_t>(words.size());
  Rng rng(5);
  const Transformer model({.source_vocab = size,
                           .target_vocab = size,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8,
                                     .heads = 2,
                                     .dim_feedforward = 8,
                                     .attention = std::move(attention),
                                     .max_length = 32}},
                          rng);
  model.eval();
  const std::string path = (scratch / "model.safetensors").string();
  Translator(model, {.name = "ko", .vocabulary = words}, {.name = "en", .vocabulary = words}).save(path);
  return path;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a model is looked into while it translates") {
  const Scratch scratch;
  const LookableModel model(saved_translator(scratch));
  const Looked looked = model.look("나는 사과를", {.points = {"*.pattern", "logits"}, .gradients = true});
  CHECK(looked.source == std::vector<std::string>{"나는", "사과를", "<eos>"});
  CHECK(looked.input.size() == looked.output.size());
  CHECK(looked.probability.size() == looked.output.size());
  CHECK(looked.values.size() == 4);
  CHECK(looked.gradients.size() == 4);
  const PointTokens cross = tokens_of(looked, "decoder.layers.0.multihead_attn.pattern");
  CHECK(cross.rows == &looked.output);
  CHECK(cross.columns == &looked.source);
  CHECK(tokens_of(looked, "decoder.layers.0.multihead_attn.key#2").rows == &looked.source);
  const Looked without = model.look("나는 사과를", {.ablations = {{"*.z", 0}, {"*.z", 1}}});
  CHECK(without.probability != looked.probability);
  CHECK_THROWS_WITH(model.look("나는", {.points = {"logit"}}), Catch::Contains("near it: logits"));
  CHECK_THROWS_WITH(model.look("나는", {.ablations = {{"encoder.*.z", 2}}}), Catch::Contains("no head 2"));
  CHECK_THROWS_WITH(model.look("  ", {}), Catch::Contains("empty"));
}

TEST_CASE("maps of any point: right widths, ranges, and NaN said") {
  Looked looked;
  looked.source = {"나는", "<eos>"};
  const Terminal plain{.width = 60};
  const std::string map = point_maps(looked, "encoder.layers.0.self_attn.pattern",
                                     Array({1, 1, 2, 2}, {1, 0, 0.25, 0.75}), plain);
  INFO(map);
  CHECK_THAT(map, Catch::StartsWith("encoder.layers.0.self_attn.pattern (1, 1, 2, 2): from 0 to 1\n"));
  CHECK_THAT(map, Catch::Contains("      나는  <eos>\n") && Catch::Contains("나는  ██100     0\n"));
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK_THAT(point_maps(looked, "encoder.norm", Array({1, 2, 2}, {nan, -2, 3, 0}), plain),
             Catch::Contains("from -2 to 3; 1 are NaN or infinite"));
  CHECK_THAT(point_maps(looked, "logits", Array::ones({1, 1, 100}), plain),
             Catch::Contains("the first 64 of 100 numbers"));
}

TEST_CASE("a training keeps curves over its steps that never grow long, and goes on with them") {
  TrainingRecord record;
  const auto step = [](std::int64_t i) {
    return StepReport{.epoch = 1,
                      .epochs = 2,
                      .step = i,
                      .steps = 1000,
                      .loss = static_cast<double>(i),
                      .learning_rate = 0.5,
                      .gradient_norm = 3,
                      .target_tokens = 10};
  };
  for (std::int64_t i = 1; i <= 500; ++i) {
    record.step(step(i), 0.1 * static_cast<double>(i));
    if (i == 200) record = TrainingRecord::from_json(record.to_json());
  }
  const nlohmann::json steps = record.to_json().at("steps");
  CHECK(steps.at("count").size() == 125);
  CHECK(steps.at("count").front() == 4);
  CHECK(steps.at("train_loss").front() == Approx(2.5));
  CHECK(steps.at("train_loss").back() == Approx(498.5));
  CHECK(steps.at("epoch").back() == Approx(2 * 498.5 / 1000));
  CHECK(steps.at("learning_rate").front() == Approx(0.5));
  CHECK(steps.at("gradient_norm").back() == Approx(3));
  CHECK(steps.at("target_tokens_per_second").back() == Approx(100));
  CHECK(record.losses().size() == 125);
  CHECK(record.losses().back() == Approx(498.5));
  CHECK(TrainingRecord().to_json().empty());
}

TEST_CASE("after each epoch what the heads look at is kept, to be shown as it formed") {
  Rng rng(5);
  const Transformer model({.source_vocab = 9,
                           .target_vocab = 9,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .max_length = 32}},
                          rng);
  const ShownSentence sentence{
      .source = {"a", "b", "<eos>"}, .input = {"<bos>", "x"}, .output = {"x", "<eos>"}, .read = [model] {
        model(Tokens({1, 3}, {4, 5, 3}), Tokens({1, 2}, {2, 6}));
      }};
  TrainingRecord record;
  Snapshots snapshots(model, {sentence}, 6);
  record.snapshot(0, snapshots);
  record = TrainingRecord::from_json(record.to_json());
  CHECK(record.has_snapshot(0));
  CHECK_FALSE(record.has_snapshot(1));
  const nlohmann::json kept = record.to_json().at("snapshots");
  const nlohmann::json& heads = kept.at("sentences").at(0).at("heads");
  REQUIRE(heads.size() == 3);
  CHECK(heads[0].at("name") == "decoder.layers.0.multihead_attn");  // the alignment first
  CHECK(heads[0].at("shape") == nlohmann::json({2, 2, 3}));
  const std::size_t bytes = 2 * 2 * 3 + 2 * 2 * 2 + 2 * 3 * 3;
  CHECK(kept.at("epochs").at(0).at("weights").get<std::string>().size() == (bytes + 2) / 3 * 4);
  // Of very many epochs only what is small is kept: here nothing.
  CHECK(Snapshots(model, {sentence}, 1'000'000).take().empty());
  CHECK(Snapshots(Linear(2, 2, rng), {sentence}, 6).take().empty());
}

TEST_CASE("data cannot end the script that holds it") {
  const nlohmann::json data{{"a", "</script><script>alert(1)</script>"}, {"b", "\u2028 & \u2029"}};
  const std::string safe = json_for_html(data);
  CHECK(safe.find_first_of("<>&") == std::string::npos);
  CHECK(safe.find("\u2028") == std::string::npos);
  CHECK(nlohmann::json::parse(safe) == data);
  const float numbers[] = {1.0f, -2.5f};
  CHECK(base64_floats(numbers, 2) == "AACAPwAAIMA=");
  CHECK(base64_floats(numbers, 1) == "AACAPw==");

  const Scratch scratch;
  CHECK(vega_lite(scratch.folder()).empty());
  for (const char* folder : {"vega/build", "vega-lite/build", "vega-interpreter/build"})
    std::filesystem::create_directories(scratch / "node_modules" / folder);
  spill(scratch / "node_modules/vega/build/vega.min.js", "vega = '</script>'");
  spill(scratch / "node_modules/vega-lite/build/vega-lite.min.js", "vegaLite = 1");
  CHECK(vega_lite(scratch.folder()).empty());
  spill(scratch / "node_modules/vega-interpreter/build/vega-interpreter.js",
        "import { one, two } from 'vega-util';\nlet expression = 2;\n"
        "export { expression as expressionInterpreter };\n//# rest");
  const std::string library = vega_lite(scratch.folder());
  CHECK_THAT(library,
             Catch::Contains("(() => { const { one, two } = vega;\nlet expression = 2;\nreturn expression") &&
                 !Catch::Contains("</script") && !Catch::Contains("import") && !Catch::Contains("export"));
  CHECK(times(report_page({{"lang", "en"}}, library), "</script>") == 3);
}

TEST_CASE("a report holds what it shows and asks for nothing") {
  const Scratch scratch;
  const std::string model = saved_translator(
      scratch, {.rules = AttentionRules::parse("window:1"), .positions = Positions::parse("learned")});
  const std::string wild = "나는 </script> 🍎 שלום \"사과를\"";
  PageOptions options{.models = {model, model}, .sentences = {wild, "나는"}, .masks = {"window:3"}};
  const nlohmann::json data = report_data(options);
  REQUIRE(data["models"].size() == 2);
  const nlohmann::json& reading = data["models"][0]["sentences"][0];
  CHECK(reading["source"].size() == 11);
  CHECK(reading["heads"].size() == 3);
  const nlohmann::json& head = reading["heads"][0];
  CHECK(head["shape"] == nlohmann::json({2, 11, 11}));
  CHECK(head["allowed"].get<std::string>().substr(0, 22) ==
        "1100000000011100000000");  // the window of the encoder
  CHECK(head["pattern"].get<std::string>().size() == (2 * 11 * 11 * 4 + 2) / 3 * 4);
  CHECK(data["models"][0]["learned"]["dim"] == 8);
  CHECK(data["masks"].back()["rule"] == "window:3");

  const std::string page = report_page(data);
  CHECK(times(page, "</script>") == 2);
  CHECK(times(page, "default-src 'none'") == 1);
  for (const char* request : {" src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval("}) {
    INFO(request);
    CHECK(times(page, request) == 0);
  }
  CHECK(times(page, "http") == times(page, "http-equiv") + times(page, "http://www.w3.org/2000/svg") +
                                   times(page, "https://vega.github.io/schema"));  // names, never fetched
  CHECK(times(page, "<html lang=\"en\">") == 1);
  options.language = Language::korean;
  CHECK(times(report_page(report_data(options)), "<html lang=\"ko\">") == 1);

  spill(scratch / "test.source.txt", "나는\n사과를\n");
  spill(scratch / "test.reference.txt", "i\nan apple\n");
  spill(scratch / "test.greedy.txt", "i\na pear\n");
  const nlohmann::json tests = test_data({model, model});
  CHECK(tests["each"][0]["worst"][0]["written"] == "a pear");
  CHECK(tests["each"][1]["best"][0]["chrf"] == 100);
  CHECK(tests["differ"].empty());
  CHECK(report_data({.models = {model}})["models"][0]["sentences"].size() == 2);

  std::string endless = "나는";
  for (int i = 0; i < 200; ++i) endless += " 나는";
  CHECK(report_data({.models = {model}, .sentences = {endless}})["models"][0]["left_out"].front() == endless);

  options.most_bytes = 60'000;
  const nlohmann::json small = report_data(options);
  CHECK(small["models"][0]["left_out"].size() + small["models"][0]["sentences"].size() == 2);
  CHECK(small["models"][1]["left_out"].front() == wild);
  options.masks = {"windows:3"};
  CHECK_THROWS_AS(report_data(options), UsageError);
}

TEST_CASE("look and report from the command line") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd looked = heed_in({"look", ".", "나는", "사과를", "--points", "encoder.*.pattern,logits",
                                     "--gradients", "--out", "seen.safetensors"});
  INFO(looked.err);
  CHECK(looked.status == 0);
  CHECK_THAT(looked.out, Catch::Contains("encoder.layers.0.self_attn.pattern (1, 2, 3, 3)") &&
                             Catch::Contains("gradient: logits") && Catch::Contains("4 tensors"));
  CHECK(load_checkpoint(scratch / "seen.safetensors").weights.size() == 4);
  CHECK_THAT(heed_in({"look", ".", "--list"}).out, Catch::Contains("\nposition.source\n"));
  CHECK_THAT(heed_in({"look", ".", "나는", "--lang", "ko"}).out, Catch::Contains("헤드 1"));
  const ProgramEnd wrong = heed_in({"look", ".", "나는", "--points", "*.patern"});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Catch::Contains("near it: encoder.layers.0.self_attn.pattern"));
  CHECK(heed_in({"look", ".", "나는", "--ablate", "encoder.layers.0.self_attn"}).status == 2);
  CHECK(heed_in({"look", "nowhere", "나는"}).status == 1);

  // a language model of bytes: half a letter is a token
  const std::string gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  CHECK(heed_in({"look", gpt2, "나는 é", "--out", "half.safetensors"}).status == 0);
  CHECK(heed_in({"report", gpt2, "--sentence", "나는 é", "--out", "half.html"}).status == 0);

  const ProgramEnd report =
      heed_in({"report", model, "--sentence", "나는 사과를", "--out", "page.html", "--drawn-by", "heed"});
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(std::filesystem::file_size(scratch / "page.html") > 50'000);
  CHECK(heed_in({"report"}).status == 2);

  const ProgramEnd trained =
      heed_in({"copy", "--train", "64", "--test", "20", "--epochs", "2", "--layers", "1", "--d-model", "8",
               "--ff", "8", "--out", "copied", "--threads", "1", "--report", "live.html"});
  INFO(trained.err);
  CHECK(trained.status == 0);
  CHECK_THAT(trained.err, Catch::Contains("live.html shows this training"));
  CHECK_THAT(slurp(scratch / "live.html"),
             Catch::Contains("gradient_norm") && Catch::Contains("\"epoch\":2,"));
  CHECK(heed_in({"report", "copied", "--out", "copied.html"}).status == 0);
  CHECK_THAT(heed_in({"look", "copied", "1"}).err, Catch::Contains("reads no sentences"));
  CHECK(heed_in({"copy", "--out", "more", "--report", "nowhere/live.html"}).status == 1);
  CHECK_FALSE(std::filesystem::exists(scratch / "more/model.safetensors"));
}
