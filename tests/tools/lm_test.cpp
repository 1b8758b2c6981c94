// heed lm: its text, what it says that a model knows of it, and going on from a prompt.
#include <algorithm>
#include <cmath>
#include <set>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tools/lm/train_language.hpp"

using namespace heed;

TEST_CASE("the defaults of heed lm begin to learn the grammar's sentences") {
  // A beginning: the mark itself is checked in quality_test.cpp.
  LanguageSession session;
  session.run.epochs = 1;
  session.run.batch_sentences = 16;  // more steps of fewer sentences
  session.run.warmup = 20;
  session.shown = 0;
  const LanguageData data = load_text({.level = 1, .sentences = 600}, session.model.max_length - 1);
  const TrainedLanguage trained = train_language(data, session, {.talk = Talk::bar});
  const Knowledge known = knowledge(trained.model.model(), data);
  const double bits = std::log2(known.perplexity) * static_cast<double>(data.test.tokens);
  CHECK(data.test.unknown < data.test.tokens / 8);
  CHECK(known.bits_a_line == Approx(bits / static_cast<double>(data.test.lines)));
  CHECK(known.bits_a_character == Approx(bits / static_cast<double>(data.test.characters)));
  CHECK(known.share_of_grammar == Approx(known.bits_a_line / data.grammar_bits));
  CHECK(known.share_of_grammar > 0.95);  // nobody knows more than the grammar
  CHECK(known.share_of_grammar < 2.3);   // an untrained model: 2.9
}

TEST_CASE("heed lm trains on a file and says what it knows and goes on from a prompt") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(200));
  const ProgramEnd trained = run_well(scratch.folder(), tiny("lm", {"--data", "abc.txt"}));
  CHECK(trained.err.empty());
  CHECK_THAT(trained.out,
             Catch::StartsWith("abc.txt: 190 lines to train on, 10 held out; a vocabulary of 7 words\n") &&
                 Catch::Contains("What it writes:") && !Catch::Contains("the grammar"));
  const std::string model = "runs/lm-abc/model.safetensors";
  CHECK_THAT(trained.out,
             Catch::Matches("[^]*held-out text that also chose the best epoch, 10 lines: perplexity "
                            "[0-9.]+ a token; [0-9.]+ bits a character\n[^]*"));

  const auto ask = [&](const Words& words) {
    return run_heed(scratch.folder(), plus({"lm", "--model", "runs/lm-abc"}, words));
  };
  const ProgramEnd one = ask({"--temperature", "0.5", "a", "b"});
  CHECK(one.err == model + ": 2 epochs\n");
  CHECK_THAT(one.out, Catch::StartsWith("a b"));
  CHECK(one.out == ask({"--temperature", "0.5", "a b"}).out);
  // The best token alone, in three ways; and any of them.
  const auto says = [&](const std::string& option, const std::string& value) {
    return ask({"--samples", "5", option, value, "b"}).out;
  };
  const std::string best = says("--temperature", "0");
  CHECK(occurrences(best, "\n") == 5);
  CHECK(says("--top-p", "1e-9") == best);
  CHECK(says("--top-k", "1") == best);
  CHECK(says("--top-p", "1") != best);
  // A prompt is printed as it was typed, and is no list in brackets.
  const ProgramEnd unknown = ask({"[A  zebra,b ]"});
  CHECK_THAT(unknown.out, Catch::StartsWith("[A  zebra,b ]"));
  CHECK_THAT(unknown.err, Catch::Contains("does not know '[', ") && Catch::Contains("'zebra'"));
  const ProgramEnd long_one = ask({"a b c d e f a b c d e f a b c d e f a b c d e f a b c d"});
  CHECK(long_one.status == 1);
  CHECK_THAT(long_one.err, Catch::Contains("longer than the model's maximum of 24"));
  CHECK(ask({"--d-model", "32", "a"}).status == 2);
  spill(scratch / "runs/config.json", "{}");  // a folder of GPT-2's, then: what is missing there is said
  CHECK_THAT(run_heed(scratch.folder(), {"lm", "--model", "runs", "a"}).err,
             Catch::Contains("runs/vocab.json"));
  // The same training gives the same bytes, and its page shows a line that is whole.
  const ProgramEnd again = run_heed(
      scratch.folder(), tiny("lm", {"--data", "abc.txt", "--out", "again", "--report", "live.html"}));
  CHECK(again.status == 0);
  CHECK(slurp(scratch / "again/model.safetensors") == slurp(scratch / model));
  CHECK_THAT(slurp(scratch / "live.html"), Catch::Contains(R"(bos>","a","b","c","d")"));
}

