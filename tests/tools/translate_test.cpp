// heed translate SENTENCE: translation by a saved model.
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

/// A model trained once for all cases of this process.
const Scratch& trained() {
  static const Scratch scratch;
  static const ProgramEnd outcome =
      run({.arguments = tiny_training({"--beam", "1", "--max-length", "8"}), .folder = scratch.folder()});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return scratch;
}

/// Of characters: nothing is known of which words belong together.
const Scratch& trained_on_characters() {
  static const Scratch scratch;
  static const ProgramEnd outcome =
      run({.arguments = tiny_training({"--beam", "1", "--max-length", "8", "--tokens", "characters"}),
           .folder = scratch.folder()});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return scratch;
}

ProgramEnd translate(std::vector<std::string> arguments, std::string input = "") {
  arguments.insert(arguments.begin(), "translate");
  return run({.arguments = std::move(arguments), .folder = trained().folder(), .input = std::move(input)});
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

const std::string sentence = "나는 사과를 좋아한다";

}  // namespace

TEST_CASE("each sentence gives one line, the same every time and with every number of threads") {
  const ProgramEnd one = translate({sentence});
  CHECK(one.status == 0);
  CHECK(lines(one.out) == 1);
  CHECK(one.out.size() > 1);
  CHECK_THAT(one.err, Catch::StartsWith("runs/toy-ko-en/model.safetensors: 2 epochs, valid BLEU "));
  CHECK(translate({sentence, "--threads", "2"}).out == one.out);
  const ProgramEnd two = translate({sentence, "그녀는 웃는다"});
  CHECK(lines(two.out) == 2);
  CHECK(two.out.starts_with(one.out));
  CHECK(translate({sentence, "--model", (trained() / "runs/toy-ko-en/model.safetensors").string()}).out ==
        one.out);
}

TEST_CASE("heed translate --model lstm trains, goes on, translates and shows where it looked") {
  const Scratch scratch;
  const auto heed = [&](std::vector<std::string> words) {
    std::vector<std::string> all{"translate", "--model", "lstm"};
    all.insert(all.end(), words.begin(), words.end());
    return run({.arguments = all, .folder = scratch.folder()});
  };
  const std::vector<std::string> tiny{"--level",  "1", "--pairs",   "300", "--d-model",    "16",
                                      "--epochs", "2", "--threads", "1",   "--max-length", "8"};
  const ProgramEnd first = heed(tiny);
  INFO(first.out << first.err);
  REQUIRE(first.status == 0);
  CHECK_THAT(first.out, Catch::Contains("saved in runs/toy-ko-en-lstm/model.safetensors") &&
                            Catch::Contains("test, beam 4:") && Catch::Contains("Where the decoder looked"));
  const ProgramEnd one = heed({sentence, "--show-attention"});
  CHECK(one.status == 0);
  CHECK_THAT(one.err, Catch::StartsWith("runs/toy-ko-en-lstm/model.safetensors: 2 epochs"));
  CHECK_THAT(one.out, Catch::Contains("cross-attention, layer 1") && Catch::Contains("사과를"));
  CHECK(one.out.find("self-attention") == std::string::npos);
  CHECK(heed({sentence, "--beam", "1", "--threads", "2"}).out == heed({sentence, "--beam", "1"}).out);
  const ProgramEnd other =
      heed({sentence, "--out", (trained() / "runs/toy-ko-en").string()});  // a Transformer
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Catch::Contains("is of another kind"));
  CHECK(run({.arguments = {"translate", "--config", "runs/toy-ko-en-lstm/run.json", "--print-config"},
             .folder = scratch.folder()})
            .status == 0);
  CHECK(heed({"--heads", "2"}).status == 2);
}

TEST_CASE("decomposed Korean is the same sentence") {
  // 나 and 는 in conjoining jamo, as macOS writes file names
  CHECK(translate({"\u1102\u1161\u1102\u1173\u11ab 사과를 좋아한다"}).out == translate({sentence}).out);
}

