// BERT: what PyTorch computes, filling in words, and telling classes.
#include "models/bert.hpp"

#include <cmath>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "models/masked_language_model.hpp"
#include "models/text_classifier.hpp"
#include "tests/farthest.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

Variable bert_loss(const Bert& model, const EncoderInput& input, const Tokens& places, const Tokens& words,
                   const Tokens& kinds) {
  const Variable hidden = model(input);
  return cross_entropy(model.words(hidden, places), words) +
         cross_entropy(model.classes(first_token(hidden)), kinds);
}

TextTokens four_letters() {
  return {Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b", "c", "d"}),
          Tokenizer(Tokenisation::words)};
}

Bert small_bert(const TextTokens& tokens) {
  Rng rng(1);
  return {{.vocabulary = tokens.size() + 1,
           .max_length = 12,
           .d_model = 16,
           .heads = 2,
           .layers = 1,
           .dim_feedforward = 16,
           .dropout = 0},
          rng};
}

}  // namespace

TEST_CASE("BERT equals the same model in PyTorch: words, classes, loss, gradients", "[pytorch][bert]") {
  for (const golden::Case& c : golden::cases("bert.safetensors", "bert/", 2)) {
    const Bert model = golden::model_of<Bert>(c);
    const EncoderInput input{c.tokens("in.ids"), c.tokens("in.segments")};
    const Tokens places = c.tokens("in.places");
    c.check_output("out.words", model.words(model(input), places).value());
    c.check_output("out.classes", model.classes(first_token(model(input))).value());
    const Variable loss = bert_loss(model, input, places, c.tokens("in.words"), c.tokens("in.kinds"));
    loss.backward();
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
  }
}

TEST_CASE("50 steps of training a BERT give the losses that PyTorch gives", "[pytorch][bert]") {
  const golden::Case c(golden::load("bert.safetensors"), "bert_training");
  const Bert model = golden::model_of<Bert>(c);
  const Tokens ids = c.tokens("in.ids"), places = c.tokens("in.places"), words = c.tokens("in.words"),
               kinds = c.tokens("in.kinds");
  golden::check_losses(c, model, 50, 0.9, [&](std::int64_t step) {
    const Tokens tokens = golden::step_of(ids, step);
    const std::vector<std::int32_t> zeros(static_cast<std::size_t>(tokens.size()));
    return bert_loss(model, {tokens, Tokens(tokens.shape(), zeros)}, golden::step_of(places, step),
                     golden::step_of(words, step), golden::step_of(kinds, step));
  });
}

TEST_CASE("BERT's tables and maps start normal with 0.02, queries, keys and values as PyTorch's", "[bert]") {
  Rng rng(3);
  const Bert model({.vocabulary = 60,
                    .max_length = 50,
                    .segments = 40,
                    .classes = 30,
                    .d_model = 64,
                    .heads = 4,
                    .layers = 2,
                    .dim_feedforward = 128},
                   rng);
  for (const auto& [name, value] : model.named_parameters()) {
    const double deviation = root_mean_square(value.value());
    INFO(name);
    if (name.ends_with("linear1.bias") || name.ends_with("linear2.bias"))
      CHECK(deviation > 0);  // PyTorch's encoder layer
    else if (name.ends_with("bias"))
      CHECK(deviation == 0);
    else if (value.shape().rank() == 1)
      CHECK(deviation == 1);
    else
      CHECK(deviation ==
            Approx(name.ends_with("in_proj_weight") ? std::sqrt(2.0 / (64 + 192)) : 0.02).epsilon(0.06));
  }
}

TEST_CASE("padding changes nothing, and the second segment is another", "[bert]") {
  const Bert model = small_bert(four_letters());
  model.eval();
  const std::vector<Example> texts{{{}, {4, 5, 6}}, {{}, {4, 5, 6, 7, 4, 5}}, {{4, 5}, {6}}};
  const std::vector<std::size_t> first{0}, both{0, 1}, pair{2};
  const EncoderInput input = encoder_input(texts, both);
  const Variable alone = model(encoder_input(texts, first)), padded = model(input);
  CHECK(farthest(alone.value(), slice(slice(padded, 0, 0, 1), 1, 0, alone.dim(1)).value()) < 1e-5);
  const Variable means = mean_token(padded, input.tokens);
  CHECK(farthest(mean(alone, {1}).value(), slice(means, 0, 0, 1).value()) < 1e-5);
  const EncoderInput two = encoder_input(texts, pair);
  CHECK(std::vector<std::int32_t>(two.tokens.ids().begin(), two.tokens.ids().end()) ==
        std::vector<std::int32_t>{2, 4, 5, 3, 6, 3});
  CHECK(std::vector<std::int32_t>(two.segments.ids().begin(), two.segments.ids().end()) ==
        std::vector<std::int32_t>{0, 0, 0, 0, 1, 1});
}

