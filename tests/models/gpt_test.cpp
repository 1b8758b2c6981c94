// GPT-2: what PyTorch computes, first values, sampling and beams with caches.
#include "models/gpt.hpp"

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "models/language_model.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;
using golden::columns;

namespace {

Variable gpt_loss(const Gpt& model, const Tokens& ids) {
  const std::int64_t length = ids.dim(1);
  return cross_entropy(model(columns(ids, 0, length - 1)), columns(ids, 1, length), {.ignore_index = -1});
}

}  // namespace

TEST_CASE("GPT-2 equals the same model in PyTorch: logits, loss, gradients", "[pytorch][gpt]") {
  for (const golden::Case& c : golden::cases("gpt.safetensors", "gpt/", 2)) {
    const Gpt model = golden::model_of<Gpt>(c);
    const Tokens ids = c.tokens("in.ids");
    c.check_output("out.logits", model(ids).value());
    const Variable loss = gpt_loss(model, ids);
    loss.backward();
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
  }
}

TEST_CASE("100 steps of training a GPT-2 give the losses that PyTorch gives", "[pytorch][gpt]") {
  const golden::Case c(golden::load("gpt.safetensors"), "gpt_training");
  const Gpt model = golden::model_of<Gpt>(c);
  const Tokens ids = c.tokens("in.ids");
  golden::check_losses(c, model, 100, 0.5,
                       [&](std::int64_t step) { return gpt_loss(model, golden::step_of(ids, step)); });
}

namespace {

/// Σ log p of what follows a row of the prompt, with that of <eos>, 3, if it was produced, by one pass.
double whole_pass(const Gpt& model, const Tokens& prompt, std::size_t row, const Hypothesis& h) {
  const NoGrad no_grad;
  const std::int64_t before = prompt.dim(1);
  const auto first = prompt.ids().begin() + static_cast<std::int64_t>(row) * before;
  std::vector<std::int32_t> ids(first, first + before), next = h.tokens;
  ids.insert(ids.end(), next.begin(), next.end());
  if (h.finished) next.push_back(3);
  const std::int64_t length = std::ssize(ids);
  const Array log_p = log_softmax(model(Tokens({1, length}, std::move(ids)))).value();
  double sum = 0;
  for (std::int64_t t = 0; t < std::ssize(next); ++t)
    sum += static_cast<double>(log_p.at({0, before - 1 + t, next[static_cast<std::size_t>(t)]}));
  return sum;
}

}  // namespace

TEST_CASE("samples and beams with caches are as probable as whole passes say, a prompt may come in parts",
          "[gpt]") {
  const golden::Case c(golden::load("gpt.safetensors"), "gpt/deep");
  const Gpt model = golden::model_of<Gpt>(c);
  model.eval();
  const Tokens prompt = columns(c.tokens("in.ids"), 0, 4);
  const auto cached =
      sample(model, prompt, {.temperature = 0.8, .seed = 5, .decoding = {.bos = -1, .eos = 3, .pad = -1}});
  REQUIRE(cached.size() == 3);
  for (std::size_t i = 0; i < cached.size(); ++i) {
    CHECK(cached[i].log_probability == Approx(whole_pass(model, prompt, i, cached[i])).epsilon(1e-4));
    CHECK(cached[i].tokens.size() <= 8);  // 12 positions, 4 of them the prompt's
    if (!cached[i].finished) CHECK(cached[i].tokens.size() == 8);
  }
  GptState state = model.begin(3, 4);
  model.extend(columns(prompt, 0, 1), state);
  const Array parts = model.extend(columns(prompt, 1, 4), state).value();
  const Array whole = slice(model(prompt), 1, 1, 4).value();
  CHECK(farthest(parts, whole) < 1e-4);

  const DecodingOptions decoding{.bos = -1, .eos = 3, .pad = -1};
  const auto found = beam_search(*begin_decoding(model, prompt, decoding), prompt,
                                 {.beam = 4, .n_best = 4, .decoding = decoding});
  REQUIRE(found.size() == 3);
  for (std::size_t row = 0; row < 3; ++row) {
    REQUIRE(found[row].size() == 4);
    for (const Hypothesis& h : found[row])
      CHECK(h.log_probability == Approx(whole_pass(model, prompt, row, h)).epsilon(1e-4));
  }

  CHECK_THROWS_WITH(sample(model, Tokens({1, 13}, std::vector<std::int32_t>(13, 1))),
                    Catch::Contains("longer than the model's maximum of 12"));
  model.train();
  CHECK_THROWS_WITH(sample(model, prompt), Catch::Contains("eval()"));
}

TEST_CASE("a layer starts as GPT-2's: normal 0.02, the residual projections smaller, biases 0", "[gpt]") {
  Rng rng(3);
  const Gpt model(
      {.vocabulary = 60, .max_length = 50, .d_model = 64, .heads = 4, .layers = 2, .dim_feedforward = 256},
      rng);
  for (const auto& [name, value] : model.named_parameters()) {
    const double deviation = root_mean_square(value.value());
    INFO(name);
    if (name.ends_with("bias"))
      CHECK(deviation == 0);
    else if (name.find("ln_") != std::string::npos)
      CHECK(deviation == 1);
    else
      CHECK(deviation == Approx(name.ends_with("c_proj.weight") ? 0.01 : 0.02).epsilon(0.05));
  }
  CHECK(model.parameter_count() == 60 * 64 + 50 * 64 + 2 * (12 * 64 * 64 + 13 * 64) + 2 * 64);
  CHECK_THROWS_WITH(Gpt({.d_model = 10, .heads = 3}, rng), Catch::Contains("3 heads do not divide"));
  CHECK_THROWS_AS(Gpt({.vocabulary = 0}, rng), UsageError);
}

TEST_CASE("a language model of words writes no special tokens, however probable they are to it", "[gpt]") {
  const TextTokens tokens(Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"}),
                          Tokenizer());
  Rng rng(1);
  const LanguageModel untrained(
      Gpt({.vocabulary = tokens.size(), .max_length = 16, .d_model = 8, .heads = 2, .layers = 1}, rng),
      tokens);
  untrained.model().eval();
  std::string all;
  for (const LanguageModel::Text& text : untrained.write("a", 50, {.temperature = 3, .seed = 1}))
    all += text.text + " ";
  CHECK(all.find("b") != all.npos);
  CHECK(all.find("<") == all.npos);
  // A blank that ends the prompt stands before the first word, not beside another one.
  for (const LanguageModel::Text& text : untrained.write("a ", 50, {.temperature = 3, .seed = 1}))
    CHECK((text.text.starts_with("a ") && text.text.find("  ") == std::string::npos));
}
