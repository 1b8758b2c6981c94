#include "tools/translation/session.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/score/bleu.hpp"

namespace heed {
namespace {

Schedule make_schedule(const SessionOptions& o, std::int64_t total_steps) {
  const std::int64_t warmup = std::max<std::int64_t>(o.warmup, 1);
  switch (o.schedule) {
    case ScheduleKind::noam:
      return noam_schedule(o.model.d_model, warmup, o.learning_rate);
    case ScheduleKind::inverse_sqrt:
      return inverse_sqrt_schedule(o.learning_rate, warmup);
    case ScheduleKind::cosine:
      return cosine_schedule(o.learning_rate, std::min(warmup, total_steps / 2),
                             std::max<std::int64_t>(total_steps, 2));
    case ScheduleKind::constant:
      break;
  }
  return constant_schedule(o.learning_rate);
}

std::string epoch_line(const EpochReport& e) {
  std::string line = fmt::format("epoch {:>2}/{}  train loss {:.3f}  valid loss {:.3f}  perplexity {:.2f}",
                                 e.epoch, e.epochs, e.train_loss, e.valid_loss, std::exp(e.valid_loss));
  if (e.valid_score) line += fmt::format("  valid BLEU {:.2f}", *e.valid_score);
  return line + fmt::format("  {} target tokens/s{}", grouped(std::llround(e.tokens_per_second)),
                            e.best ? "  best" : "");
}

}  // namespace

double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  return Bleu({.tokenize = BleuTokenizer::none}).corpus(hypotheses, {references}).score;
}

std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split) {
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : split.examples) sources.push_back(example.source);
  return sources;
}

SessionResult run_session(const TranslationData& data, Tokenisation tokenisation, SessionOptions o, Talk talk,
                          const std::string& label) {
  o.model.source_vocab = static_cast<std::int64_t>(data.source.size());
  o.model.target_vocab = static_cast<std::int64_t>(data.target.size());
  Rng rng(o.seed);
  const Translator translator(Transformer(o.model, rng), data.source, data.target, tokenisation);
  Adam optimizer(translator.model().parameters(), {.lr = o.learning_rate, .beta2 = 0.98, .eps = 1e-9});

  TrainingOptions t;
  t.epochs = o.epochs;
  t.batches = {.sentences = o.batch_sentences, .tokens = o.batch_tokens, .seed = o.seed};
  t.accumulate = o.accumulate;
  const std::size_t batches = BatchPlan(data.train.examples, t.batches).epoch(0).size();
  const auto steps = static_cast<std::int64_t>(batches + static_cast<std::size_t>(o.accumulate) - 1) /
                     std::max<std::int64_t>(o.accumulate, 1) * o.epochs;
  t.schedule = make_schedule(o, steps);
  t.clip = o.clip;
  t.label_smoothing = o.label_smoothing;
  t.patience = o.patience;
  t.seed = o.seed;
  t.should_stop = interrupt_requested;
  const auto valid_sources = sources_of(data.valid);
  t.score = [&] {
    return token_bleu(translator.decode_all(valid_sources, {.beam = 1}), data.valid.references);
  };

  Progress progress({.label = label, .total = steps, .unit = "tokens"});
  double tokens = 0;
  if (talk == Talk::lines) {
    t.on_step = [&](const StepReport& s) {
      tokens += static_cast<double>(s.target_tokens);
      progress.label(fmt::format("{}epoch {}/{}", label.empty() ? "" : label + "  ", s.epoch, s.epochs));
      progress.update(
          {.done = s.step, .amount = tokens, .values = {{"loss", fmt::format("{:.3f}", s.loss)}}});
    };
    t.on_epoch = [&](const EpochReport& e) { progress.print(epoch_line(e)); };
  }
  const auto start = std::chrono::steady_clock::now();
  TrainingResult result = train(translator.model(), optimizer, data.train.examples, data.valid.examples, t);
  if (talk == Talk::lines) progress.finish();
  return {translator, std::move(result),
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

}  // namespace heed
