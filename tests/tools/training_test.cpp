// heed translate without a sentence: what it shows and leaves behind, the same bytes for the same seed,
// Ctrl-C.
#include <nlohmann/json.hpp>

#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

ProgramEnd train(const Scratch& scratch, std::vector<std::string> more) {
  const ProgramEnd outcome = run({.arguments = tiny_training(std::move(more)), .folder = scratch.folder()});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("the same seed gives the same bytes, with one thread and with two, and another seed gives others") {
  const Scratch scratch;
  const auto model = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.end(), {"--out", name, "--beam", "1", "--max-length", "8"});
    train(scratch, more);
    return slurp(scratch / (name + "/model.safetensors"));
  };
  const std::string first = model("a", {});
  CHECK(first.size() > 10'000);
  CHECK(model("b", {}) == first);
  CHECK(model("c", {"--threads", "2"}) == first);
  CHECK(model("d", {"--seed", "2"}) != first);
  // large enough that two threads do share the work
  const std::vector<std::string> wide{"--d-model", "64", "--ff", "256", "--epochs", "1"};
  std::vector<std::string> wide_two = wide;
  wide_two.insert(wide_two.end(), {"--threads", "2"});
  CHECK(model("e", wide) == model("f", wide_two));
}

TEST_CASE("training ends with BLEU, ten translations beside their references, and an alignment") {
  const Scratch scratch;
  const ProgramEnd outcome = train(scratch, {});
  CHECK(count(outcome.out, "epoch  ") == 2);
  CHECK_THAT(outcome.out,
             Catch::Contains("valid loss") && Catch::Contains("perplexity") && Catch::Contains("valid BLEU"));
  CHECK_THAT(outcome.out, Catch::Contains("300 training, 500 validation, 500 test pairs"));
  CHECK_THAT(outcome.out,
             Catch::Contains("test, greedy:  BLEU = ") && Catch::Contains("test, beam 4:  BLEU = "));
  CHECK(count(outcome.out, "\n  → ") == 10);
  CHECK(count(outcome.out, "\n  = ") == 10);
  CHECK_THAT(outcome.out,
             Catch::Contains("\n나는 사과를 좋아한다 → ") && Catch::Contains("나는  사과를 좋아한다 <eos>"));
  CHECK(outcome.out.find('\x1b') == std::string::npos);  // no colours in a pipe
  const auto history = nlohmann::json::parse(slurp(scratch / "runs/toy-ko-en/training.json"));
  CHECK(history.at("epochs").size() == 2);
  CHECK(history.at("seed") == 1);
  CHECK(!history.at("machine").at("simd").get<std::string>().empty());
  CHECK_FALSE(history.at("interrupted").get<bool>());
}

TEST_CASE("a training ends with the average of the weights that was asked for") {
  const auto model = [](const std::vector<std::string>& options, const std::string& said) {
    const Scratch scratch;
    std::vector<std::string> all{"--beam", "1", "--max-length", "4"};
    all.insert(all.end(), options.begin(), options.end());
    const ProgramEnd outcome = train(scratch, all);
    CHECK_THAT(outcome.out, Catch::Contains(said));
    return slurp(scratch / "runs/toy-ko-en/model.safetensors");
  };
  const std::string plain = model({}, "test, greedy");
  CHECK(model({"--average", "last:2"}, "(the mean of the weights of epochs 1, 2)") != plain);
  CHECK(model({"--ema", "0.5"}, "test, greedy") != plain);
}

TEST_CASE("the other direction has a model of its own") {
  const Scratch scratch;
  const ProgramEnd trained = train(
      scratch, {"--source", "en", "--target", "ko", "--beam", "1", "--max-length", "8", "--lang", "ko"});
  CHECK_THAT(trained.out, Catch::StartsWith("en → ko: 문장 쌍: 학습 300, 검증 500, 시험 500; 어휘 ") &&
                              Catch::Contains("\n에포크  2/2  학습 손실 ") &&
                              Catch::Contains(" 목표 토큰/초") &&
                              (Catch::Contains("초 동안 학습함") || Catch::Contains("초 미만 동안 학습함")) &&
                              Catch::Contains("; 저장 위치 runs/toy-en-ko/model.safetensors\n"));
  const ProgramEnd outcome =
      run({.arguments = {"translate", "I love apples", "--source", "en", "--target", "ko"},
           .folder = scratch.folder()});
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  const ProgramEnd wrong_way =
      run({.arguments = {"translate", "나는 사과를 좋아한다", "--source", "ko", "--target", "en", "--model",
                         "runs/toy-en-ko/model.safetensors"},
           .folder = scratch.folder()});
  CHECK(wrong_way.status == 2);
  CHECK_THAT(wrong_way.err, Catch::Contains("translates en to ko, not ko to en"));
  const std::filesystem::path model = scratch / "runs/toy-en-ko/model.safetensors";
  const heed::Translator named = heed::Translator::load(model);
  heed::ModelLanguage source = named.source(), target = named.target();
  source.name = target.name = "";  // as of a model of others that names none: no language is wrong
  heed::Translator(named.model(), source, target).save(model);
  CHECK(run({.arguments = {"translate", "I", "--source", "ko", "--target", "en", "--model", model.string()},
             .folder = scratch.folder()})
            .status == 0);
}

