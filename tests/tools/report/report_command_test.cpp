// heed report from the command line, and the page of a training that goes on.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tools/report/report_data.hpp"

using namespace heed;

TEST_CASE("report from the command line") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const std::string gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  CHECK(heed_in({"report", gpt2, "--sentence", "나는 é", "--out", "half.html"}).status == 0);
  const ProgramEnd report = heed_in({"report", model, "--sentence", "나는 사과를", "--out", "page.html"});
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(std::filesystem::file_size(scratch / "page.html") > 50'000);
  const ProgramEnd piped = heed_in({"report", model, "--sentence", "나는", "--out", "-"});
  CHECK_THAT(piped.out, Catch::StartsWith("<!doctype html>") && Catch::EndsWith("</html>\n"));
  CHECK_THAT(piped.err, Catch::Contains("standard output: "));
  CHECK(heed_in({"report"}).status == 2);
  std::vector<std::string> long_report{"report", model, "--out", "page.html", "--sentence", "나는"};
  for (int i = 0; i < 70; ++i) long_report.back() += " 나는";
  CHECK_THAT(heed_in(long_report).err, Catch::Contains("more than 64 tokens"));

  const ProgramEnd trained =
      heed_in({"copy", "--train", "64", "--test", "20", "--epochs", "2", "--layers", "1", "--d-model", "8",
               "--ff", "8", "--out", "copied", "--threads", "1", "--report", "live.html"});
  INFO(trained.err);
  CHECK(trained.status == 0);
  CHECK_THAT(trained.err, Catch::Contains("live.html shows this training"));
  CHECK_THAT(slurp(scratch / "live.html"),
             Catch::Contains("gradient_norm") && Catch::Contains("\"epoch\":2,"));
  const ProgramEnd integers =
      heed_in({"report", "copied", "--sentence", "1 2", "--sentence", "one", "--out", "copied.html"});
  CHECK(integers.status == 0);
  CHECK_THAT(integers.err, Catch::Contains("nothing that copied reads: one (") && Catch::Contains("'one'"));
  CHECK_THAT(slurp(scratch / "copied.html"),
             Catch::Contains("\"sentence\":\"1 2\"") && !Catch::Contains("\"sentence\":\"one\",\"source\""));
  const ProgramEnd none = heed_in({"report", "copied", "--sentence", "one", "--out", "none.html"});
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Catch::Contains("nothing that copied reads: one (") &&
                           Catch::Contains("no page was written: none of the sentences given can be on it"));
  CHECK_FALSE(std::filesystem::exists(scratch / "none.html"));
  CHECK(heed_in({"report", "copied", "--sentence", "one", "--out", "-"}).out.empty());
  CHECK_THAT(heed_in({"look", "copied", "1"}).out, Catch::StartsWith("→ "));
  // beside a translator it shows how it learned
  CHECK(heed_in({"report", model, "copied", "--sentence", "나는", "--out", "two.html"})
            .err.find("nothing that") == std::string::npos);
  CHECK(heed_in({"copy", "--out", "more", "--report", "-"}).status == 2);
  CHECK(heed_in({"copy", "--out", "more", "--report", "nowhere/live.html"}).status == 1);
  CHECK_FALSE(std::filesystem::exists(scratch / "more/model.safetensors"));
}

