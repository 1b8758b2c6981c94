// heed bert: training on masked words, what it says, filling in, and telling apart from few labels.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/bert/tell_apart.hpp"
#include "tools/bert/train_bert.hpp"

using namespace heed;

namespace {

std::vector<std::string> tiny_bert(std::vector<std::string> more) {
  std::vector<std::string> all{"bert", "--d-model", "16", "--heads",   "2",  "--layers", "1", "--ff",
                               "16",   "--epochs",  "2",  "--context", "24", "--warmup", "5", "--threads",
                               "1",    "--batch",   "16"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("the defaults of heed bert begin to learn, and everything is counted") {
  BertSession session;
  session.model.d_model = 32;
  session.model.layers = 1;
  session.run.epochs = 2;
  session.run.warmup = 20;
  session.run.batch_sentences = 16;
  const TextChoice choice{.level = 1, .sentences = 600};
  const LanguageData data = load_text(choice, session.model.max_length - 2);
  const TrainedBert trained = train_bert(data, session, {.talk = Talk::bar});
  const TrainingResult& training = trained.session.training;
  CHECK(training.epochs.back().valid_loss < 0.97 * training.untrained_loss);
  const Recovered some = recover_words(trained.model, choice, 20);
  CHECK(some.sentences > 10);
  CHECK(some.determined > 0);
  CHECK(some.determined < some.words);
  CHECK(some.determined_found <= some.determined);
  CHECK(some.found >= some.determined_found);

  TellPlan plan{.level = 1, .labels = {8, 24}, .seeds = {1, 2}, .tests = 30, .steps = 4};
  const std::vector<Told> told = tell_apart(trained.model, plan);
  REQUIRE(told.size() == 2);
  CHECK(told[1].labels == 24);
  REQUIRE(told[1].pretrained.size() == 2);
  REQUIRE(told[1].anew.size() == 2);
  for (const double share : told[1].pretrained) CHECK((share > 0 && share <= 1));
  CHECK(tell_apart(trained.model, plan)[1].pretrained == told[1].pretrained);
  plan.on_next = [](std::size_t done, std::size_t all) { return all == 8 && done < 5; };
  CHECK(tell_apart(trained.model, plan).size() == 1);
}

TEST_CASE("heed bert trains on a file, fills in words with its model, and says what is wrong") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 80; ++i) text += i % 2 == 0 ? "a b c d e\n" : "b c d e f g\n";
  spill(scratch / "abc.txt", text);
  const ProgramEnd trained = run({.arguments = tiny_bert({"--data", "abc.txt"}), .folder = scratch.folder()});
  INFO(trained.out << trained.err);
  REQUIRE(trained.status == 0);
  CHECK(trained.err.empty());
  CHECK_THAT(trained.out, Catch::StartsWith("abc.txt: 76 lines to train on, 4 held out; 11 tokens\n") &&
                              Catch::Contains("masked words/s") && Catch::Contains("best epoch 2"));
  const std::string model = "runs/bert-abc/model.safetensors";
  const ProgramEnd filled =
      run({.arguments = {"bert", "--model", model, "a", "[MASK]", "c d e"}, .folder = scratch.folder()});
  CHECK(filled.status == 0);
  CHECK_THAT(filled.out, Catch::StartsWith("a [MASK] c d e\n   ") && Catch::Contains(" %   "));
  const ProgramEnd shown = run({.arguments = {"show", model}, .folder = scratch.folder()});
  CHECK_THAT(shown.out, Catch::Contains("(BERT)") && Catch::Contains("encoder.layers.*") &&
                            Catch::Contains("11 tokens"));

  const auto refused = [&](std::vector<std::string> words, int status) {
    const ProgramEnd end = run({.arguments = std::move(words), .folder = scratch.folder()});
    CHECK(end.status == status);
    return end.err;
  };
  CHECK_THAT(refused({"bert", "--model", model, "a b"}, 2), Catch::Contains("write [MASK] in its place"));
  CHECK_THAT(refused({"bert", "a [MASK]"}, 1),
             Catch::Contains("there is no saved model runs/bert/model.safetensors"));
  CHECK_THAT(refused({"bert", "a [MASK]", "--epochs", "3"}, 2), Catch::Contains("--epochs is for training"));
  CHECK_THAT(refused({"lm", "--model", model, "a"}, 1), Catch::Contains("the model is a bert, not a gpt"));
  CHECK_THAT(refused(tiny_bert({"--heads", "3"}), 2), Catch::Contains("3 heads do not divide d_model 16"));
}