TEST_CASE("a byte-order mark is no part of a sentence") {
  const std::string mark = "\uFEFF";
  const ProgramEnd marked = translate({mark + sentence});
  const ProgramEnd plain = translate({sentence});
  CHECK(marked.out == plain.out);
  CHECK(marked.err == plain.err);
  const ProgramEnd piped = translate({"--interactive"}, mark + sentence + "\n" + mark + sentence + "\n");
  CHECK(piped.out == plain.out + plain.out);
  CHECK(piped.err == translate({"--interactive"}, sentence + "\n" + sentence + "\n").err);
  const std::size_t model = piped.err.find("2 epochs");  // what the model is: once
  REQUIRE(model != std::string::npos);
  CHECK(piped.err.find("2 epochs", model + 1) == std::string::npos);
}

TEST_CASE("an unknown word that nobody could see is said by its code point") {
  const ProgramEnd outcome = translate({"나는 \u200B 사과를 \uFEFF 좋아한다"});
  CHECK_THAT(outcome.err, Catch::Contains("nothing for it: U+200B U+FEFF)"));
}

TEST_CASE("a sentence less usual than those of the training is marked") {
  const Scratch scratch;
  std::filesystem::copy(trained_on_characters() / "runs", scratch / "runs",
                        std::filesystem::copy_options::recursive);
  const std::string history = (scratch / "runs/toy-ko-en/training.json").string();
  auto usual = nlohmann::json::parse(slurp(history));
  REQUIRE(usual.at("usual_least_log_probability") < 0);
  const auto note = [&](const nlohmann::json& value) {
    usual["usual_least_log_probability"] = value;
    spill(history, usual.dump());
    return run({.arguments = {"translate", sentence}, .folder = scratch.folder()}).err;
  };
  CHECK_THAT(note(0), Catch::Contains("I was not trained for this: the model gives one of its words"));
  CHECK(note(-1000).find("not trained") == std::string::npos);
  CHECK(note("often").find("not trained") == std::string::npos);  // what cannot be read is no reason to fail
  CHECK_THAT(note("often"), Catch::Contains("strange ones are not marked"));  // as of an imported model
  CHECK(note(-1000).find("strange ones") == std::string::npos);
}

TEST_CASE("words that nothing of the translation looked at are named") {
  const Scratch scratch;
  std::filesystem::copy(trained_on_characters() / "runs", scratch / "runs",
                        std::filesystem::copy_options::recursive);
  const std::string path = (scratch / "runs/toy-ko-en/training.json").string();
  auto history = nlohmann::json::parse(slurp(path));
  REQUIRE(history.at("usual_least_coverage") > 0);
  const auto note = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "translate");
    spill(path, history.dump());
    return run({.arguments = words, .folder = scratch.folder()}).err;
  };
  history["usual_least_coverage"] = 2;
  CHECK_THAT(note({sentence}), Catch::Contains("not translated: 나는, 사과를, 좋아한다"));
  CHECK_THAT(note({sentence, "--lang", "ko"}), Catch::Contains("옮기지 않음: 나는, 사과를, 좋아한다"));
  history.erase("usual_least_coverage");  // an older model
  CHECK(note({sentence}).find("not translated") == std::string::npos);
}

TEST_CASE("wrong calls are answered in Korean, too") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "data");
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"translate", "--lang", "ko"});
    return run({.arguments = words, .folder = scratch.folder()}).err;
  };
  CHECK_THAT(said({"가"}), Catch::Contains("저장된 모델이 없습니다: runs/toy-ko-en/model.safetensors"));
  CHECK_THAT(said({"--train", "--data", "nowhere"}), Catch::Contains("그런 폴더가 없습니다"));
  CHECK_THAT(said({"--train", "--data", "data"}), Catch::Contains("data/train.ko: 파일이 없습니다"));
  CHECK_THAT(said({"--train", "--norm", "none"}), Catch::Contains("--norm: post, pre 가운데 하나"));
  std::filesystem::copy(trained() / "runs", scratch / "runs", std::filesystem::copy_options::recursive);
  CHECK_THAT(said({"--input", "none.txt"}), Catch::Contains("파일이 없습니다: none.txt"));
  CHECK_THAT(said({"가", "--sample", "--beam", "8"}), Catch::Contains("하나를 빼세요"));
  CHECK_THAT(said({"가", "--epochs", "3"}), Catch::Contains("--epochs: 학습할 때 쓰는 옵션입니다"));
  CHECK_THAT(said({"--train", "--prefix", "a"}),
             Catch::Contains("--prefix: 문장의 번역을 시작하는 옵션입니다"));
  const ProgramEnd scored = run({.arguments = {"score", "a", "--ref", "-", "-"},
                                 .folder = scratch.folder(),
                                 .environment = {"LC_ALL=ko_KR.UTF-8"}});
  CHECK(scored.status == 2);
  CHECK_THAT(scored.err, Catch::Contains("표준 입력이라 한 번만 읽을 수 있습니다"));
}

