// heed lm: training on a text, what it says of it, and going on with a saved model.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "lib/data/toy_text.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/lm/train_language.hpp"

using namespace heed;

namespace {

/// `heed lm` of a tiny model.
std::vector<std::string> tiny(std::vector<std::string> more) {
  std::vector<std::string> all{"lm", "--d-model", "16", "--heads",   "2", "--layers",
                               "1",  "--ff",      "32", "--epochs",  "2", "--context",
                               "24", "--warmup",  "5",  "--threads", "1"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Lines of a text in which "a b c d" always comes in this order.
std::string letters(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i)
    text += std::string("a b c d e f ").substr(0, 7 + 2 * (i % 3)) + "\n";
  return text;
}

/// What a model knows of the test, token by token.
Knowledge by_hand(const LanguageModel& model, const LanguageData& data) {
  const NoGrad no_grad;
  const DecodingOptions ids = model.tokens().ids();
  double nats = 0;
  for (const Example& e : data.test.examples) {
    std::vector<std::int32_t> read{e.before < 0 ? ids.bos : e.before}, said = e.target;
    read.insert(read.end(), e.target.begin(), e.target.end());
    if (e.ends) said.push_back(ids.eos);
    const Shape one{1, std::ssize(read)};
    const Array logits = model.model()(Tokens(one, std::move(read))).value();
    for (std::int64_t t = 0; t < std::ssize(said); ++t) {
      double sum = 0;
      for (std::int64_t id = 0; id < logits.dim(2); ++id)
        sum += std::exp(static_cast<double>(logits.at({0, t, id})));
      nats += std::log(sum) - static_cast<double>(logits.at({0, t, said[static_cast<std::size_t>(t)]}));
    }
  }
  const double bits = nats / std::log(2.0);
  return {.perplexity = std::exp(nats / static_cast<double>(data.test.tokens)),
          .bits_a_line = bits / static_cast<double>(data.test.lines),
          .bits_a_character = bits / static_cast<double>(data.test.characters)};
}

}  // namespace

TEST_CASE("the defaults of heed lm begin to learn the grammar's sentences") {
  // A beginning: the mark itself is checked in quality_test.cpp.
  LanguageSession session;
  session.run.epochs = 1;
  session.run.batch_sentences = 16;  // more steps of fewer sentences
  session.run.warmup = 20;
  session.shown = 0;
  const LanguageData data = load_text({.level = 1, .sentences = 800}, session.model.max_length - 1);
  const TrainedLanguage trained = train_language(data, session, {.talk = Talk::bar});
  const Knowledge known = knowledge(trained.model.model(), data);
  CHECK(data.test.unknown < data.test.tokens / 8);
  const Knowledge counted = by_hand(trained.model, data);
  CHECK(known.perplexity == Approx(counted.perplexity).epsilon(1e-4));
  CHECK(known.bits_a_line == Approx(counted.bits_a_line).epsilon(1e-4));
  CHECK(known.bits_a_character == Approx(counted.bits_a_character).epsilon(1e-4));
  CHECK(known.share_of_grammar == Approx(counted.bits_a_line / data.grammar_bits).epsilon(1e-4));
  CHECK(known.share_of_grammar > 0.95);  // nobody knows more than the grammar
  CHECK(known.share_of_grammar < 2.3);   // an untrained model: 2.9
}

TEST_CASE("heed lm trains on a file, says what it knows, and goes on from a prompt") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(200));
  const ProgramEnd trained = run({.arguments = tiny({"--data", "abc.txt"}), .folder = scratch.folder()});
  INFO(trained.out << trained.err);
  REQUIRE(trained.status == 0);
  CHECK(trained.err.empty());
  CHECK_THAT(trained.out,
             Catch::StartsWith("abc.txt: 190 lines to train on, 10 held out; a vocabulary of 6 words\n") &&
                 Catch::Contains("bits a character") && Catch::Contains("What it writes:"));
  CHECK(trained.out.find("the grammar") == std::string::npos);
  const Knowledge known = by_hand(LanguageModel::load(scratch / "runs/lm-abc/model.safetensors"),
                                  load_text({.file = scratch / "abc.txt"}, 23));
  const std::string said = trained.out.substr(
      trained.out.find("perplexity ", trained.out.find("held-out text that also chose the best epoch")));
  double perplexity = 0, bits = 0;
  REQUIRE(std::sscanf(said.c_str(), "perplexity %lf a token; %lf bits a character", &perplexity, &bits) == 2);
  CHECK(perplexity == Approx(known.perplexity).margin(0.006));
  CHECK(bits == Approx(known.bits_a_character).margin(0.0006));
  const auto ask = [&](std::vector<std::string> words) {
    std::vector<std::string> all{"lm", "--model", "runs/lm-abc/model.safetensors"};
    all.insert(all.end(), words.begin(), words.end());
    return run({.arguments = all, .folder = scratch.folder()});
  };
  const ProgramEnd one = ask({"--temperature", "0.5", "a", "b"}),
                   again = ask({"--temperature", "0.5", "a b"});
  CHECK(one.status == 0);
  CHECK_THAT(one.out, Catch::StartsWith("a b"));
  CHECK(one.out == again.out);
  // The best token alone, in three ways; and any of them.
  const auto says = [&](const std::string& option, const std::string& value) {
    return ask({"--samples", "5", option, value, "b"}).out;
  };
  const std::string best = says("--temperature", "0");
  CHECK(says("--top-p", "1e-9") == best);
  CHECK(says("--top-k", "1") == best);
  CHECK(says("--top-p", "1") != best);
  // A prompt is printed as it was typed.
  CHECK_THAT(ask({"A  zebra,b "}).out, Catch::StartsWith("A  zebra,b "));
  const ProgramEnd three = ask({"--samples", "3", "--sample-seed", "4"});
  CHECK(std::count(three.out.begin(), three.out.end(), '\n') == 3);
  const ProgramEnd unknown = ask({"zebra"});
  CHECK(unknown.status == 0);
  CHECK_THAT(unknown.err, Catch::Contains("does not know 'zebra'"));
  CHECK_THAT(ask({"[a,b]"}).err, Catch::Contains("does not know '[', "));  // a text, not a list of two
  const ProgramEnd long_one = ask({"a b c d e f a b c d e f a b c d e f a b c d e f a b c d"});
  CHECK(long_one.status == 1);
  CHECK_THAT(long_one.err, Catch::Contains("longer than the model's maximum of 24"));
  CHECK(ask({"--d-model", "32", "a"}).status == 2);
}