TEST_CASE("long lines are pieces that go on from each other and are counted as lines") {
  const Scratch scratch;
  spill(scratch / "long.txt", "abcdefg\nabc\nabcdefgh\n");
  const LanguageData data = load_text({.file = scratch / "long.txt", .tokens = "characters"}, 3);
  CHECK((data.train_lines == 2 && data.valid_lines == 1));
  const auto text = [&](const std::vector<Example>& examples) {
    std::string all;
    for (const Example& e : examples)
      all += (e.before < 0 ? "^" : data.tokens.decode({e.before}) + "|") + data.tokens.decode(e.target) +
             (e.ends ? "$ " : " ");
    return all;
  };
  CHECK(text(data.train) == "^abc c|def f|g$ ^abc$ ");
  CHECK_THAT(text(data.valid), Catch::StartsWith("^abc c|def f|g"));
  CHECK((data.test.tokens == 9 && data.test.characters == 9));
  REQUIRE(data.warnings.size() == 1);
  CHECK_THAT(data.warnings[0], Catch::StartsWith("2 lines of more than 3 tokens cut"));
}

TEST_CASE("a model predicts the characters that its tokens tell apart and lines that are text") {
  const Scratch scratch;
  const auto load = [&](const std::string& line, const std::string& tokens) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += line + "\n";
    spill(scratch / "text.txt", text);
    return load_text({.file = scratch / "text.txt", .tokens = tokens}, 100);
  };
  for (const std::string blank : {" ", "          "})
    CHECK(load("one" + blank + "two" + blank + "three.", "words").test.characters == 2 * 15);
  // Characters keep every blank and tab.
  const std::string line = "  if (x)\t{  y\t\tz;  }";
  const LanguageData data = load(line, "characters");
  CHECK(data.warnings.empty());
  CHECK(data.test.characters == 2 * (std::ssize(line) + 1));
  CHECK(data.tokens.decode(data.tokens.encode(line)) == line);
  // A line that is no text is left out, counted and named.
  std::string text = "\xEF\xBB\xBF";
  for (int i = 1; i <= 40; ++i) text += i % 10 == 0 ? "\xB3\xAA\r\n" : i % 10 == 5 ? "\r\n" : "a b\r\n";
  spill(scratch / "text.txt", text);
  const LanguageData some = load_text({.file = scratch / "text.txt"}, 10);
  CHECK((some.train_lines == 31 && some.valid_lines == 1));
  CHECK(some.tokens.size() == 2 + std::ssize(Vocabulary::special_names));
  CHECK(some.warnings == std::vector<std::string>{fmt::format(
                             "{0}: 4 of 40 lines left out (first {0}:10{1}; then {0}:20{1}; then {0}:30{1})",
                             (scratch / "text.txt").string(), ": byte 1 (0xB3) is not UTF-8")});
}

TEST_CASE("no sentence of the grammar's test is in the training or chose the best epoch") {
  const LanguageData data = load_text({.level = 1, .sentences = 3000}, 127);
  std::set<std::vector<std::int32_t>> seen;
  for (const std::vector<Example>* part : {&data.train, &data.valid}) {
    for (const Example& e : *part) seen.insert(e.target);
  }
  std::int64_t compared = 0;
  for (const Example& e : data.test.examples) {
    // two unknown words are one token
    if (std::ranges::find(e.target, Vocabulary::unk) != e.target.end()) continue;
    ++compared;
    CHECK(!seen.contains(e.target));
  }
  CHECK((compared > 100 && compared < 1000));
}