TEST_CASE("spaces that stand elsewhere change nothing, and it is said how the sentence was read") {
  const ProgramEnd outcome = translate({"나는사과를", "좋아한다"});
  CHECK(outcome.out == translate({sentence}).out);
  CHECK_THAT(outcome.err, Catch::Contains("read as: 나는 사과를 좋아한다"));
}

TEST_CASE("a word that the model does not know is said") {
  const ProgramEnd outcome = translate({"나는 공룡을 좋아한다 <eos>"});
  CHECK(outcome.status == 0);
  CHECK(lines(outcome.out) == 1);
  CHECK_THAT(outcome.err, Catch::Contains("not in the vocabulary") && Catch::Contains("공룡을"));
  CHECK(translate({sentence}).err.find("vocabulary") == std::string::npos);
}

TEST_CASE("an empty sentence, one too long and one that is not UTF-8") {
  const ProgramEnd empty = translate({""});
  CHECK(empty.status == 0);
  CHECK(empty.out == "\n");
  CHECK_THAT(empty.err, Catch::Contains("empty sentence"));
  std::string long_sentence;
  for (int i = 0; i < 600; ++i) long_sentence += "나는 ";
  const ProgramEnd long_source = translate({long_sentence, "--max-length", "5"});
  CHECK(long_source.status == 0);
  CHECK_THAT(long_source.err, Catch::Contains("only the first 511 tokens"));
  const ProgramEnd cut = translate({sentence, "--max-length", "1"});
  CHECK(cut.status == 0);
  CHECK_THAT(cut.err, Catch::Contains("cut off at the maximum length"));
  const ProgramEnd bytes = translate({"나는 \xFF"});
  CHECK(bytes.status == 1);
  CHECK(bytes.out.empty());
  CHECK_THAT(bytes.err, Catch::Contains("\nheed: byte 8 (0xFF) is not UTF-8"));
  const ProgramEnd second = translate({sentence, "\xFF"});
  CHECK(second.status == 1);
  CHECK_THAT(second.err, Catch::Contains("\nheed: sentence 2: byte 1 (0xFF) is not UTF-8"));
  const Scratch scratch;
  spill(scratch / "in.txt", "나는\n\xB3\xAA\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"나는 \xB3\xAA"}, "heed: 8번째 바이트(0xB3)가 UTF-8이 아닙니다"},
      {{sentence, "\xB3\xAA"}, "heed: 2번째 문장: 1번째 바이트(0xB3)가 UTF-8이 아닙니다"},
      {{"--input", (scratch / "in.txt").string()},
       "2번째 줄: 1번째 바이트(0xB3)가 UTF-8이 아님. CP949로 보입니다"}};
  for (const auto& [words, problem] : cases) {
    std::vector<std::string> korean{"--lang", "ko"};
    korean.insert(korean.end(), words.begin(), words.end());
    const ProgramEnd said = translate(korean);
    CHECK(said.status == 1);
    CHECK_THAT(said.err, Catch::Contains(problem));
  }
  CHECK_THAT(translate({"--lang", "ko"}, "\xB3\xAA\n").err,
             Catch::Contains("1번째 바이트(0xB3)가 UTF-8이 아닙니다"));
}

TEST_CASE("the option --show-attention draws every layer and head with the words of both languages") {
  const ProgramEnd outcome = translate({sentence, "--show-attention", "--max-length", "4"});
  CHECK(outcome.status == 0);
  for (const char* part :
       {"encoder self-attention, layer 1", "decoder self-attention, layer 1", "cross-attention, layer 1",
        "layer 1 · head 1", "layer 1 · head 2", "사과를", "<eos>", "<bos>"})
    CHECK_THAT(outcome.out, Catch::Contains(part));
  const std::string first_line = outcome.out.substr(0, outcome.out.find('\n'));
  CHECK(first_line + "\n" == translate({sentence, "--max-length", "4"}).out);
}

