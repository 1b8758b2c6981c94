// Wrong calls: one sentence on standard error, exit status 2, and nothing done.
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

struct WrongCall {
  std::vector<std::string> arguments;
  std::string message;  // a part of it
  std::vector<std::string> environment{};
};

}  // namespace

TEST_CASE("a wrong call is refused before any work") {
  const std::vector<WrongCall> calls{
      {{}, "name a command, such as `heed translate`"},
      {{"tranlsate"}, "there is no command 'tranlsate'; is it translate?; `heed help` lists them"},
      {{"--colour"}, "there is no option --colour"},
      {{"translate", "--colour", "3"},
       "there is no option --colour; `heed translate --help` lists the options"},
      {{"bench", "this"}, "'this' is one word too many"},
      {{"bench", "--config", "huge"}, "toy"},
      {{"copy", "1 2", "--epochs", "3"}, "--epochs is for training; with sequences a saved model answers"},
      {tiny_training({"--checkpoint-every", "often"}), "takes steps (500) or minutes (5m), not 'often'"},
      {tiny_training({"--checkpoint-every", "0"}), "takes steps (500) or minutes (5m), not '0'"},
      {tiny_training({"--checkpoint-every", "1.5"}), "takes steps (500) or minutes (5m), not '1.5'"},
      {{"translate", "a", "--resume"}, "--resume is for training"},
      {{"translate", "--epochs"}, "--epochs needs a value: --epochs EPOCHS"},
      {{"translate", "--version"}, "there is no option --version; `heed translate --help`"},
      {{"translate", "--epoch", "3"}, "there is no option --epoch; is it --epochs?"},
      {{"learn", "chek"}, "'chek' is one word too many; is it check?"},
      {{"run-module"}, "give a model; `heed run-module --help`"},
      {{"show"}, "give a file; `heed show --help`"},
      {{"report"}, "give models; "},
      {{"export", "a"}, "--out is missing"},
      {{"example", "99"}, "there is no example '99'"},
      {tiny_training({"--heads", "3"}), "3 heads do not divide d_model 16"},
      {{"copy", "--heads", "5"}, "5 heads do not divide d_model 64"},
      {{"lab", "C3", "--from", "x"}, "--from runs nothing"},
      {{"compare-heads", "--heads-list", "1,2,1"}, "names a number twice"},
      {{"compare-heads", "--epochs", "6,6"}, "--epochs 6,6 names a number twice"},
      {{"compare-heads", "--lr", "0,0.002"}, "--lr 0.002,0.002 names a number twice"},
      {{"compare-heads", "--heads-list", "1,3"}, "3 heads do not divide d_model 64"},
      {tiny_training({"--heads", "0"}), "--heads: takes a whole number from 1 to"},
      {tiny_training({"--epochs", "2.5"}), "--epochs: takes a whole number from 1 to 1000000, not '2.5'"},
      {tiny_training({"--lr", "fast"}), "--lr: takes a number from 0 to 1000, not 'fast'"},
      {tiny_training({"--lr", "nan"}), "--lr: takes a number"},
      {tiny_training({"--seed", "-1"}), "--seed: takes a whole number from 0"},
      {tiny_training({"--seed", "99999999999999999999999"}), "from 0 to 18446744073709551615, not '99999"},
      {tiny_training({"--seed", "0x10"}), "--seed: takes a whole number from 0"},
      {{"score", "a", "--ref", "b", "--seed", "+1"}, "--seed: takes a whole number from 0"},
      {tiny_training({"--length-penalty", "nan"}), "--length-penalty: takes a number from -10 to 10, not"},
      {tiny_training({"--beam", "0"}), "--beam: takes a whole number from 1 to 1000, not '0'"},
      {tiny_training({"--n-best", "x"}), "--n-best: takes a whole number from 1 to 1000, not 'x'"},
      {tiny_training({"--max-length", "-1"}), "--max-length: takes a whole number from 0 to 100000"},
      {{"translate", "a", "--epochs", "3"}, "--epochs is for training; with sentences a saved model"},
      {{"translate", "--interactive", "--lr", "1"}, "--lr is for training; with --interactive a saved"},
      {{"translate", "a", "--d-model", "8"}, "--d-model is for training"},
      {{"translate", "a", "--level", "3"}, "--level is for training"},
      {{"translate", "a", "--train"}, "--train is for training; with sentences a saved model"},
      {{"translate", "--input", "a", "--epochs", "1"}, "--epochs is for training; with --input a saved"},
      {{"translate", "--input", "a", "b"}, "--input names the text: leave out the sentences"},
      {{"translate", "/proc/self/status", "/etc/passwd"},
       "is a file: `--input /proc/self/status` translates"},
      {tiny_training({"--output", "a"}), "--output is for translations, not for training"},
      {{"translate", "a", "--lang", "fr"}, "--lang: there is no language 'fr': give en or ko"},
      {{"learn", "list", "--lang", "fr"}, "--lang: there is no language 'fr': give en or ko"},
      {{"translate", "--out=", "--print-config"}, "--out: the value is empty; is the shell variable set?"},
      {{"translate", "a", "--data", "d", "--model", "m"}, "--data changes nothing here: --model names"},
      {{"translate", "--model", "lstm", "--heads", "2"},
       "--heads is of a Transformer; an LSTM has --d-model"},
      {{"translate", "a", "--out", "d", "--model", "m"}, "--out changes nothing here: --model names"},
      {{"translate", "--model", "gru"},
       "no model 'gru': --model takes transformer, lstm, or a model's file or folder"},
      {{"translate", "a", "--model", "LSTM"}, "no model 'LSTM': --model takes transformer, lstm, or a model"},
      {tiny_training({"--model", "runs/gru"}),
       "there is no model 'runs/gru': --model takes a model's file or folder (the file of a new one ends"},
      {{"translate", "a", "--out", "d", "--data", "m"}, "--data changes nothing here: --out names"},
      {{"score", "-", "--ref", "-"}, "- is standard input, which can be read once"},
      {{"score", "a", "--ref", "-", "/dev/stdin"}, "- is standard input, which can be read once"},
      {{"help", "tranlsate"}, "there is no command 'tranlsate'; is it translate?; `heed help` lists them"},
      {tiny_training({"--pairs", "-5"}), "--pairs: takes a whole number from 1"},
      {tiny_training({"--batch", "0"}), "--batch: takes a whole number from 1"},
      {tiny_training({"--dropout", "1"}), "--dropout: takes a number from 0 to 0.99"},
      {tiny_training({"--threads", "0"}), "--threads: takes a whole number from 1"},
      {tiny_training({"--schedule", "sine"}),
       "--schedule: takes one of constant, cosine, inverse-sqrt, noam, not 'sine'"},
      {tiny_training({"--tokens", "bytes"}), "takes one of characters, subwords, words, not"},
      {tiny_training({"--subwords", "200", "--tokens", "words"}),
       "--tokens words: then there are no subwords"},
      {tiny_training({"--subwords", "200", "--min-frequency", "2"}), "--min-frequency is for words"},
      {tiny_training({"--source", "fr"}), "not fr to en"},
      {{"translate", "--source", "fr", "x"}, "the grammar has ko and en, one into the other, not fr to en"},
      {{"translate", "--source", "ko", "--target", "ko", "x"}, "not ko to ko; other languages need --data"},
      {tiny_training({"--show-attention"}), "give a sentence"},
      {tiny_training({"--model", "."}), "is a folder"},
      {tiny_training(), "HEED_THREADS is 'abc': give a number of threads", {"HEED_THREADS=abc"}},
      {tiny_training({"--threads", "2"}), "HEED_THREADS is '2x'", {"HEED_THREADS=2x"}},
      {{"copy"}, "HEED_THREADS is '0'", {"HEED_THREADS=0"}},
      {{"translate", "a"}, "HEED_THREADS is '-1'", {"HEED_THREADS=-1"}},
      {{"score", "a", "--ref", "b"}, "HEED_THREADS is ''", {"HEED_THREADS="}},
      {{"bench", "--quick"}, "HEED_THREADS is '1.5'", {"HEED_THREADS=1.5"}},
      {{"run-module", "a", "b", "--out", "c"}, "HEED_THREADS is '1000000'", {"HEED_THREADS=1000000"}},
      {tiny_training({"--out", ""}), "--out: the value is empty"},
      {tiny_training({"--data", ""}), "--data: the value is empty"},
      {{"translate", "a", "--model", ""}, "--model: the value is empty"},
      {{"copy", "--out", ""}, "--out: the value is empty"},
      {{"bench", "--json", ""}, "--json: the value is empty"},
      {{"learn", "report", "--out", ""}, "--out: the value is empty"},
      {{"score", "a", "--ref", "b", ""}, "--ref: the value is empty"},
      {{"copy", "--task", "multiply"}, "takes one of copy, reverse, sort, not"},
      {{"copy", "--shortest", "5", "--longest", "3"}, "--longest 3 is below --shortest 5"},
  };
  for (const WrongCall& call : calls) {
    const Scratch scratch;
    const ProgramEnd outcome =
        run({.arguments = call.arguments, .folder = scratch.folder(), .environment = call.environment});
    INFO(fmt::format("heed {}\n{}{}", fmt::join(call.arguments, " "), outcome.out, outcome.err));
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::StartsWith("heed: ") && Catch::Contains(call.message));
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK(scratch.files() == 0);
  }
}

