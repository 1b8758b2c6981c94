// 09  A language model: a GPT writes sentences of a grammar that it has only read
//
// No encoder, no second language. Every token is predicted from those before it, in the same sentence:
//
//     sentence     나는 사과를 좋아한다
//     target_in    <bos> 나는 사과를 좋아한다         (B, T)     what the model is fed
//     target_out   나는 사과를 좋아한다 <eos>         (B, T)     what it shall say at each place
//
//     h      = wte[token] + wpe[place]                (B, T, C)
//     h      = h + attn(ln_1(h)),  h + mlp(ln_2(h))   in each layer; attention looks back only
//     logits = ln_f(h) wteᵀ                           (B, T, V)
//     L      = -1/N Σ log softmax(logits)[right token]
//
// How good can it be? The grammar itself chooses among several words at each place, so nobody can predict
// them all. toy_text_bits() counts its choices: so many bits does a sentence have. What the model needs
// beyond that, it has not understood yet.
//
// last line: of seven tries "the girl" becomes a sentence that ends 7 times
#include <fmt/format.h>

#include <numbers>
#include <vector>

#include "lib/data/toy_text.hpp"
#include "models/language_model.hpp"
#include "nn/next_token_task.hpp"
#include "nn/trainer.hpp"

using namespace heed;

int main() {
  const ToyTextOptions unseen{.sentences = 300, .level = 1, .seed = 1};
  const std::vector<std::string> train_text = toy_text({.sentences = 6000, .level = 1, .seed = 0}),
                                 valid_text = toy_text(unseen);
  TokenCounts counts;
  for (const std::string& line : train_text) counts.add(split_words(line));
  const TextTokens tokens(Vocabulary(counts), Tokenizer(Tokenisation::words));
  const auto examples = [&](const std::vector<std::string>& lines) {
    std::vector<Example> all;
    for (const std::string& line : lines) all.push_back({.source = {}, .target = tokens.encode(line)});
    return all;
  };

  Rng rng(9);
  const Gpt model({.vocabulary = tokens.size(),
                   .max_length = 32,
                   .d_model = 64,
                   .heads = 4,
                   .layers = 2,
                   .dim_feedforward = 256,
                   .dropout = 0},
                  rng);
  fmt::print("{} sentences, {} tokens, {} parameters\n", train_text.size(), tokens.size(),
             model.parameter_count());

  const BatchLogits logits = [model](const Batch& batch) { return model(batch.target_in); };
  constexpr std::int64_t epochs = 3, sentences = 32, steps = epochs * 6000 / sentences;
  Adam optimizer(model.parameters(), {.beta2 = 0.98});
  train(next_token_task(model, logits, examples(train_text), examples(valid_text),
                        {.batches = {.sentences = sentences}}),
        optimizer,
        {.epochs = epochs,
         .schedule = cosine_schedule(3e-3, 50, steps),
         .seed = 9,
         .on_epoch = [](const EpochReport& e) {
           fmt::print("epoch {}/{}  train loss {:.3f}  valid loss {:.3f}\n", e.epoch, e.epochs, e.train_loss,
                      e.valid_loss);
         }});

  const std::vector<Example> valid = examples(valid_text);
  std::int64_t places = 0;  // with the one of <eos>
  for (const Example& example : valid) places += std::ssize(example.target) + 1;
  const double bits = next_token_loss(model, logits, valid) * static_cast<double>(places) /
                      std::numbers::ln2 / static_cast<double>(valid.size());
  fmt::print("\nan unseen sentence has {:.1f} bits for the model, {:.1f} for the grammar that wrote it\n\n",
             bits, toy_text_bits(unseen));

  model.eval();
  const LanguageModel writer(model, tokens);
  int ended = 0;
  for (const LanguageModel::Text& text : writer.write("the girl", 7, {.temperature = 0.8, .seed = 9})) {
    fmt::print("{}\n", text.text);
    ended += text.finished ? 1 : 0;
  }
  fmt::print("of seven tries \"the girl\" becomes a sentence that ends {} times\n", ended);
}