TEST_CASE("the last epoch is scored too when another one was the best") {
  const Scratch scratch;
  // a rate that grows until the model gets worse
  const ProgramEnd outcome =
      train(scratch, {"--epochs", "8", "--lr", "2", "--schedule", "constant", "--warmup", "40"});
  const auto history = nlohmann::json::parse(slurp(scratch / "runs/toy-ko-en/training.json"));
  INFO(outcome.out);
  REQUIRE(history.at("best_epoch") < 8);
  CHECK_THAT(outcome.out, Catch::Contains("(epoch 8, the last: "));
}

TEST_CASE("Ctrl-C during training saves a model that can be loaded, and exits as shells expect") {
  struct Case {
    std::vector<std::string> more;
    std::string when, message;
    int signal, status;
  };
  const std::vector<Case> cases{
      {{"--epochs", "100000"}, "epoch  ", "the best so far", SIGINT, 130},
      {{"--pairs", "10000", "--epochs", "100000"}, "vocabulary entries", "the weights so far", SIGINT, 130},
      {{"--epochs", "100000"}, "epoch  ", "the best so far", SIGTERM, 143},
      {{"--epochs", "100000"}, "epoch  ", "the best so far", SIGHUP, 129},
  };
  for (const Case& c : cases) {
    const Scratch scratch;
    const ProgramEnd outcome = run({.arguments = tiny_training(c.more),
                                    .folder = scratch.folder(),
                                    .signal_when = c.when,
                                    .signal = c.signal});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == c.status);
    CHECK_THAT(outcome.out, Catch::Contains("Interrupted: ") && Catch::Contains(c.message) &&
                                Catch::Contains("runs/toy-ko-en/model.safetensors"));
    CHECK(
        nlohmann::json::parse(slurp(scratch / "runs/toy-ko-en/training.json")).at("interrupted").get<bool>());
    const ProgramEnd loaded =
        run({.arguments = {"translate", "나는 사과를 좋아한다"}, .folder = scratch.folder()});
    INFO(loaded.err);
    CHECK(loaded.status == 0);
  }
}