TEST_CASE("the option --interactive translates a sentence a line from a pipe, line for line") {
  const ProgramEnd outcome =
      translate({"--interactive", "--max-length", "4"}, sentence + "\n\n나는 \xFF\n" + sentence + "\r\n공룡");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  const std::string one = translate({sentence, "--max-length", "4"}).out;
  CHECK(outcome.out.starts_with(one + "\n\n" +
                                one));  // an empty line stays one, so does one that cannot be read
  CHECK(lines(outcome.out) == 5);
  CHECK_THAT(outcome.err, Catch::Contains("line 3: byte 8 (0xFF) is not UTF-8") && Catch::Contains("공룡"));
  CHECK(outcome.out.find("> ") == std::string::npos);  // no prompt in a pipe
  CHECK(translate({"--interactive"}).status == 0);
}

TEST_CASE("the help of a conversation fits the terminal") {
  const ProgramEnd end = run({.arguments = {"translate", "--interactive"},
                              .folder = trained().folder(),
                              .input = ":help\n",
                              .environment = {"COLUMNS=40"}});
  CHECK_THAT(end.out,
             Catch::Contains("\n  :switch\n      the other direction, if there is a\n      model\n"));
}

TEST_CASE("the option --n-best prints several translations, best first, and the first is the plain one") {
  const ProgramEnd three = translate({sentence, "--beam", "4", "--n-best", "3"});
  REQUIRE(three.status == 0);
  REQUIRE(lines(three.out) == 3);
  std::istringstream text(three.out);
  std::string line;
  double before = 1;
  for (int i = 0; std::getline(text, line); ++i) {
    CHECK(line.starts_with("0 ||| "));
    const double score = std::stod(line.substr(line.rfind("||| ") + 4));
    CHECK(score <= (i == 0 ? 0.0 : before));
    before = score;
    const std::string plain = translate({sentence, "--beam", "4"}).out;
    if (i == 0) CHECK(line.substr(6, line.rfind(" |||") - 6) + '\n' == plain);
  }
  // Of several sentences each list has the number of its sentence, in a pipe and in a file alike.
  const std::string text_of_four = sentence + "\n\n\xFF\n" + sentence + "\n";
  const ProgramEnd piped = translate({"--beam", "2", "--n-best", "2"}, text_of_four);
  CHECK(piped.status == 1);
  CHECK_THAT(piped.out, Catch::StartsWith("0 ||| ") && Catch::Contains("\n0 ||| ") &&
                            Catch::Contains("\n1 |||  ||| 0.000\n2 |||  ||| 0.000\n3 ||| ") &&
                            Catch::Contains("\n3 ||| "));
  CHECK(lines(piped.out) == 6);
  spill(trained() / "three.txt", sentence + "\n\n" + sentence + "\n");
  CHECK(lines(translate({"--beam", "2", "--n-best", "2", "--input", "three.txt"}).out) == 5);
  const ProgramEnd narrow = translate({sentence, "--beam", "2", "--n-best", "3"});
  CHECK(narrow.status == 2);
  CHECK(narrow.err.find("--beam 3") != std::string::npos);
}

TEST_CASE("words that the shell has cut apart are one sentence, and standard input is translated") {
  const ProgramEnd one = translate({sentence});
  CHECK(translate({"나는", "사과를", "좋아한다"}).out == one.out);
  const std::string model = slurp(trained() / "runs/toy-ko-en/model.safetensors");
  const ProgramEnd piped = translate({}, sentence + "\n");
  CHECK(piped.out == one.out);
  CHECK(slurp(trained() / "runs/toy-ko-en/model.safetensors") == model);  // nothing was trained
  const ProgramEnd nothing = translate({});
  CHECK(nothing.status == 0);
  CHECK(nothing.out.empty());
  CHECK_THAT(nothing.err, Catch::Contains("nothing came in") && Catch::Contains("--train"));
}

TEST_CASE("a dash is standard input") {
  const ProgramEnd dash = translate({"-"}, sentence + "\n" + sentence + "\n");
  CHECK(dash.status == 0);
  CHECK(dash.out == translate({"--input", "-"}, sentence + "\n" + sentence + "\n").out);
  CHECK(lines(dash.out) == 2);
}