TEST_CASE("help names every command, and the help of a command its options with unit and default") {
  const Scratch scratch;
  const ProgramEnd all = run({.arguments = {"help"}, .folder = scratch.folder()});
  CHECK(all.status == 0);
#define HEED_COMMAND(name, ...) name,
  for (const char* command : {
#include "tools/commands/list.inc"
       })
#undef HEED_COMMAND
    CHECK_THAT(all.out, Catch::Contains(std::string("\n  ") + command + " "));
  const ProgramEnd one = run({.arguments = {"translate", "--help"}, .folder = scratch.folder()});
  CHECK(one.status == 0);
  CHECK_THAT(one.out, Catch::Contains("--d-model DIMS=128") && Catch::Contains("--seed SEED=1") &&
                          Catch::Contains("--norm post|pre [post]"));
  CHECK((all.err + one.err).empty());
}

TEST_CASE("a run is a file: every option is printed, read again, and refused where it cannot be") {
  const Scratch scratch;
  const auto heed_in = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd printed = heed_in({"translate", "--epochs", "3", "--schedule", "noam", "--print-config"});
  INFO(printed.err);
  CHECK(printed.status == 0);
  for (const char* line :
       {"\n  \"epochs\": 3,  // passes over", "\n  \"schedule\": \"noam\",", "\n  \"data\": null,",
        "\n  \"norm\": \"post\",", "\n  \"train\": false,", "\n  \"lr\": 0,"})
    CHECK_THAT(printed.out, Catch::Contains(line));
  spill(scratch / "run.json", printed.out);
  CHECK(heed_in({"translate", "--config", "run.json", "--print-config"}).out == printed.out);
  CHECK_THAT(heed_in({"translate", "--epochs", "5", "--config=run.json", "--print-config"}).out,
             Catch::Contains("\"epochs\": 5,"));  // the command line wins

  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({"epoch": 3})", "wrong.json, line 1: `heed translate` has no option \"epoch\"; is it epochs?"},
      {R"({"batch_tokens": 3})", "`heed translate` has no option \"batch_tokens\"; is it batch-tokens"},
      {R"({"resume": true})", "\"resume\" is about one call: give it as --resume beside --config"},
      {"{\n  // one\n  \"epochs\": \"many\"}", "wrong.json, line 3: --epochs: takes a whole number"},
      {R"({"epochs": true})", "line 1: \"epochs\": takes a number, not true"},
      {R"({"epochs": [1, 2]})", "\"epochs\": takes a number, not […]"},
      {R"({"epochs": "12"})", "\"epochs\": takes a number, not \"12\""},
      {R"({"epochs": {"at most": 3}})", "\"epochs\": takes a number, not {…}"},
      {R"({"epochs": 2.5})", "line 1: --epochs: takes a whole number from 1 to 1000000, not '2.5'"},
      {R"({"out": 5})", "\"out\": takes a text in quotes, not 5"},
      {R"({"out": false})", "\"out\": takes a text in quotes, not false"},
      {R"({"out": )" + deep + "}", "\"out\": takes a text in quotes, not […]"},
      {R"({"out": ""})", "\"out\": the text is empty or has a zero byte"},
      {R"({"out": "a\u0000b"})", "\"out\": the text is empty or has a zero byte"},
      {R"({"schedule": 5})",
       "\"schedule\": takes a text in quotes (constant|cosine|inverse-sqrt|noam [cosine])"},
      {R"({"lang": "fr"})", "wrong.json, line 1: --lang: there is no language 'fr': give en or ko"},
      {R"({"checkpoint-every": "often"})", "line 1: --checkpoint-every: takes steps (500) or minutes"},
      {R"({"train": "yes"})", "\"train\": takes true or false, not \"yes\""},
      {R"({"command": "copy"})", "it is of `heed copy`, not of `heed translate`"},
      {R"([3])", "not an object"},
      {"{\n  \"epochs\": 3\n  \"lr\": 1\n}", "no JSON from line 3, column"},
      {R"({"epochs": 3)", "no JSON from line 1, column"},
      {"{\"epochs\": 3,\n}", "no JSON from line 2, column 1 on: the comma in front of the bracket"},
      {R"({"out": "\ud800"})", "column 16 on: \\uD800 to \\uDFFF are halves of a character"},
      {R"({"out": "C:\data"})", "column 13 on: in a text, \\ is written \\\\"},
      {"{\"epochs\": 3,\n\"lr\": 1, \"epochs\": 4}",
       "\"epochs\" stands there twice, in line 1 and in line 2"},
      {std::string("\xFF\xFE{\0\"\0", 6), "wrong.json: this is UTF-16, not UTF-8; convert it with iconv"},
  };
  for (const auto& [text, message] : wrong) {
    spill(scratch / "wrong.json", text);
    const ProgramEnd outcome = heed_in({"translate", "--config", "wrong.json"});
    INFO(text << outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::StartsWith("heed: ") && Catch::Contains(message));
  }
  CHECK_THAT(heed_in({"translate", "--config", "wrong.json", "--lang", "ko"}).err,
             Catch::Contains("--config wrong.json: UTF-8이 아니라 UTF-16입니다"));
  spill(scratch / "wrong.json", R"({"epochs": 3, "epochs": 4})");
  CHECK_THAT(heed_in({"translate", "--config", "wrong.json", "--lang", "ko"}).err,
             Catch::Contains("--config wrong.json: 두 번 나오는 이름: \"epochs\" (1번째 줄과 1번째 줄)"));
  spill(scratch / "wrong.json", R"({"epoch": 3})");
  CHECK_THAT(heed_in({"translate", "--config", "wrong.json", "--lang", "ko"}).err,
             Catch::Contains("없는 옵션입니다: \"epoch\". 혹시 epochs?"));
  spill(scratch / "wrong.json", R"({"epochs": 3})");
  CHECK_THAT(heed_in({"translate", "--config", "wrong.json", "--epochs", "y"}).err,
             Catch::StartsWith("heed: --epochs: takes"));  // not of the file
  CHECK(heed_in({"translate", "--config", "missing.json"}).status == 2);
  const std::vector<std::pair<std::string, std::string>> no_files{
      {"/dev/zero", "/dev/zero: longer than 1000000 bytes"},
      {".", ".: is a folder; name a file, such as ./run"}};
  for (const auto& [name, message] : no_files) {
    const ProgramEnd outcome = heed_in({"translate", "--config", name});
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::StartsWith("heed: --config " + message));
  }
  spill(scratch / "secret.json", "{}");
  std::filesystem::permissions(scratch / "secret.json", std::filesystem::perms::none);
  CHECK_THAT(heed_in({"translate", "--config", "secret.json"}).err, Catch::Contains("you may not read this"));
  const ProgramEnd lists = heed_in({"compare-heads", "--print-config"});
  CHECK_THAT(lists.out, Catch::Contains("\"heads-list\": [1, 2, 4, 8],"));
  spill(scratch / "lists.json", lists.out);
  CHECK(heed_in({"compare-heads", "--config", "lists.json", "--print-config"}).out == lists.out);
  // What stands on the command line as digits is a text in the file where the option takes one.
  const ProgramEnd digits = heed_in({"translate", "--out", "5", "--checkpoint-every", "7", "--print-config"});
  CHECK_THAT(digits.out, Catch::Contains("\"out\": \"5\"") && Catch::Contains("\"checkpoint-every\": 7,"));
  spill(scratch / "digits.json", digits.out);
  CHECK(heed_in({"translate", "--config", "digits.json", "--print-config"}).out == digits.out);
  CHECK_THAT(heed_in({"help", "config"}).out, Catch::Contains("heed translate --config run.json"));
  for (const char* language : {"en", "ko"}) {
    const ProgramEnd narrow = run({.arguments = {"help", "config", "--lang", language},
                                   .folder = scratch.folder(),
                                   .environment = {"COLUMNS=40"}});
    std::istringstream text(narrow.out);
    for (std::string line; std::getline(text, line);) CHECK(heed::display_width(line) <= 40);
  }
}