TEST_CASE("Ctrl-C during heed copy keeps the weights, but not in place of a model that is there") {
  const Scratch scratch;
  const auto copy = [&](std::vector<std::string> more, const std::string& when, int signal) {
    std::vector<std::string> all{"copy",     "--test", "20",     "--d-model", "16",        "--ff", "32",
                                 "--layers", "1",      "--task", "reverse",   "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return run({.arguments = all, .folder = scratch.folder(), .signal_when = when, .signal = signal});
  };
  const auto model = [&] { return slurp(scratch / "runs/reverse/model.safetensors"); };
  const std::vector<std::string> endless{"--train", "300", "--epochs", "100000"},
      long_epoch{"--train", "200000", "--epochs", "1"};

  const ProgramEnd before = copy(long_epoch, "training, ", SIGTERM);  // nothing is there yet
  INFO(before.out << before.err);
  CHECK(before.status == 143);
  CHECK_THAT(before.out, Catch::Contains("Interrupted: the weights so far are saved in runs/reverse/model."));
  CHECK(model().size() > 10'000);

  const ProgramEnd complete = copy({"--train", "300", "--epochs", "1"}, "", SIGINT);
  REQUIRE(complete.status == 0);
  const std::string finished = model(), result = slurp(scratch / "runs/reverse/result.json");
  const ProgramEnd beginning = copy(long_epoch, "training, ", SIGINT);
  INFO(beginning.out << beginning.err);
  CHECK(beginning.status == 130);
  CHECK_THAT(beginning.out, Catch::Contains("the weights so far are saved in runs/reverse/model.unfin"));
  CHECK(slurp(scratch / "runs/reverse/model.unfinished.safetensors").size() > 10'000);
  CHECK(model() == finished);
  CHECK(slurp(scratch / "runs/reverse/result.json") == result);

  const ProgramEnd later = copy(endless, "epoch  ", SIGINT);
  INFO(later.out << later.err);
  CHECK(later.status == 130);
  CHECK_THAT(later.out,
             Catch::Contains("Interrupted: the weights of epoch ") &&
                 Catch::Contains("the best so far, are saved in runs/reverse/model.unfinished.s") &&
                 Catch::Contains("runs/reverse/model.safetensors is still the older model"));
  CHECK(model() == finished);
  CHECK(slurp(scratch / "runs/reverse/result.json") == result);

  REQUIRE(copy({"--train", "300", "--epochs", "1", "--seed", "2"}, "", SIGINT).status == 0);
  CHECK(model() != finished);
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/reverse/model.unfinished.safetensors"));

  // where only a result is left, it says nothing of the weights that are saved now
  std::filesystem::remove(scratch / "runs/reverse/model.safetensors");
  CHECK(copy(endless, "epoch  ", SIGINT).status == 130);
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/reverse/result.json"));
}

TEST_CASE("heed copy trains, tests on unseen sequences and leaves a model and a result") {
  const Scratch scratch;
  for (const std::string task : {"copy", "reverse", "sort"}) {
    const ProgramEnd outcome =
        run({.arguments = {"copy", "--task", task, "--train", "300", "--test", "20", "--epochs", "1",
                           "--d-model", "16", "--ff", "32", "--layers", "1", "--threads", "1"},
             .folder = scratch.folder()});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Catch::Contains("of 20 unseen sequences exactly right"));
    const auto result = nlohmann::json::parse(slurp(scratch / ("runs/" + task + "/result.json")));
    CHECK(result.at("task") == task);
    CHECK(result.at("test") == 20);
    CHECK(std::filesystem::exists(scratch / ("runs/" + task + "/model.safetensors")));
  }
}

TEST_CASE("heed copy says that it stopped because every validation sequence is right") {
  const Scratch scratch;
  const auto copy = [&](const std::string& epochs, const std::string& language) {
    return run(
        {.arguments = {"copy",  "--lang",   language, "--symbols", "5",  "--shortest", "1",  "--longest",
                       "4",     "--train",  "600",    "--test",    "20", "--d-model",  "32", "--ff",
                       "64",    "--layers", "1",      "--warmup",  "20", "--batch",    "16", "--lr",
                       "0.005", "--epochs", epochs,   "--threads", "1"},
         .folder = scratch.folder()});
  };
  const ProgramEnd early = copy("60", "en"), last = copy("1", "ko");
  INFO(early.out << early.err);
  CHECK(early.status == 0);
  const auto lines = static_cast<int>(count(early.out, "train loss"));
  REQUIRE(lines < 60);
  CHECK_THAT(early.out, Catch::Contains("\nStopped after epoch " + std::to_string(lines) +
                                        ": every validation sequence is right\n"));
  CHECK_THAT(last.out,
             Catch::StartsWith("copy: 정수열: 학습 600개, 검증 20개, 시험 20개; 길이 1부터 4까지\n") &&
                 Catch::Contains("copy: 본 적 없는 정수열 20개 중 ") && !Catch::Contains("멈춤"));
  const ProgramEnd help = run({.arguments = {"copy", "--help"}, .folder = scratch.folder()});
  CHECK_THAT(help.out, Catch::Contains("once every validation sequence"));
}

TEST_CASE("heed compare-heads reports every number of heads, as a table, JSON and CSV") {
  const Scratch scratch;
  const ProgramEnd outcome = run(
      {.arguments = {"compare-heads", "--heads-list", "1,2", "--seeds", "2", "--level", "1", "--pairs", "300",
                     "--epochs", "1", "--d-model", "16", "--ff", "32", "--layers", "1", "--threads", "1"},
       .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Catch::Contains("run  4/4"));
  const auto folder = scratch / "runs/compare-heads-toy-ko-en";
  CHECK_FALSE(nlohmann::json::parse(slurp(folder / "results.json")).empty());
  CHECK(count(slurp(folder / "results.csv"), "\n") == 5);  // a heading and four runs
}

TEST_CASE("Ctrl-C during heed compare-heads reports the runs so far, and they are in the files") {
  const Scratch scratch;
  const auto folder = scratch / "runs/compare-heads-toy-ko-en";
  const auto compare = [&](const std::string& when, const std::string& epochs) {
    return run({.arguments = {"compare-heads", "--heads-list", "1,2", "--seeds", "500", "--level", "1",
                              "--pairs", "300", "--epochs", epochs, "--d-model", "16", "--ff", "32",
                              "--layers", "1", "--threads", "1"},
                .folder = scratch.folder(),
                .signal_when = when});
  };
  const ProgramEnd at_once = compare("1,000 runs of", "100");  // none ends before the signal comes
  INFO(at_once.out << at_once.err);
  CHECK(at_once.status == 130);
  CHECK_THAT(at_once.out, Catch::Contains("Interrupted after 0 of 1,000 runs"));
  CHECK_FALSE(std::filesystem::exists(folder / "results.json"));

  const ProgramEnd outcome = compare("run  3/1000", "1");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 130);
  const std::size_t runs = count(outcome.out, "best epoch");  // a line each
  CHECK(runs >= 3);
  CHECK_THAT(outcome.out, Catch::Contains("Interrupted after " + std::to_string(runs) + " of 1,000 runs") &&
                              Catch::Contains("results.json and results.csv beside it"));
  CHECK(nlohmann::json::parse(slurp(folder / "results.json")).at("runs").size() == runs);
  CHECK(count(slurp(folder / "results.csv"), "\n") == 1 + runs);
}
