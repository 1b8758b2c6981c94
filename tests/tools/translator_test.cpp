// The library behind heed translate: decoding with and without cache, saving and loading, data, maps.
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/joined_translations.hpp"
#include "models/options_json.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tests/tools/small_training.hpp"
#include "tools/translation/show.hpp"
#include "tools/translation/translation_session.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

std::string settings_of(const Translator& t) {
  return std::visit([](const auto& model) { return options_to_json(model.options()); }, t.model());
}

std::vector<std::vector<std::string>> decode(std::int64_t beam, std::size_t sentences = 100) {
  return trained_translator().decode_all(sources_of(training_data().test),
                                         {.beam = beam, .decoding = {.max_length = 20}}, nullptr, sentences);
}

}  // namespace

TEST_CASE("500 unseen sentences come out the same in batches of any size") {
  const auto greedy = decode(1);
  REQUIRE(greedy.size() == 500);
  CHECK(std::set(greedy.begin(), greedy.end()).size() > 100);  // the model does say different things
  CHECK(decode(1, 7) == greedy);
  CHECK(decode(3) != greedy);
}

TEST_CASE("a saved translator is the same translator") {
  const Scratch scratch;
  trained_translator().save(scratch / "model.safetensors");
  const Translator loaded = Translator::load(scratch / "model.safetensors");
  CHECK(loaded.source().vocabulary == training_data().source.vocabulary);
  CHECK(loaded.target().vocabulary == training_data().target.vocabulary);
  CHECK(settings_of(loaded) == settings_of(trained_translator()));
  const auto texts = [&](const Translator& t) {
    return t.decode_all(sources_of(training_data().test), {.beam = 1});
  };
  CHECK(texts(loaded) == texts(trained_translator()));
  loaded.save(scratch / "again.safetensors");
  CHECK(slurp(scratch / "again.safetensors") == slurp(scratch / "model.safetensors"));
}

TEST_CASE("the errors of loading have types of their own") {
  const Scratch scratch;
  const auto path = scratch / "model.safetensors";
  trained_translator().save(path);
  const std::string whole = unhashed(slurp(path));
  const auto load = [&] { Translator::load(path); };
  spill(path, whole.substr(0, whole.size() / 2));
  CHECK_THROWS_AS(load(), TruncatedError);
  std::string other = whole;
  other.replace(other.find(R"("heed.version":"1")"), 18, R"("heed.version":"2")");
  spill(path, other);
  CHECK_THROWS_AS(load(), VersionError);
  other = whole;
  other.replace(other.find(R"(\"d_model\":32)"), 14, R"(\"d_model\":64)");
  spill(path, other);
  CHECK_THROWS_AS(load(), SizesError);
  trained_translator().save(path);
  other = slurp(path);
  other.back() ^= 0x40;
  spill(path, other);
  CHECK_THROWS_AS(load(), DamagedError);
}

