// How a translator decodes: alignments, copied words, prefixes, samples, ensembles; and conversations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/text/sentences.hpp"
#include "models/joined_translations.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_training.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/translation/conversation.hpp"
#include "tools/translation/results.hpp"
#include "tools/translation/show.hpp"

using namespace heed;
using namespace heed::testing;

TEST_CASE("each word of a translation is aligned with the one that it was written looking at most") {
  const Translation translation =
      trained_translator().translate({"나는 사과를 좋아한다"}, {.generation = {.beam = {.beam = 1}}}).front();
  const TranslationAttention look = trained_translator().attention(translation);
  const Array& weights = look.cross.back();  // (1, heads, T, S)
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
  CHECK(trained_translator().alignment(translation) == expected);
}

TEST_CASE("sentences of one line are translated one by one where training had single ones") {
  const Translator& model = trained_translator();
  REQUIRE(model.source().learned);
  CHECK(model.source().learned->single_sentences);
  const std::string one = "나는 사과를 좋아한다.", two = "너는 빵을 먹는다.";
  const TranslationOptions best{.generation = {.beam = {.beam = 4, .n_best = 3}}};
  const std::vector<Translation> alone = model.translate({one, two}, best);
  const Translation both = model.translate({one + " " + two}, best).front();
  REQUIRE(both.parts.size() == 2);
  // What the model does not write itself: the marks that end the sentences.
  CHECK(both.text == alone[0].text + ". " + alone[1].text + ".");
  const Translation unmarked = model.translate({"나는 사과를 좋아한다. 너는 빵을 먹는다 😀"}, {}).front();
  CHECK(unmarked.dropped == std::vector<std::string>{"😀"});
  REQUIRE(both.alternatives.size() == 3);
  CHECK(both.alternatives[0].text == both.text);
  CHECK(both.alternatives[0].score == alone[0].alternatives[0].score + alone[1].alternatives[0].score);
  CHECK(both.alternatives[0].score >= both.alternatives[1].score);
  CHECK(both.least == std::min(alone[0].least, alone[1].least));
  const TranslationAttention look = model.attention(both), first = model.attention(alone[0]);
  CHECK(look.source.size() == both.source.size() + 2);  // each has its <eos>
  CHECK(look.cross.back().at({0, 0, 0, 0}) == first.cross.back().at({0, 0, 0, 0}));
  CHECK(look.cross.back().at({0, 0, 0, std::ssize(first.source)}) == 0);
  for (const auto layers : {&TranslationAttention::encoder_self, &TranslationAttention::decoder_self}) {
    const Array &all = (look.*layers).back(), &own = (first.*layers).back();
    REQUIRE((look.*layers).size() == (first.*layers).size());
    CHECK(all.dim(3) == own.dim(3) + (model.attention(alone[1]).*layers).back().dim(3));
    CHECK(all.at({0, 0, 0, 0}) == own.at({0, 0, 0, 0}));
    CHECK(all.at({0, 0, 0, own.dim(3)}) == 0);
  }
  const std::vector<Link> links = model.alignment(both), of_first = model.alignment(alone[0]),
                          of_second = model.alignment(alone[1]);
  REQUIRE(links.size() == of_first.size() + of_second.size());
  CHECK(links.back() == Link{of_second.back().source + alone[0].source.size(),
                             of_second.back().target + alone[0].target.size()});
  for (const Link& link : model.word_alignment(both))
    CHECK((link.source < 6 && link.target < words_in(both.text)));
  CHECK(model.word_alignment(both).back().source >= 3);
  // A prefix begins one text, and an older file does not say what its training text was like.
  CHECK(model.translate({one + " " + two}, {.prefix = "the"}).front().parts.empty());
  ModelLanguage unsaid = model.source();
  unsaid.learned.reset();
  CHECK(Translator(model.model(), unsaid, model.target())
            .translate({one + " " + two}, best)
            .front()
            .parts.empty());
  const Scratch scratch;
  model.save(scratch / "model");
  CHECK(Translator::load(scratch / "model").source().learned == model.source().learned);
}