TEST_CASE("options that have no value, or one that leaves nothing to learn, are refused") {
  const Scratch scratch;
  const auto refused = [&](std::vector<std::string> words, const std::string& message) {
    const ProgramEnd outcome = run({.arguments = std::move(words), .folder = scratch.folder()});
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::Contains(message));
  };
  refused({"translate", "--sample", "false"},
          "--sample takes no value: it is on where it stands; leave out 'false'");
  refused({"translate", "--train", "true"}, "leave out 'true'\n");
  refused({"translate", "--lang", "ko", "--sample", "false"}, "--sample: 값이 없는 옵션으로");
  refused({"translate", "--label-smoothing", "1"},
          "--label-smoothing: takes a number from 0 to 0.99, not '1'");
  // Behind -- it is a sentence; there is no model that could answer.
  CHECK(run({.arguments = {"translate", "--sample", "--", "true"}, .folder = scratch.folder()}).status == 1);
  spill(scratch / "run.json", R"({"epochs": 1e1, "pairs": 2.0, "lr": 1e-3, "clip": 1.0})");
  CHECK_THAT(
      run({.arguments = {"translate", "--config", "run.json", "--print-config"}, .folder = scratch.folder()})
          .out,
      Catch::Contains("\"epochs\": 10,") && Catch::Contains("\"pairs\": 2,") &&
          Catch::Contains("\"lr\": 0.001,") && Catch::Contains("\"clip\": 1,"));
  spill(scratch / "run.json", R"({"epochs": 1.5})");
  refused({"translate", "--config", "run.json"},
          "--epochs: takes a whole number from 1 to 1000000, not '1.5'");
}