TEST_CASE("settings survive JSON, and a field that is missing is named") {
  const TransformerOptions options{
      .source_vocab = 7,
      .target_vocab = 9,
      .layer = {.d_model = 6,
                .heads = 3,
                .dropout = 0.25,
                .activation = Activation::gelu,
                .norm = NormOrder::pre,
                .attention = {.rules = AttentionRules::parse("window:2+global:1&causal"),
                              .positions = Positions::parse("t5:unscaled"),
                              .kernel = AttentionKernel::sparse}},
      .tie = Tie::target};
  const std::string json = options_to_json(options);
  CHECK(options_to_json(options_from_json<TransformerOptions>(json)) == json);
  std::string large = json;
  large.replace(large.find("\"d_model\":6"), 11, "\"d_model\":6e22");
  CHECK_THROWS_WITH(options_from_json<TransformerOptions>(large),
                    Catch::Contains("'d_model' is 6e+22, not a whole number"));
  const auto error_with = [&](const std::string& from, const std::string& to) {
    std::string spoilt = json;
    spoilt.replace(spoilt.find(from), from.size(), to);
    return error_text<Error>([&] { options_from_json<TransformerOptions>(spoilt); });
  };
  std::string old = json;  // before there was a choice
  old.erase(old.find("\"attention\""), std::string("\"attention\":\"window:2+global:1&causal\",").size());
  CHECK(options_from_json<TransformerOptions>(old).layer.attention.rules.text() == "all");
  old.erase(old.find("\"kernel\""), std::string("\"kernel\":\"sparse\",").size());
  CHECK(options_from_json<TransformerOptions>(old).layer.attention.kernel == AttentionKernel::automatic);
  CHECK(options_from_json<TransformerOptions>(json).layer.attention.kernel == AttentionKernel::sparse);
  CHECK_FALSE(options_from_json<TransformerOptions>(json).layer.attention.positions.scaled);
  CHECK_THAT(error_with("\"sparse\"", "\"sparce\""),
             Catch::Contains("'kernel': 'sparce' is not one of automatic|dense"));
  CHECK_THAT(error_with("unscaled", "scaled"), Catch::Contains("'position': 't5:scaled'"));
  CHECK_THAT(error_with("window:2", "widow:2"), Catch::Contains("'widow:2' is no rule"));
  CHECK_THAT(error_with("\"heads\":3,", ""), Catch::EndsWith("there is no 'heads'"));
  CHECK_THAT(error_with("\"heads\":3,", "\"heads\":null,"), Catch::EndsWith("'heads' is null, not a number"));
  CHECK_THAT(error_with("\"heads\":3,", "\"heads\":3,\"tails\":3,"), Catch::EndsWith("'tails' is unknown"));
  CHECK_THAT(error_text<Error>([] { options_from_json<TransformerOptions>("{"); }),
             Catch::Contains("the settings of the saved model:1:2: not JSON"));
  std::string wrong = json;
  wrong.replace(wrong.find("\"pre\""), 5, "\"pro\"");
  CHECK_THAT(error_text<Error>([&] { options_from_json<TransformerOptions>(wrong); }),
             Catch::Contains("norm") && Catch::Contains("pro"));
}

TEST_CASE("settings that cannot work are refused before there is data") {
  CHECK_THROWS_AS(check_session({.model = {.layer = {.d_model = 10, .heads = 4}}}), UsageError);
  CHECK_NOTHROW(check_session({}));
  CHECK_NOTHROW(check_session({.model = {.tie = Tie::all}}));  // vocabularies are not known yet
  const TransformerOptions three_heads{.layer = {.d_model = 10, .heads = 3, .dropout = 0}};
  CHECK_THROWS_AS(check_session({.model = three_heads}), UsageError);
  CHECK_NOTHROW(check_session({.architecture = Architecture::lstm, .model = three_heads}));
  CHECK_THROWS_WITH(
      check_session({.architecture = Architecture::lstm, .model = three_heads, .run = {.r_drop = 1}}),
      Catch::Contains("--r-drop needs dropout"));
}

TEST_CASE("the automatic learning rate follows from the width of whichever model is trained") {
  CHECK(automatic_learning_rate(of_width({}, 64)) == 2e-3);
  CHECK(automatic_learning_rate(of_width({}, 512)) == Approx(0.256 / 512));
  CHECK(automatic_learning_rate({.schedule = ScheduleKind::noam}) == 1);
  CHECK(automatic_learning_rate(run_of({.model = {.layer = {.d_model = 256}}})) == Approx(0.001));
  CHECK(run_of({.architecture = Architecture::lstm, .model = {.layer = {.d_model = 256}}}).learning_rate ==
        Approx(0.002));
  CHECK(run_of({.architecture = Architecture::lstm,
                .model = {.layer = {.d_model = 256}},
                .run = {.learning_rate = 0.001}})
            .learning_rate == 0.001);
  CHECK_THROWS_WITH(automatic_learning_rate({}), Catch::Contains("width is not said"));
}

