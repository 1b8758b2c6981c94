#include "tools/lab/heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/score/bleu.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"

namespace heed {
namespace {

/// A point of the head's attention: "z" is what its heads give before out_proj.
std::string point_of(const HeadFacts& f, const char* word) {
  const char* const places[]{"encoder.layers.{}.self_attn.{}", "decoder.layers.{}.self_attn.{}",
                             "decoder.layers.{}.multihead_attn.{}"};
  return fmt::format(fmt::runtime(places[static_cast<int>(f.place)]), f.layer, word);
}

/// The gradient of a gate of 1 in front of head h of z (1, heads, Tq, Dv).
double gate_gradient(const Array& z, const Array& gradient, std::int64_t h) {
  const std::int64_t size = z.dim(2) * z.dim(3);
  double sum = 0;
  for (std::int64_t i = h * size; i < (h + 1) * size; ++i)
    sum += static_cast<double>(z.data()[i]) * static_cast<double>(gradient.data()[i]);
  return sum;
}

/// Sums over sentences, to be divided by their counts.
struct Sums {
  double sharpness = 0, previous = 0, chance = 0, importance = 0;
  std::int64_t queries = 0, with_previous = 0, with_words = 0;
  std::vector<double> aligned{}, words{};  // of each sentence
};

/// weights (1, heads, Tq, Tk) of one head, added up.
void add_weights(const Array& weights, const HeadFacts& f, const SentencePair& pair, Sums& sums) {
  const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
  double aligned = 0, words = 0;
  for (std::int64_t q = 0; q < queries; ++q) {
    const Scalar* const row = weights.data() + (f.head * queries + q) * keys;
    const std::int64_t largest = std::max_element(row, row + keys) - row;
    sums.sharpness += static_cast<double>(row[largest]);
    ++sums.queries;
    if (f.place != HeadPlace::cross) {
      if (q > 0) sums.previous += static_cast<double>(row[q - 1]), ++sums.with_previous;
      continue;
    }
    // The q-th query predicts the q-th target word.
    std::int64_t belong = 0;
    bool hit = false;
    for (const auto& [source, target] : pair.alignment) {
      if (target != q || source >= keys) continue;
      ++belong;
      hit = hit || source == largest;
    }
    if (belong == 0) continue;  // the last one predicts <eos>
    aligned += hit, ++words, ++sums.with_words;
    sums.chance += static_cast<double>(belong) / static_cast<double>(keys);
  }
  sums.aligned.push_back(aligned);
  sums.words.push_back(words);
}

/// The sentence that the documents align, 나는 사과를 좋아한다, through all heads of cross-attention.
void look_at_example(const LabTranslator& trained, std::vector<HeadFacts>& heads) {
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

std::string head_name(const HeadFacts& f) {
  const char* const places[]{"encoder", "decoder", "cross"};
  return fmt::format("{} {}.{}", places[static_cast<int>(f.place)], f.layer + 1, f.head + 1);
}

ExaminedHeads examine_heads(const LabTranslator& trained, std::size_t sentences) {
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
  std::vector<Sums> sums(all.size());
  const TranslationSplit& test = trained.data.test;
  const std::size_t used = std::min(sentences, test.examples.size());
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
  const auto mean = [](double sum, std::int64_t count) {
    return count == 0 ? 0 : sum / static_cast<double>(count);
  };
  const SegmentStatistics with_all = lab_counts(trained.data, trained.translator, sentences);
  examined.bleu = Bleu({.tokenize = BleuTokenizer::none}).score_of(with_all.sums());
  std::vector<double> p_values;
  for (std::size_t h = 0; h < all.size(); ++h) {
    HeadFacts& f = all[h];
    f.sharpness = mean(sums[h].sharpness, sums[h].queries);
    f.previous = mean(sums[h].previous, sums[h].with_previous);
    f.alignment = ratio_of_sums(sums[h].aligned, sums[h].words);
    f.chance = mean(sums[h].chance, sums[h].with_words);
    f.importance = mean(sums[h].importance, static_cast<std::int64_t>(used));
    {
      Trace trace(model);
      trace.replace(point_of(f, "z"), ablate_head(f.head));
      f.silenced = paired_sentences(with_all, lab_counts(trained.data, trained.translator, sentences));
      p_values.push_back(f.silenced.p_value);
    }
    Trace trace(model);
    for (std::int64_t other = 0; other < heads; ++other)
      if (other != f.head) trace.replace(point_of(f, "z"), ablate_head(other));
    f.bleu_alone = lab_bleu(trained.data, trained.translator, sentences);
  }
  const std::vector<double> corrected = holm(p_values);
  for (std::size_t h = 0; h < all.size(); ++h) all[h].silenced.p_value = corrected[h];
  return examined;
}

}  // namespace heed