TEST_CASE("a training keeps its run beside the model, and the run repeats it") {
  const Scratch scratch;
  REQUIRE(run({.arguments = tiny_training({"--beam", "1", "--max-length", "8"}), .folder = scratch.folder()})
              .status == 0);
  const std::filesystem::path model = scratch / "runs/toy-ko-en/model.safetensors";
  const std::string first = slurp(model);
  const ProgramEnd again =
      run({.arguments = {"translate", "--config", "runs/toy-ko-en/run.json", "--out", "b"},
           .folder = scratch.folder()});
  INFO(again.err);
  CHECK(again.status == 0);
  CHECK(slurp(scratch / "b/model.safetensors") == first);
}

TEST_CASE("a training that stops after some of its epochs is that of all, cut off there") {
  const Scratch scratch;
  const auto heed = [&](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = scratch.folder()});
  };
  const ProgramEnd cut = heed(tiny_training({"--beam", "1", "--max-length", "8", "--epochs", "6",
                                             "--stop-after", "2", "--out", "a", "--lang", "en"}));
  INFO(cut.out << cut.err);
  REQUIRE(cut.status == 0);
  CHECK_THAT(cut.out, Catch::Contains("\nended after epoch 2 of 6: --stop-after\n"));
  CHECK_THAT(heed({"show", "a", "--lang", "en"}).out,
             Catch::Contains("2 epochs of 6 (--stop-after), valid BLEU"));
  // Of six epochs the first two are the same: the rate knows all six. Their options are there from the
  // beginning, for whoever goes on after an interruption.
  const auto six = tiny_training({"--beam", "1", "--max-length", "8", "--epochs", "6", "--out", "b"});
  REQUIRE(run({.arguments = six, .folder = scratch.folder(), .signal_when = "epoch  1"}).status == 130);
  REQUIRE(heed({"translate", "--config", "b/run.json", "--resume"}).status == 0);
  const auto losses = [&](const std::string& file, std::size_t epoch) {
    const nlohmann::json one = nlohmann::json::parse(slurp(scratch / file)).at("epochs").at(epoch);
    return std::pair(one.at("train_loss").get<double>(), one.at("valid_loss").get<double>());
  };
  for (const std::size_t epoch : {0, 1})
    CHECK(losses("a/training.json", epoch) == losses("b/training.json", epoch));
  REQUIRE(heed(tiny_training({"--beam", "1", "--max-length", "8", "--epochs", "2", "--out", "c"})).status ==
          0);
  CHECK(losses("a/training.json", 1) != losses("c/training.json", 1));
}