TEST_CASE("lines that are no text are left out of a file, counted and named") {
  const Scratch scratch;
  std::string text = "\xEF\xBB\xBF";
  for (int i = 1; i <= 40; ++i) text += i % 10 == 0 ? "\xB3\xAA\r\n" : i % 10 == 5 ? "\r\n" : "a b\r\n";
  spill(scratch / "text.txt", text);
  const LanguageData data = load_text({.file = scratch / "text.txt"}, 10);
  CHECK((data.train_lines == 31 && data.valid_lines == 1));
  CHECK(data.tokens.size() == 2 + std::ssize(Vocabulary::special_names));
  const std::string where = (scratch / "text.txt").string(), why = ": byte 1 (0xB3) is not UTF-8";
  CHECK(data.warnings ==
        std::vector<std::string>{fmt::format(
            "{0}: 4 of 40 lines left out (first {0}:10{1}; then {0}:20{1}; then {0}:30{1})", where, why)});
}

TEST_CASE("long lines are pieces that go on from each other, and are counted as lines") {
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
  CHECK(data.test.tokens == 9);
  CHECK(data.test.characters == 9);
  REQUIRE(data.warnings.size() == 2);
  CHECK_THAT(data.warnings[0], Catch::StartsWith("2 lines of more than 3 tokens cut"));
  CHECK_THAT(data.warnings[1], Catch::StartsWith("the last lines are held out whole: 44 % of the text; ") &&
                                   Catch::Contains("fold -s -w 80 "));
  CHECK_THAT(load_text({.file = scratch / "long.txt", .tokens = "characters"}, 1).warnings.at(0),
             Catch::StartsWith("3 lines of more than 1 token cut"));
}