TEST_CASE("a file of options that says nothing of a training asks for none") {
  const std::string model = slurp(trained() / "runs/toy-ko-en/model.safetensors");
  const Scratch scratch;
  const auto printed = [&](std::vector<std::string> words) {
    words.emplace_back("--print-config");
    spill(scratch / "run.json", translate(std::move(words)).out);
    return (scratch / "run.json").string();
  };
  const std::string one = translate({"--beam", "8", "--max-length", "4", sentence}).out;
  const std::string config = printed({"--beam", "8", "--max-length", "4"});
  for (const ProgramEnd& end :
       {translate({"--config", config, sentence}), translate({"--config", config}, sentence + "\n"),
        translate({"--config", config, "--input", "-"}, sentence + "\n")}) {
    INFO(end.err);
    CHECK(end.status == 0);
    CHECK(end.out == one);
  }
  const std::string named = printed({"--beam", "8", "--max-length", "4", "--model",
                                     (trained() / "runs/toy-ko-en/model.safetensors").string()});
  CHECK(translate({"--config", named}, sentence + "\n").out == one);
  CHECK(slurp(trained() / "runs/toy-ko-en/model.safetensors") == model);
  // What differs from the defaults, or stands on the command line, does ask.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--config", printed({"--level", "1"}), sentence},
        {"--config", printed({"--train"}), sentence},
        {"--config", config, "--level", "4", sentence}}) {
    const ProgramEnd end = translate(words);
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::Contains(" is for training; with sentences a saved model answers"));
  }
}

TEST_CASE("what waits on standard input is translated when the training that it needed has ended") {
  const Scratch scratch;
  write_corpus(scratch, 60);
  const auto heed = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"translate", "--data", "data", "--lang", "en"};
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words, .folder = scratch.folder(), .input = sentence + "\n"});
  };
  const ProgramEnd first = heed({});
  INFO(first.err);
  REQUIRE(first.status == 0);
  const std::size_t place = first.out.find("What came in on standard input:\n");
  REQUIRE(place != std::string::npos);
  CHECK(lines(first.out.substr(place)) == 2);
  // Where it was asked for, what waits may be the list of a loop around the command.
  CHECK(heed({"--epochs", "1"}).out.find("What came in") == std::string::npos);
}

TEST_CASE("several sentences of a line stay one line, and notes say of which they are") {
  const ProgramEnd both = translate({"--input", "-", "--max-length", "4"},
                                    sentence + " ^. 나는 공룡을 좋아한다.\n" + sentence + "\n");
  const std::string one = translate({sentence + ".", "--max-length", "4"}).out;
  CHECK(lines(both.out) == 2);
  CHECK(both.out.starts_with(one.substr(0, one.size() - 1) + ". "));
  CHECK_THAT(both.err,
             Catch::StartsWith("runs/") &&
                 Catch::Contains("line 1: (sentence 1: left out, as the model has nothing for it: ^)") &&
                 Catch::Contains("  (sentence 2: not in the vocabulary, read as <unk>: 공룡을)"));
}

TEST_CASE("a file is translated line by line into another, and notes have the numbers of its lines") {
  const Scratch scratch;
  const std::string input = (scratch / "in.txt").string(), output = (scratch / "out.txt").string();
  spill(input, sentence + "\n\n나는 공룡을 좋아한다\n");
  const ProgramEnd outcome = translate({"--input", input, "--output", output, "--max-length", "4"});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Catch::Contains("line 3: (not in the vocabulary, read as <unk>: 공룡을)"));
  CHECK(outcome.err.find("line 2") == std::string::npos);
  CHECK(slurp(output) == translate({"--input", input, "--max-length", "4"}).out);
  CHECK(lines(slurp(output)) == 3);
  CHECK(slurp(output).starts_with(translate({sentence, "--max-length", "4"}).out + "\n"));
  CHECK(translate({"--input", "-", "--max-length", "4"}, slurp(input)).out == slurp(output));

  const ProgramEnd same = translate({"--input", input, "--output", input});
  CHECK(same.status == 2);
  CHECK_THAT(same.err, Catch::Contains("would overwrite"));
  const std::string nowhere = (scratch / "nowhere/out.txt").string();
  const ProgramEnd early = translate({"--input", input, "--output", nowhere});
  CHECK(early.status == 1);
  CHECK_THAT(early.err, Catch::EndsWith("heed: cannot write " + nowhere + ": No such file or directory\n") &&
                            !Catch::Contains("line 3"));  // nothing has been translated
  spill(input, sentence + "\n\xFF\n");
  spill(output, "kept");
  const ProgramEnd bytes = translate({"--input", input, "--output", output});
  CHECK(bytes.status == 1);
  CHECK_THAT(bytes.err, Catch::Contains("in.txt:2: byte 1 (0xFF) is not UTF-8"));
  CHECK(slurp(output) == "kept");
}

