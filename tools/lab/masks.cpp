// C10 and C11: what happens where nothing is masked.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/padding_mask.hpp"
#include "lib/array/reduce.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/significance.hpp"
#include "models/seq2seq.hpp"
#include "tools/compare/paired_seeds.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/difference.hpp"
#include "tools/lab/exact.hpp"
#include "tools/lab/masks.hpp"
#include "tools/lab/translator.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

/// Logits of the batch's targets; looking ahead, each position sees the token that it has to predict.
Variable logits_looking_ahead(const Transformer& model, const Batch& batch) {
  const std::int32_t pad = model.options().pad;
  const Variable target = model.position(model.target_embedding(batch.target_in));
  return model.generator(model.decoder(target, model.encode(batch.source),
                                       {.mask = padding_mask(batch.target_in, pad)},
                                       {.mask = padding_mask(batch.source, pad)}));
}

/// Of the test: nats and right tokens by teacher forcing, of each sentence; BLEU's counts, free running.
struct Trained {
  std::vector<double> loss{}, right{}, tokens{};
  SegmentStatistics written;
  double bleu = 0;
};

Trained train_with(const TranslationData& data, const SessionOptions& run, const BatchLogits& logits_of,
                   const Transformer& model, const std::string& label) {
  run_session(
      next_token_task(model, logits_of, data.train.examples, data.valid.examples, task_options(run)),
      {.name = "−loss", .measure = [&] { return -next_token_loss(model, logits_of, data.valid.examples); }},
      run, {.talk = Talk::bar, .label = label});
  const NoGrad no_grad;
  model.eval();
  Trained result{.written = lab_counts(data, Translator(model, data.source, data.target), 200)};
  result.bleu = Bleu({.tokenize = BleuTokenizer::none}).score_of(result.written.sums());
  for (std::size_t i = 0; i < data.test.examples.size(); ++i) {
    const Batch batch = make_batch(data.test.examples, std::span(&i, 1));
    const Variable logits = logits_of(batch);
    const std::vector<std::int32_t> best =
        argmax_rows(logits.value().reshape({logits.dim(1), logits.dim(2)}));
    double right = 0;
    for (std::int64_t t = 0; t < batch.target_out.size(); ++t)
      right += best[static_cast<std::size_t>(t)] == batch.target_out[t];
    result.loss.push_back(
        cross_entropy(logits, batch.target_out, {.reduction = Reduction::sum}).value().item());
    result.right.push_back(right);
    result.tokens.push_back(static_cast<double>(batch.target_out.size()));
  }
  return result;
}

/// Of one training over its sentences, of several over them.
MeanInterval over(const std::vector<Trained>& trainings, const std::vector<double> Trained::*part) {
  if (trainings.size() == 1) return ratio_of_sums(trainings[0].*part, trainings[0].tokens);
  std::vector<double> means;
  for (const Trained& t : trainings) means.push_back(ratio_of_sums(t.*part, t.tokens).mean);
  return mean_interval(means);
}
MeanInterval bleu_of(const std::vector<Trained>& trainings) {
  std::vector<double> all;
  for (const Trained& t : trainings) all.push_back(t.bleu);
  return mean_interval(all);
}

/// Nats a token without the mask, less those with it, seed by seed.
MeanInterval loss_difference(const std::vector<Trained>& masked, const std::vector<Trained>& ahead) {
  std::vector<double> means;
  for (std::size_t s = 0; s < masked.size(); ++s) {
    std::vector<double> more;
    for (std::size_t i = 0; i < ahead[s].loss.size(); ++i)
      more.push_back(ahead[s].loss[i] - masked[s].loss[i]);
    const MeanInterval of_seed = ratio_of_sums(more, masked[s].tokens);
    if (masked.size() == 1) return of_seed;
    means.push_back(of_seed.mean);
  }
  return mean_interval(means);
}

}  // namespace

BleuDifference bleu_without_mask(const std::vector<SeedPair>& seeds) {
  if (seeds.size() == 1) return paired_sentences(*seeds[0].first, *seeds[0].second);
  const MeanInterval difference = paired_seeds_interval(seeds);
  return {.difference = difference.mean, .half_width = difference.half_width.value_or(INFINITY)};
}