TEST_CASE("blanks that tokens do not tell apart are no characters that a model predicts") {
  const Scratch scratch;
  const auto load = [&](const std::string& blank, const std::string& tokens) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += "one" + blank + "two" + blank + "three.\n";
    spill(scratch / "text.txt", text);
    return load_text({.file = scratch / "text.txt", .tokens = tokens}, 100);
  };
  const LanguageData one = load(" ", "words"), ten = load(std::string(10, ' '), "words");
  CHECK(one.test.characters == 2 * 15);
  CHECK(ten.test.characters == one.test.characters);
}

TEST_CASE("characters keep every blank and tab of a line, and a saved model does, too") {
  const Scratch scratch;
  const std::string line = "  if (x)\t{  y\t\tz;  }";
  std::string text;
  for (int i = 0; i < 40; ++i) text += line + '\n';
  spill(scratch / "text.txt", text);
  const LanguageData data = load_text({.file = scratch / "text.txt", .tokens = "characters"}, 100);
  CHECK(data.warnings.empty());
  CHECK(data.test.characters == 2 * (std::ssize(line) + 1));
  CHECK(data.tokens.decode(data.tokens.encode(line)) == line);
  Rng rng(1);
  const LanguageModel model(Gpt({.vocabulary = data.tokens.size(),
                                 .max_length = 8,
                                 .d_model = 4,
                                 .heads = 1,
                                 .layers = 1,
                                 .dim_feedforward = 4},
                                rng),
                            data.tokens);
  model.save(scratch / "model.safetensors");
  const LanguageModel loaded = LanguageModel::load(scratch / "model.safetensors");
  CHECK(loaded.tokens().decode(loaded.tokens().encode(line)) == line);
}

TEST_CASE("the grammar's sentences have as many characters as their tokens write") {
  const LanguageData data = load_text({.sentences = 10}, 127);
  std::int64_t characters = 0, lines = 0;
  std::set<std::string> seen;
  for (const ToyTextOptions& part :
       {ToyTextOptions{.sentences = 10}, ToyTextOptions{.sentences = 1000, .seed = 1}}) {
    for (const std::string& line : toy_text(part)) seen.insert(line);
  }
  for (const std::string& line : toy_text({.sentences = 1000, .seed = 2})) {
    if (seen.contains(line)) continue;
    ++lines;
    characters += std::ssize(to_code_points(line)) + 1;
  }
  CHECK(data.test.characters == characters);
  CHECK(data.test.lines == lines);
}

TEST_CASE("no sentence of the test is in the training or chose the best epoch") {
  const LanguageData data = load_text({.level = 1, .sentences = 3000}, 127);
  std::set<std::vector<std::int32_t>> seen;
  for (const std::vector<Example>* part : {&data.train, &data.valid}) {
    for (const Example& e : *part) seen.insert(e.target);
  }
  const auto is_known = [](const Example& e) {  // two unknown words are one token
    return std::ranges::find(e.target, Vocabulary::unk) == e.target.end();
  };
  std::int64_t compared = 0;
  for (const Example& e : data.test.examples) {
    if (!is_known(e)) continue;
    ++compared;
    CHECK(!seen.contains(e.target));
  }
  CHECK(compared > 100);
  CHECK(compared < 1000);
}