TEST_CASE("a text of many sentences is decoded in batches, each as it would be alone") {
  const Translator& model = trained_translator();
  std::string text;
  std::vector<std::string> sentences;
  for (int i = 0; i < 125; ++i)
    sentences.insert(sentences.end(), {"나는 사과를 좋아한다.", "너는 빵을 먹는다."});
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  std::vector<std::size_t> done;
  TranslationOptions options{.generation = {.beam = {.beam = 2, .n_best = 2}}};
  std::size_t last_kept = 0;
  options.generation.beam.on_kept = [&](std::size_t i, const Hypothesis&) {
    last_kept = std::max(last_kept, i);
  };
  options.on_batch = [&](std::size_t so_far, std::size_t all) {
    CHECK(all == 250);
    done.push_back(so_far);
  };
  const Translation both = model.translate({text}, options).front();
  CHECK(done == std::vector<std::size_t>{0, 100, 200, 250});
  CHECK(last_kept == 249);
  options.on_batch = {};
  const std::vector<Translation> alone = model.translate({sentences[0], sentences[1]}, options);
  REQUIRE(both.parts.size() == 250);
  std::string expected;
  for (std::size_t i = 0; i < 250; ++i) expected += (i == 0 ? "" : " ") + alone[i % 2].text + ".";
  CHECK(both.text == expected);
  CHECK(both.alternatives.front().text == expected);
  REQUIRE(both.alternatives.size() == 2);
  for (std::size_t i = 0; i < 250; ++i) CHECK(both.parts[i].source_words.front() == 3 * i);
  CHECK(both.target_words.back() == words_in(expected) - 1);
  CHECK(std::is_sorted(both.target_words.begin(), both.target_words.end()));
  // Draws are those of one batch.
  TranslationOptions drawn{.generation = {.beam = {.n_best = 2}, .sampling = SamplingOptions{.seed = 3}}};
  const Translation sampled = model.translate({text}, drawn).front();
  drawn.generation.sampling->first_row = 2 * 249;
  CHECK(sampled.parts.back().target == model.translate({sentences[1]}, drawn).front().target);
  // What the callback throws ends the translation.
  options.on_batch = [](std::size_t so_far, std::size_t) {
    if (so_far > 0) throw_error<Interrupted>("interrupted");
  };
  CHECK_THROWS_AS(model.translate({text}, options), Interrupted);
}

TEST_CASE("a comma that the model does not have is a sentence's end behind a verb") {
  const Translator& model = trained_translator();
  REQUIRE_FALSE(model.source().vocabulary.contains(","));
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const Translation both = model.translate({"나는 사과를 좋아한다, 너는 빵을 먹는다"}, greedy).front();
  REQUIRE(both.parts.size() == 2);
  CHECK(both.parts[1].source_words == std::vector<std::size_t>{3, 4, 5});
  CHECK(both.parts[1].text == model.translate({"너는 빵을 먹는다"}, greedy).front().text);
  CHECK(model.translate({"나는, 사과를 좋아한다"}, greedy).front().parts.empty());
}

TEST_CASE(
    "of several sentences the whole was cut where one was, and alternatives of a rank belong together") {
  Translation first, second;
  first.finished = false;
  first.cut = true;
  first.alternatives = {{"a", -1}, {"b", -2}};
  second.alternatives = {{"c", -3}, {"d", -5}};
  const Translation both = joined({first, second});
  CHECK_FALSE(both.finished);
  CHECK(both.cut);
  std::string said;
  for (const Alternative& a : both.alternatives) said += fmt::format("{} {}; ", a.text, a.score);
  CHECK(said == "a c -4; b d -7; ");
  Translation all;
  CHECK(rows_of(all, {.beam = {.n_best = 2}}) == 2);
  all.parts.resize(3);
  CHECK(rows_of(all, {.beam = {.n_best = 2}}) == 6);
}

TEST_CASE("of each word of a source it is known how much the token that looked at it most did so") {
  // Where it is not known which words belong together, as of subwords: elsewhere that tells more.
  ModelLanguage source = trained_translator().source(), target = trained_translator().target();
  CHECK_FALSE(source.counterparts.empty());
  source.counterparts.clear(), target.counterparts.clear();
  const Translator model(trained_translator().model(), source, target);
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const std::vector<Translation> all =
      model.translate({"나는 사과를 좋아한다", "소년은 잔다", "", "나는 빵을 먹는다. 소년은 잔다."}, greedy);
  const Array look = mean(model.attention(all[0]).cross[0], {1}),
              last = mean(model.attention(all[0]).cross[1], {1});
  REQUIRE(all[0].covered.size() == 3);
  for (std::int64_t s = 0; s < 3; ++s) {
    const Covered& word = all[0].covered[static_cast<std::size_t>(s)];
    CHECK(word.word == all[0].source[static_cast<std::size_t>(s)]);
    double most = 0;
    for (std::int64_t t = 0; t < look.dim(1); ++t)
      most = std::max(most, static_cast<double>(look.at({0, t, s}) + last.at({0, t, s})) / 2);
    CHECK(word.most == Approx(most).epsilon(1e-3));
  }
  CHECK(all[2].covered.empty());
  CHECK(all[3].covered.size() == 5);
  CHECK(remarks(all[0]).empty());
  CHECK(remarks(all[1], {.coverage = 1.1}) == "  (not translated: 소년은, 잔다)");
  const TestTranslations test = translate_test(model, training_data().test, {});
  CHECK(test.usual.coverage > 0);
  CHECK(test.usual.coverage < 1);
  CHECK(test.usual.least < 0);
}

