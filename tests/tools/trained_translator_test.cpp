// A translator that was trained: what it says of its words, sentences of one line, samples, conversations.
#include <algorithm>
#include <cmath>
#include <set>

#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_training.hpp"
#include "tools/translation/conversation.hpp"
#include "tools/translation/results.hpp"
#include "tools/translation/show.hpp"

using namespace heed;
using namespace heed::testing;

TEST_CASE("a trained translator") {
  const Translator& model = trained_translator();
  const TranslationOptions greedy{.generation = {.beam = {.beam = 1}}};
  const auto translated = [&](const std::string& text) { return model.translate({text}, greedy).front(); };
  const std::string one = "나는 사과를 좋아한다.", two = "너는 빵을 먹는다.";

  SECTION("decodes the same in batches of any size") {
    const auto sources = sources_of(training_data().test);
    const auto decode = [&](std::int64_t beam, std::size_t sentences) {
      return model.decode_all({sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(sentences)},
                              {.beam = beam, .decoding = {.max_length = 20}});
    };
    const auto best = decode(1, sources.size()), few = decode(1, 7);
    CHECK(std::set(best.begin(), best.end()).size() > 20);  // the model does say different things
    CHECK(std::equal(few.begin(), few.end(), best.begin()));
    CHECK(decode(3, sources.size()) != best);
  }
  SECTION("is the same when it was saved and loaded") {
    const Scratch scratch;
    ModelLanguage source = model.source(), target = model.target();
    source.counterparts = {{"나는", {"nowhere"}}};
    target.counterparts = {};
    Translator(model.model(), source, target).save(scratch / "a");
    const Translator loaded = Translator::load(scratch / "a");
    loaded.save(scratch / "b");
    CHECK(slurp(scratch / "a") == slurp(scratch / "b"));
    CHECK(loaded.source().vocabulary == source.vocabulary);
    CHECK(loaded.source().learned == source.learned);
    CHECK(loaded.source().counterparts == source.counterparts);
    const Translation translation = loaded.translate({one}, greedy).front();
    CHECK(translation.text == translated(one).text);
    CHECK(translation.unsaid == std::vector<std::string>{"나는"});
    CHECK(translation.unfounded.empty());
  }
  SECTION("looks at the source and each word is aligned with the one it was written looking at most") {
    const Translation translation = translated("나는 사과를 좋아한다");
    const TranslationAttention look = model.attention(translation).front();
    REQUIRE(look.cross.size() == 2);
    CHECK(look.source == std::vector<std::string>{"나는", "사과를", "좋아한다", "<eos>"});
    const Array& weights = look.cross.back();  // (1, heads, T, S)
    CHECK(weights.shape() == Shape{1, 2, std::ssize(look.output), 4});
    const Array sums = sum(weights, {1});
    std::vector<Link> expected;
    double all = 0;
    for (std::int64_t t = 0; t < sums.dim(1); ++t) {
      std::int64_t best = 0;
      for (std::int64_t s = 0; s < 4; ++s) {
        all += static_cast<double>(sums.at({0, t, s}));
        if (sums.at({0, t, s}) > sums.at({0, t, best})) best = s;
      }
      if (best < 3 && t + 1 < sums.dim(1))
        expected.push_back({static_cast<std::size_t>(best), static_cast<std::size_t>(t)});
    }
    CHECK(all == Approx(2.0 * static_cast<double>(look.output.size())).epsilon(1e-4));
    CHECK_FALSE(expected.empty());
    CHECK(model.alignment(translation) == expected);
    CHECK_THAT(alignment_maps({look}, Terminal{}), Catch::Contains("사과를"));
    CHECK_THAT(attention_maps(look, Terminal{}), Catch::Contains("layer 2 · head 2"));
    // Between words as they are printed, cut at spaces.
    for (const Link& link : model.word_alignment(translated("나는사과를좋아한다"))) CHECK(link.source == 0);
    for (const Link& link : model.word_alignment(translated("^^ 나는 사과를 좋아한다")))
      CHECK(link.source > 0);
  }
  SECTION("translates sentences of one line one by one where training had single ones") {
    const TranslationOptions best{.generation = {.beam = {.beam = 4, .n_best = 3}}};
    const std::vector<Translation> alone = model.translate({one, two}, best);
    const Translation both = model.translate({one + " " + two}, best).front();
    REQUIRE(both.parts.size() == 2);
    // The model does not write the marks that end the sentences itself.
    CHECK(both.text == alone[0].text + ". " + alone[1].text + ".");
    CHECK(both.alternatives[0].score == alone[0].alternatives[0].score + alone[1].alternatives[0].score);
    CHECK(both.least == std::min(alone[0].least, alone[1].least));
    const std::vector<TranslationAttention> looks = model.attention(both);
    REQUIRE(looks.size() == 2);
    CHECK(identical(looks[1].cross.back(), model.attention(alone[1])[0].cross.back()));
    const std::vector<Link> links = model.alignment(both), of_second = model.alignment(alone[1]);
    REQUIRE(links.size() == model.alignment(alone[0]).size() + of_second.size());
    CHECK(links.back() == Link{of_second.back().source + alone[0].source.size(),
                               of_second.back().target + alone[0].target.size()});
    CHECK(model.word_alignment(both).back().source >= 3);
    CHECK(translated(one + " 너는 빵을 먹는다 😀").dropped == std::vector<std::string>{"😀"});
    // A comma that the model does not have ends a sentence behind a verb.
    CHECK(translated("나는 사과를 좋아한다, 너는 빵을 먹는다").parts.size() == 2);
    CHECK(translated("나는, 사과를 좋아한다").parts.empty());
    // A prefix begins one text, and an older file does not say what its training text was like.
    CHECK(model.translate({one + " " + two}, {.prefix = "the"}).front().parts.empty());
    ModelLanguage unsaid = model.source();
    unsaid.learned.reset();
    CHECK(Translator(model.model(), unsaid, model.target()).translate({one + two}, best)[0].parts.empty());
  }
  SECTION("decodes a text of many sentences in batches, each as it would be alone") {
    std::string text, expected;
    for (int i = 0; i < 110; ++i) {
      text += (i % 2 == 0 ? one : two) + " ";
      expected += translated(i % 2 == 0 ? one : two).text + (i == 109 ? "." : ". ");
    }
    const Translation both = model.translate({text}, greedy).front();
    CHECK(both.text == expected);
    CHECK(both.parts.back().source_words.front() == 3 * 109);
    CHECK(both.target_words.back() == split_whitespace(expected).size() - 1);
  }
  SECTION("knows how sure it was") {
    const TranslationSplit& test = training_data().test;
    std::vector<double> least;
    model.decode_all(sources_of(test), {.beam = 1}, &least);
    const Usual usual = translate_test(model, test, {}).usual;
    CHECK(std::count_if(least.begin(), least.end(), [&](double p) { return p < usual.least; }) ==
          2);  // of 100
  }
  SECTION("gives a sentence of unknown words alone no translation where training had none of them") {
    const std::vector<Translation> all = model.translate({"공룡은 웅얼웅얼.", "나는 웅얼웅얼"}, {});
    CHECK((all[0].text.empty() && all[0].source.empty() && all[0].alternatives.empty()));
    CHECK(remarks(all[0]) == "  (nothing to translate, as no word is in the vocabulary: 공룡은, 웅얼웅얼)");
    CHECK_FALSE(all[1].text.empty());
    CHECK_FALSE(model.translate({"공룡은"}, {.without_a_known_word = true}).front().text.empty());
    // Only that one of several sentences is left out.
    const Translation both = translated(one + " 웅얼웅얼.");
    CHECK(both.text == translated(one).text + '.');
    CHECK_THAT(remarks(both), Catch::Contains("sentence 2: nothing to translate"));
    // Training that had unknown words taught what becomes of them.
    ModelLanguage source = model.source();
    source.learned->unknown_words = true;
    CHECK_FALSE(Translator(model.model(), source, model.target()).translate({"공룡은"}, {})[0].text.empty());
  }
  SECTION("begins with a prefix, draws samples, and decodes together with its like") {
    for (const std::int64_t beam : {1, 3}) {
      for (const Translation& t :
           model.translate({one, two}, {.generation = {.beam = {.beam = beam}}, .prefix = "the cat"}))
        CHECK(t.text.starts_with("the cat"));
    }
    CHECK_THROWS_WITH(model.translate({one}, {.prefix = "the catt"}),
                      Catch::Contains("\"catt\"") && Catch::Contains("cat"));
    const auto drawn =
        model
            .translate({one}, {.generation = {.beam = {.n_best = 8},
                                              .sampling = SamplingOptions{.temperature = 3, .seed = 5}}})
            .front()
            .alternatives;
    REQUIRE(drawn.size() == 8);
    CHECK(drawn.front().text != drawn.back().text);
    for (std::size_t i = 1; i < drawn.size(); ++i) CHECK(drawn[i - 1].score >= drawn[i].score);
    Translator twice = model;
    twice.join(model);
    CHECK(twice.translate({one}, greedy)[0].text == translated(one).text);
    ModelLanguage other = model.target(), german = model.target();
    other.vocabulary = Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"});
    german.name = "de";
    CHECK_THROWS_WITH(twice.join(Translator(model.model(), model.source(), other)),
                      Catch::Contains("unlike vocabularies of the target"));
    CHECK_THROWS_WITH(twice.join(Translator(model.model(), model.source(), german)),
                      Catch::Contains("other languages"));
  }
  SECTION("holds a conversation: alternatives and why") {
    ModelLanguage ko = model.source(), en = model.target();
    ko.name = "ko", en.name = "";  // as of a model of others that does not name it
    Conversation talk(Translator(model.model(), ko, en), {.translation = greedy});
    CHECK(talk.direction() == "ko → ?");
    CHECK_THROWS_WITH(talk.say(":why"), Catch::Contains("nothing has been translated"));
    const std::string text = talk.say("나는 사과를 좋아한다").text, three = talk.say(":a 3").text;
    CHECK(text.ends_with("\n"));
    CHECK(std::count(three.begin(), three.end(), '\n') == 3);
    CHECK_THAT(talk.say(":why").text, Catch::Contains("사과를"));
    CHECK_THROWS_WITH(talk.say(":nonsense"), Catch::Contains(":help"));
    CHECK_THROWS_AS(talk.say(":a 0"), UsageError);
    CHECK(talk.say(":q").ends);
    CHECK_FALSE(talk.say(":help").text.empty());
  }
}