TEST_CASE("a run is repeated from another folder") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "data");
  const ProgramEnd printed =
      run({.arguments = {"translate", "--data", "data", "--out", "a", "--print-config"},
           .folder = scratch.folder()});
  CHECK_THAT(printed.out, Catch::Contains(fmt::format("\"data\": \"{}\"", (scratch / "data").string())) &&
                              Catch::Contains("\"out\": \"a\""));
}

TEST_CASE("wrong calls and the headings of help are Korean where the person is") {
  const Scratch scratch;
  const auto heed = [&](std::vector<std::string> words, std::vector<std::string> environment) {
    return run(
        {.arguments = std::move(words), .folder = scratch.folder(), .environment = std::move(environment)});
  };
  const std::vector<std::string> korean{"LC_ALL=ko_KR.UTF-8"};
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
      {{"translate", "--epoch", "3"},
       "heed: --epoch 옵션은 없습니다. 혹시 --epochs? (옵션 목록: `heed translate --help`)"},
      {{"translate", "--epochs"}, "--epochs: 값이 필요합니다. --epochs EPOCHS"},
      {{"translate", "--epochs", "0"}, "--epochs: 1부터 1000000까지의 정수여야 합니다 (받은 값: '0')"},
      {{"translate", "--schedule", "cosin"}, "가운데 하나여야 합니다 (받은 값: 'cosin')"},
      {{"run-module"}, "model: 쓰지 않았습니다"},
      {{"bench", "this"}, "남는 낱말이 있습니다: 'this'"},
      {{"show", "a", "--words", "--tensors"}, "--words 옵션은 --tensors 옵션과 함께 쓸 수 없습니다"},
      {{"translate", "--source", "fr", "x"}, "fr → en: 다른 언어는 --data로"},
      {{}, "`heed translate`처럼 명령을 쓰세요"}};
  for (const auto& [words, message] : calls) {
    const ProgramEnd end = heed(words, korean);
    INFO(end.err);
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::StartsWith("heed: ") && Catch::Contains(message));
  }
  const ProgramEnd asked = heed({"translate", "--epochs", "0", "--lang", "ko"}, {"LC_ALL=C.UTF-8"});
  CHECK_THAT(asked.err, Catch::Contains("정수여야 합니다"));
  // Files of runs hold the meaning of options, too.
  CHECK_THAT(heed({"translate", "--print-config"}, korean).out,
             Catch::Contains("\n  \"epochs\": 5,  // 학습 예 전체를 되풀이하는 횟수. --data가 있으면"));
  for (const std::string& help : {heed({"translate", "--help"}, korean).out,
                                  heed({"translate", "--lang=ko", "--help"}, {"LC_ALL=C.UTF-8"}).out})
    CHECK_THAT(help, Catch::Contains("사용법: heed translate [옵션]") && Catch::Contains("\n학습:\n") &&
                         Catch::Contains("\n예:\n"));
}