TEST_CASE("messages are Korean where the locale or --lang says so") {
  const ProgramEnd chosen = translate({"나는 공룡을 좋아한다", "--lang", "ko"});
  CHECK_THAT(chosen.err, Catch::Contains("모르는 낱말이라 <unk>로 읽음: 공룡을"));
  const ProgramEnd locale = run({.arguments = {"translate", "나는 공룡을 좋아한다"},
                                 .folder = trained().folder(),
                                 .environment = {"LC_ALL=ko_KR.UTF-8"}});
  CHECK(locale.err == chosen.err);
}

TEST_CASE("options of decoding: prefix, samples, alignments, an ensemble, what changes nothing is refused") {
  const ProgramEnd aligned = translate({sentence, "--alignments"});
  CHECK(aligned.status == 0);
  CHECK_THAT(aligned.out, Catch::Matches("[^|]+ \\|\\|\\|( [0-9]+-[0-9]+)*\n"));
  const ProgramEnd begun = translate({sentence, "--prefix", "the cat", "--beam", "2"});
  CHECK(begun.out.starts_with("the cat"));
  CHECK_THAT(translate({sentence, "--prefix", "dinosaur", "--lang", "ko"}).err,
             Catch::Contains("모델에 없는 말로는 번역을 시작할 수 없습니다: dinosaur"));
  const ProgramEnd two = translate({"--ensemble", "no,where", sentence});
  CHECK(two.status != 0);
  CHECK_FALSE(two.err.find("no,where") != two.err.npos);  // two names
  const ProgramEnd comma = translate({"--ensemble", ",", sentence});
  CHECK(comma.status == 2);
  CHECK_THAT(comma.err, Catch::StartsWith("heed: --ensemble: the value is a comma"));
  CHECK(lines(translate({sentence, "--sample", "--temperature", "2", "--n-best", "6"}).out) == 6);
  std::string same_line;
  for (int i = 0; i < 40; ++i) same_line += sentence + "\n";
  const std::vector<std::string> drawn{"--sample", "--temperature", "2", "--max-length", "20"};
  std::vector<std::string> by_file = drawn;
  by_file.insert(by_file.end(), {"--input", "-"});
  // No line is drawn as another one was: not those 32 before it either.
  for (const std::string& written : {translate(by_file, same_line).out, translate(drawn, same_line).out}) {
    std::istringstream each(written);
    std::vector<std::string> texts;
    for (std::string line; std::getline(each, line);) texts.push_back(line);
    REQUIRE(texts.size() == 40);
    CHECK(std::set(texts.begin(), texts.end()).size() > 30);
  }
  const std::string model = (trained() / "runs/toy-ko-en/model.safetensors").string();
  CHECK(translate({"--ensemble", model, sentence}).out == translate({sentence}).out);
  const auto refused = [](std::vector<std::string> arguments, const std::string& why) {
    const ProgramEnd end = translate(std::move(arguments));
    CHECK(end.status == 2);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Catch::Contains(why));
  };
  refused({sentence, "--top-k", "3"}, "--sample");
  refused({sentence, "--sample", "--beam", "2"}, "leave out one of them");
  refused({sentence, "--coverage-penalty", "0.2", "--beam", "1"}, "--beam 2");
  refused({sentence, "--alignments", "--n-best", "2"}, "--n-best");
  refused({sentence, "--prefix", "zzz"}, "\"zzz\"");
  refused({"--train", "--alignments"}, "--alignments");
}

TEST_CASE("the option --interactive takes commands from a pipe too, a plain pipe has sentences alone") {
  const ProgramEnd asked = translate({"--interactive"}, sentence + "\n:a 2\n:quit\n" + sentence + "\n");
  CHECK(asked.status == 0);
  CHECK(lines(asked.out) == 3);
  const ProgramEnd plain = translate({}, ":quit\n" + sentence + "\n");
  CHECK(lines(plain.out) == 2);
}
