#include "tools/measure/heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <variant>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/score/bleu.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"

namespace heed {
namespace {

/// The name of a point of the head's attention: "z" is what its heads give before out_proj.
std::string point_of(const HeadFacts& f, const char* word) {
  const char* const places[]{"encoder.layers.{}.self_attn.{}", "decoder.layers.{}.self_attn.{}",
                             "decoder.layers.{}.multihead_attn.{}"};
  return fmt::format(fmt::runtime(places[static_cast<int>(f.place)]), f.layer, word);
}

/// Sends the sentence that the documents align, 나는 사과를 좋아한다, through all heads of cross-attention.
void look_at_example(const GrammarTranslator& trained, std::vector<HeadFacts>& heads) {
  const std::vector<std::string> read{"나는", "사과를", "좋아한다", "<eos>"}, written{"i", "love", "apples"};
  constexpr std::size_t belongs[]{0, 2, 1};
  const NoGrad no_grad;
  const auto& model = std::get<Transformer>(trained.translator.model());
  const std::vector<Example> example{
      {trained.translator.source().vocabulary.encode({read.begin(), read.end() - 1}),
       trained.translator.target().vocabulary.encode(written)}};
  const std::size_t first = 0;
  const Batch batch = make_batch(example, std::span(&first, 1));
  const Trace patterns(model, "*.multihead_attn.pattern");
  model(batch.source, batch.target_in);
  for (HeadFacts& f : heads) {
    if (f.place != HeadPlace::cross) continue;
    const Array& weights = patterns.value(point_of(f, "pattern"));
    const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
    for (std::size_t q = 0; q < written.size(); ++q) {
      const Scalar* const row = weights.data() + (f.head * queries + static_cast<std::int64_t>(q)) * keys;
      const Scalar* const largest = std::max_element(row, row + keys);
      f.example.push_back({written[q], read[belongs[q]], read.at(static_cast<std::size_t>(largest - row)),
                           static_cast<double>(*largest)});
    }
  }
}

}  // namespace

Bilingual head_name(const HeadFacts& f) {
  return text_of(fmt::format("experiment.head {}", static_cast<int>(f.place)), f.layer + 1, f.head + 1);
}

ExaminedHeads examine_heads(const GrammarTranslator& trained, const ExaminedSentences& sentences) {
  const auto& model = std::get<Transformer>(trained.translator.model());
  const std::int64_t heads = model.options().layer.heads;
  ExaminedHeads examined;
  std::vector<HeadFacts>& all = examined.heads;
  for (const HeadPlace place : {HeadPlace::encoder, HeadPlace::decoder, HeadPlace::cross}) {
    const auto layers =
        place == HeadPlace::encoder ? model.encoder.layers.size() : model.decoder.layers.size();
    for (std::size_t layer = 0; layer < layers; ++layer) {
      for (std::int64_t h = 0; h < heads; ++h)
        all.push_back({.place = place, .layer = static_cast<std::int64_t>(layer), .head = h});
    }
  }
  std::vector<HeadSums> sums(all.size());
  const TranslationSplit& test = trained.data.test;
  const std::size_t used = std::min(sentences.looked, test.examples.size());
  for (std::size_t i = 0; i < used; ++i) {
    const Batch batch = make_batch(test.examples, std::span(&i, 1));
    const Trace patterns(model, "*.pattern");
    const Trace results(model, "*.z", {.gradients = true});
    const Variable logits = model(batch.source, batch.target_in);
    cross_entropy(logits, batch.target_out, {.reduction = Reduction::sum}).backward();
    for (std::size_t h = 0; h < all.size(); ++h) {
      const HeadFacts& f = all[h];
      add_weights(patterns.value(point_of(f, "pattern")), f, test.pairs[i], sums[h]);
      const std::string z = point_of(f, "z");
      sums[h].importance += std::abs(gate_gradient(results.value(z), results.gradient(z), f.head));
    }
  }
  model.zero_grad();
  look_at_example(trained, all);
  const NoGrad no_grad;
  const SegmentStatistics with_all = bleu_counts(trained.data, trained.translator, sentences.translated);
  examined.bleu = Bleu({.tokenize = BleuTokenizer::none}).score_of(with_all.sums());
  std::map<std::string, double> squares;  // of importance, of each attention
  for (std::size_t h = 0; h < all.size(); ++h) {
    HeadFacts& f = all[h];
    sums[h].put_into(f, used);
    squares[point_of(f, "z")] += f.importance * f.importance;
    const auto without = [&](const auto& silent) {
      Trace trace(model);
      for (std::int64_t head = 0; head < heads; ++head)
        if (silent(head)) trace.replace(point_of(f, "z"), ablate_head(head));
      return paired_sentences(with_all, bleu_counts(trained.data, trained.translator, sentences.translated));
    };
    f.silenced = without([&](std::int64_t head) { return head == f.head; });
    f.alone = without([&](std::int64_t head) { return head != f.head; });
  }
  for (HeadFacts& f : all)
    if (const double square = squares[point_of(f, "z")]; square > 0) f.importance /= std::sqrt(square);
  return examined;
}

const ExaminedTrainings& examined_trainings(const ExperimentOptions& options) {
  static ExaminedTrainings once;
  const auto start = std::chrono::steady_clock::now();
  const double before = once.seconds;
  const std::uint64_t trainings = options.quick ? 2 : 3;
  const ExaminedSentences sentences =
      options.quick ? ExaminedSentences{60, 200} : ExaminedSentences{1000, 3000};
  while (once.all.size() < trainings && !(interrupt_requested() && !once.all.empty())) {
    const std::uint64_t seed = options.seed + once.all.size();
    once.all.push_back(examine_heads(train_on_grammar(options, seed, sentences.translated), sentences));
    once.all.back().seed = seed;
  }
  once.seconds = before + seconds_since(start);
  return once;
}

}  // namespace heed
