#include "tools/lab/heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/interrupt.hpp"
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
  double sharpness = 0, chance = 0, importance = 0;
  std::int64_t queries = 0, with_words = 0;
  std::vector<double> next{}, nexts{}, last{}, lasts{}, previous{}, with_previous{};  // of each sentence
};

/// Whether one of the source words that belong to a target word is `looked` at, and how many there are.
struct Belonging {
  bool hit = false;
  std::int64_t words = 0;
};

Belonging belonging(const SentencePair& pair, std::int64_t target, std::int64_t looked, std::int64_t keys) {
  Belonging found;
  for (const auto& [source, of] : pair.alignment) {
    if (of != target || source >= keys) continue;
    ++found.words;
    found.hit = found.hit || source == looked;
  }
  return found;
}

/// weights (1, heads, Tq, Tk) of one head, added up.
void add_weights(const Array& weights, const HeadFacts& f, const SentencePair& pair, Sums& sums) {
  const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
  double next = 0, nexts = 0, last = 0, lasts = 0, previous = 0;
  for (std::int64_t q = 0; q < queries; ++q) {
    const Scalar* const row = weights.data() + (f.head * queries + q) * keys;
    const std::int64_t largest = std::max_element(row, row + keys) - row;
    sums.sharpness += static_cast<double>(row[largest]);
    ++sums.queries;
    if (f.place != HeadPlace::cross) {
      if (q > 0) previous += static_cast<double>(row[q - 1]);
      continue;
    }
    // The q-th query reads the word before the q-th target word, which it predicts; the last predicts <eos>.
    const Belonging of_next = belonging(pair, q, largest, keys),
                    of_last = belonging(pair, q - 1, largest, keys);
    if (of_next.words > 0) {
      next += of_next.hit, ++nexts, ++sums.with_words;
      sums.chance += static_cast<double>(of_next.words) / static_cast<double>(keys);
    }
    if (of_last.words > 0) last += of_last.hit, ++lasts;
  }
  sums.next.push_back(next), sums.nexts.push_back(nexts);
  sums.last.push_back(last), sums.lasts.push_back(lasts);
  sums.previous.push_back(previous), sums.with_previous.push_back(static_cast<double>(queries - 1));
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

ExaminedHeads examine_heads(const LabTranslator& trained, const ExaminedSentences& sentences) {
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
  const auto mean = [](double sum, std::int64_t count) {
    return count == 0 ? 0 : sum / static_cast<double>(count);
  };
  const SegmentStatistics with_all = lab_counts(trained.data, trained.translator, sentences.translated);
  examined.bleu = Bleu({.tokenize = BleuTokenizer::none}).score_of(with_all.sums());
  std::map<std::string, double> squares;  // of importance, of each attention
  for (std::size_t h = 0; h < all.size(); ++h) {
    HeadFacts& f = all[h];
    f.sharpness = mean(sums[h].sharpness, sums[h].queries);
    f.previous = ratio_of_sums(sums[h].previous, sums[h].with_previous);
    f.next_word = ratio_of_sums(sums[h].next, sums[h].nexts);
    f.last_word = ratio_of_sums(sums[h].last, sums[h].lasts);
    f.chance = mean(sums[h].chance, sums[h].with_words);
    f.importance = mean(sums[h].importance, static_cast<std::int64_t>(used));
    squares[point_of(f, "z")] += f.importance * f.importance;
    {
      Trace trace(model);
      trace.replace(point_of(f, "z"), ablate_head(f.head));
      f.silenced =
          paired_sentences(with_all, lab_counts(trained.data, trained.translator, sentences.translated));
    }
    Trace trace(model);
    for (std::int64_t other = 0; other < heads; ++other)
      if (other != f.head) trace.replace(point_of(f, "z"), ablate_head(other));
    f.bleu_alone = lab_bleu(trained.data, trained.translator, sentences.looked);
  }
  for (HeadFacts& f : all)
    if (const double square = squares[point_of(f, "z")]; square > 0) f.importance /= std::sqrt(square);
  return examined;
}

const std::vector<ExaminedHeads>& examined_trainings(const LabOptions& options) {
  static std::vector<ExaminedHeads> once;
  const std::uint64_t trainings = options.quick ? 2 : 3;
  const ExaminedSentences sentences =
      options.quick ? ExaminedSentences{60, 200} : ExaminedSentences{1000, 3000};
  while (once.size() < trainings && !(interrupt_requested() && !once.empty())) {
    const std::uint64_t seed = options.seed + once.size();
    once.push_back(examine_heads(train_lab_translator(options, seed, sentences.translated), sentences));
    once.back().seed = seed;
  }
  return once;
}

LabVerdict of_trainings(const std::vector<LabVerdict>& verdicts) {
  const auto count = [&](LabVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  if (count(verdicts.front()) == std::ssize(verdicts)) return verdicts.front();
  return count(LabVerdict::holds) + count(LabVerdict::holds_in_part) > 0 ? LabVerdict::holds_in_part
                                                                         : LabVerdict::inside_the_noise;
}

}  // namespace heed
