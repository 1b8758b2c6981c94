// heed translate without a sentence: what a training shows and leaves behind, and that the same gives the
// same.
#include <nlohmann/json.hpp>

#include "models/transformer.hpp"
#include "models/translator.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tools/training/training_record.hpp"

using namespace heed;

namespace {

/// A folder with sentences to train on.
class Sentences : public Scratch {
 public:
  explicit Sentences(int train = 40) { write_corpus(*this, train); }
  ProgramEnd train(const Words& more) const { return run_well(folder(), of_corpus(more)); }
  /// The bytes of the model that it leaves.
  std::string model(const std::string& name, const Words& more) const {
    train(plus({"--out", name}, more));
    return slurp(*this / (name + "/model.safetensors"));
  }
  nlohmann::json history(const std::string& name) const {
    return nlohmann::json::parse(slurp(*this / (name + "/training.json")));
  }
};

}  // namespace

TEST_CASE("the same seed gives the same bytes with any number of threads and another seed gives others") {
  const Sentences few, many(320);
  const std::string first = few.model("a", {"--seed", "10"});
  CHECK(first.size() > 10'000);
  CHECK((few.model("b", {"--seed", "010", "--epochs", "02", "--threads", "02"}) == first));  // decimal
  CHECK((few.model("c", {"--seed", "11"}) != first));
  // A run repeats itself, by its file.
  CHECK(run_heed(few.folder(), {"translate", "--config", "a/run.json", "--out", "d"}).status == 0);
  CHECK((slurp(few / "d/model.safetensors") == first));
  // large enough that two threads do share the work
  const Words wide{"--d-model", "64", "--ff", "256", "--epochs", "1"};
  CHECK((many.model("a", wide) == many.model("b", plus(wide, {"--threads", "2"}))));
}

TEST_CASE("a training on the grammar ends with BLEU and ten translations and an alignment") {
  const Scratch scratch;
  const ProgramEnd outcome = run_well(scratch.folder(), tiny_training());
  CHECK(occurrences(outcome.out, "epoch  ") == 2);
  CHECK(occurrences(outcome.out, "\n  → ") == 10);
  CHECK(occurrences(outcome.out, "\n  = ") == 10);
  for (const char* part : {"300 training, 500 validation, 500 test pairs", "valid loss", "perplexity",
                           "valid BLEU", "test, greedy:  BLEU = ", "test, beam 4:  BLEU = ",
                           "\n나는 사과를 좋아한다 → ", "나는  사과를 좋아한다 <eos>"})
    CHECK_THAT(outcome.out, Catch::Contains(part));
  CHECK(outcome.out.find('\x1b') == std::string::npos);  // no colours in a pipe
  const auto history = nlohmann::json::parse(slurp(scratch / "runs/toy-ko-en/training.json"));
  CHECK(history.at("epochs").size() == 2);
  CHECK(history.at("seed") == 1);
  CHECK(!history.at("machine").at("simd").get<std::string>().empty());
  CHECK_FALSE(history.at("interrupted").get<bool>());
}

TEST_CASE("a training ends with the average of the weights or after the epochs that were asked for") {
  const Sentences scratch;
  const std::string plain = scratch.model("plain", {"--batch", "8"});
  CHECK_THAT(scratch.train({"--batch", "8", "--average", "last:2", "--out", "mean"}).out,
             Catch::Contains("(the mean of the weights of epochs 1, 2)"));
  CHECK((slurp(scratch / "mean/model.safetensors") != plain));

  // The first two of six epochs are the same: the rate knows all six.
  const ProgramEnd cut =
      scratch.train({"--batch", "8", "--epochs", "6", "--stop-after", "2", "--out", "cut"});
  CHECK_THAT(cut.out, Catch::Contains("\nended after epoch 2 of 6: --stop-after\n"));
  CHECK_THAT(run_heed(scratch.folder(), {"show", "cut"}).out,
             Catch::Contains("2 epochs of 6 (--stop-after), valid BLEU"));
  scratch.train({"--batch", "8", "--epochs", "6", "--out", "six"});
  const auto losses = [&](const char* name, std::size_t epoch) {
    const nlohmann::json one = scratch.history(name).at("epochs").at(epoch);
    return std::pair(one.at("train_loss").get<double>(), one.at("valid_loss").get<double>());
  };
  for (const std::size_t epoch : {0, 1}) CHECK(losses("cut", epoch) == losses("six", epoch));
  CHECK(losses("cut", 1) != losses("plain", 1));
}

TEST_CASE("the BLEU that training prints is what heed score gives to the translations") {
  const Sentences scratch;
  const ProgramEnd trained = scratch.train({"--epochs", "6", "--batch", "4"});
  const ProgramEnd written = run_well(scratch.folder(), {"translate", "--data", "data", "--beam", "1"},
                                      slurp(scratch / "data/test.ko"));
  spill(scratch / "hyp.txt", written.out);
  const ProgramEnd scored =
      run_heed(scratch.folder(), {"score", "hyp.txt", "--ref", "data/test.en", "--metric", "bleu",
                                  "--tokenize", "none", "--width", "2"});
  // All of it: precisions, brevity penalty, lengths.
  const std::size_t at = trained.out.find("test, greedy:  BLEU = ") + 22;
  INFO(trained.out << scored.out);
  CHECK_THAT(scored.out, Catch::Contains(trained.out.substr(at, trained.out.find('\n', at) - at)));
  const double bleu = std::stod(trained.out.substr(at));
  CHECK(bleu > 1);
  CHECK(bleu < 99);
}

TEST_CASE("the other direction has a model of its own") {
  const Sentences scratch;
  const ProgramEnd trained = scratch.train({"--source", "en", "--target", "ko", "--lang", "ko"});
  CHECK_THAT(trained.out, Catch::StartsWith("en → ko: 문장 쌍: 학습 40, 검증 5, 시험 5; 어휘 ") &&
                              Catch::Contains("\n에포크  2/2  학습 손실 ") &&
                              Catch::Contains(" 목표 토큰/초") && Catch::Contains(" 동안 학습함") &&
                              Catch::Contains("; 저장 위치 runs/data-en-ko/model.safetensors\n"));
  const std::filesystem::path model = scratch / "runs/data-en-ko/model.safetensors";
  const auto wrong_way = [&] {
    return run_heed(scratch.folder(),
                    {"translate", "we", "--source", "ko", "--target", "en", "--model", model.string()});
  };
  CHECK(wrong_way().status == 2);
  CHECK_THAT(wrong_way().err, Catch::Contains("translates en to ko, not ko to en"));
  const Translator named = Translator::load(model);
  ModelLanguage source = named.source(), target = named.target();
  source.name = target.name = "";  // as of a model of others that names none: no language is wrong
  Translator(named.model(), source, target).save(model);
  CHECK(wrong_way().status == 0);
}

TEST_CASE("characters as tokens with all that a model can be otherwise") {
  const Sentences scratch;
  scratch.train(words_of(
      "--tokens characters --norm pre --activation gelu --position learned --tie all --schedule noam "
      "--batch-tokens 100 --accumulate 2 --max-length 30"));
  CHECK(run_heed(scratch.folder(), {"translate", "우리는 책 1 을 본다", "--data", "data"}).status == 0);
}

TEST_CASE("heed copy learns and stops once every validation sequence is right and answers") {
  const Scratch scratch;
  const auto copy = [&](const Words& more) { return run_heed(scratch.folder(), plus({"copy"}, more)); };
  const Words tiny = words_of(
      "--symbols 5 --shortest 1 --longest 4 --train 600 --test 20 --d-model 32 --ff 64 --layers 1 "
      "--warmup 20 --batch 16 --lr 0.005 --threads 1");
  const ProgramEnd early = run_well(scratch.folder(), plus({"copy", "--epochs", "60"}, tiny));
  const std::size_t lines = occurrences(early.out, "train loss");
  REQUIRE(lines < 60);
  CHECK_THAT(early.out, Catch::Contains(fmt::format(
                            "\nStopped after epoch {}: every validation sequence is right\n", lines)) &&
                            Catch::Contains("of 20 unseen sequences exactly right"));
  CHECK_THAT(copy({"3", "1", "2"}).out, Catch::Matches("[0-4 ]+\n"));
  const ProgramEnd two = copy({"3 1 2", "4 0 0 1"});
  CHECK(occurrences(two.out, "\n") == 2);
  CHECK_THAT(two.err, Catch::StartsWith("runs/copy/model.safetensors: ") &&
                          Catch::Contains(" epochs of 60 (it is good enough), valid exact % "));
  CHECK_THAT(copy({"--task", "reverse", "3 1 2", "--model", "runs/copy"}).err,
             Catch::Contains("was trained to copy, not to reverse"));
  const ProgramEnd strange = copy({"3 5"});
  CHECK(strange.status == 1);
  CHECK_THAT(strange.err,
             Catch::Contains("'5' is no integer that this model knows: it was trained with 0 to 4"));
  CHECK_THAT(copy(plus(tiny, {"--task", "sort", "--epochs", "1", "--lang", "ko"})).out,
             Catch::StartsWith("sort: 정수열: 학습 600개, 검증 20개, 시험 20개; 길이 1부터 4까지\n") &&
                 Catch::Contains("sort: 본 적 없는 정수열 20개 중 ") && !Catch::Contains("멈춤"));
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
  // Only what is small is kept of very many epochs: here nothing.
  CHECK(Snapshots(model, {sentence}, 1'000'000).take().empty());
  CHECK(Snapshots(Linear(2, 2, rng), {sentence}, 6).take().empty());
  // Labels of another number than what a head looks at would say of it what is not so.
  ShownSentence longer = sentence;
  longer.input.emplace_back("y");
  Snapshots shown(model, {longer}, 6);
  shown.take();
  const nlohmann::json fitting = nlohmann::json::parse(shown.sentences()).at(0).at("heads");
  REQUIRE(fitting.size() == 1);
  CHECK(fitting[0].at("name") == "encoder.layers.0.self_attn");
}
