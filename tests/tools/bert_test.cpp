// heed bert: training on masked words, what it says, and filling in.
#include <algorithm>
#include <set>
#include <tuple>

#include "lib/data/toy_text.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/tiny_bert.hpp"
#include "tools/bert/tell_apart.hpp"
#include "tools/bert/train_bert.hpp"

using namespace heed;

namespace {

/// Each word of each test sentence that is neither in training nor in validation, hidden and asked for as
/// text.
Recovered recovered_by_hand(const MaskedLanguageModel& model, const ToyTextOptions& held_out,
                            const ToyTextOptions& trained_on) {
  std::vector<std::string> seen = toy_text(trained_on);
  for (std::string& line : toy_text({.sentences = 1000, .level = 1, .seed = 1}))
    seen.push_back(std::move(line));
  const std::vector<std::string> lines = toy_text(held_out);
  const std::vector<std::vector<int>> determined = determined_words(held_out);
  Recovered all;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    if (std::ranges::find(seen, lines[line]) != seen.end()) continue;
    ++all.sentences;
    std::vector<std::string> words;
    for (const std::int32_t id : model.encode(lines[line])) words.push_back(model.tokens().decode({id}));
    if (words.size() != determined[line].size()) continue;
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::vector<std::string> hidden = words;
      hidden[i] = MaskedLanguageModel::hidden_word;
      const bool right = model.fill(join_with_spaces(hidden), 1).at(0).at(0).word == words[i];
      const bool must = determined[line][i] == 1;
      ++all.words;
      all.found += right ? 1 : 0;
      all.determined += must ? 1 : 0;
      all.determined_found += right && must ? 1 : 0;
    }
  }
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
  const Recovered counted = recovered_by_hand(trained.model, {.sentences = 20, .level = 1, .seed = 2},
                                              {.sentences = 600, .level = 1});
  CHECK(some.sentences == counted.sentences);
  CHECK(some.words == counted.words);
  CHECK(some.found == counted.found);
  CHECK(some.determined == counted.determined);
  CHECK(some.determined_found == counted.determined_found);
  CHECK(some.found > 0);
  // Not of all tokens, of which <eos> is the most frequent: of some words, each of which is determined at
  // times.
  CHECK(some.determined_most > 0);
  CHECK(some.determined_most < some.determined / 2);

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
  // Each seed has sentences of its own with a label: those of the grammar's seed 1000 more.
  LabelledTexts few;
  for (ToyClause& clause : toy_clauses({.sentences = 24, .level = 1, .seed = 1002})) {
    std::erase(clause.text, '?');
    few.texts.push_back(std::move(clause.text));
    few.classes.push_back(clause.question);
  }
  const TextClassifier second =
      TextClassifier::on(trained.model, {.classes = {"statement", "question"}, .left_out = "?", .seed = 2});
  second.learn(few, {.steps = 4, .seed = 2});
  TellPlan of_second = plan;
  of_second.labels = {24};
  of_second.seeds = {2};
  const auto weights_of = [](const TextClassifier& c) { return c.model().classifier.weight.value(); };
  const Telling told_by_second = tell_apart(trained.model, of_second);
  CHECK(identical(weights_of(second), weights_of(*told_by_second.classifier)));
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