TEST_CASE("a saved model of masked words fills in what the one before it did", "[bert]") {
  const MaskedLanguageModel model(small_bert(four_letters()), four_letters());
  CHECK(model.encode("a [MASK] c[MASK]") == std::vector<std::int32_t>{4, 8, 6, 8});
  const auto best = model.fill("a [MASK] c [MASK]", 3);
  REQUIRE(best.size() == 2);
  REQUIRE(best[0].size() == 3);
  CHECK(best[0][0].probability >= best[0][1].probability);
  // The probabilities are those of all words, special tokens and the mask among them.
  const EncoderInput input = encoder_input({{.source = {}, .target = model.encode("a [MASK] c [MASK]")}},
                                           std::vector<std::size_t>{0});
  const Array p = softmax(model.model().words(model.model()(input), Tokens({2}, {2, 4})), -1).value();
  for (std::int64_t place = 0; place < 2; ++place) {
    for (const auto& [word, probability] : best[static_cast<std::size_t>(place)])
      CHECK(probability == Approx(static_cast<double>(p.at({place, model.encode(word).at(0)}))));
  }
  CHECK(model.fill("a b", 3).empty());
  CHECK_THROWS_WITH(model.fill("a b c d a b c d a b [MASK]", 1), Catch::Contains("13 tokens is longer"));
  const Scratch scratch;
  model.save(scratch / "bert.safetensors");
  const MaskedLanguageModel again = MaskedLanguageModel::load(scratch / "bert.safetensors");
  CHECK(again.fill("a [MASK] c [MASK]", 3)[1][2].word == best[1][2].word);
  CHECK(again.fill("a [MASK] c [MASK]", 3)[1][2].probability == best[1][2].probability);
  Rng rng(1);
  CHECK_THROWS_WITH(Bert({.d_model = 10, .heads = 3}, rng), Catch::Contains("3 heads do not divide"));
  CHECK_THROWS_AS(Bert({.classes = 0}, rng), UsageError);
}

TEST_CASE("a classifier of texts learns labels, and a saved one says what it did", "[bert]") {
  const MaskedLanguageModel words(small_bert(four_letters()), four_letters());
  const LabelledTexts texts{.texts = {"a b", "a a b", "b a b!", "c d", "d d c", "d c d!"},
                            .classes = {0, 0, 0, 1, 1, 1}};
  const TextClassifier classifier =
      TextClassifier::on(words, {.classes = {"early", "late"}, .left_out = "!"});
  std::int64_t last = 0, all = 0;
  ClassifierTraining how{.steps = 59, .batch = 3, .learning_rate = 0.01};  // two steps an epoch
  how.on_step = [&](std::int64_t step, std::int64_t steps) {
    last = step;
    all = steps;
  };
  CHECK_FALSE(classifier.learn(texts, how));
  CHECK(last == 60);
  CHECK(all == 60);
  CHECK(whole_epochs(how, 6).epochs == 30);
  CHECK(whole_epochs(how, 6).steps == 60);
  CHECK(whole_epochs({.steps = 1, .batch = 3}, 10).steps == 4);
  CHECK(classifier.accuracy(texts) == 1);
  const auto classes = classifier.classify("c c d !");
  REQUIRE(classes.size() == 2);
  CHECK(classes[0].name == "late");
  CHECK(classes[0].probability > classes[1].probability);
  CHECK(classes[0].probability + classes[1].probability == Approx(1));
  CHECK(classifier.classify("c c d")[0].probability == classes[0].probability);  // ! is not looked at
  // Code points are left out, not bytes: ？ is EF BC 9F, and 는 EB 8A 94.
  const TextClassifier wide = TextClassifier::on(words, {.classes = {"x", "y"}, .left_out = "？는"});
  CHECK(wide.seen("나는 간다？") == "나 간다");
  CHECK(classifier.learn(texts, {.should_stop = [] { return true; }}));
  CHECK_THROWS_AS(classifier.learn({}, {}), Error);

  const Scratch scratch;
  classifier.save(scratch / "classes.safetensors");
  const TextClassifier again = TextClassifier::load(scratch / "classes.safetensors");
  CHECK(again.classes() == std::vector<std::string>{"early", "late"});
  CHECK(again.classify("a ! d")[0].probability == classifier.classify("a d")[0].probability);
  CHECK_THROWS_WITH(MaskedLanguageModel::load(scratch / "classes.safetensors"),
                    Catch::Contains("the model is a bert_classifier, not a bert"));
  CHECK_THROWS_WITH(TextClassifier(words.model(), words.tokens(), {"one"}, ""),
                    Catch::Contains("1 names for 2 classes"));
  CHECK_THROWS_WITH(TextClassifier(words.model(), words.tokens(), {"one", "one"}, ""),
                    Catch::Contains("not all there and different"));
}

TEST_CASE("a classifier begins with the encoder that has found words, or anew", "[bert]") {
  const MaskedLanguageModel words(small_bert(four_letters()), four_letters());
  const auto embedding = [](const Bert& bert) { return bert.embeddings.word_embeddings.weight.value(); };
  const TextClassifier trained = TextClassifier::on(words, {.classes = {"x", "y", "z"}, .seed = 7}),
                       anew = TextClassifier::on(
                           words, {.classes = {"x", "y", "z"}, .from = FirstWeights::anew, .seed = 7});
  CHECK(identical(embedding(trained.model()), embedding(words.model())));
  CHECK_FALSE(identical(embedding(anew.model()), embedding(words.model())));
  CHECK(identical(trained.model().classifier.weight.value(), anew.model().classifier.weight.value()));
  CHECK(identical(trained.model().pooler.weight.value(), anew.model().pooler.weight.value()));
}
