// The library behind heed translate: decoding with and without cache, saving and loading, data, maps.
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/file_error.hpp"
#include "models/options_json.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tools/translation/conversation.hpp"
#include "tools/translation/show.hpp"
#include "tools/translation/train_translator.hpp"

using namespace heed;

namespace {

const TranslationData& data() {
  static const TranslationData all = make_translation_data(toy_corpus({.train = 2000, .level = 1}), {});
  return all;
}

const Translator& translator() {
  static const Translator trained =
      train_translator(data(),
                       {.model = {.encoder_layers = 1,
                                  .decoder_layers = 2,
                                  .layer = {.d_model = 32, .heads = 2, .dim_feedforward = 64}},
                        .epochs = 6,
                        .batch_sentences = 32,
                        .learning_rate = 5e-3,
                        .warmup = 60},
                       {.talk = Talk::bar})
          .translator;
  return trained;
}

std::string settings_of(const Translator& t) {
  return std::visit([](const auto& model) { return options_to_json(model.options()); }, t.model());
}

std::vector<std::vector<std::string>> decode(KeyValue key_value, std::int64_t beam,
                                             std::size_t sentences = 100) {
  return translator().decode_all(sources_of(data().test),
                                 {.beam = beam, .decoding = {.max_length = 20, .key_value = key_value}},
                                 nullptr, sentences);
}

}  // namespace

TEST_CASE("500 unseen sentences come out the same with and without cache, and in batches of any size") {
  const auto greedy = decode(KeyValue::cache, 1);
  REQUIRE(greedy.size() == 500);
  CHECK(std::set(greedy.begin(), greedy.end()).size() > 100);  // the model does say different things
  CHECK(decode(KeyValue::recompute, 1) == greedy);
  CHECK(decode(KeyValue::cache, 1, 7) == greedy);
  const auto beam = decode(KeyValue::cache, 3);
  CHECK(beam != greedy);
  CHECK(decode(KeyValue::recompute, 3) == beam);
}

TEST_CASE("a saved translator is the same translator") {
  const Scratch scratch;
  translator().save(scratch / "model.safetensors");
  const Translator loaded = Translator::load(scratch / "model.safetensors");
  CHECK(loaded.source().vocabulary == data().source.vocabulary);
  CHECK(loaded.target().vocabulary == data().target.vocabulary);
  CHECK(settings_of(loaded) == settings_of(translator()));
  const auto texts = [&](const Translator& t) { return t.decode_all(sources_of(data().test), {.beam = 1}); };
  CHECK(texts(loaded) == texts(translator()));
  loaded.save(scratch / "again.safetensors");
  CHECK(slurp(scratch / "again.safetensors") == slurp(scratch / "model.safetensors"));
}

TEST_CASE("the errors of loading have types of their own") {
  const Scratch scratch;
  const auto path = scratch / "model.safetensors";
  translator().save(path);
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
  translator().save(path);
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
  CHECK(options_to_json(options_from_json(json)) == json);
  std::string large = json;
  large.replace(large.find("\"d_model\":6"), 11, "\"d_model\":6e22");
  CHECK_THROWS_WITH(options_from_json(large), Catch::Contains("'d_model' is 6e+22, not a whole number"));
  const auto error_with = [&](const std::string& from, const std::string& to) {
    std::string spoilt = json;
    spoilt.replace(spoilt.find(from), from.size(), to);
    return error_text<Error>([&] { options_from_json(spoilt); });
  };
  std::string old = json;  // before there was a choice
  old.erase(old.find("\"attention\""), std::string("\"attention\":\"window:2+global:1&causal\",").size());
  CHECK(options_from_json(old).layer.attention.rules.text() == "all");
  old.erase(old.find("\"kernel\""), std::string("\"kernel\":\"sparse\",").size());
  CHECK(options_from_json(old).layer.attention.kernel == AttentionKernel::automatic);
  CHECK(options_from_json(json).layer.attention.kernel == AttentionKernel::sparse);
  CHECK_FALSE(options_from_json(json).layer.attention.positions.scaled);
  CHECK_THAT(error_with("\"sparse\"", "\"sparce\""),
             Catch::Contains("'kernel': 'sparce' is not one of automatic|dense"));
  CHECK_THAT(error_with("unscaled", "scaled"), Catch::Contains("'position': 't5:scaled'"));
  CHECK_THAT(error_with("window:2", "widow:2"), Catch::Contains("'widow:2' is no rule"));
  CHECK_THAT(error_with("\"heads\":3,", ""), Catch::EndsWith("there is no 'heads'"));
  CHECK_THAT(error_with("\"heads\":3,", "\"heads\":null,"), Catch::EndsWith("'heads' is null, not a number"));
  CHECK_THAT(error_with("\"heads\":3,", "\"heads\":3,\"tails\":3,"), Catch::EndsWith("'tails' is unknown"));
  CHECK_THAT(error_text<Error>([] { options_from_json("{"); }),
             Catch::Contains("the settings of the saved model:1:2: not JSON"));
  std::string wrong = json;
  wrong.replace(wrong.find("\"pre\""), 5, "\"pro\"");
  CHECK_THAT(error_text<Error>([&] { options_from_json(wrong); }),
             Catch::Contains("norm") && Catch::Contains("pro"));
}