TEST_CASE("a small BERT begins to find the words that a sentence of the grammar determines", "[.long]") {
  // A beginning: the mark itself is checked in quality_test.cpp.
  BertSession session;
  session.model.d_model = 64;
  session.model.layers = 2;
  session.model.dim_feedforward = 128;
  session.run.epochs = 10;
  session.run.warmup = 50;
  session.run.batch_sentences = 32;
  const TextChoice choice{.level = 1, .sentences = 1500};
  const TrainedBert trained =
      train_bert(load_text(choice, session.model.max_length - 2), session, {.talk = Talk::bar});
  const Recovered found = recover_words(trained.model, choice, 100);
  REQUIRE(found.determined > 50);
  CHECK(static_cast<double>(found.determined_found) > 0.4 * static_cast<double>(found.determined));
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
  CHECK_THAT(trained.out,
             Catch::StartsWith("abc.txt: 76 lines to train on, 4 held out; a vocabulary of 7 words\n") &&
                 Catch::Contains("masked words/s") && Catch::Contains("best epoch 2"));
  const std::string model = "runs/bert-abc/model.safetensors";
  const ProgramEnd filled =
      run({.arguments = {"bert", "--model", model, "a", "[MASK]", "c d e"}, .folder = scratch.folder()});
  CHECK(filled.status == 0);
  CHECK_THAT(filled.out, Catch::StartsWith("a [MASK] c d e\n   ") && Catch::Contains(" %   "));
  CHECK(filled.err == model + ": 2 epochs\n");
  const ProgramEnd by_folder =
      run({.arguments = {"bert", "--model", "runs/bert-abc", "a [MASK] c d e"}, .folder = scratch.folder()});
  CHECK(by_folder.out == filled.out);
  CHECK(by_folder.err == filled.err);
  const ProgramEnd unknown =
      run({.arguments = {"bert", "--model", model, "a [MASK] zebra"}, .folder = scratch.folder()});
  CHECK(unknown.status == 0);
  CHECK(unknown.err == filled.err + "note: the model does not know 'zebra'\n");
  const ProgramEnd brackets =
      run({.arguments = {"bert", "--model", model, "[MASK] [MASK]", "[MASK]"}, .folder = scratch.folder()});
  CHECK_THAT(brackets.out, Catch::StartsWith("[MASK] [MASK] [MASK]\n   "));
  const ProgramEnd korean =
      run({.arguments = tiny_bert({"--data", "abc.txt", "--epochs", "1", "--out", "ko", "--lang", "ko"}),
           .folder = scratch.folder()});
  CHECK_THAT(korean.out, Catch::StartsWith("abc.txt: 학습 76줄, 따로 둔 글 4줄; 어휘 7가지\n") &&
                             Catch::Contains("에포크  1/1  학습 손실 ") && Catch::Contains(" 가린 단어/초") &&
                             (Catch::Contains("초 동안 학습함") || Catch::Contains("초 미만 동안 학습함")));
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
                            Catch::Contains("7 tokens: "));

  const auto refused = [&](std::vector<std::string> words, int status) {
    const ProgramEnd end = run({.arguments = std::move(words), .folder = scratch.folder()});
    CHECK(end.status == status);
    return end.err;
  };
  CHECK_THAT(refused({"bert", "--model", model, "a b"}, 2), Catch::Contains("write [MASK] in its place"));
  CHECK_THAT(refused({"bert", "--model", model, "--tell", "tense", "a [MASK]"}, 2),
             Catch::Contains("--tell is asked of the grammar's sentences: leave out the text, or --tell"));
  CHECK_THAT(refused(tiny_bert({"--data", "abc.txt", "--tell", "tense"}), 2),
             Catch::Contains("--tell is asked of the grammar's sentences: leave out --data, or --tell"));
  CHECK_THAT(refused(tiny_bert({"--data", "abc.txt", "--steps", "7"}), 2),
             Catch::Contains("--steps is of labels, and a file of text has none"));
  CHECK_THAT(refused({"bert", "--model", model, "--labels", "x", "--tell", "tense"}, 2),
             Catch::Contains("leave out --labels, or --tell"));
  CHECK_THAT(refused({"bert", "--model", model, "--classify", "x", "--steps", "7"}, 2),
             Catch::Contains("leave it out beside --classify"));
  CHECK_THAT(refused(tiny_bert({"--data", "abc.txt", "--sentences", "9"}), 2),
             Catch::Contains("--sentences is of the embedded grammar: leave out --data"));
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
  CHECK_THAT(refused(tiny_bert({"--data", "abc.txt", "--report", "./abc.txt", "--out", "x"}), 2),
             Catch::Contains("--report ./abc.txt would overwrite abc.txt"));
  const ProgramEnd long_text =
      run({.arguments = {"bert", "--model", model,
                         "[MASK] a b c d e f g a b c d e f g a b c d e f g a b c d e f g"},
           .folder = scratch.folder()});
  CHECK(long_text.status == 1);
  CHECK(long_text.out.empty());
  CHECK_THAT(long_text.err, Catch::Contains("is longer than the model's maximum of "));

  spill(scratch / "labels.tsv", "A\ta b\nB\ta c\n");
  spill(scratch / "none.tsv", "a b\n");
  for (const auto& [words, status, said] :
       std::vector<std::tuple<std::vector<std::string>, int, std::string>>{
           {{"a b"}, 2, "그 자리에 [MASK]를 쓰세요"},
           {{"--tell", "tense", "a [MASK]"}, 2, "글이나 --tell 중 하나를 빼세요"},
           {{"--labels", "x", "--tell", "tense"}, 2, "--labels나 --tell 중 하나를 빼세요"},
           {{"--classify", "x", "--steps", "7"}, 2, "--classify와 함께 쓰지 마세요"},
           {{"--classify", "a b"}, 1, "분류기가 없습니다: runs/bert-abc/classifier-question.safetensors"},
           {{"a [MASK]", "--labels", "x"}, 2, "서로 다른 물음입니다"},
           {{"--labels", "labels.tsv"}, 1, "(labels.tsv:1: 라벨 A의 글이 하나뿐임; labels.tsv:2: "},
           {{"--labels", "none.tsv"}, 1, "none.tsv:1: 라벨, 탭, 글의 모양이 아님: a b"},
           {{}, 1, "내장 문법을 학습한 모델이 아닙니다"},
           {{"--data", "abc.txt"}, 2, "abc.txt의 모델이 이미 있습니다: runs/bert-abc/model.safetensors"}}) {
    std::vector<std::string> all{"bert", "--model", model, "--lang", "ko"};
    all.insert(all.end(), words.begin(), words.end());
    INFO(said);
    CHECK_THAT(refused(all, status), Catch::Contains(said));
  }
}

