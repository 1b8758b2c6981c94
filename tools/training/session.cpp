#include "tools/training/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"

namespace heed {
namespace {

std::int64_t width_of(const SessionOptions& o) {
  if (o.width < 1) throw_error<UsageError>("[session] the model's width is not said: see of_width()");
  return o.width;
}

Schedule make_schedule(const SessionOptions& o, std::int64_t total_steps) {
  const std::int64_t at_least_one = std::max<std::int64_t>(o.warmup, 1);  // these two divide by it
  switch (o.schedule) {
    case ScheduleKind::noam:
      return noam_schedule(width_of(o), at_least_one, o.learning_rate);
    case ScheduleKind::inverse_sqrt:
      return inverse_sqrt_schedule(o.learning_rate, at_least_one);
    case ScheduleKind::cosine:
      return cosine_schedule(o.learning_rate, std::min(o.warmup, total_steps / 2),
                             std::max<std::int64_t>(total_steps, 2));
    case ScheduleKind::constant:
      break;
  }
  return constant_schedule(o.learning_rate, o.warmup);
}

TrainingOptions training_options(const Training& training, const SessionOptions& o, std::int64_t steps) {
  TrainingOptions t;
  t.epochs = o.stop_after > 0 ? std::min(o.epochs, o.stop_after) : o.epochs;
  t.accumulate = o.accumulate;
  t.shards = shards_of(o);
  t.processes = &processes();
  t.schedule = make_schedule(o, steps * o.epochs);
  t.clip = o.clip;
  t.patience = o.patience;
  t.average = o.average;
  t.seed = o.seed;
  t.score = training.score.measure;
  t.enough = training.score.enough;
  t.score_from = training.score.from;
  t.should_stop = interrupt_requested;
  return t;
}

std::string unit_text(LossUnit unit) {
  if (unit == LossUnit::images) return tr("images");
  if (unit == LossUnit::masked_words) return tr("masked words");
  return tr("target tokens");
}

std::string epoch_lines(const EpochReport& e, const Training& training) {
  std::string line = tr("epoch {:>2}/{}  train loss {:.3f}  valid loss {:.3f}", e.epoch, e.epochs,
                        e.train_loss, e.valid_loss);
  // The exponential of a loss a token is the perplexity.
  if (training.unit != LossUnit::images) line += tr("  perplexity {:.2f}", std::exp(e.valid_loss));
  if (e.valid_score) line += tr("  valid {}", score_text(training.score.name, *e.valid_score));
  line += fmt::format("  {} {}/{}{}", grouped(std::llround(e.tokens_per_second)), unit_text(training.unit),
                      tr("s"), e.best ? tr("  best") : "");
  return training.after_epoch ? line + '\n' + training.after_epoch() : line;
}

}  // namespace

SessionOptions of_width(SessionOptions options, std::int64_t width) {
  options.width = width;
  return options;
}

int shards_of(const SessionOptions& o) {
  constexpr int by_processes = 4;
  return o.shards > 0 ? o.shards : &processes() != &alone() ? by_processes : 1;
}

double automatic_learning_rate(const SessionOptions& o) {
  return o.schedule == ScheduleKind::noam ? 1 : std::min(2e-3, 0.256 / static_cast<double>(width_of(o)));
}

NextTokenOptions task_options(const SessionOptions& o) {
  return {.batches = {.sentences = o.batch_sentences, .tokens = o.batch_tokens, .seed = o.seed},
          .label_smoothing = o.label_smoothing};
}

TrainingResult run_session(const Training& training, const SessionOptions& chosen,
                           const SessionPlace& place) {
  SessionOptions o = chosen;
  if (o.learning_rate == 0) o.learning_rate = automatic_learning_rate(o);
  const std::int64_t batches = std::ssize(training.task.batches(0));
  const std::int64_t steps_an_epoch = (batches + o.accumulate - 1) / o.accumulate;
  TrainingOptions t = training_options(training, o, steps_an_epoch);
  const bool lines = place.talk == Talk::lines, on_screen = terminal(Stream::output).interactive;
  Checkpointer* const kept = place.kept;
  Progress progress({.label = place.label,
                     .total = steps_an_epoch * t.epochs,
                     .before = kept ? kept->steps_before() : 0,
                     .unit = training.unit == LossUnit::images ? unit_text(training.unit) : tr("tokens"),
                     .left = tr("left")});
  const auto start = std::chrono::steady_clock::now();
  double tokens = 0;
  t.on_step = [&](const StepReport& s) {
    if (kept) {
      kept->record().step(s, seconds_since(start));
      kept->show();
    }
    tokens += static_cast<double>(s.target_tokens);
    progress.label(place.label + (place.label.empty() ? "" : "  ") + tr("epoch {}/{}", s.epoch, s.epochs));
    progress.update(
        {.done = s.step, .amount = tokens, .values = {{tr("loss"), fmt::format("{:.3f}", s.loss)}}});
  };
  t.on_epoch = [&](const EpochReport& e) {
    if (lines && on_screen) {
      progress.print(epoch_lines(e, training));  // above the bar
    } else if (lines) {
      fmt::print("{}\n", epoch_lines(e, training));
      std::fflush(stdout);
    }
  };
  Adam optimizer(training.task.model.parameters(),
                 {.lr = o.learning_rate, .beta2 = o.adam_beta2, .eps = o.adam_eps});
  std::optional<TrainingState> from;
  if (kept)
    from = kept->begin(training, o, place.label, t, [&](const std::string& line) { progress.print(line); });
  try {
    TrainingResult result = train(training.task, optimizer, t, std::move(from));
    progress.finish();
    const std::string why = early_end_text(result.ended_by, std::ssize(result.epochs), o.epochs);
    // If the score is good enough, the command says what that means.
    if (lines && !why.empty() && result.ended_by != EndedBy::enough && first_process())
      fmt::print("{}\n", tr("ended after epoch {} of {}: {}", result.epochs.size(), o.epochs, why));
    return result;
  } catch (const std::exception& error) {
    progress.finish();
    if (!kept) throw;
    kept->failed(error);
    if (const auto* lost = dynamic_cast<const ProcessesError*>(&error); lost && processes().speaks())
      throw_error<ProcessesError>("{}; {}", lost->message(), kept->how_to_go_on());
    if (const auto* numeric = dynamic_cast<const NumericError*>(&error))
      throw_error<NumericError>("{}; {}", numeric->message(), kept->diverged());
    throw;
  }
}

}  // namespace heed
