// The training of 15_symptoms.cpp: an encoder-decoder on words, and the mistakes that can be made in it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/data/corpus.hpp"
#include "lib/report/heatmap.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "models/transformer.hpp"
#include "nn/next_token_task.hpp"
#include "nn/optimizer.hpp"
#include "nn/schedule.hpp"
#include "nn/trace.hpp"

namespace heed {

constexpr std::array mistakes{"no_shift",       "no_causal_mask", "no_positions",    "no_embedding_scale",
                              "no_warm_up",     "rate_too_high",  "padding_in_loss", "no_end",
                              "pairs_mixed_up", "too_few_pairs",  "first_logits",    "other_vocabulary"};

struct Training {
  std::string mistake;  // empty: none
  Vocabulary from, into;
  Transformer model;

  bool wrong(std::string_view name) const { return mistake == name; }

  std::vector<Example> ids(const std::vector<SentencePair>& pairs) const {
    std::vector<Example> all;
    for (const SentencePair& pair : pairs)
      all.push_back({.source = from.encode(split_words(pair.source)),
                     .target = into.encode(split_words(pair.target)),
                     .ends = !wrong("no_end")});
    return all;
  }

  Variable embedded(const Embedding& embedding, const Tokens& tokens) const {
    Variable x = embedding(tokens);  // (B, T, C), multiplied by √C
    if (wrong("no_embedding_scale")) x = x / std::sqrt(static_cast<Scalar>(x.dim(-1)));
    return wrong("no_positions") ? x : model.position(x);
  }

  /// Logits (B, T, V) of the token behind each of `target`.
  Variable logits(const Tokens& source, const Tokens& target) const {
    const Mask read = Mask::padding(source, Vocabulary::pad), all = Mask::padding(target, Vocabulary::pad);
    const Variable memory = model.encoder(embedded(model.source_embedding, source), {.mask = read});
    const Mask seen = wrong("no_causal_mask") ? all : all & Mask::causal();
    return model.generator(
        model.decoder(embedded(model.target_embedding, target), memory, {.mask = seen}, {.mask = read}));
  }

  Variable loss(const std::vector<Example>& pairs, std::vector<std::size_t> indices) const {
    Batch batch = make_batch(pairs, indices);
    std::ranges::reverse(indices);
    if (wrong("pairs_mixed_up")) batch.source = make_batch(pairs, indices).source;
    const Variable scores = logits(batch.source, wrong("no_shift") ? batch.target_out : batch.target_in);
    return cross_entropy(scores, batch.target_out,
                         {.ignore_index = wrong("padding_in_loss") ? -100 : Vocabulary::pad});
  }

  void run(std::vector<Example> pairs, std::int64_t steps) {
    if (wrong("too_few_pairs")) pairs.resize(200);
    const double rate = wrong("rate_too_high") ? 0.1 : 0.006;
    const Schedule schedule = cosine_schedule(rate, wrong("no_warm_up") ? 0 : 200, steps);
    Adam optimizer(model.parameters(), {.beta2 = 0.98});
    double sum = 0;
    for (std::int64_t step = 1, shown = 0; step <= steps; ++step) {
      std::vector<std::size_t> indices(32);  // the next pairs, and the first again behind the last
      for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = (static_cast<std::size_t>(step) * indices.size() + i) % pairs.size();
      const Variable l = loss(pairs, indices);
      optimizer.zero_grad();
      l.backward();
      clip_grad_norm(model.parameters(), 1);
      optimizer.set_learning_rate(schedule(step));
      optimizer.step();
      sum += l.value().item();
      if (step == 25 || step == 2 * shown || step == steps) {
        fmt::print("step {:>4}   loss {:.3f}\n", step, sum / static_cast<double>(step - shown));
        sum = 0, shown = step;
      }
    }
  }

  Tokens source_of(const std::string& sentence) const {
    std::vector<std::int32_t> ids = from.encode(split_words(sentence));
    ids.push_back(Vocabulary::eos);
    return Tokens({1, std::ssize(ids)}, ids);
  }

  /// Writes the most probable token, feeds it back, until <eos>: the ids, <bos> first.
  std::vector<std::int32_t> written(const Tokens& source) const {
    const NoGrad no_grad;
    std::vector<std::int32_t> ids{Vocabulary::bos};
    while (ids.size() < 13 && ids.back() != Vocabulary::eos) {
      const Variable scores = logits(source, Tokens({1, std::ssize(ids)}, ids));  // (1, T, V)
      const std::vector<std::int32_t> best = argmax_rows(scores.value());
      ids.push_back(wrong("first_logits") ? best.front() : best.back());
    }
    return ids;
  }

  std::string translate(const std::string& sentence) const {
    std::vector<std::int32_t> ids = written(source_of(sentence));
    // Another vocabulary may be a smaller one.
    std::erase_if(ids, [this](std::int32_t id) { return id >= std::ssize(into.tokens()); });
    return join_words(into.decode(std::vector(ids.begin() + 1, ids.end())));
  }

  /// Returns where each word of the translation looked, in per cent: the heads' mean in the last layer.
  std::string map_of(const std::string& sentence) const {
    const Tokens source = source_of(sentence);
    const std::vector<std::int32_t> ids = written(source);
    const std::string point = "decoder.layers.1.multihead_attn.pattern";
    const Trace trace(model, point);
    logits(source, Tokens({1, std::ssize(ids) - 1}, {ids.begin(), ids.end() - 1}));
    const Array weights = mean(trace.value(point), {0, 1});  // (T, S)
    HeatMap map{.values = {weights.values().begin(), weights.values().end()}};
    for (const std::int32_t id : std::span(ids).subspan(1)) map.row_labels.push_back(into.token(id));
    for (const std::int32_t id : source.ids()) map.column_labels.push_back(from.token(id));
    return heat_map(map, {.numbers = true});
  }
};

}  // namespace heed