TEST_CASE("help fits a narrow window") {
  const Scratch scratch;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"help"},
                                                {"translate", "--help"},
                                                {"learn", "--help"},
                                                {"score", "--help"}}) {
    const ProgramEnd help =
        run({.arguments = words, .folder = scratch.folder(), .environment = {"COLUMNS=40"}});
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) {
      INFO(line);
      CHECK(heed::display_width(line) <= 40);
    }
  }
}

TEST_CASE("heed help COMMAND is the help of that command, whatever HEED_THREADS says") {
  const Scratch scratch;
  const std::vector<std::vector<std::string>> commands{{"translate"}, {"learn", "check"}};
  for (const std::vector<std::string>& words : commands) {
    std::vector<std::string> ask{"help"}, option = words;
    ask.insert(ask.end(), words.begin(), words.end());
    option.emplace_back("--help");
    const ProgramEnd help =
        run({.arguments = ask, .folder = scratch.folder(), .environment = {"HEED_THREADS=abc"}});
    INFO(help.err);
    CHECK(help.status == 0);
    CHECK_THAT(help.out, Catch::Contains("Usage: heed " + fmt::format("{}", fmt::join(words, " "))));
    CHECK(help.out == run({.arguments = option, .folder = scratch.folder()}).out);
  }
}

