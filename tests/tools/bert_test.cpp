// heed bert: training on masked words, what it says, filling in, and telling apart from few labels.
#include <algorithm>
#include <set>

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

  TellPlan plan{.level = 1, .sentences = 600, .labels = {8, 24}, .seeds = {1, 2}, .tests = 30, .steps = 4};
  const Telling telling = tell_apart(trained.model, plan);
  const std::vector<Told>& told = telling.told;
  CHECK(telling.tests == 30);
  CHECK(telling.most_frequent >= 0.5);  // of two classes
  CHECK(telling.most_frequent < 1);
  REQUIRE(told.size() == 2);
  CHECK(told[1].labels == 24);
  REQUIRE(told[1].pretrained.size() == 2);
  REQUIRE(told[1].anew.size() == 2);
  for (const double share : told[1].pretrained) CHECK((share > 0 && share <= 1));
  CHECK(tell_apart(trained.model, plan).told[1].pretrained == told[1].pretrained);
  plan.on_next = [](std::size_t done, std::size_t all) { return all == 8 && done < 5; };
  CHECK(tell_apart(trained.model, plan).told.size() == 1);
}

TEST_CASE("what is to be told stands neither in the text of the training nor among the labels") {
  TellPlan plan{.asked = Asked::tense, .level = 1, .sentences = 0, .labels = {}, .tests = 60};
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const ToyClause& clause : unseen_clauses(plan)) all.push_back(clause.text);
    return all;
  };
  const std::vector<std::string> any = texts();
  plan.sentences = 20'000;
  plan.labels = {64};
  const std::vector<std::string> unseen = texts(), trained = toy_text({.sentences = 20'000, .level = 1});
  const std::set<std::string> seen(trained.begin(), trained.end());
  const auto is_seen = [&](const std::string& text) { return seen.contains(text); };
  CHECK(std::any_of(any.begin(), any.end(), is_seen));
  CHECK(std::none_of(unseen.begin(), unseen.end(), is_seen));
  CHECK(unseen.size() == 60);
  plan.asked = Asked::question;
  for (const std::string& text : texts()) CHECK(text.find('?') == std::string::npos);
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
  CHECK(filled.err == model + ": 2 epochs\n");
  const ProgramEnd unknown =
      run({.arguments = {"bert", "--model", model, "a [MASK] zebra"}, .folder = scratch.folder()});
  CHECK(unknown.status == 0);
  CHECK(unknown.err == filled.err + "note: the model does not know zebra\n");
  const ProgramEnd brackets =
      run({.arguments = {"bert", "--model", model, "[MASK] [MASK]", "[MASK]"}, .folder = scratch.folder()});
  CHECK_THAT(brackets.out, Catch::StartsWith("[MASK] [MASK] [MASK]\n   "));
  const ProgramEnd korean =
      run({.arguments = tiny_bert({"--data", "abc.txt", "--epochs", "1", "--out", "ko", "--lang", "ko"}),
           .folder = scratch.folder()});
  CHECK_THAT(korean.out, Catch::StartsWith("abc.txt: 학습 76줄, 따로 둔 글 4줄; 토큰 11가지\n") &&
                             Catch::Contains("에포크  1/1  학습 손실 ") && Catch::Contains(" 가린 단어/초"));
  const ProgramEnd shown = run({.arguments = {"show", model}, .folder = scratch.folder()});
  // It has read nothing of the grammar, of which few labels would be asked.
  const ProgramEnd again = run({.arguments = {"bert", "--data", "abc.txt"}, .folder = scratch.folder()});
  CHECK(again.status == 2);
  CHECK_THAT(again.err, Catch::Contains("there is a model of abc.txt already, " + model) &&
                            Catch::Contains("[MASK], --labels FILE, or --classify TEXT"));
  const ProgramEnd by_name = run({.arguments = {"bert", "--model", model}, .folder = scratch.folder()});
  CHECK(by_name.status == 1);
  CHECK_THAT(by_name.err, Catch::Contains(model + " has not learned the embedded grammar"));
  CHECK_THAT(shown.out, Catch::Contains("(BERT)") && Catch::Contains("encoder.layers.0") &&
                            Catch::Contains("11 tokens"));

  const auto refused = [&](std::vector<std::string> words, int status) {
    const ProgramEnd end = run({.arguments = std::move(words), .folder = scratch.folder()});
    CHECK(end.status == status);
    return end.err;
  };
  CHECK_THAT(refused({"bert", "--model", model, "a b"}, 2), Catch::Contains("write [MASK] in its place"));
  CHECK_THAT(refused({"bert", "--model", model, "--tell", "tense", "a [MASK]"}, 2),
             Catch::Contains("--tell is asked of the grammar's sentences: leave out the text, or --tell"));
  CHECK_THAT(refused({"bert", "a [MASK]"}, 1),
             Catch::Contains("there is no saved model runs/bert/model.safetensors"));
  CHECK_THAT(refused({"bert", "a [MASK]", "--epochs", "3"}, 2), Catch::Contains("--epochs is for training"));
  CHECK_THAT(refused({"lm", "--model", model, "a"}, 1), Catch::Contains("the model is a bert, not a gpt"));
  CHECK_THAT(refused({"bert", "--model", model, "--classify", "a b"}, 1),
             Catch::Contains("there is no classifier runs/bert-abc/classifier-question.safetensors"));
  CHECK_THAT(refused({"bert", "--model", model, "a [MASK]", "--labels", "x"}, 2),
             Catch::Contains("a text with [MASK] and --labels are two questions"));
  CHECK_THAT(refused({"bert", "--labels", "x", "--epochs", "3"}, 2),
             Catch::Contains("--epochs is for training"));
  CHECK_THAT(refused(tiny_bert({"--heads", "3"}), 2), Catch::Contains("3 heads do not divide d_model 16"));
}

TEST_CASE("heed bert learns labels of a file, and its classifier then says the class of a text") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 2 == 0 ? "a b c d e\n" : "b c d e f g\n";
  spill(scratch / "abc.txt", text);
  REQUIRE(run({.arguments = tiny_bert({"--data", "abc.txt"}), .folder = scratch.folder()}).status == 0);
  spill(scratch / "ends.tsv",
        "early\ta b\nlate\tg f\nearly\ta b b\nlate\tg g f\nearly\ta a b\nlate\tf g g\nearly\ta a\n"
        "late\tf f g\nearly\ta b a zebra\nlate\tg f f\nlate\tg f\n");
  const auto heed = [&](std::vector<std::string> more) {
    std::vector<std::string> all{"bert", "--data", "abc.txt"};
    all.insert(all.end(), more.begin(), more.end());
    return run({.arguments = all, .folder = scratch.folder()});
  };
  const std::string file = "runs/bert-abc/labels-ends.safetensors";
  const ProgramEnd learned = heed({"--labels", "ends.tsv", "--steps", "200"});
  INFO(learned.out << learned.err);
  REQUIRE(learned.status == 0);
  CHECK_THAT(learned.out, Catch::StartsWith("ends.tsv: 8 texts with 2 labels to learn from, 2 held out\n"
                                            "training: 200 steps, 200 times over all\nheld out: ") &&
                              Catch::Contains(" % of 2 right, 95 % interval ") &&
                              Catch::Contains(" %; who always says the most frequent one: 50.0 %\n") &&
                              Catch::EndsWith("heed bert --classifier " + file + " --classify TEXT\n"));
  CHECK_THAT(learned.err, Catch::Contains("note: 1 lines say again"));
  const ProgramEnd told = heed({"--classifier", file, "--classify", "a", "b", "lion"});
  CHECK(told.status == 0);
  CHECK_THAT(told.out, Catch::StartsWith("a b lion\n   early "));
  CHECK(told.err == "note: the model does not know lion\n");
  CHECK_THAT(heed({"--labels", "ends.tsv", "--steps", "200", "--classify", "g f", "--lang", "ko"}).out,
             Catch::StartsWith("ends.tsv: 라벨 2가지, 학습 8개, 시험 2개\n"
                               "학습: 200 걸음, 전체를 200번 봄\n따로 둔 문장: 2개 중 ") &&
                 Catch::Contains("쓰는 법: heed bert --classifier " + file) &&
                 Catch::Contains("\ng f\n   late "));
  CHECK_THAT(run({.arguments = {"show", file}, .folder = scratch.folder()}).out,
             Catch::Contains("a classifier of texts (BERT)") && Catch::Contains("[\"early\",\"late\"]"));
  // The same bytes replace nothing; others leave the older classifier in a folder of its own.
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/bert-abc/replaced-1"));
  const std::string older = slurp(scratch / file);
  const ProgramEnd other = heed({"--labels", "ends.tsv", "--steps", "1"});
  CHECK_THAT(other.out,
             Catch::Contains("training: 1 steps, 1 times over all\n") &&
                 Catch::EndsWith("the classifier that was there is kept in runs/bert-abc/replaced-1; "
                                 "`mv runs/bert-abc/replaced-1/* runs/bert-abc/` brings it back\n"));
  CHECK(slurp(scratch / "runs/bert-abc/replaced-1/labels-ends.safetensors") == older);
  CHECK(slurp(scratch / file) != older);
  // A folder that is not there yet is made, and its name quoted; one that cannot be is said before training.
  CHECK_THAT(heed({"--labels", "ends.tsv", "--steps", "1", "--classifier", "my own/c.safetensors"}).out,
             Catch::Contains("heed bert --classifier 'my own/c.safetensors' --classify TEXT"));
  const ProgramEnd nowhere = heed({"--labels", "ends.tsv", "--classifier", "abc.txt/c.safetensors"});
  CHECK(nowhere.status == 1);
  CHECK(nowhere.out.empty());
  CHECK_THAT(nowhere.err, Catch::Contains("abc.txt is a file; choose another with --classifier"));
  // Of 18 texts with 16 a step an epoch has two steps; and a label of many letters is cut on the screen.
  std::string many, early = "a", late = "g";
  for (int i = 0; i < 11; ++i) {
    many += std::string(300, 'x') + '\t' + early + "\ny\t" + late + '\n';
    early += " b";
    late += " f";
  }
  spill(scratch / "question.tsv", many);
  const ProgramEnd rounded = heed({"--labels", "question.tsv", "--steps", "3", "--classify", "a", "b"});
  CHECK_THAT(rounded.out,
             Catch::Contains("18 texts") &&
                 Catch::Contains("training: 4 steps, 2 times over all (3 steps would end amid them)\n") &&
                 Catch::Contains("/labels-question.safetensors") && Catch::Contains("xxx… ") &&
                 !Catch::Contains(std::string(50, 'x')));
  // Nothing else than a classifier is written over.
  const ProgramEnd over = heed({"--labels", "ends.tsv", "--classifier", "runs/bert-abc/model.safetensors"});
  CHECK(over.status == 1);
  CHECK_THAT(over.err, Catch::Contains("a classifier would take its place"));

  const auto refused = [&](const std::string& labels) {
    spill(scratch / "bad.tsv", labels);
    const ProgramEnd end = heed({"--labels", "bad.tsv"});
    CHECK(end.status == 1);
    CHECK_FALSE(std::filesystem::exists(scratch / "runs/bert-abc/labels-bad.safetensors"));
    return end.err;
  };
  const std::string good = "x\ta\nx\tb\ny\tc\ny\td\n";
  CHECK_THAT(refused(good + "x a b\n"), Catch::Contains("bad.tsv, line 5: no label, tab and text: x a b"));
  CHECK_THAT(refused(good + "x\ta\tb\n"), Catch::Contains("bad.tsv, line 5 has more than one tab"));
  CHECK_THAT(refused("x\ta\n\n" + good), Catch::Contains("bad.tsv, line 2 is empty"));
  CHECK_THAT(refused(good + "x\tc\n"),
             Catch::Contains("bad.tsv, line 5 has the text of line 3 with another label: x, not y"));
  CHECK_THAT(refused(good + "x\t c \n"), Catch::Contains("line 5 has the text of line 3"));
  CHECK_THAT(refused("x\tA b\n" + good + "y\ta  b\n"), Catch::Contains("line 6 has the text of line 1"));
  CHECK_THAT(refused("x\ta lion\n" + good + "y\ta zebra\n"),
             Catch::Contains("y, not x; to the model they are the same text, as it does not know zebra"));
  CHECK_THAT(refused(""), Catch::Contains("bad.tsv is empty: put a label, a tab and a text a line into it"));
  CHECK_THAT(refused(good + "z\te\n"), Catch::Contains("bad.tsv, line 5: no other text has the label z"));
  CHECK_THAT(refused("x\ta\nx\tb\n"), Catch::Contains("all lines have the label x"));
  CHECK_THAT(refused(good + "x\ta b c d e f g a b c d e f g a b c d e f g a b c\n"),
             Catch::Contains("bad.tsv, line 5: a text of 24 tokens, and the model reads 22 at most"));
  CHECK_THAT(heed({"--labels", "none.tsv"}).err, Catch::Contains("none.tsv"));
}

