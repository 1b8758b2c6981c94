// heed score: what the sacrebleu program printed for the same files, byte for byte, and its refusals.
#include "tests/lib/score/golden.hpp"
#include "tests/tools/refusals.hpp"

namespace golden = heed::golden;

namespace {

std::string as_file(const golden::Json& lines) {
  std::string text;
  for (const std::string& line : golden::strings(lines)) text += line + "\n";
  return text;
}

ProgramEnd score(const Scratch& scratch, const Words& words, const std::string& input = "") {
  return run_heed(scratch.folder(), plus({"score"}, words), input);
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

}  // namespace

TEST_CASE("heed score prints what sacrebleu prints") {
  const golden::Json file = golden::load_json("sacrebleu_command_line.json");
  REQUIRE(file.at("cases").size() == 4);
  for (const golden::Json& c : file.at("cases")) {
    const Scratch scratch;
    std::vector<std::string> systems, references{"--ref"};
    for (const golden::Json& system : c["systems"]) {
      systems.push_back(system[0]);
      spill(scratch / systems.back(), as_file(system[1]));
    }
    for (const golden::Json& stream : c["references"]) {
      references.push_back("ref" + std::to_string(references.size()));
      spill(scratch / references.back(), as_file(stream));
    }
    const Words one = plus({systems.front()}, references), bleu = plus(one, {"--metric", "bleu"});
    for (const auto& [words, key] : std::vector<std::pair<Words, const char*>>{
             {one, "text"},
             {plus(one, {"--json"}), "json"},
             {plus(one, {"--confidence", "--width", "3"}), "confidence_text"},
             {plus(one, {"--confidence", "--score-only"}), "score_only"},
             {plus(one, {"--confidence", "--json"}), "confidence_json"},
             {plus(bleu, {"--json"}), "bleu_json"},
             {bleu, "bleu_text"},
             {plus(bleu, {"--sentence-level"}), "sentences"}}) {
      const ProgramEnd outcome = score(scratch, words);
      INFO(key << outcome.err);
      CHECK(outcome.status == 0);
      CHECK(outcome.out == c[key].get<std::string>());
    }
    const Words paired = plus(plus(systems, references), {"--paired-bs", "--paired-bs-n", "200"});
    CHECK(without_digits(score(scratch, plus(paired, {"--json"})).out) ==
          without_digits(c["paired_json"]));  // the last digits differ with the processor
  }
}

TEST_CASE("options reach the metrics, and the signature says so") {
  const Scratch scratch;
  spill(scratch / "hyp", "The Dog\nbit a man.\n");
  spill(scratch / "ref", "the dog\nbit the man.\n");
  const auto line = [&](const Words& more) {
    const ProgramEnd outcome = score(scratch, plus({"hyp", "--ref", "ref"}, more));
    INFO(outcome.err);
    CHECK(outcome.status == 0);
    return outcome.out;
  };
  CHECK_THAT(line({"--metric", "bleu", "--lowercase", "--tokenize", "char"}),
             Catch::StartsWith("BLEU|nrefs:1|case:lc|eff:no|tok:char|smooth:exp|version:"));
  CHECK_THAT(line({"--metric", "bleu", "--effective-order", "--tokenize", "none"}),
             Catch::StartsWith("BLEU|nrefs:1|case:mixed|eff:yes|tok:none|smooth:exp|version:"));
  CHECK_THAT(line({"--metric", "chrf++", "--chrf-lowercase"}),
             Catch::StartsWith("chrF2++|nrefs:1|case:lc|eff:yes|nc:6|nw:2|space:no|version:"));
  CHECK_THAT(line({"--confidence", "--confidence-n", "50", "--seed", "7"}),
             Catch::Contains("|bs:50|seed:7|"));
  CHECK(line({"--metric", "bleu", "chrf", "chrf++", "--score-only", "--width", "0"}).size() == 9);
  CHECK(line({"--metric", "chrf", "--sentence-level", "--score-only"}).find('\n') != std::string::npos);
  CHECK(score(scratch, {"-", "--ref", "ref"}, slurp(scratch / "hyp")).out == line({}));
  CHECK(score(scratch, {"--ref", "ref"}, slurp(scratch / "hyp")).out == line({}));  // sacreBLEU's usual call
  CHECK(score(scratch, {"--version"}).out == "heed score: the numbers of sacreBLEU 2.3.1\n");
}

TEST_CASE("files are scored as they are written: line ends and a byte-order mark aside") {
  const Scratch scratch;
  spill(scratch / "ref", "the café is open\nit was fine\n");
  spill(scratch / "same", "the café is open\nit was fine");  // no last line end
  spill(scratch / "windows", "\xEF\xBB\xBFthe café is open\r\nit was fine\r\n");
  const std::string perfect = score(scratch, {"same", "--ref", "ref", "--score-only"}).out;
  CHECK(perfect == "100.0\n100.0\n");
  const ProgramEnd windows = score(scratch, {"windows", "--ref", "ref", "--score-only"});
  CHECK(windows.out == perfect);
  CHECK_THAT(windows.err,
             Catch::Contains("windows: the byte-order mark") && Catch::Contains("sacreBLEU takes it"));
}

TEST_CASE("several systems are a table, and one comes on standard input, too") {
  const Scratch scratch;
  spill(scratch / "one", "a b c d\ne f g h\n");
  spill(scratch / "two", "a b x d\ne f g h\n");
  spill(scratch / "ref", "a b c d\ne f g h\n");
  const auto table = [&](const char* first, const Words& more, const std::string& input = "") {
    const ProgramEnd end = score(scratch, plus({first, "two", "--ref", "ref", "-m", "bleu"}, more), input);
    CHECK((end.status == 0 && end.err.empty()));
    return end.out;
  };
  CHECK_THAT(table("one", {}),
             Catch::Contains("\none     100.0\ntwo     61.8\n") && !Catch::Contains("p is how"));
  CHECK_THAT(table("-", {}, "a b c d\ne f g h\n"), Catch::Contains("\n-       100.0\n"));
  CHECK_THAT(table("one", {"--paired-bs"}), Catch::Contains("\nBaseline: one  ") && Catch::Contains("(p = "));
  CHECK(table("one", {"-b"}) == "100.0\n61.8\n");
}

TEST_CASE("references that 13a suits badly are noted unless it was asked for") {
  const Scratch scratch;
  spill(scratch / "ko", "나는 사과를 먹었다\n그는 TV\nOK\n");
  const auto note = [&](const Words& more) { return score(scratch, plus({"ko", "--ref", "ko"}, more)).err; };
  CHECK_THAT(note({}),
             Catch::StartsWith("note: the references are Korean") && Catch::Contains("--tokenize char"));
  for (const Words& quiet : {Words{"--tokenize", "13a"}, {"--force"}, {"-m", "chrf"}, {"--tokenize", "none"}})
    CHECK(note(quiet).empty());
  spill(scratch / "en", "OK\n그는 TV\nfine\n");
  CHECK(score(scratch, {"en", "--ref", "en"}).err.empty());
  std::string tokenised;
  for (int i = 0; i < 100; ++i) tokenised += "it is fine .\n";
  spill(scratch / "hyp", tokenised);
  CHECK_THAT(score(scratch, {"hyp", "--ref", "hyp"}).err, Catch::Contains("note: hyp: 100 hypotheses"));
  CHECK(score(scratch, {"hyp", "--ref", "hyp", "--tokenize", "none"}).err.empty());
}

TEST_CASE("what cannot be scored is said, with file and line") {
  const Scratch scratch;
  spill(scratch / "three", "a\nb\nc\n");
  spill(scratch / "two", "a\nb\n");
  spill(scratch / "empty", "");
  spill(scratch / "latin1", "a\ncaf\xE9\nc\n");
  spill(scratch / "closed", "a\nb\nc\n");
  std::filesystem::permissions(scratch / "closed", std::filesystem::perms::none);
  check_refusals(scratch, "score");
}