TEST_CASE("settings that cannot work are refused before there is data") {
  CHECK_THROWS_AS(check_session({.model = {.layer = {.d_model = 10, .heads = 4}}}), UsageError);
  CHECK_NOTHROW(check_session({}));
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
  translation.source = {"가"};
  CHECK_THAT(remarks(translation), Catch::Contains("the translation is empty"));
  translation.text = "a";
  CHECK(remarks(translation).empty());
}

TEST_CASE("attention of a translation: a row for each word, weights that sum to 1") {
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const Translation translation = translator().translate({"나는 사과를 좋아한다"}, greedy).front();
  const TranslationAttention look = translator().attention(translation);
  REQUIRE(look.decoder.cross.size() == 2);
  const Array& weights = look.decoder.cross.back();
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

TEST_CASE("each word of a translation is aligned with the one that it was written looking at most") {
  const Translation translation =
      translator().translate({"나는 사과를 좋아한다"}, {.generation = {.beam = {.beam = 1}}}).front();
  const TranslationAttention look = translator().attention(translation);
  const Array& weights = look.decoder.cross.back();  // (1, heads, T, S)
  const std::int64_t heads = weights.dim(1), steps = weights.dim(2), sources = weights.dim(3);
  std::vector<Link> expected;
  for (std::int64_t t = 0; t + 1 < steps; ++t) {
    std::vector<double> sum(static_cast<std::size_t>(sources));
    for (std::int64_t i = 0; i < heads * sources; ++i)
      sum[static_cast<std::size_t>(i % sources)] +=
          static_cast<double>(weights.at({0, i / sources, t, i % sources}));
    const auto best = std::max_element(sum.begin(), sum.end()) - sum.begin();
    if (best + 1 < sources) expected.push_back({static_cast<std::size_t>(best), static_cast<std::size_t>(t)});
  }
  CHECK_FALSE(expected.empty());
  CHECK(translator().alignment(translation) == expected);
}

TEST_CASE("a word that the model does not have is copied from the source, or stands as <unk>") {
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
  Variable bias = model.generator.bias;
  bias.mutable_data()[Vocabulary::unk] = 100;
  model.eval();
  const Translator small(model, {.name = "ko", .vocabulary = ko}, {.name = "en", .vocabulary = en});
  TranslationOptions options{.generation = {.beam = {.beam = 2, .decoding = {.max_length = 2}}}};
  const Translation copied = small.translate({"가 나 다"}, options).front();
  const std::vector<Link> links = small.alignment(copied);
  REQUIRE(copied.target == std::vector<std::string>{"<unk>", "<unk>"});
  REQUIRE(copied.copied.size() == links.size());
  for (std::size_t i = 0; i < links.size(); ++i) CHECK(copied.copied[i] == copied.source[links[i].source]);
  CHECK(links.empty() == (copied.text == "<unk> <unk>"));
  options.unknown = Unknown::keep;
  const Translation kept = small.translate({"가 나 다"}, options).front();
  CHECK(kept.text == "<unk> <unk>");
  CHECK(kept.copied.empty());
}

TEST_CASE("a prefix begins every translation, whatever follows; words that it cannot begin with are named") {
  const auto with = [](const std::string& prefix, std::int64_t beam) {
    TranslationOptions options{.generation = {.beam = {.beam = beam}}, .prefix = prefix};
    return translator().translate({"나는 사과를 좋아한다", "소년은 잔다"}, options);
  };
  for (const std::int64_t beam : {1, 3}) {
    for (const Translation& translation : with("the cat", beam))
      CHECK(translation.text.starts_with("the cat"));
  }
  CHECK_THROWS_WITH(with("the catt", 1), Catch::Contains("\"catt\"") && Catch::Contains("cat"));
}

TEST_CASE("samples are drawn by their probability, n of each sentence, the more probable first") {
  const TranslationOptions options{
      .generation = {.beam = {.n_best = 8}, .sampling = SamplingOptions{.temperature = 3, .seed = 5}}};
  const auto drawn = translator().translate({"나는 사과를 좋아한다"}, options).front().alternatives;
  REQUIRE(drawn.size() == 8);
  CHECK(drawn.front().text != drawn.back().text);
  for (std::size_t i = 1; i < drawn.size(); ++i) CHECK(drawn[i - 1].score >= drawn[i].score);
}

TEST_CASE("translators decode together where their vocabularies are the same, and only there") {
  const std::vector<std::string> sentences{"나는 사과를 좋아한다"};
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  Translator twice = translator();
  twice.join(translator());
  CHECK(twice.translate(sentences, greedy)[0].text == translator().translate(sentences, greedy)[0].text);
  ModelLanguage other = translator().target();
  other.vocabulary = Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"});
  const Translator unlike(translator().model(), translator().source(), other);
  CHECK_THROWS_WITH(twice.join(unlike), Catch::Contains("unlike vocabularies of the target"));
  ModelLanguage german = translator().target();
  german.name = "de";
  CHECK_THROWS_WITH(twice.join(Translator(translator().model(), translator().source(), german)),
                    Catch::Contains("other languages"));
}

TEST_CASE("a conversation: sentences, alternatives, why, and the other direction where there is a model") {
  const Scratch scratch;
  ModelLanguage ko = translator().source(), en = translator().target();
  ko.name = "ko";
  en.name = "en";
  const Translator named(translator().model(), ko, en);
  const auto here = scratch / "toy-ko-en", there = scratch / "toy-en-ko";
  Conversation talk(named, here / "model.safetensors",
                    {.translation = {.generation = {.beam = {.beam = 1}}}});
  CHECK(talk.direction() == "ko → en");
  CHECK_THROWS_WITH(talk.say(":why"), Catch::Contains("nothing has been translated"));
  const std::string text = talk.say("나는 사과를 좋아한다").text;
  CHECK(text.ends_with("\n"));
  const std::string three = talk.say(":a 3").text;
  CHECK(std::count(three.begin(), three.end(), '\n') == 3);
  CHECK_THAT(talk.say(":why").text, Catch::Contains("사과를"));
  const std::string word = text.substr(0, text.find_first_of(" \n"));
  CHECK_THAT(talk.say(":why " + word).text, Catch::Contains("at the source, layer 2") &&
                                                Catch::Contains("at what was written, layer 1") &&
                                                Catch::Contains("head 2"));
  CHECK_THROWS_WITH(talk.say(":why zzz"), Catch::Contains("no \"zzz\"") && Catch::Contains(word));
  CHECK_THROWS_WITH(talk.say(":nonsense"), Catch::Contains(":help"));
  CHECK_THROWS_AS(talk.say(":a 0"), UsageError);
  CHECK_THROWS_WITH(talk.say(":switch"), Catch::Contains("--source en --target ko"));
  std::filesystem::create_directories(there);
  Rng rng(1);
  const Transformer turned({.source_vocab = static_cast<std::int64_t>(en.vocabulary.size()),
                            .target_vocab = static_cast<std::int64_t>(ko.vocabulary.size()),
                            .encoder_layers = 1,
                            .decoder_layers = 1,
                            .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8}},
                           rng);
  turned.eval();
  Translator(turned, en, ko).save(there / "model.safetensors");
  CHECK(talk.say(":switch").text == "en → ko\n");
  CHECK_THROWS_WITH(talk.say(":s"), Catch::Contains("toy-ko-en/model.safetensors"));
  CHECK(talk.say(":q").ends);
  CHECK_FALSE(talk.say(":help").text.empty());
}