LabVerdict verdict_of_cheating(const MeanInterval& loss, const BleuDifference& bleu, double masked_bleu) {
  const double reach = loss.half_width.value_or(INFINITY);
  const bool cheats = loss.mean + reach < 0;
  const bool fails = (bleu.difference + bleu.half_width) < (-masked_bleu / 2);
  const bool better = (bleu.difference - bleu.half_width) > 0;
  if (cheats && fails) return LabVerdict::holds;
  if (cheats || fails) return LabVerdict::holds_in_part;
  return loss.mean - reach > 0 || better ? LabVerdict::does_not_hold : LabVerdict::inside_the_noise;
}

LabAnswer answer_of_cheating(const MeanInterval& loss, const BleuDifference& bleu) {
  const LabAnswer lower = above_zero(-loss.mean, loss.half_width.value_or(INFINITY)),
                  worse = above_zero(-bleu.difference, bleu.half_width);
  if (lower == worse) return lower;
  return lower == LabAnswer::yes || worse == LabAnswer::yes ? LabAnswer::in_part : LabAnswer::no;
}

Finding looking_ahead(const LabOptions& options) {
  const TranslationData data = lab_corpus(options);
  TranslationSession session = lab_session(options);
  session.model.source_vocab = static_cast<std::int64_t>(data.source.vocabulary.size());
  session.model.target_vocab = static_cast<std::int64_t>(data.target.vocabulary.size());
  enum class Sight { past, all };
  const auto train = [&](Sight sight, std::uint64_t seed) {
    Rng rng(seed);
    const Transformer model(session.model, rng);
    session.run.seed = seed;
    return train_with(
        data, run_of(session),
        [model, sight](const Batch& b) {
          return sight == Sight::past ? model(b.source, b.target_in) : logits_looking_ahead(model, b);
        },
        model,
        sight == Sight::past ? spoken("masked", "마스크 있음") : spoken("looking ahead", "마스크 없음"));
  };
  std::vector<Trained> masked, ahead;
  const std::uint64_t seeds = options.quick ? 1 : 3;
  for (std::uint64_t s = 0; s < seeds && (s == 0 || !interrupt_requested()); ++s) {
    masked.push_back(train(Sight::past, options.seed + s));
    ahead.push_back(train(Sight::all, options.seed + s));
  }
  const MeanInterval loss = loss_difference(masked, ahead);
  std::vector<SeedPair> written;
  for (std::size_t i = 0; i < masked.size(); ++i) written.emplace_back(&masked[i].written, &ahead[i].written);
  const BleuDifference bleu = bleu_without_mask(written);
  const double masked_bleu = bleu_of(masked).mean;
  Finding finding{.verdict = verdict_of_cheating(loss, bleu, masked_bleu)};
  const Bilingual intervals = seeds == 1 ? Bilingual{"test sentences drawn, one training each",
                                                     "시험 문장을 다시 뽑아서, 학습은 한 번씩"}
                                         : both("{} seeds", "시드 {}개", masked.size());
  const auto measured = [&](Language language, fmt::string_view text) {
    return fmt::format(fmt::runtime(text), over(ahead, &Trained::loss).mean,
                       over(masked, &Trained::loss).mean, loss.mean, loss.half_width.value_or(0),
                       100 * over(ahead, &Trained::right).mean, 100 * over(masked, &Trained::right).mean,
                       bleu_of(ahead).mean, masked_bleu, bleu.difference, bleu.half_width,
                       intervals.in(language));
  };
  finding.measured = {
      measured(Language::english,
               "without the mask the test loss is {:.3f} instead of {:.3f} (difference {:+.3f} ± {:.3f}) and "
               "{:.1f} % "
               "of the tokens are right by teacher forcing ({:.1f} %), but translating by itself it reaches "
               "BLEU {:.1f} "
               "instead of {:.1f} (difference {:+.1f} ± {:.1f}; ± 95 %, {})"),
      measured(
          Language::korean,
          "마스크가 없으면 시험 손실은 {:.3f}이고(있으면 {:.3f}, 차이 {:+.3f} ± {:.3f}) 교사 강요로 토큰의 "
          "{:.1f} %를 맞히지만({:.1f} %), 혼자 번역하면 BLEU {:.1f}입니다(있으면 {:.1f}, 차이 {:+.1f} ± "
          "{:.1f}; "
          "± 95 %, {})")};
  LabTable table = lab_table({"the same model, data and seeds", "같은 모델, 데이터, 시드"},
                             {{{"trained", "학습"}},
                              {{"test loss", "시험 손실"}, Align::right},
                              {{"right, teacher-forced", "교사 강요 정답률"}, Align::right},
                              {{"BLEU, free-running", "BLEU, 스스로 쓸 때"}, Align::right}});
  const auto row = [&](const Bilingual& name, const std::vector<Trained>& all) {
    const MeanInterval share = over(all, &Trained::right), a_token = over(all, &Trained::loss),
                       reached = bleu_of(all);
    add_row(table, {name,
                    {fmt::format("{:.3f} ± {:.3f}", a_token.mean, a_token.half_width.value_or(0)),
                     lab_number(a_token, "nats")},
                    {fmt::format("{:.1f} ± {:.1f} %", 100 * share.mean, 100 * share.half_width.value_or(0)),
                     lab_number(share, "%", 100)},
                    {reached.half_width ? fmt::format("{:.1f} ± {:.1f}", reached.mean, *reached.half_width)
                                        : fmt::format("{:.1f}", reached.mean),
                     lab_number(reached, "BLEU")}});
  };
  row({"causal mask", "인과 마스크"}, masked);
  row({"no mask", "마스크 없음"}, ahead);
  finding.answer = answer_of_cheating(loss, bleu);
  finding.tables.push_back(table);
  return finding;
}