TEST_CASE("whole numbers are decimal: zeros in front do not make them octal") {
  const Scratch scratch;
  const auto model = [&](const std::string& seed) {
    const ProgramEnd outcome =
        run({.arguments = tiny_training({"--seed", seed, "--out", seed, "--epochs", "01", "--beam", "1",
                                         "--max-length", "8", "--threads", "01", "--layers", "01"}),
             .folder = scratch.folder()});
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    return slurp(scratch / (seed + "/model.safetensors"));
  };
  CHECK(model("010") == model("10"));
}

TEST_CASE("a folder that may not be looked into is named, in the words of the system") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "closed");
  std::filesystem::permissions(scratch / "closed", std::filesystem::perms::none);
  const ProgramEnd outcome =
      run({.arguments = {"translate", "a", "--out", "closed"}, .folder = scratch.folder()});
  CHECK(outcome.status == 1);
  CHECK(outcome.err == "heed: closed/model.safetensors: Permission denied\n");
}

TEST_CASE("of an option given twice the last counts") {
  const Scratch scratch;
  const ProgramEnd outcome =
      run({.arguments = tiny_training({"--heads", "3", "--heads", "4", "--epochs", "1", "--beam", "1"}),
           .folder = scratch.folder()});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
}

TEST_CASE("output that cannot be written is a failure") {
  if (!std::filesystem::exists("/dev/full")) return;
  const Scratch scratch;
  const ProgramEnd outcome =
      run({.arguments = {"help"}, .folder = scratch.folder(), .standard_output = "/dev/full"});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::StartsWith("heed: ") && Catch::Contains("No space left on device"));
}
