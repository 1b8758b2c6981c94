// The library behind heed translate: its data, settings and files, and what it says of a translation.
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tools/translation/results.hpp"
#include "tools/translation/show.hpp"
#include "tools/translation/train_translator.hpp"

using namespace heed;

TEST_CASE("settings of a training are checked before there is data and its rate follows the width") {
  const TransformerOptions three_heads{.layer = {.d_model = 10, .heads = 3, .dropout = 0}};
  CHECK_THROWS_AS(check_session({.model = three_heads}), UsageError);
  CHECK_NOTHROW(check_session({.architecture = Architecture::lstm, .model = three_heads}));
  CHECK_NOTHROW(check_session({.model = {.tie = Tie::all}}));  // vocabularies are not known yet
  CHECK(automatic_learning_rate(of_width({}, 64)) == 2e-3);
  CHECK(automatic_learning_rate(of_width({}, 512)) == Approx(0.256 / 512));
  CHECK(automatic_learning_rate({.schedule = ScheduleKind::noam}) == 1);
  const TransformerOptions wide{.layer = {.d_model = 256}};
  CHECK(automatic_learning_rate(run_of({.model = wide})) == Approx(0.001));
  CHECK(run_of({.architecture = Architecture::lstm, .model = wide}).learning_rate == Approx(0.002));
  CHECK(run_of({.architecture = Architecture::lstm, .model = wide, .run = {.learning_rate = 0.001}})
            .learning_rate == 0.001);
}

TEST_CASE("training data has a vocabulary of its frequent words and whole references") {
  Corpus corpus{.train = {{"가 나 다", "a b c"}, {"가 나", "a b"}, {"가", "a b c d"}, {"가 가 가 가", "a"}},
                .valid = {{"가 나 다 라", "a"}},
                .test = {{"가", "a b c d e"}}};
  const TranslationData all = make_translation_data(corpus, {.max_tokens = 3});
  CHECK(all.train.examples.size() == 2);
  CHECK(all.warnings.size() == 2);
  CHECK(all.valid.examples[0].source.size() == 3);
  CHECK(all.test.examples[0].target.size() == 3);
  CHECK(all.test.references.words[0] == "a b c d e");  // what is scored stays whole
  CHECK_FALSE(make_translation_data(corpus, {.min_frequency = 2}).source.vocabulary.contains("다"));
  const TranslationData shared = make_translation_data(corpus, {.shared = SharedVocabulary::yes});
  CHECK(shared.source.vocabulary == shared.target.vocabulary);
  CHECK((shared.source.vocabulary.contains("가") && shared.source.vocabulary.contains("a")));
  CHECK_THROWS_WITH(make_translation_data(corpus, {.min_frequency = 9}),
                    Catch::Contains("vocabulary of zero"));
  corpus.valid.clear();
  CHECK_THROWS_WITH(make_translation_data(corpus, {}), Catch::Contains("validation"));
}