TEST_CASE("the page of heed lm shows a line that is whole") {
  const Scratch scratch;
  // Held out: one in two pieces, of which the second ends a line without beginning it, and a whole one.
  spill(scratch / "abc.txt", letters(38) + "a b c d e f a b c d e\na b c d\n");
  const ProgramEnd trained = run(
      {.arguments = tiny({"--data", "abc.txt", "--context", "8", "--epochs", "1", "--report", "live.html"}),
       .folder = scratch.folder()});
  INFO(trained.out << trained.err);
  REQUIRE(trained.status == 0);
  const std::string page = slurp(scratch / "live.html");
  CHECK(page.find(R"(bos\u003e","a","b","c","d"],"output")") != std::string::npos);
}

TEST_CASE("a file that is no model is not replaced by one") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(40));
  const ProgramEnd end = run({.arguments = {"lm", "--data", "abc.txt", "--model", "abc.txt", "--train"},
                              .folder = scratch.folder()});
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Catch::Contains("abc.txt is no saved model, and a training would replace it"));
  CHECK(slurp(scratch / "abc.txt") == letters(40));
}

TEST_CASE("heed lm says that a model has learned from another text, and learns the one at hand") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(100));
  const auto heed = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"lm", "--data", "abc.txt"});
    return run({.arguments = words, .folder = scratch.folder()});
  };
  const std::string model = "runs/lm-abc/model.safetensors";
  REQUIRE(run({.arguments = tiny({"--data", "abc.txt"}), .folder = scratch.folder()}).status == 0);
  CHECK(heed({"--samples", "1"}).err == model + ": 2 epochs\n");
  spill(scratch / "abc.txt", letters(100) + "h i j\n");
  const std::string other = "note: " + model + " has learned from other data than --data has now; ";
  const ProgramEnd asked = heed({"a", "b"});
  CHECK(asked.status == 0);
  CHECK(asked.err == model + ": 2 epochs\n" + other + "--train trains a new one\n");
  CHECK_THAT(heed({"--lang", "ko", "a"}).err, Catch::Contains("학습한 데이터는 지금 --data의 것과 다름"));
  const std::string older = slurp(scratch / model);
  const ProgramEnd again = heed({"--samples", "1"});
  INFO(again.out << again.err);
  CHECK(again.status == 0);
  CHECK_THAT(again.err,
             Catch::StartsWith(other + "a new one is trained with the options given here; --config "
                                       "runs/lm-abc/run.json would take the old one's\n") &&
                 Catch::Contains("is replaced when this training has ended"));
  CHECK(slurp(scratch / "runs/lm-abc/replaced-1/model.safetensors") == older);
  CHECK(heed({"--samples", "1"}).err == model + ": 3 epochs\n");
  // With the old one's options it is the same training as the one before, of this text.
  CHECK(run({.arguments = {"lm", "--config", "runs/lm-abc/replaced-1/run.json", "--print-config"},
             .folder = scratch.folder()})
            .out == slurp(scratch / "runs/lm-abc/replaced-1/run.json"));
  // With its own options it says that it keeps them.
  spill(scratch / "abc.txt", letters(100) + "h i j\nk l\n");
  const ProgramEnd other_options = run(
      {.arguments = {"lm", "--config", "runs/lm-abc/run.json", "--epochs", "1"}, .folder = scratch.folder()});
  CHECK_THAT(other_options.err,
             Catch::StartsWith(other + "a new one is trained with the options given here; "));
  spill(scratch / "abc.txt", letters(100) + "h i j\nm n\n");
  const ProgramEnd same_options =
      run({.arguments = {"lm", "--config", "runs/lm-abc/run.json", "--train"}, .folder = scratch.folder()});
  CHECK(same_options.status == 0);
  CHECK_THAT(same_options.err, Catch::StartsWith(other + "a new one is trained with the same options\n"));
  // A text that is gone is no other one.
  remove(scratch / "abc.txt");
  CHECK(heed({"a"}).err ==
        model + ": 1 epoch\nnote: abc.txt is not there; what answers is the saved model " + model + "\n");
}

