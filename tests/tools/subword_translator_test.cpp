// Translators whose tokens are subwords: their data, their files, and how texts are scored.
#include "lib/core/error.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tools/translation/train_translator.hpp"

using namespace heed;

TEST_CASE("a translator of subwords: joint or one a language, in one file, drawn anew in each epoch") {
  const Scratch scratch;
  const auto path = scratch / "model.safetensors";
  const Corpus corpus = toy_corpus({.train = 200, .valid = 20, .test = 20, .level = 1});
  for (const SharedVocabulary shared : {SharedVocabulary::no, SharedVocabulary::yes}) {
    const TranslationData all = make_translation_data(corpus, {.tokenisation = Tokenisation::subwords,

                                                               .subword_sampling = 0.2,
                                                               .shared = shared});
    CHECK(all.source.vocabulary.tokens() == all.source.tokenizer.subwords()->pieces());
    CHECK((all.source.vocabulary == all.target.vocabulary) == (shared == SharedVocabulary::yes));
    CHECK(all.test.references.texts[0] == corpus.test[0].target);
    const std::vector<Example> drawn = drawn_subwords(all, 1, 3);
    REQUIRE(drawn.size() == all.train.examples.size());
    const auto targets = [](const std::vector<Example>& examples) {
      std::vector<std::vector<std::int32_t>> ids;
      for (const Example& e : examples) ids.push_back(e.target);
      return ids;
    };
    CHECK(targets(drawn_subwords(all, 1, 3)) == targets(drawn));
    CHECK(targets(drawn_subwords(all, 1, 4)) != targets(drawn));
    CHECK(targets(all.train.examples) != targets(drawn));
    const auto text = [&](const Example& e) {
      return all.target.tokenizer.join(all.target.vocabulary.decode(e.target));
    };
    CHECK(text(drawn[5]) == text(all.train.examples[5]));

    const TransformerOptions tiny{.source_vocab = std::ssize(all.source.vocabulary.tokens()),
                                  .target_vocab = std::ssize(all.target.vocabulary.tokens()),
                                  .encoder_layers = 1,
                                  .decoder_layers = 1,
                                  .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8}};
    Rng rng(1);
    const Translator fresh(Transformer(tiny, rng), all.source, all.target);
    fresh.save(path);
    const Translator loaded = Translator::load(path);
    const std::string sentence = corpus.test[0].source;
    CHECK(loaded.source().tokenizer.split(sentence) == all.source.tokenizer.split(sentence));
    CHECK(loaded.target().tokenizer.subwords()->bytes() == all.target.tokenizer.subwords()->bytes());
    const TranslationOptions greedy{.generation = {.beam = {.beam = 1, .decoding = {.max_length = 5}}}};
    CHECK(loaded.translate({sentence}, greedy)[0].target.size() <= 5);
  }
  const auto error_after = [&](const std::string& from, const std::string& to) {
    std::string other = unhashed(slurp(path));
    other.replace(other.find(from), from.size(), to);
    spill(scratch / "other.safetensors", other);
    return error_text<FormatError>([&] { Translator::load(scratch / "other.safetensors"); });
  };
  CHECK_THAT(error_after("subwords\":\"0a0e", "subwords\":\"zz0e"),
             Catch::Contains("no hexadecimal number at 0"));
  CHECK_THAT(error_after("subwords\":\"0a0e", "subwords\":\"ffff"),
             Catch::Contains("subword model cannot be read"));
  CHECK_THAT(error_after("heed.source_subwords", "heed.source_subwarts"),
             Catch::Contains("no 'heed.source_subwords'"));
}

TEST_CASE("texts are scored as they are where capitals are kept, else as lower-cased words") {
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