TEST_CASE("subwords are one list or one a language in the model's file and drawn anew in each epoch") {
  const Scratch scratch;
  const auto path = scratch / "model.safetensors";
  const Corpus corpus = toy_corpus({.train = 200, .valid = 20, .test = 20, .level = 1});
  for (const SharedVocabulary shared : {SharedVocabulary::no, SharedVocabulary::yes}) {
    const TranslationData all = make_translation_data(
        corpus, {.tokenisation = Tokenisation::subwords, .subword_sampling = 0.2, .shared = shared});
    CHECK(all.source.vocabulary.tokens() == all.source.tokenizer.subwords()->pieces());
    CHECK((all.source.vocabulary == all.target.vocabulary) == (shared == SharedVocabulary::yes));
    const auto targets = [](const std::vector<Example>& examples) {
      std::vector<std::vector<std::int32_t>> ids;
      for (const Example& e : examples) ids.push_back(e.target);
      return ids;
    };
    const std::vector<Example> drawn = drawn_subwords(all, 1, 3);
    CHECK(targets(drawn_subwords(all, 1, 3)) == targets(drawn));
    CHECK(targets(drawn_subwords(all, 1, 4)) != targets(drawn));
    CHECK(targets(all.train.examples) != targets(drawn));
    const auto text = [&](const Example& e) {
      return all.target.tokenizer.join(all.target.vocabulary.decode(e.target));
    };
    CHECK(text(drawn[5]) == text(all.train.examples[5]));
    Rng rng(1);
    const Transformer fresh({.source_vocab = std::ssize(all.source.vocabulary.tokens()),
                             .target_vocab = std::ssize(all.target.vocabulary.tokens()),
                             .encoder_layers = 1,
                             .decoder_layers = 1,
                             .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8}},
                            rng);
    Translator(fresh, all.source, all.target).save(path);
    const Translator loaded = Translator::load(path);
    const std::string sentence = corpus.test[0].source;
    CHECK(loaded.source().tokenizer.split(sentence) == all.source.tokenizer.split(sentence));
    CHECK(loaded.target().tokenizer.subwords()->bytes() == all.target.tokenizer.subwords()->bytes());
  }
  for (const auto& [from, to, said] :
       {std::tuple{"subwords\":\"0a0e", "subwords\":\"zz0e", "no hexadecimal number at 0"},
        {"subwords\":\"0a0e", "subwords\":\"ffff", "subword model cannot be read"},
        {"heed.source_subwords", "heed.source_subwarts", "no 'heed.source_subwords'"}}) {
    std::string other = unhashed(slurp(path));
    other.replace(other.find(from), std::string(from).size(), to);
    spill(scratch / "other", other);
    CHECK_THAT(error_text<FormatError>([&] { Translator::load(scratch / "other"); }), Catch::Contains(said));
  }
}

TEST_CASE("texts are scored as they are where capitals are kept and else as lower-cased words") {
  const Tokenizer lower, keep(Tokenisation::words, Case::keep);
  const std::vector<std::string> sentence{"Tom", "'", "s", "Cat", "is", "here", "."};
  ScoredTexts hypotheses, references;
  hypotheses.add(keep, sentence);
  references.add(keep, std::vector<std::string>{"tom", "'", "s", "cat", "is", "here", "."});
  CHECK(hypotheses.texts[0] == "Tom's Cat is here.");
  CHECK(hypotheses.words[0] == "tom ' s cat is here .");
  CHECK(judged_bleu(Case::lower, hypotheses, references).score == Approx(100));
  CHECK(judged_bleu(Case::keep, hypotheses, references).score < 70);
  const std::vector<Score> all = all_scores(Case::keep, hypotheses, references);
  REQUIRE(all.size() == 3);
  CHECK_THAT(all[0].signature.format(), Catch::Contains("tok:13a"));
  CHECK_THAT(all[1].signature.format(), Catch::Contains("tok:none"));
  CHECK(all[2].name == "chrF2");
  CHECK(all_scores(Case::lower, hypotheses, references).size() == 1);
}

TEST_CASE("remarks say what may be wrong with a translation") {
  const auto of = [](const auto& change) {
    Translation one;
    one.source = {"가"}, one.text = "a";
    change(one);
    return remarks(one);
  };
  const std::string untrained = "  (I was not trained for this: ";
  CHECK(of([](Translation&) {}).empty());
  CHECK_THAT(of([](Translation& t) { t = {}; }), Catch::Contains("an empty sentence"));
  CHECK_THAT(of([](Translation& t) { t.text = ""; }), Catch::Contains("the translation is empty"));
  CHECK_THAT(of([](Translation& t) { t.sentences = 2; }),
             Catch::Contains("2 sentences, and the translation has 1"));
  CHECK(of([](Translation& t) { t.sentences = 2, t.text = "hello. i am a student"; }).empty());
  CHECK(of([](Translation& t) { t.out_of_place = "가"; }) == untrained + "no sentence had 가 at this place)");
  CHECK(of([](Translation& t) {
          t.unsaid = {"매일", "나는"}, t.unfounded = {"book"};
        }) == untrained + "no word of the translation says 매일, 나는)");
  CHECK(of([](Translation& t) { t.unfounded = {"book"}; }) ==
        untrained + "no word of the sentence says book)");
  CHECK(of([](Translation& t) {
          t.unfounded = {"book"}, t.target = {"a", "book", "a", "book"};
        }) == untrained + "the translation repeats book)");
  CHECK(of([](Translation& t) { t = {}, t.dropped = {"ㅋㅋㅋ"}; }) ==
        "  (nothing to translate, as there is no word: ㅋㅋㅋ)");
  CHECK(of([](Translation& t) {
          t = {}, t.dropped = {"?", "!"};
        }) == "  (nothing to translate, as there is no word: ? !)");
  CHECK(of([](Translation& t) {
          Translation second = t;
          second.dropped = {"^", "😀"};
          t.parts = {t, second};
        }) == "  (sentence 2: left out, as the model has nothing for it: ^ 😀)");
}