TEST_CASE("heed lm takes the folder of a model that it has trained") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(60));
  REQUIRE(run({.arguments = tiny({"--data", "abc.txt"}), .folder = scratch.folder()}).status == 0);
  for (const std::string folder : {"runs/lm-abc", "runs/lm-abc/"}) {
    const ProgramEnd end = run({.arguments = {"lm", "--model", folder, "a b"}, .folder = scratch.folder()});
    CHECK(end.status == 0);
    CHECK(end.err == "runs/lm-abc/model.safetensors: 2 epochs\n");
    CHECK_THAT(end.out, Catch::StartsWith("a b"));
  }
  const auto error = [&] {
    return run({.arguments = {"lm", "--model", "runs", "a"}, .folder = scratch.folder()}).err;
  };
  CHECK(error() == "heed: runs: there is no model.safetensors in this folder\n");
  spill(scratch / "runs/config.json", "{}");  // a folder of GPT-2's, then: what is missing there is said
  CHECK_THAT(error(), Catch::Contains("runs/vocab.json"));
}

TEST_CASE("the same training of heed lm gives the same bytes") {
  const Scratch scratch;
  spill(scratch / "abc.txt", letters(60));
  const auto train = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> words{"--data",  "abc.txt", "--tokens", "characters",
                                   "--batch", "8",       "--out",    out};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramEnd end = run({.arguments = tiny(words), .folder = scratch.folder()});
    INFO(end.out << end.err);
    CHECK(end.status == 0);
    return slurp(scratch / (out + "/model.safetensors"));
  };
  const std::string whole = train("whole", {"--schedule", "constant", "--checkpoint-every", "7"});
  CHECK((whole == train("again", {"--schedule", "constant"})));
}

TEST_CASE("heed lm says what is wrong with a text or a model") {
  const Scratch scratch;
  spill(scratch / "one.txt", "a single line\n\n");
  const auto error = [&](std::vector<std::string> words) {
    const ProgramEnd end = run({.arguments = std::move(words), .folder = scratch.folder()});
    CHECK(end.status == 1);
    CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
    return end.err;
  };
  CHECK_THAT(error(tiny({"--data", "one.txt"})),
             Catch::Contains("one.txt: 1 line of text") &&
                 Catch::Contains("lines: fold -s -w 80 one.txt > lines.txt"));
  spill(scratch / "old.txt", "\xB3\xAA\xB4\xC2\n\xB3\xAA\n");
  CHECK_THAT(
      error(tiny({"--data", "old.txt"})),
      Catch::Contains("old.txt: 2 of 2 lines, more than a fifth, cannot be used; it looks like CP949"));
  spill(scratch / "blank.txt", "\n\n\n");
  CHECK_THAT(
      error(tiny({"--data", "blank.txt"})),
      Catch::EndsWith("blank.txt: 0 lines of text: some are needed to train on, and some to be held out\n"));
  CHECK_THAT(error(tiny({"--data", "none.txt"})), Catch::Contains("none.txt"));
  CHECK_THAT(error(tiny({"--data", "."})),
             Catch::Contains(". is a folder, not a file: name a file with one sentence a line"));
  CHECK_THAT(error({"lm", "hello"}), Catch::Contains("there is no saved model runs/lm/model.safetensors"));
  const auto wrong = [&](const std::string& option, const std::string& value) {
    spill(scratch / "two.txt", "a line\nand another\n");
    const ProgramEnd end =
        run({.arguments = tiny({"--data", "two.txt", option, value}), .folder = scratch.folder()});
    CHECK(end.status == 2);
    return end.err;
  };
  CHECK_THAT(wrong("--model", "gpt2"), Catch::Contains("there is no model 'gpt2'"));
  CHECK_THAT(wrong("--level", "1"), Catch::Contains("--level is of the embedded grammar: leave out --data"));
  CHECK_THAT(wrong("--out", "a\xff"), Catch::Contains("--out") && Catch::Contains("is not UTF-8"));
}
