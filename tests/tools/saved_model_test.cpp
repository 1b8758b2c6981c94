// The saved model: refused when damaged, found before a training where it cannot be written.
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tests/tools/small_corpus.hpp"

using namespace heed;

namespace {

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

TEST_CASE("a damaged model is refused and the message says how it is damaged") {
  const Scratch scratch;
  const std::string path = saved_translator(scratch), hashed = slurp(path), whole = unhashed(hashed);
  struct Case {
    std::string content;
    std::vector<std::string> said;
  };
  for (const auto& [content, said] : std::vector<Case>{
           {replaced(hashed, R"(\"<eos>\",)", R"(\"<eos>\":)"), {"is damaged: its header"}},
           {replaced(hashed, hashed.substr(hashed.size() - 4), "\1\2\3\4"), {"tensor \"", "is damaged"}},
           {whole.substr(0, whole.size() - 1000), {"bytes"}},
           {replaced(whole, R"("heed.version":"1")", R"("heed.version":"7")"),
            {"is of version 7", "reads version 1"}},
           {replaced(whole, R"("heed.version":"1")", R"("head.version":"1")"), {"heed.version"}},
           {replaced(whole, R"("heed.tokenisation":"words")", R"("heed.tokenisation":"bytes")"), {"bytes"}},
           {with_metadata(whole, "heed.tokenisation", "\x1b[2Jwords"), {"tokenisation"}},
           {with_setting(whole, "d_model", 16), {"source_embedding.weight", "16", "8"}},
           {replaced(whole, R"(\"heads\":2)", R"(\"heats\":2)"), {"heads"}},
           {with_setting(whole, "encoder_layers", 3), {"encoder.layers.2.linear1.weight"}},
           {with_setting(whole, "encoder_layers", std::int64_t{1} << 62),
            {"encoder.layers.4611686018427387903"}},
           {with_setting(whole, "dim_feedforward", 99), {"linear1.weight", "99", "8"}},
           {with_setting(whole, "pad", 7), {"pad is 7: must be 0"}},
           {with_setting(whole, "layer_norm_eps", 0), {"layer_norm_eps is 0: must be above 0"}},
           {with_setting(whole, "max_length", 1 << 30),
            {"max_length is 1073741824: must be at most 1,000,000"}},
           {with_setting(whole, "max_length", nlohmann::json::object()),
            {"'max_length' is {}, not a number"}},
           {with_setting(whole, "norm", "p0st"), {"norm"}},
           {with_metadata(whole, "heed.transformer", "{\"max_length\":nul"),
            {"the settings of the saved model:1:", "not JSON"}},
           {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>","a"])"),
            {"vocabularies of 5 and "}},
           {with_metadata(whole, "heed.source_vocabulary", R"(["<pod>","<unk>","<bos>","<eos>","a"])"),
            {"vocabulary"}},
           {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>","a","a"])"),
            {"'heed.source_vocabulary'", "names 'a' twice"}},
           {with_metadata(whole, "heed.source_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>",""])"),
            {"'heed.source_vocabulary'", "word 4 of the vocabulary is empty"}},
           {with_metadata(whole, "heed.target_vocabulary", R"(["<pad>","<unk>","<bos>","<eos>",[]])"),
            {"'heed.target_vocabulary': no list of words"}},
           {replaced(whole, R"("decoder.norm.bias")", R"("decoder.n0rm.bias")"),
            {"decoder.norm.bias", "decoder.n0rm.bias"}}}) {
    spill(path, content);
    const std::string what = error_text<Error>([&] { Translator::load(path); });
    CHECK_THAT(what, Catch::Contains(path) && !Catch::Contains("json.exception"));
    for (const std::string& part : said) CHECK_THAT(what, Catch::Contains(part));
  }
  // As the program says it: one line, no bytes that a terminal obeys, and the status of a failure.
  spill(path, with_metadata(whole, "heed.tokenisation", "\x1b[2Jwords"));
  const ProgramEnd end = run_heed(scratch.folder(), {"translate", "나는", "--model", path});
  CHECK(end.status == 1);
  CHECK(end.out.empty());
  CHECK_THAT(end.err, Catch::StartsWith("heed: " + path) && Catch::Contains("�[2Jwords"));
  spill(path, whole);
  CHECK(run_heed(scratch.folder(), {"translate", "나는", "--model", path}).status == 0);
  // The errors have types of their own.
  const auto load = [&](const std::string& content) {
    spill(path, content);
    Translator::load(path);
  };
  CHECK_THROWS_AS(load(whole.substr(0, whole.size() / 2)), TruncatedError);
  CHECK_THROWS_AS(load(replaced(whole, R"("heed.version":"1")", R"("heed.version":"2")")), VersionError);
  CHECK_THROWS_AS(load(with_setting(whole, "d_model", 16)), SizesError);
  CHECK_THROWS_AS(load(hashed.substr(0, hashed.size() - 1) + '\x7f'), DamagedError);
}

TEST_CASE("a place that cannot be written to is found before training") {
  const Scratch scratch;
  write_corpus(scratch);
  spill(scratch / "file", "not a folder");
  std::filesystem::create_directories(scratch / "full/model.unfinished.safetensors");
  spill(scratch / "full/model.safetensors", slurp(saved_translator(scratch)));
  std::filesystem::create_directory(scratch / "closed");
  std::filesystem::permissions(scratch / "closed",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  for (const auto& [more, message] : std::vector<std::pair<Words, std::string>>{
           {{"--out", "file"}, "file is a file"},
           {{"--out", "file/deeper/still"}, "file is a file"},
           {{"--out", "closed/deeper"}, "Permission denied"},
           {{"--model", "closed/model.safetensors"}, "Permission denied"},
           {{"--out", "full"}, "model.unfinished.safetensors is a folder"}}) {
    const ProgramEnd end = run_heed(scratch.folder(), of_corpus(more));
    INFO(more.back() << "\n" << end.out << end.err);
    CHECK(end.status == 1);
    CHECK_THAT(end.out, !Catch::Contains("epoch"));
    CHECK_THAT(end.err, Catch::Contains("heed: ") && Catch::Contains(message));
  }
}

TEST_CASE("a model that is a link to unfinished weights is replaced whole and others are left alone") {
  const Scratch scratch;
  write_corpus(scratch);
  const std::filesystem::path folder = scratch / "runs/data-ko-en";
  std::filesystem::create_directories(folder);
  std::filesystem::rename(saved_translator(scratch), folder / "model.unfinished.safetensors");
  std::filesystem::create_symlink("model.unfinished.safetensors", folder / "model.safetensors");
  spill(folder / "other.unfinished.safetensors", "hours of work");
  CHECK(run_heed(scratch.folder(), of_corpus()).status == 0);
  CHECK(run_heed(scratch.folder(), {"translate", "책", "--data", "data"}).status == 0);
  CHECK(slurp(folder / "other.unfinished.safetensors") == "hours of work");
}