TEST_CASE("a report of a model that computes NaN is written, and says so") {
  const Scratch scratch, fine;
  const std::string sound = saved_translator(fine);
  const auto report = [&](const std::string& tensor, const std::string& language) {
    return run({.arguments = {"report", damaged_translator(scratch, tensor), sound, "--sentence",
                              "나는 사과를", "--out", "page.html", "--lang", language},
                .folder = scratch.folder()});
  };
  const ProgramEnd english = report("encoder.layers.0.norm1.weight", "en");
  CHECK(english.status == 0);
  CHECK_THAT(english.err, Catch::Contains("note: " + (scratch / "model.safetensors").string() +
                                          " computes NaN or infinity, first at encoder.layers.0.norm1:"));
  CHECK(std::ranges::count(english.err, '\n') == 1);  // the other model does not
  CHECK_THAT(slurp(scratch / "page.html"), Catch::Contains("\"broken\":\"encoder.layers.0.norm1\"") &&
                                               Catch::Contains("\"broken\":\"\"") &&
                                               Catch::Contains("\"probability\":[null]"));
  const ProgramEnd korean = report("generator.bias", "ko");
  CHECK(korean.status == 0);
  CHECK_THAT(korean.err, Catch::Contains("generator에서 처음으로 NaN이나 무한대를 계산함"));
}

TEST_CASE("NaN that the beam alone comes by is said, too") {
  const Scratch scratch;
  const std::string path = saved_translator(scratch);
  const Translator translator = Translator::load(path);
  const Vocabulary& vocabulary = translator.target().vocabulary;
  const std::vector<std::int32_t> written =
      vocabulary.encode(translator.translate({"나는"}, {.generation = {.beam = {.beam = 1}}}).front().target);
  for (const auto& [name, parameter] : module_of(translator.model()).named_parameters()) {
    if (name != "target_embedding.weight") continue;
    Scalar* const rows = Variable(parameter).mutable_data();
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(vocabulary.size()); ++id)
      if (id != Vocabulary::bos && std::ranges::find(written, id) == written.end())
        rows[id * parameter.dim(1)] = std::numeric_limits<Scalar>::quiet_NaN();
  }
  translator.save(path);
  const nlohmann::json reading =
      report_data({.models = {path}, .sentences = {"나는"}})["models"][0]["sentences"][0];
  CHECK(reading["broken"] == "logits");
  CHECK(reading["probability"][0].is_number());
  CHECK(reading["beam"].empty());
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
  const std::vector<std::vector<std::string>> calls{
      {"report", ".", "--out", "model.safetensors"},
      {"report", ".", "--out", "training.json"},
      {"report", "other", "--out", "./model.safetensors"},
      {"report", "named.safetensors", "--out", "link"},
      {"look", ".", "나는", "--out", "model.safetensors"},
      {"look", "named.safetensors", "나는", "--out", "link"},
      {"copy", "--train", "64", "--out", "new", "--report", "model.safetensors"},
      {"copy", "--train", "64", "--out", "new", "--report", "new/model.safetensors"},
      {"copy", "--train", "64", "--out", "new", "--report", "new/model.unfinished.json"}};
  for (const std::vector<std::string>& call : calls) {
    const ProgramEnd end = run({.arguments = call, .folder = scratch.folder()});
    INFO(call.back() << "\n" << end.err);
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::Contains("would overwrite"));
  }
  CHECK(slurp(model) == before);
  CHECK(slurp(scratch / "named.safetensors") == before);
  CHECK(slurp(scratch / "training.json") == "{}");
}

TEST_CASE("the page of a training that failed says so and reads itself no more") {
  const Scratch scratch;
  const ProgramEnd failed =
      run({.arguments = {"copy", "--train",   "64",   "--test",   "20", "--epochs", "2",        "--layers",
                         "1",    "--d-model", "8",    "--ff",     "8",  "--out",    "copied",   "--threads",
                         "1",    "--lr",      "1000", "--warmup", "1",  "--report", "live.html"},
           .folder = scratch.folder()});
  INFO(failed.err);
  CHECK(failed.status == 1);
  const std::string page = slurp(scratch / "live.html");
  CHECK_THAT(page, Catch::Contains("\"live\":false") && !Catch::Contains("\"live\":true"));
  const std::size_t at = page.find("\"error\":\"");  // what the terminal says, up to what is left of it
  REQUIRE(at != std::string::npos);
  CHECK_THAT(failed.err, Catch::Contains(page.substr(at + 9, 40)));
  CHECK_THAT(page, Catch::Contains("\"written\":"));
}