TEST_CASE("training data: lengths, frequencies and a shared vocabulary") {
  Corpus corpus{.train = {{"가 나 다", "a b c"}, {"가 나", "a b"}, {"가", "a b c d"}},
                .valid = {{"가 나 다 라", "a"}},
                .test = {{"가", "a b c d e"}}};
  const TranslationData all = make_translation_data(corpus, {.max_tokens = 3});
  CHECK(all.train.examples.size() == 2);
  CHECK(all.warnings.size() == 2);
  CHECK(all.valid.examples[0].source.size() == 3);
  CHECK(all.test.references.words[0] == "a b c d e");  // what is scored stays whole
  CHECK_FALSE(make_translation_data(corpus, {.min_frequency = 2}).source.vocabulary.contains("다"));
  const TranslationData shared = make_translation_data(corpus, {.shared = SharedVocabulary::yes});
  CHECK(shared.source.vocabulary == shared.target.vocabulary);
  CHECK(shared.source.vocabulary.contains("가"));
  CHECK(shared.source.vocabulary.contains("a"));
  CHECK_THAT(error_text<Error>([&] { make_translation_data(corpus, {.min_frequency = 9}); }),
             Catch::Contains("vocabulary of zero"));
  corpus.valid.clear();
  CHECK_THAT(error_text<Error>([&] { make_translation_data(corpus, {}); }), Catch::Contains("validation"));
}

TEST_CASE("remarks tell an empty sentence from an empty translation") {
  Translation translation;
  CHECK_THAT(remarks(translation), Catch::Contains("an empty sentence"));
  Translation two;
  two.source = {"가"}, two.text = "hello", two.sentences = 2;
  CHECK_THAT(remarks(two), Catch::Contains("2 sentences, and the translation has 1"));
  two.text = "hello. i am a student";
  CHECK(remarks(two).empty());
  translation.source = {"가"};
  CHECK_THAT(remarks(translation), Catch::Contains("the translation is empty"));
  translation.text = "a";
  CHECK(remarks(translation).empty());
  translation.out_of_place = "가";
  CHECK(remarks(translation) == "  (I was not trained for this: no sentence had 가 at this place)");
  translation.out_of_place.clear();
  translation.unsaid = {"매일", "나는"}, translation.unfounded = {"book"};
  CHECK(remarks(translation) == "  (I was not trained for this: no word of the translation says 매일, 나는)");
  translation.unsaid.clear();
  CHECK(remarks(translation) == "  (I was not trained for this: no word of the sentence says book)");
  translation.target = {"a", "book", "a", "book"};
  CHECK(remarks(translation) == "  (I was not trained for this: the translation repeats book)");
  translation.unfounded = {"book", "book"};  // neither of them comes from the sentence
  CHECK_THAT(remarks(translation), Catch::Contains("no word of the sentence says book"));
}

TEST_CASE("a translator keeps which words belong together, and tells what a translation leaves out") {
  const Translator& small = trained_translator();
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  ModelLanguage source = small.source(), target = small.target();
  source.counterparts = {{"나는", {"nowhere"}}};
  target.counterparts = {};
  const Scratch scratch;
  const std::string path = (scratch / "model.safetensors").string();
  Translator(small.model(), source, target).save(path);
  const Translator again = Translator::load(path);
  CHECK(again.source().counterparts == source.counterparts);
  CHECK(again.target().counterparts.empty());
  const Translation translation = again.translate({"나는 사과를 좋아한다"}, greedy).front();
  CHECK(translation.unsaid == std::vector<std::string>{"나는"});
  CHECK(translation.unfounded.empty());
  CHECK(translation.covered.empty());  // attention says no more
}

TEST_CASE("remarks on several sentences say of which they are, and name marks that were left out") {
  Translation all, first, second;
  first.source = second.source = {"가"}, first.text = second.text = "a";
  second.dropped = {"^", "😀"};
  all.parts = {first, second};
  CHECK(remarks(all) == "  (sentence 2: left out, as the model has nothing for it: ^ 😀)");
}