TEST_CASE("translations of sentences are joined by the source's marks and their alternatives by rank") {
  const auto part = [](const char* text, const char* end, double score) {
    Translation one;
    one.source = {"가"}, one.target = {"a"}, one.text = text, one.end = end, one.target_words = {0};
    one.alternatives = {{text, score}, {std::string(text) + "!", 2 * score}};
    return one;
  };
  std::vector<Translation> parts{part("hello", ",", -1), part("i am a student", ".", -2),
                                 part("did you eat?", "?", -3), part("i ate", "", -4)};
  parts[1].finished = false;
  parts[2].cut = true;
  const Translation all = Translator::joined(parts);
  CHECK(all.text == "hello, i am a student. did you eat? i ate");
  CHECK(all.target_words == std::vector<std::size_t>{0, 1, 5, 8});
  CHECK((!all.finished && all.cut));  // the whole was cut where one was
  REQUIRE(all.alternatives.size() == 2);
  CHECK(all.alternatives[0].text == all.text);
  CHECK((all.alternatives[0].score == -10 && all.alternatives[1].score == -20));
}

TEST_CASE("a word that the model does not have is copied from the source or stands as <unk>") {
  // A model that writes nothing but <unk> and looks at whatever it looks at.
  const Vocabulary ko(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "가", "나", "다"}),
      en(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"});
  Rng rng(3);
  const Transformer model({.source_vocab = static_cast<std::int64_t>(ko.size()),
                           .target_vocab = static_cast<std::int64_t>(en.size()),
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .dropout = 0}},
                          rng);
  Variable(model.generator.bias).mutable_data()[Vocabulary::unk] = 100;
  model.eval();
  const Translator small(model, {.name = "ko", .vocabulary = ko}, {.name = "en", .vocabulary = en});
  TranslationOptions options{.generation = {.beam = {.beam = 2, .decoding = {.max_length = 2}}}};
  const auto translated = [&](const std::string& text) { return small.translate({text}, options).front(); };
  // Known words and marks are not what the model lacks a word for, nor is <eos>.
  for (const std::string text : {"가 쥐 나 ! 다", "쥐 가", "가 나 ? 쥐"}) {
    const Translation one = translated(text);
    REQUIRE(one.target == std::vector<std::string>{"<unk>", "<unk>"});
    CHECK(one.copied == std::vector<std::string>{"쥐"});
    CHECK((one.text == "쥐 <unk>" || one.text == "<unk> 쥐"));
    CHECK(one.left_unknown == 1);
    CHECK_THAT(remarks(one), Catch::Contains("has no word for it: 쥐)") && Catch::Contains("(<unk>: a word"));
  }
  const Translation both = translated("쥐 가 소");
  CHECK((both.text == "쥐 소" || both.text == "소 쥐"));
  CHECK(both.left_unknown == 0);
  // The pair with the largest weight comes first.
  const Array looks = mean(small.attention(both).front().cross.back(), {1});
  std::size_t best = 0;
  const auto look = [&](std::size_t pair) {
    return looks.at({0, static_cast<std::int64_t>(pair / 2), static_cast<std::int64_t>(pair % 2 * 2)});
  };
  for (std::size_t pair = 1; pair < 4; ++pair) best = look(pair) > look(best) ? pair : best;
  CHECK(both.copied[best / 2] == (best % 2 == 0 ? "쥐" : "소"));
  const Translation none = translated("가 나 다");
  CHECK(none.text == "<unk> <unk>");
  CHECK((none.copied.empty() && none.left_unknown == 2));
  options.unknown = Unknown::keep;
  CHECK(translated("쥐 가").text == "<unk> <unk>");
}
