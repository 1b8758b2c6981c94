// heed translate SENTENCE: what a saved model answers, from the command line, from pipes and from files.
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/tools/refusals.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

const std::string sentence = "나는 사과를 좋아한다", strange = "나는 공룡을 좋아한다";

/// A folder with a model that is trained once, however many sections ask for it.
const Scratch& with_model() {
  static const Scratch scratch;
  static const ProgramEnd trained =
      run_well(scratch.folder(), tiny_training({"--beam", "1", "--max-length", "8"}));
  return scratch;
}

ProgramEnd translate(const Words& words, const std::string& input = "") {
  return run_heed(with_model().folder(), plus({"translate"}, words), input);
}

std::size_t lines(const std::string& text) { return occurrences(text, "\n"); }

}  // namespace

TEST_CASE("heed translate gives a line for a sentence however it is typed") {
  const std::string model = (with_model() / "runs/toy-ko-en/model.safetensors").string(),
                    bytes = slurp(model);
  const ProgramEnd one = translate({sentence});
  CHECK(one.status == 0);
  CHECK(lines(one.out) == 1);
  CHECK(one.out.size() > 1);
  CHECK_THAT(one.err, Catch::StartsWith("runs/toy-ko-en/model.safetensors: 2 epochs, valid BLEU ") &&
                          !Catch::Contains("vocabulary"));

  SECTION("the same line") {
    for (const Words& words : {Words{"나는", "사과를", "좋아한다"},
                               {"나는사과를", "좋아한다"},
                               {"\u1102\u1161\u1102\u1173\u11ab 사과를 좋아한다"},  // as macOS writes it
                               {"\uFEFF" + sentence},
                               {sentence, "--threads", "2"},
                               {sentence, "--model", model},
                               {"--ensemble", model, sentence}})
      CHECK(translate(words).out == one.out);
    const std::string two = "\uFEFF" + sentence + "\n" + sentence + "\r\n";
    for (const Words& words : {Words{}, {"-"}, {"--input", "-"}, {"--interactive"}}) {
      const ProgramEnd piped = translate(words, two);
      CHECK(piped.out == one.out + one.out);
      CHECK(occurrences(piped.err, "2 epochs") == 1);  // what the model is: once
    }
    const ProgramEnd both = translate({sentence, "그녀는 웃는다"});
    CHECK(both.out.starts_with(one.out));
    CHECK(lines(both.out) == 2);
    CHECK(slurp(model) == bytes);  // nothing was trained
  }
  SECTION("notes") {
    std::string long_one;
    for (int i = 0; i < 600; ++i) long_one += "나는 ";
    for (const auto& [words, said] : std::vector<std::pair<Words, std::string>>{
             {{"나는사과를", "좋아한다"}, "read as: 나는 사과를 좋아한다"},
             {{strange + " <eos>"}, "not in the vocabulary, read as <unk>: 공룡을"},
             {{strange, "--lang", "ko"}, "모르는 낱말이라 <unk>로 읽음: 공룡을"},
             {{"나는 \u200B 사과를 \uFEFF 좋아한다"}, "nothing for it: U+200B U+FEFF)"},
             {{""}, "an empty sentence"},
             {{long_one, "--max-length", "5"}, "only the first 511 tokens"},
             {{sentence, "--max-length", "1"}, "cut off at the maximum length"}}) {
      const ProgramEnd end = translate(words);
      CHECK(end.status == 0);
      CHECK(lines(end.out) == 1);
      CHECK_THAT(end.err, Catch::Contains(said));
    }
    const ProgramEnd several = translate({"-", "--max-length", "4"}, sentence + " ^. " + strange + ".\nx\n");
    CHECK(lines(several.out) == 2);
    CHECK_THAT(several.err,
               Catch::Contains("line 1: (sentence 1: left out, as the model has nothing for it: ^)") &&
                   Catch::Contains("  (sentence 2: not in the vocabulary, read as <unk>: 공룡을)"));
    const ProgramEnd nothing = translate({});
    CHECK(nothing.status == 0);
    CHECK(nothing.out.empty());
    CHECK_THAT(nothing.err, Catch::Contains("nothing came in") && Catch::Contains("--train"));
  }
  SECTION("what cannot be read") {
    spill(with_model() / "in.txt", "나는\n\xB3\xAA\n");
    for (const auto& [words, problem] : std::vector<std::pair<Words, std::string>>{
             {{"나는 \xFF"}, "\nheed: byte 8 (0xFF) is not UTF-8"},
             {{sentence, "\xFF"}, "\nheed: sentence 2: byte 1 (0xFF) is not UTF-8"},
             {{sentence, "\xB3\xAA", "--lang", "ko"},
              "heed: 2번째 문장: 1번째 바이트(0xB3)가 UTF-8이 아닙니다"},
             {{"--input", "in.txt", "--lang", "ko"},
              "2번째 줄: 1번째 바이트(0xB3)가 UTF-8이 아님. CP949로 보입니다"}}) {
      const ProgramEnd end = translate(words);
      CHECK(end.status == 1);
      CHECK(end.out.empty());
      CHECK_THAT(end.err, Catch::Contains(problem));
    }
    // The other lines of a pipe are translated; at a conversation's end that is no failure.
    for (const bool talk : {false, true}) {
      const ProgramEnd end = translate(talk ? Words{"--interactive"} : Words{},
                                       sentence + "\n\n나는 \xFF\n" + sentence + "\n공룡");
      CHECK(end.status == (talk ? 0 : 1));
      CHECK(end.out.starts_with(one.out + "\n\n" + one.out));
      CHECK(lines(end.out) == 5);
      CHECK_THAT(end.err, Catch::Contains("line 3: byte 8 (0xFF) is not UTF-8") && Catch::Contains("공룡"));
    }
  }
  SECTION("a file into another") {
    const Scratch scratch;
    const std::string input = (scratch / "in.txt").string(), output = (scratch / "out.txt").string(),
                      nowhere = (scratch / "nowhere/out.txt").string();
    spill(input, sentence + "\n\n" + strange + "\n");
    const ProgramEnd end = translate({"--input", input, "--output", output});
    CHECK(end.status == 0);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Catch::Contains("line 3: (not in the vocabulary, read as <unk>: 공룡을)") &&
                            !Catch::Contains("line 2"));
    CHECK(lines(slurp(output)) == 3);
    CHECK(slurp(output).starts_with(one.out + "\n"));
    const ProgramEnd early = translate({"--input", input, "--output", nowhere});
    CHECK(early.status == 1);
    CHECK_THAT(early.err,
               Catch::EndsWith("heed: cannot write " + nowhere + ": No such file or directory\n") &&
                   !Catch::Contains("line 3"));  // nothing has been translated
    spill(input, sentence + "\n\xFF\n");
    spill(output, "kept");
    const ProgramEnd broken = translate({"--input", input, "--output", output});
    CHECK(broken.status == 1);
    CHECK_THAT(broken.err, Catch::Contains("in.txt:2: byte 1 (0xFF) is not UTF-8"));
    CHECK(slurp(output) == "kept");
    // Ctrl-C keeps what there is beside it.
    std::string many = strange + "\n";
    for (int i = 0; i < 20'000; ++i) many += sentence + "\n";
    spill(input, many);
    const ProgramEnd cut = run({.arguments = {"translate", "--input", input, "--output", output},
                                .folder = with_model().folder(),
                                .signal_when = "line 1: "});
    CHECK(cut.status == 130);
    const std::string unfinished = slurp(output + ".unfinished");
    CHECK_THAT(cut.err, Catch::Contains(fmt::format("Interrupted: {} of 20001 lines are translated, in {}\n",
                                                    lines(unfinished), output + ".unfinished")));
    CHECK((lines(unfinished) > 0 && lines(unfinished) < 20'001));
    CHECK(slurp(output) == "kept");
  }
  SECTION("a conversation") {
    const ProgramEnd asked = translate({"--interactive"}, sentence + "\n:a 2\n:quit\n" + sentence + "\n");
    CHECK(asked.status == 0);
    CHECK(lines(asked.out) == 3);
    CHECK(asked.out.find("> ") == std::string::npos);                   // no prompt in a pipe
    CHECK(lines(translate({}, ":quit\n" + sentence + "\n").out) == 2);  // a plain pipe has sentences alone
    CHECK_THAT(run({.arguments = {"translate", "--interactive"},
                    .folder = with_model().folder(),
                    .input = ":help\n",
                    .environment = {"COLUMNS=40"}})
                   .out,
               Catch::Contains("\n  :why\n      which words of it each word"));
  }
}

TEST_CASE("heed translate takes options of decoding and options out of a file") {
  const std::string one = translate({sentence}).out;

  SECTION("several translations, best first, and the first is the plain one") {
    const ProgramEnd three = translate({sentence, "--beam", "4", "--n-best", "3"});
    REQUIRE(lines(three.out) == 3);
    std::istringstream text(three.out);
    double before = 1;
    for (std::string line; std::getline(text, line);) {
      CHECK(line.starts_with("0 ||| "));
      const double score = std::stod(line.substr(line.rfind("||| ") + 4));
      CHECK(score <= before);
      if (before == 1) CHECK(line.substr(6, line.rfind(" |||") - 6) + '\n' == one);
      before = score;
    }
    const ProgramEnd piped =
        translate({"--beam", "2", "--n-best", "2"}, sentence + "\n\n\xFF\n" + sentence + "\n");
    CHECK_THAT(piped.out, Catch::StartsWith("0 ||| ") && Catch::Contains("\n0 ||| ") &&
                              Catch::Contains("\n1 |||  ||| 0.000\n2 |||  ||| 0.000\n3 ||| "));
    CHECK(lines(piped.out) == 6);
  }
  SECTION("alignments, prefixes and what was looked at") {
    CHECK_THAT(translate({sentence, "--alignments"}).out,
               Catch::Matches("[^|]+ \\|\\|\\|( [0-9]+-[0-9]+)*\n"));
    CHECK(translate({sentence, "--prefix", "the cat", "--beam", "2"}).out.starts_with("the cat"));
    const ProgramEnd shown = translate({sentence, "--show-attention"});
    CHECK(shown.out.starts_with(one));
    for (const char* part :
         {"encoder self-attention, layer 1", "decoder self-attention, layer 1", "cross-attention, layer 1",
          "layer 1 · head 1", "layer 1 · head 2", "사과를", "<eos>", "<bos>"})
      CHECK_THAT(shown.out, Catch::Contains(part));
  }
  SECTION("no line is drawn as another one was: not those 32 before it either") {
    std::string same;
    for (int i = 0; i < 40; ++i) same += sentence + "\n";
    for (const Words& way : {Words{}, {"--input", "-"}}) {
      std::istringstream each(
          translate(plus(way, {"--sample", "--temperature", "2", "--max-length", "20"}), same).out);
      std::vector<std::string> texts;
      for (std::string line; std::getline(each, line);) texts.push_back(line);
      REQUIRE(texts.size() == 40);
      CHECK(std::set(texts.begin(), texts.end()).size() > 30);
    }
  }
  SECTION("a file of options that says nothing of a training asks for none") {
    const Scratch scratch;
    const std::string config = (scratch / "run.json").string();
    const auto print = [&](const Words& words) {
      spill(config, translate(plus(words, {"--print-config"})).out);
    };
    const std::string wide = translate({"--beam", "8", "--max-length", "4", sentence}).out;
    print({"--beam", "8", "--max-length", "4"});
    CHECK(translate({"--config", config, sentence}).out == wide);
    CHECK(translate({"--config", config}, sentence + "\n").out == wide);
    // An option does ask if it differs from the defaults, or stands on the command line.
    CHECK(translate({"--config", config, "--level", "4", sentence}).status == 2);
    print({"--level", "1"});
    CHECK_THAT(translate({"--config", config, sentence}).err,
               Catch::Contains(" is for training; with a text a saved model answers"));
  }
  SECTION("what changes nothing is refused") { check_refusals(with_model(), "decoding"); }
}

TEST_CASE("of characters a sentence that is unusual is marked and so are words not looked at") {
  const Scratch scratch;
  REQUIRE(run_heed(scratch.folder(),
                   tiny_training({"--beam", "1", "--max-length", "8", "--tokens", "characters"}))
              .status == 0);
  const std::string path = (scratch / "runs/toy-ko-en/training.json").string();
  const auto history = nlohmann::json::parse(slurp(path));
  const auto note = [&](const char* key, const nlohmann::json& value, const Words& more = {}) {
    auto changed = history;
    changed[key] = value;
    spill(path, changed.dump());
    return run_heed(scratch.folder(), plus({"translate", sentence}, more)).err;
  };
  const char* const least = "usual_least_log_probability";
  REQUIRE(history.at(least) < 0);
  CHECK_THAT(note(least, 0), Catch::Contains("I was not trained for this: the model gives one of its words"));
  CHECK_THAT(note(least, -1000), !Catch::Contains("not trained"));
  // If it cannot be read, as of an imported model, that is no reason to fail.
  CHECK_THAT(note(least, "often"), !Catch::Contains("not trained"));
}

TEST_CASE("heed translate --model lstm trains and translates and shows where it looked") {
  const Scratch scratch;
  write_corpus(scratch);
  const auto heed = [&](const Words& words) {
    return run_heed(scratch.folder(), plus({"translate", "--model", "lstm", "--data", "data"}, words));
  };
  const ProgramEnd first =
      heed({"--tokens", "words", "--d-model", "16", "--epochs", "2", "--max-length", "8"});
  INFO(first.out << first.err);
  REQUIRE(first.status == 0);
  CHECK_THAT(first.out, Catch::Contains("saved in runs/data-ko-en-lstm/model.safetensors") &&
                            Catch::Contains("test, beam 4:") && Catch::Contains("Where the decoder looked"));
  const std::string typed = "우리는 책 1 을 본다";
  const ProgramEnd one = heed({typed, "--show-attention"});
  CHECK(one.status == 0);
  CHECK_THAT(one.err, Catch::StartsWith("runs/data-ko-en-lstm/model.safetensors: 2 epochs"));
  CHECK_THAT(one.out, Catch::Contains("cross-attention, layer 1") && !Catch::Contains("self-attention"));
  CHECK(heed({typed, "--threads", "2"}).out == heed({typed}).out);
  REQUIRE(run_heed(scratch.folder(), of_corpus()).status == 0);
  const ProgramEnd other =  // of a Transformer
      run_heed(scratch.folder(), {"translate", typed, "--model", "lstm", "--out", "runs/data-ko-en"});
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Catch::Contains("is of another kind"));
}
