// 07  Copy, from the end: the smallest thing an encoder-decoder can learn
//
// The encoder reads a sequence of symbols, the decoder writes it backwards, one symbol after the other.
// (Copying forwards is easier, and so easy that a model with mistakes in it can do it; try SequenceTask::copy
// and sort.)
//
//     source       7 2 5 <eos>        (B, S)     what the encoder reads
//     target_in    <bos> 5 2 7        (B, T)     what the decoder is fed: the true symbols, one place later
//     target_out   5 2 7 <eos>        (B, T)     what it shall answer: at each place the next symbol
//
//     logits = model(source, target_in)          (B, T, V)
//     L      = -1/N Σ log softmax(logits)[right symbol], over the N symbols of target_out that are no padding
//
// last line: the model writes 5 1 4 1 3 backwards as 3 1 4 1 5
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/data/sequence_tasks.hpp"
#include "models/seq2seq.hpp"
#include "nn/optimizer.hpp"
#include "nn/training_task.hpp"

using namespace heed;

namespace {

constexpr std::int32_t first_symbol = 4;  // ids 0…3 are padding, unknown, begin and end

/// Greedy decoding: write the most probable symbol, feed it back, until <eos>.
std::vector<std::vector<std::int32_t>> answers(const Transformer& model,
                                               const std::vector<std::vector<std::int32_t>>& sources) {
  std::vector<std::vector<std::int32_t>> all;
  for (const Hypothesis& h : greedy_decode(model, make_sources(sources))) all.push_back(h.tokens);
  return all;
}

std::string digits(std::vector<std::int32_t> ids) {
  for (std::int32_t& id : ids) id -= first_symbol;
  return fmt::format("{}", fmt::join(ids, " "));
}

}  // namespace

int main() {
  constexpr std::int32_t symbols = 10;
  const SequenceCorpus corpus = sequence_corpus({.task = SequenceTask::reverse,
                                                 .symbols = symbols,
                                                 .first_symbol = first_symbol,
                                                 .shortest = 3,
                                                 .longest = 6,
                                                 .train = 4000,
                                                 .valid = 0,
                                                 .test = 200});  // no test sequence is in training

  Rng rng(7);
  const Transformer model(
      {.source_vocab = first_symbol + symbols,
       .target_vocab = first_symbol + symbols,
       .encoder_layers = 1,
       .decoder_layers = 1,
       .layer = {.d_model = 32, .heads = 4, .dim_feedforward = 64, .dropout = 0, .max_length = 16}},
      rng);
  fmt::print("{} parameters\n", model.parameter_count());

  fmt::print("unseen sequences: loss {:.3f} before training\n", evaluate_loss(model, corpus.test));

  // The loop of every training: batch, forward, loss, zero_grad, backward, step.
  Adam optimizer(model.parameters(), {.lr = 3e-3});
  const BatchPlan plan(corpus.train, {.sentences = 32});
  for (std::uint64_t epoch = 0; epoch < 8; ++epoch) {
    for (const auto& indices : plan.epoch(epoch)) {  // another order each time, the same order in each run
      const Batch batch = make_batch(corpus.train, indices);
      const Variable logits = model(batch.source, batch.target_in);                        // (B, T, V)
      const Variable loss = cross_entropy(logits, batch.target_out, {.ignore_index = 0});  // ()
      optimizer.zero_grad();
      loss.backward();
      optimizer.step();
    }
  }
  fmt::print("unseen sequences: loss {:.3f} after training\n\n", evaluate_loss(model, corpus.test));
  model.eval();  // what is decoded shall be without dropout; we have none here, but make it a habit

  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : corpus.test) sources.push_back(example.source);
  const auto written = answers(model, sources);
  std::size_t right = 0;
  for (std::size_t i = 0; i < written.size(); ++i) right += written[i] == corpus.test[i].target ? 1 : 0;
  fmt::print("{} of {} unseen sequences are right in every symbol\n", right, written.size());

  std::vector<std::int32_t> source{5, 1, 4, 1, 3};
  for (std::int32_t& id : source) id += first_symbol;
  fmt::print("the model writes {} backwards as {}\n", digits(source),
             digits(answers(model, {source}).front()));
}
