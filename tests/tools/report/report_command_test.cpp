// heed report from the command line, and the page of a training that goes on.
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"

using namespace heed;

TEST_CASE("report from the command line") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const std::string gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  CHECK(heed_in({"report", gpt2, "--sentence", "나는 é", "--out", "half.html"}).status == 0);
  const ProgramEnd report =
      heed_in({"report", model, "--sentence", "나는 사과를", "--out", "page.html", "--drawn-by", "heed"});
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(std::filesystem::file_size(scratch / "page.html") > 50'000);
  const ProgramEnd piped =
      heed_in({"report", model, "--sentence", "나는", "--out", "-", "--drawn-by", "heed"});
  CHECK_THAT(piped.out, Catch::StartsWith("<!doctype html>") && Catch::EndsWith("</html>\n"));
  CHECK_THAT(piped.err, Catch::Contains("drawn in SVG by heed"));
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
  const ProgramEnd integers = heed_in({"report", "copied", "--sentence", "1 2", "--sentence", "one", "--out",
                                       "copied.html", "--drawn-by", "heed"});
  CHECK(integers.status == 0);
  CHECK_THAT(integers.err, Catch::Contains("nothing that copied reads: one (") && Catch::Contains("'one'"));
  CHECK_THAT(slurp(scratch / "copied.html"),
             Catch::Contains("\"sentence\":\"1 2\"") && !Catch::Contains("\"sentence\":\"one\",\"source\""));
  const ProgramEnd none = heed_in({"report", "copied", "--sentence", "one", "--out", "none.html"});
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Catch::Contains("none of the sentences given is on the page"));
  CHECK_THAT(heed_in({"look", "copied", "1"}).out, Catch::StartsWith("→ "));
  // beside a translator it shows how it learned
  CHECK(heed_in({"report", model, "copied", "--sentence", "나는", "--out", "two.html"})
            .err.find("nothing that") == std::string::npos);
  CHECK(heed_in({"copy", "--out", "more", "--report", "-"}).status == 2);
  CHECK(heed_in({"copy", "--out", "more", "--report", "nowhere/live.html"}).status == 1);
  CHECK_FALSE(std::filesystem::exists(scratch / "more/model.safetensors"));
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