Finding padding_is_masked(const LabOptions& options) {
  const NoGrad no_grad;
  constexpr std::int64_t tokens = 9, filled = 3, d_model = 64;
  Rng rng(options.seed);
  Encoder encoder({.d_model = d_model, .heads = 4, .dim_feedforward = 128, .dropout = 0}, {.layers = 2}, rng);
  encoder.eval();
  const Variable words(rng.normal({1, tokens - filled, d_model}));
  const auto padded = [&] { return concat({words, Variable(rng.normal({1, filled, d_model}, 0, 10))}, 1); };
  const Variable one = padded(), other = padded();
  std::vector<std::int32_t> ids(tokens, 1);
  std::fill(ids.end() - filled, ids.end(), 0);
  const Mask mask = Mask::padding(ids, 1, tokens);
  const auto of_words = [&](const Variable& x, const Mask& who) {
    return slice(encoder(x, {.mask = who}), 1, 0, tokens - filled).value();
  };
  const Array first = of_words(one, mask), second = of_words(other, mask);
  const double without = largest_difference(of_words(one, Mask()), of_words(other, Mask()));
  const bool same_bits = identical(first, second);
  Finding finding{.verdict = verdict_of_padding(same_bits, without)};
  finding.measured = both(
      "other numbers in three padded places move the outputs of the six words by up to {:.2f} without the "
      "mask, and {} "
      "with it",
      "패딩 세 자리의 수를 바꾸면 마스크가 없을 때 단어 여섯의 출력이 최대 {:.2f} 달라지고, 있을 때 달라지는 "
      "정도는 {}입니다",
      without, same_bits ? "0" : fmt::format("{:.1e}", largest_difference(first, second)));
  finding.answer = same_bits ? LabAnswer::yes : LabAnswer::no;
  LabTable table = lab_table({"outputs of the words when padding changes", "패딩이 바뀔 때 단어의 출력"},
                             {{{"two layers, 6 words, 3 padded", "층 2개, 낱말 6개, 패딩 3개"}},
                              {{"largest change", "가장 큰 변화"}, Align::right}});
  const double with = largest_difference(first, second);
  add_row(table, {Bilingual{"no mask", "마스크 없음"}, {fmt::format("{:.2e}", without), without}});
  add_row(table, {Bilingual{"mask", "마스크 있음"}, {same_bits ? "0" : fmt::format("{:.1e}", with), with}});
  finding.tables.push_back(table);
  return finding;
}

}  // namespace heed
