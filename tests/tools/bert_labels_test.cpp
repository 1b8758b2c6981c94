// heed bert: few labels, labels of a file, and the classes that it then says.
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/tiny_bert.hpp"

using namespace heed;

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
  CHECK_THAT(learned.err, Catch::Contains("note: 1 line the same as an earlier one"));
  const ProgramEnd told = heed({"--classifier", file, "--classify", "a", "b", "lion"});
  CHECK(told.status == 0);
  CHECK_THAT(told.out, Catch::StartsWith("a b lion\n   early "));
  CHECK(told.err == "note: the model does not know 'lion'\n");
  CHECK_THAT(heed({"--labels", "ends.tsv", "--steps", "200", "--classify", "g f", "--lang", "ko"}).out,
             Catch::StartsWith("ends.tsv: 라벨 2가지, 학습할 글 8개, 시험 2개\n"
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
  CHECK_THAT(refused(""), Catch::Contains("bad.tsv is empty: put a label, a tab and a text a line into it"));
  CHECK_THAT(refused("x\ta\nx\tb\n"), Catch::Contains("all lines have the label x"));
  CHECK_THAT(refused("x\ta\ny\tb\n"),
             Catch::Contains("bad.tsv: 2 of 2 lines, more than a fifth, cannot be used; "
                             "mend or delete them (first bad.tsv:1: no other text has "
                             "the label x; then bad.tsv:2: "));
  CHECK_THAT(heed({"--labels", "none.tsv"}).err, Catch::Contains("none.tsv"));
}

TEST_CASE("lines of labels that teach nothing are left out, counted and named") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 2 == 0 ? "a b c d e\n" : "b c d e f g\n";
  spill(scratch / "abc.txt", text);
  REQUIRE(run({.arguments = tiny_bert({"--data", "abc.txt"}), .folder = scratch.folder()}).status == 0);
  const auto read = [&](const std::string& labels) {
    spill(scratch / "some.tsv", labels);
    const ProgramEnd end =
        run({.arguments = {"bert", "--data", "abc.txt", "--labels", "some.tsv", "--steps", "1"},
             .folder = scratch.folder()});
    INFO(end.out << end.err);
    CHECK(end.status == 0);
    return end.out.substr(0, end.out.find('\n')) + "\n" + end.err;
  };
  // eleven lines
  const std::string good = "x\ta\nx\tb\nx\tc\nx\td\nx\ta b\nx\ta c\ny\tg\ny\tf\ny\tg f\ny\tg g\ny\tf f\n";
  const std::string all = "some.tsv: 9 texts with 2 labels to learn from, 2 held out\n";
  CHECK_THAT(read(good), Catch::StartsWith(all) && !Catch::Contains("left out"));
  struct Case {
    std::string before, behind, note;
  };
  for (const auto& [before, behind, note] : std::vector<Case>{
           {"", "\n", "1 of 12 lines left out (first some.tsv:12: it is empty)"},
           {"\n\n \n\n", "",
            "4 of 15 lines left out (first some.tsv:1: it is empty; then some.tsv:2: it is "
            "empty; then some.tsv:3: it is empty)"},
           {"", "x a b\n", "(first some.tsv:12: no label, tab and text: x a b)"},
           {"", "x\ta\tb\n", "(first some.tsv:12: it has a tab too many)"},
           {"", "x\t\n", "(first some.tsv:12: no label, tab and text: x)"},
           {"label\tdocument\n", "", "1 of 12 lines left out (first some.tsv:1: it names the columns)"},
           {"mark\ttext of it\n", "", "(first some.tsv:1: no other text has the label mark)"},
           {"z\te\n", "", "(first some.tsv:1: no other text has the label z)"},
           {"", "x\tb\xFF\n", "(first some.tsv:12: byte 4 (0xFF) is not UTF-8)"},
           {"", "x\ta b c d e f g a b c d e f g a b c d e f g a b c\n",
            "(first some.tsv:12: a text of 24 tokens, and the model reads 22 at most (--context))"},
           {"x\te g\n", "y\t e  G\n",
            "2 of 13 lines left out (first some.tsv:1: it has the text of line 13 with another label: x, "
            "not y; "
            "then some.tsv:13: it has the text of line 1 with another label: y, not x)"},
           {"x\ta lion\n", "y\ta zebra\n", "y, as the model knows neither 'lion' nor 'zebra'; then"},
           {"x\tlion a lion\n", "y\tlion a zebra\n",  // what both have is no reason
            "y, as the model knows neither 'lion' nor 'zebra'; then"}})
    CHECK_THAT(read(before + good + behind), Catch::StartsWith(all) && Catch::Contains(note));
  // the columns in another order, as NSMC has them
  std::string columns = "\xEF\xBB\xBFid\tdocument\tlabel\r\n";
  for (const char* row : {"a\t0", "a b\t0", "b\t0", "a a\t0", "c\t0", "c c\t0", "g\t1", "g f\t1", "f\t1",
                          "g g\t1", "d\t0", "d\t1"})
    columns += fmt::format("6\t{}\r\n", row);
  CHECK_THAT(read(columns), Catch::StartsWith("some.tsv: 8 texts with 2 labels") &&
                                Catch::Contains("3 of 13 lines left out (first some.tsv:1: it names the "
                                                "columns; then some.tsv:12: it has the text of line 13 with "
                                                "another label: 0, not 1; then some.tsv:13: "));
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