TEST_CASE("where counterparts of words are known, two of a hundred test sentences are unusually unsure") {
  const Translator& model = trained_translator();
  const TranslationSplit& test = training_data().test;
  std::vector<double> least;
  model.decode_all(sources_of(test), {.beam = 1}, &least);
  const Usual usual = translate_test(model, test, {}).usual;
  CHECK(std::count_if(least.begin(), least.end(), [&](double p) { return p < usual.least; }) == 10);
  CHECK(std::isinf(usual.coverage));  // attention is not asked
}

TEST_CASE("alignments are between words as they are printed, cut at spaces") {
  const Translator& model = trained_translator();
  const auto words = [&](const std::string& text) {
    return model.word_alignment(model.translate({text}, {.generation = {.beam = {.beam = 1}}}).front());
  };
  const std::vector<Link> spaced = words("나는 사과를 좋아한다");
  REQUIRE_FALSE(spaced.empty());
  CHECK(words("나는  사과를 ^^ 좋아한다.").size() >= 1);
  for (const Link& link : words("나는사과를좋아한다")) CHECK(link.source == 0);  // one word is printed
  // What stands between them counts as a word of the text, and no token belongs to it.
  for (const Link& link : words("^^ 나는 사과를 좋아한다")) CHECK(link.source > 0);
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
  Translation both = translated("쥐 가 소");
  CHECK((both.text == "쥐 소" || both.text == "소 쥐"));
  CHECK(both.left_unknown == 0);
  // The pair with the largest weight comes first.
  const Array looks = mean(small.attention(both).cross.back(), {1});
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
  const Translation kept = small.translate({"가 나 다"}, options).front();
  CHECK(kept.text == "<unk> <unk>");
  CHECK((kept.copied.empty() && kept.left_unknown == 0));
}

TEST_CASE("a prefix begins every translation, whatever follows, words that it cannot begin with are named") {
  const auto with = [](const std::string& prefix, std::int64_t beam) {
    TranslationOptions options{.generation = {.beam = {.beam = beam}}, .prefix = prefix};
    return trained_translator().translate({"나는 사과를 좋아한다", "소년은 잔다"}, options);
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
  const auto drawn = trained_translator().translate({"나는 사과를 좋아한다"}, options).front().alternatives;
  REQUIRE(drawn.size() == 8);
  CHECK(drawn.front().text != drawn.back().text);
  for (std::size_t i = 1; i < drawn.size(); ++i) CHECK(drawn[i - 1].score >= drawn[i].score);
}

TEST_CASE("translators decode together where their vocabularies are the same, and only there") {
  const std::vector<std::string> sentences{"나는 사과를 좋아한다"};
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  Translator twice = trained_translator();
  twice.join(trained_translator());
  CHECK(twice.translate(sentences, greedy)[0].text ==
        trained_translator().translate(sentences, greedy)[0].text);
  ModelLanguage other = trained_translator().target();
  other.vocabulary = Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"});
  const Translator unlike(trained_translator().model(), trained_translator().source(), other);
  CHECK_THROWS_WITH(twice.join(unlike), Catch::Contains("unlike vocabularies of the target"));
  ModelLanguage german = trained_translator().target();
  german.name = "de";
  CHECK_THROWS_WITH(
      twice.join(Translator(trained_translator().model(), trained_translator().source(), german)),
      Catch::Contains("other languages"));
}

TEST_CASE("a conversation: sentences, alternatives, why, and the other direction where there is a model") {
  const Scratch scratch;
  ModelLanguage ko = trained_translator().source(), en = trained_translator().target();
  ko.name = "ko";
  en.name = "en";
  const Translator named(trained_translator().model(), ko, en);
  const auto here = scratch / "toy-ko-en", there = scratch / "toy-en-ko";
  Conversation talk(named, here / "model.safetensors",
                    {.translation = {.generation = {.beam = {.beam = 1}}}});
  CHECK(talk.direction() == "ko → en");
  ko.name = "";  // as of a model of others that does not name it
  CHECK(Conversation(Translator(trained_translator().model(), ko, en), here, {}).direction() == "? → en");
  ko.name = "ko";
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
  {
    const Speaking korean(Language::korean);
    CHECK_THROWS_WITH(talk.say(":s"),
                      Catch::Contains("there is no model ") && Catch::Contains("--source ko --target en"));
    talk.say("a");
    CHECK_THAT(talk.say(":why <eos>").text, Catch::Contains("원문에서, 층 1") &&
                                                Catch::Contains("쓴 것에서, 층 1") &&
                                                Catch::Contains("헤드 2"));
  }
  CHECK(talk.say(":q").ends);
  CHECK_FALSE(talk.say(":help").text.empty());
}