TEST_CASE("a text that the model has no word of gets one remark") {
  Translation laughed;
  laughed.dropped = {"ㅋㅋㅋ"};
  CHECK(remarks(laughed) == "  (nothing to translate, as there is no word: ㅋㅋㅋ)");
  laughed.dropped = {"?", "!"};
  CHECK(remarks(laughed) == "  (marks without words, nothing to translate: ? !)");
  CHECK(remarks(trained_translator().translate({"?"}, {}).front()) ==
        "  (marks without words, nothing to translate: ?)");
}

TEST_CASE("a sentence of unknown words alone gets no translation where training had none of them") {
  const Translator& known = trained_translator();
  ModelLanguage source = known.source();
  REQUIRE(source.learned);
  const std::vector<Translation> all = known.translate({"공룡은 웅얼웅얼.", "나는 웅얼웅얼"}, {});
  CHECK(all[0].text.empty());
  CHECK(all[0].source.empty());
  CHECK(all[0].alternatives.empty());
  CHECK(remarks(all[0]) == "  (nothing to translate, as no word is in the vocabulary: 공룡은, 웅얼웅얼)");
  CHECK_FALSE(known.translate({"공룡은"}, {.without_a_known_word = true}).front().text.empty());
  CHECK_FALSE(all[1].text.empty());
  // Of several sentences only that one is left out.
  const Translation both = known.translate({"나는 사과를 좋아한다. 웅얼웅얼."}, {}).front();
  CHECK(both.text == known.translate({"나는 사과를 좋아한다."}, {}).front().text + '.');
  CHECK_THAT(remarks(both), Catch::Contains("sentence 2: nothing to translate"));
  // Training that had unknown words taught what becomes of them.
  source.learned->unknown_words = true;
  CHECK_FALSE(
      Translator(known.model(), source, known.target()).translate({"공룡은"}, {}).front().text.empty());
}

TEST_CASE("sentences that were translated one by one keep the marks of the source between them") {
  const auto part = [](const char* text, const char* end) {
    Translation one;
    one.source = {"가"}, one.target = {"a"}, one.text = text, one.end = end, one.target_words = {0};
    one.alternatives = {{text, -1}};
    return one;
  };
  const Translation all = joined(std::vector<Translation>{part("hello", ","), part("i am a student", "."),
                                                          part("did you eat?", "?"), part("i ate", "")});
  CHECK(all.text == "hello, i am a student. did you eat? i ate");
  CHECK(all.alternatives.front().text == all.text);
  CHECK(all.target_words == std::vector<std::size_t>{0, 1, 5, 8});
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const auto text = [&](const char* source) {
    return trained_translator().translate({source}, greedy).front().text;
  };
  CHECK(text("나는 사과를 좋아한다. 나는 사과를 좋아한다") ==
        text("나는 사과를 좋아한다") + ". " + text("나는 사과를 좋아한다"));
}

TEST_CASE("attention of a translation: a row for each word, weights that sum to 1") {
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const Translation translation = trained_translator().translate({"나는 사과를 좋아한다"}, greedy).front();
  const TranslationAttention look = trained_translator().attention(translation);
  REQUIRE(look.cross.size() == 2);
  const Array& weights = look.cross.back();
  CHECK(weights.dim(1) == 2);
  CHECK(weights.dim(2) == static_cast<std::int64_t>(look.output.size()));
  CHECK(weights.dim(3) == static_cast<std::int64_t>(look.source.size()));
  CHECK(look.source == std::vector<std::string>{"나는", "사과를", "좋아한다", "<eos>"});
  double sum = 0;
  for (const Scalar w : weights.values()) sum += static_cast<double>(w);
  CHECK(sum == Approx(2.0 * static_cast<double>(look.output.size())).epsilon(1e-4));
  const Terminal plain;
  CHECK_THAT(alignment_map(look, plain), Catch::Contains("사과를"));
  CHECK_THAT(attention_maps(look, plain), Catch::Contains("layer 2 · head 2"));
}
