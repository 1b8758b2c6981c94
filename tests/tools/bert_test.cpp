// heed bert: training on masked words, filling in, few labels, and labels of a file.
#include <algorithm>
#include <set>

#include "lib/data/toy_text.hpp"
#include "tests/tools/refusals.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tools/bert/labels_file.hpp"
#include "tools/bert/tell_apart.hpp"
#include "tools/bert/train_bert.hpp"

using namespace heed;

namespace {

/// A folder with a text of the letters a to g.
class Letters : public Scratch {
 public:
  Letters() { spill(*this / "abc.txt", letters(80)); }
  ProgramEnd heed(const Words& words) const { return run_heed(folder(), words); }
  /// Asks the model that was trained on that text.
  ProgramEnd bert(const Words& words) const {
    return heed(plus({"bert", "--model", "runs/bert-abc/model.safetensors"}, words));
  }
};

}  // namespace

TEST_CASE("the defaults of heed bert begin to learn") {
  BertSession session;
  session.model.d_model = 32;
  session.model.layers = 1;
  session.run.epochs = 2;
  session.run.warmup = 20;
  session.run.batch_sentences = 16;
  const TextChoice choice{.level = 1, .sentences = 600};
  const LanguageData data = load_text(choice, session.model.max_length - 2);
  const TrainedBert trained = train_bert(data, session, {.talk = Talk::bar});
  const TrainingResult& training = trained.training;
  CHECK(training.epochs.back().valid_loss < 0.97 * training.untrained_loss);
  const Recovered some = recover_words(trained.model, choice, 20);
  CHECK(some.sentences > 10);
  CHECK(some.found > 0);
  CHECK((some.determined > 0 && some.determined < some.words));
  CHECK(some.determined_found <= std::min(some.determined, some.found));
  // Not of all tokens, of which <eos> is the most frequent: of words, each of which is determined at times.
  CHECK((some.determined_most > 0 && some.determined_most < some.determined / 2));

  TellPlan plan{.level = 1, .sentences = 600, .labels = {8, 24}, .seeds = {1, 2}, .tests = 30, .steps = 4};
  const Telling telling = tell_apart(trained.model, plan);
  CHECK(telling.tests == 30);
  CHECK((telling.most_frequent >= 0.5 && telling.most_frequent < 1));  // of two classes
  REQUIRE(telling.told.size() == 2);
  CHECK(telling.told[1].labels == 24);
  CHECK((telling.told[1].pretrained.size() == 2 && telling.told[1].anew.size() == 2));
  for (const double share : telling.told[1].pretrained) CHECK((share > 0 && share <= 1));
  plan.on_next = [](std::size_t done) { return done < 1; };
  CHECK(tell_apart(trained.model, plan).told.empty());
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

TEST_CASE("heed bert trains on a file and fills in words and learns labels of a file") {
  const Letters scratch;
  const ProgramEnd trained = run_well(scratch.folder(), tiny("bert", {"--data", "abc.txt"}));
  CHECK(trained.err.empty());
  CHECK_THAT(trained.out,
             Catch::StartsWith("abc.txt: 76 lines to train on, 4 held out; a vocabulary of 7 words\n") &&
                 Catch::Contains("masked words/s") && Catch::Contains("best epoch 2"));
  const std::string model = "runs/bert-abc/model.safetensors", file = "runs/bert-abc/labels-ends.safetensors";
  spill(scratch / "ends.tsv",
        "early\ta b\nlate\tg f\nearly\ta b b\nlate\tg g f\nearly\ta a b\nlate\tf g g\nearly\ta a\n"
        "late\tf f g\nearly\ta b a zebra\nlate\tg f f\nlate\tg f\n");

  SECTION("filling in") {
    const ProgramEnd filled = scratch.bert({"a", "[MASK]", "c d zebra"});
    CHECK(filled.status == 0);
    CHECK_THAT(filled.out, Catch::StartsWith("a [MASK] c d zebra\n   ") && Catch::Contains(" %   "));
    CHECK(filled.err == model + ": 2 epochs\nnote: the model does not know 'zebra'\n");
    CHECK_THAT(scratch.bert({"[MASK] [MASK]", "[MASK]"}).out, Catch::StartsWith("[MASK] [MASK] [MASK]\n   "));
    CHECK_THAT(scratch.heed({"show", model}).out, Catch::Contains("(BERT)") &&
                                                      Catch::Contains("encoder.layers.*") &&
                                                      Catch::Contains("7 tokens: "));
    CHECK_THAT(
        scratch.heed(tiny("bert", {"--data", "abc.txt", "--epochs", "1", "--out", "ko", "--lang", "ko"})).out,
        Catch::StartsWith("abc.txt: 학습 76줄, 따로 둔 글 4줄; 어휘 7가지\n") &&
            Catch::Contains("에포크  1/1  학습 손실 ") && Catch::Contains(" 가린 단어/초"));
  }
  SECTION("labels") {
    const ProgramEnd learned = scratch.bert({"--labels", "ends.tsv", "--steps", "200"});
    INFO(learned.out << learned.err);
    REQUIRE(learned.status == 0);
    CHECK_THAT(learned.out, Catch::StartsWith("ends.tsv: 8 texts with 2 labels to learn from, 2 held out\n"
                                              "training: 200 steps, 200 times over all\nheld out: ") &&
                                Catch::Contains(" % of 2 right, 95 % interval ") &&
                                Catch::Contains(" %; who always says the most frequent one: 50.0 %\n") &&
                                Catch::EndsWith("heed bert --classifier " + file + " --classify TEXT\n"));
    CHECK_THAT(learned.err, Catch::Contains("note: 1 line the same as an earlier one"));
    const ProgramEnd told = scratch.bert({"--classifier", file, "--classify", "a", "b", "lion"});
    CHECK_THAT(told.out, Catch::StartsWith("a b lion\n   early "));
    CHECK(told.err == "note: the model does not know 'lion'\n");
    CHECK_THAT(scratch.heed({"show", file}).out,
               Catch::Contains("a classifier of texts (BERT)") && Catch::Contains("[\"early\",\"late\"]"));
    // The same bytes replace nothing; others leave the older classifier in a folder of its own.
    CHECK_THAT(
        scratch.bert({"--labels", "ends.tsv", "--steps", "200", "--classify", "g f", "--lang", "ko"}).out,
        Catch::StartsWith("ends.tsv: 라벨 2가지, 학습할 글 8개, 시험 2개\n"
                          "학습: 200 스텝, 전체를 200번 봄\n따로 둔 문장: 2개 중 ") &&
            Catch::Contains("쓰는 법: heed bert --classifier " + file) && Catch::Contains("\ng f\n   late "));
    CHECK_FALSE(std::filesystem::exists(scratch / "runs/bert-abc/labels-ends.replaced"));
    const std::string older = slurp(scratch / file);
    CHECK_THAT(
        scratch.bert({"--labels", "ends.tsv", "--steps", "1"}).out,
        Catch::Contains("training: 1 steps, 1 times over all\n") &&
            Catch::EndsWith("the classifier that was there is kept in runs/bert-abc/labels-ends.replaced; "
                            "`mv runs/bert-abc/labels-ends.replaced/* runs/bert-abc/` brings it back\n"));
    CHECK(slurp(scratch / "runs/bert-abc/labels-ends.replaced/labels-ends.safetensors") == older);
    CHECK(slurp(scratch / file) != older);
    // A folder that is not there yet is made, and its name quoted.
    CHECK_THAT(
        scratch.bert({"--labels", "ends.tsv", "--steps", "1", "--classifier", "my own/c.safetensors"}).out,
        Catch::Contains("heed bert --classifier 'my own/c.safetensors' --classify TEXT"));
  }
  SECTION("wrong calls") { check_refusals(scratch, "bert"); }
}

TEST_CASE("lines of labels that teach nothing are left out and counted and named") {
  const Letters scratch;
  const TextTokens tokens = load_text({.file = scratch / "abc.txt"}, 22).tokens;
  const std::filesystem::path before_us = std::filesystem::current_path();
  std::filesystem::current_path(scratch.folder());
  const auto read = [&](const std::string& labels) {
    spill("some.tsv", labels);
    return read_labels("some.tsv", tokens, 22);
  };
  // eleven lines
  const std::string good = "x\ta\nx\tb\nx\tc\nx\td\nx\ta b\nx\ta c\ny\tg\ny\tf\ny\tg f\ny\tg g\ny\tf f\n";
  CHECK(read(good).left_out.empty());
  struct Case {
    std::string before, behind, note;
  };
  for (const auto& [before, behind, note] : std::vector<Case>{
           {"\n\n \n", "", "3 of 14 lines left out (first some.tsv:1: it is empty; then some.tsv:2: it is "},
           {"", "x a b\n", "(first some.tsv:12: no label, tab and text: x a b)"},
           {"", "x\ta\tb\n", "(first some.tsv:12: it has a tab too many)"},
           {"", "x\t\n", "(first some.tsv:12: no label, tab and text: x)"},
           {"label\tdocument\n", "", "1 of 12 lines left out (first some.tsv:1: it names the columns)"},
           {"mark\ttext of it\n", "", "(first some.tsv:1: no other text has the label mark)"},
           {"", "x\tb\xFF\n", "(first some.tsv:12: byte 4 (0xFF) is not UTF-8)"},
           {"", "x\ta b c d e f g a b c d e f g a b c d e f g a b c\n",
            "(first some.tsv:12: a text of 24 tokens, and the model reads 22 at most (--context))"},
           {"x\te g\n", "y\t e  G\n",
            "2 of 13 lines left out (first some.tsv:1: the model reads it as line 13, which has another "
            "label: "
            "x, not y; then some.tsv:13: the model reads it as line 1, which has another label: y, not x)"},
           {"x\tlion a lion\n", "y\tlion a zebra\n",  // the model knows neither animal
            "2 of 13 lines left out (first some.tsv:1: the model reads it as line 13, which has"}}) {
    const LabelsFile all = read(before + good + behind);
    CHECK(all.names == std::vector<std::string>{"x", "y"});
    CHECK((all.train.texts.size() == 9 && all.held_out.texts.size() == 2));
    CHECK_THAT(all.left_out, Catch::Contains(note));
  }
  // the columns in another order, as NSMC has them
  std::string columns = "\xEF\xBB\xBFid\tdocument\tlabel\r\n";
  for (const char* row : {"a\t0", "a b\t0", "b\t0", "a a\t0", "c\t0", "c c\t0", "g\t1", "g f\t1", "f\t1",
                          "g g\t1", "d\t0", "d\t1"})
    columns += fmt::format("6\t{}\r\n", row);
  CHECK_THAT(read(columns).left_out,
             Catch::Contains("3 of 13 lines left out (first some.tsv:1: it names the "));
  CHECK_THAT(error_text<Error>([&] { read(""); }), Catch::Contains("put a label, a tab and a text a line"));
  CHECK_THAT(error_text<Error>([&] { read("x\ta\nx\tb\n"); }), Catch::Contains("all lines have the label x"));
  CHECK_THAT(
      error_text<Error>([&] { read("x\ta\ny\tb\n"); }),
      Catch::Contains("some.tsv: 2 of 2 lines, more than a fifth, cannot be used; mend or delete them"));
  std::filesystem::current_path(before_us);
}

TEST_CASE("Ctrl-C while few labels are learned leaves the model and no classifier") {
  const Scratch scratch;
  const auto heed = [&](const Words& words) { return run_heed(scratch.folder(), plus({"bert"}, words)); };
  const ProgramEnd end =
      run({.arguments = tiny("bert", {"--level", "1", "--sentences", "200", "--steps", "100000"}),
           .folder = scratch.folder(),
           .signal_when = "words of "});
  check_end(end, 130);
  CHECK_THAT(end.err, Catch::EndsWith("interrupted\n"));
  CHECK_THAT(end.out, Catch::Contains("saved in runs/bert/model.safetensors"));
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/bert/classifier-question.safetensors"));
  CHECK(heed({"a [MASK] c"}).status == 0);
  // Uninterrupted, the classifier of the most labels stays, and answers.
  CHECK_THAT(heed({"--steps", "1"}).out,
             Catch::Contains("the classifier is saved in runs/bert/classifier-question.safetensors"));
  CHECK_THAT(heed({"--classify", "did he run?"}).out, Catch::StartsWith("did he run?\n   ") &&
                                                          Catch::Contains("question ") &&
                                                          Catch::Contains("statement "));
}
