// 10  BERT: a word is hidden, and found again from the words on both sides
//
// A language model sees only what stands before a word. An encoder sees both sides; so that there is
// something to predict, words are hidden from it:
//
//     sentence   the girl did not eat an apple
//     tokens     <bos> the girl [MASK] not eat an apple <eos>                  (B, T)
//     x          = LayerNorm(word + position + segment), then attention over the whole sentence    (B, T, C)
//     logits     = LayerNorm(gelu(W x + b)) wordᵀ + bias, at the hidden places alone               (M, V)
//     L          = -1/M Σ log softmax(logits)[hidden word]
//
// 15 % of the words are chosen in each epoch anew: most are hidden, a few replaced by others, a few left as
// they are. What has been learned so is then of use where labels are rare: `heed bert` shows how much.
//
// Here 먹지 ("eat", negated) says that a form of 않다 must follow, and 어제 ("yesterday") which one.
//
// last line: 어제 그 소녀는 사과를 먹지 않았다
#include <fmt/format.h>

#include <vector>

#include "lib/data/toy_text.hpp"
#include "models/masked_language_model.hpp"
#include "nn/trainer.hpp"

using namespace heed;

int main() {
  const std::vector<std::string> text = toy_text({.sentences = 8000, .level = 1});
  TokenCounts counts;
  for (const std::string& line : text) counts.add(split_words(line));
  const TextTokens tokens(Vocabulary(counts), Tokenizer(Tokenisation::words));
  std::vector<Example> examples;
  for (const std::string& line : text) examples.push_back({.source = {}, .target = tokens.encode(line)});

  Rng rng(10);
  const Bert bert({.vocabulary = tokens.size() + 1,  // and [MASK]
                   .max_length = 32,
                   .d_model = 64,
                   .heads = 4,
                   .layers = 2,
                   .dim_feedforward = 128,
                   .dropout = 0},
                  rng);
  const MaskedLanguageModel model(bert, tokens);
  fmt::print("{} sentences, {} tokens, {} parameters\n", text.size(), tokens.size(), bert.parameter_count());

  const MaskedLogits logits = [bert](const MaskedBatch& batch) {
    return bert.words(bert(batch.input), batch.places);  // (M, V)
  };
  constexpr std::int64_t epochs = 15, sentences = 32, steps = epochs * 8000 / sentences;
  Adam optimizer(bert.parameters(), {.beta2 = 0.98});
  train(masked_token_task(bert, logits, examples, {},
                          {.batches = {.sentences = sentences}, .masking = model.masking(10)}),
        optimizer,
        {.epochs = epochs,
         .schedule = cosine_schedule(2e-3, 100, steps),
         .seed = 10,
         .on_epoch = [](const EpochReport& e) {
           fmt::print("epoch {:>2}/{}  loss {:.3f}\n", e.epoch, e.epochs, e.train_loss);
         }});

  for (const std::string question :
       {"[MASK] the boy run ?", "the girl [MASK] not eat an apple", "어제 그 소녀는 사과를 먹지 [MASK]"}) {
    const auto best = model.fill(question, 3).front();
    fmt::print("\n{}\n", question);
    for (const auto& [word, probability] : best) fmt::print("  {:<12} {:5.1f} %\n", word, 100 * probability);
    std::string answer = question;
    answer.replace(answer.find("[MASK]"), 6, best.front().word);
    fmt::print("{}\n", answer);
  }
}