TEST_CASE("heed bert says that a model has learned from another text, and learns the one at hand") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 2 == 0 ? "a b c d e\n" : "b c d e f g\n";
  spill(scratch / "abc.txt", text);
  REQUIRE(run({.arguments = tiny_bert({"--data", "abc.txt"}), .folder = scratch.folder()}).status == 0);
  spill(scratch / "abc.txt", text + text + "a b c h\n");
  const std::string other =
      "note: runs/bert-abc/model.safetensors has learned from other data than --data has now; ";
  const ProgramEnd asked =
      run({.arguments = {"bert", "--data", "abc.txt", "a [MASK]"}, .folder = scratch.folder()});
  CHECK(asked.status == 0);
  CHECK_THAT(asked.err, Catch::Contains(other + "--train trains a new one\n"));
  const ProgramEnd again = run({.arguments = {"bert", "--data", "abc.txt"}, .folder = scratch.folder()});
  CHECK_THAT(again.err, Catch::StartsWith(other + "a new one is trained with the options given here; "));
  CHECK_THAT(again.out,
             Catch::StartsWith("abc.txt: 77 lines to train on, 4 held out; a vocabulary of 7 words\n"));
}

TEST_CASE("of many words even the likeliest may have less than one per cent") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 1200; ++i) text += "w" + std::to_string(i % 400) + (i % 4 == 3 ? "\n" : " ");
  spill(scratch / "many.txt", text);
  REQUIRE(run({.arguments = tiny_bert({"--data", "many.txt", "--epochs", "4"}), .folder = scratch.folder()})
              .status == 0);
  const ProgramEnd filled =
      run({.arguments = {"bert", "--model", "runs/bert-many", "w1 [MASK] w3"}, .folder = scratch.folder()});
  INFO(filled.out);
  CHECK_THAT(filled.out, Catch::Contains(" < 1 %"));
  CHECK(filled.out.find(" 0 %") == std::string::npos);
}