TEST_CASE("Ctrl-C while few labels are learned leaves the model, and no classifier") {
  const Scratch scratch;
  const ProgramEnd end =
      run({.arguments = tiny_bert({"--level", "1", "--sentences", "200", "--steps", "100000"}),
           .folder = scratch.folder(),
           .signal_when = "words of "});
  INFO(end.out << end.err);
  CHECK(end.status == 130);
  CHECK_THAT(end.err, Catch::EndsWith("interrupted\n"));
  CHECK_THAT(end.out, Catch::Contains("saved in runs/bert/model.safetensors"));
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/bert/classifier-question.safetensors"));
  const ProgramEnd filled = run({.arguments = {"bert", "a [MASK] c"}, .folder = scratch.folder()});
  CHECK(filled.status == 0);

  // Uninterrupted, the classifier of the most labels stays, and answers.
  const ProgramEnd told = run({.arguments = {"bert", "--steps", "1"}, .folder = scratch.folder()});
  INFO(told.out << told.err);
  REQUIRE(told.status == 0);
  CHECK_THAT(told.out,
             Catch::Contains("the classifier is saved in runs/bert/classifier-question.safetensors"));
  CHECK_THAT(
      run({.arguments = {"bert", "--classify", "did he run?"}, .folder = scratch.folder()}).out,
      Catch::StartsWith("did he run?\n   ") && Catch::Contains("question ") && Catch::Contains("statement "));
}
