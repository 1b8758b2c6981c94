#include "tools/training/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/training/shown_training.hpp"

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

std::string unit_text(LossUnit unit) {
  if (unit == LossUnit::images) return tr("images");
  if (unit == LossUnit::masked_words) return tr("masked words");
  return tr("target tokens");
}

std::string epoch_line(const EpochReport& e, const std::string& score, const SessionPlace& place) {
  std::string line = tr("epoch {:>2}/{}  train loss {:.3f}  valid loss {:.3f}", e.epoch, e.epochs,
                        e.train_loss, e.valid_loss);
  if (place.perplexity == ShowPerplexity::yes) line += tr("  perplexity {:.2f}", std::exp(e.valid_loss));
  if (e.valid_score) line += tr("  valid {}", score_text(score, *e.valid_score));
  return line + fmt::format("  {} {}/{}{}", grouped(std::llround(e.tokens_per_second)), unit_text(place.unit),
                            tr("s"), e.best ? tr("  best") : "");
}

}  // namespace

void SessionPlace::keep(const Module& model, std::function<void(const std::filesystem::path&)> save,
                        std::string score, std::vector<ShownSentence> sentences) {
  if (kept == nullptr) return;
  shown = std::move(sentences);
  kept->save_with(model, std::move(save), std::move(score));
}

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

std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned) {
  if (done >= planned || ended_by == EndedBy::stop) return "";
  if (ended_by == EndedBy::patience) return tr("no better epoch came within --patience");
  if (ended_by == EndedBy::enough) return tr("it is good enough");
  return tr("--stop-after");
}

std::string weights_kept(const TrainingResult& training) {
  return training.best_epoch > 0 ? tr("the weights of epoch {}, the best so far,", training.best_epoch)
                                 : tr("the weights so far");
}

NextTokenOptions task_options(const SessionOptions& o) {
  return {.batches = {.sentences = o.batch_sentences, .tokens = o.batch_tokens, .seed = o.seed},
          .label_smoothing = o.label_smoothing,
          .r_drop = o.r_drop};
}

SessionResult run_session(const TrainingTask& task, const ValidationScore& score,
                          const SessionOptions& chosen, const SessionPlace& place) {
  SessionOptions o = chosen;
  if (o.learning_rate == 0) o.learning_rate = automatic_learning_rate(o);
  TrainingOptions t;
  t.epochs = o.stop_after > 0 ? std::min(o.epochs, o.stop_after) : o.epochs;
  t.accumulate = o.accumulate;
  t.shards = shards_of(o);
  t.processes = &processes();
  const std::int64_t batches = std::ssize(task.batches(0));
  const std::int64_t steps_an_epoch = (batches + o.accumulate - 1) / o.accumulate;
  t.schedule = make_schedule(o, steps_an_epoch * o.epochs);
  t.clip = o.clip;
  t.patience = o.patience;
  t.average = o.average;
  t.ema = o.ema;
  t.seed = o.seed;
  t.score = score.measure;
  t.enough = score.enough;
  t.score_from = score.from;
  t.should_stop = interrupt_requested;

  const bool on_screen = terminal(Stream::output).interactive;
  KeptTraining* const kept = place.kept;
  const std::int64_t before = kept ? kept->steps_before() : 0;
  Progress progress({.label = place.label,
                     .total = steps_an_epoch * t.epochs,
                     .before = before,
                     .unit = place.unit == LossUnit::images ? unit_text(place.unit) : tr("tokens"),
                     .left = tr("left")});
  double tokens = 0;
  ShownTraining shown(task, score, o, place);
  t.on_step = [&](const StepReport& s) {
    const std::string curve = shown.step(s);
    tokens += static_cast<double>(s.target_tokens);
    progress.label(place.label + (place.label.empty() ? "" : "  ") + tr("epoch {}/{}", s.epoch, s.epochs));
    progress.update({.done = s.step,
                     .amount = tokens,
                     .values = {{tr("loss"), fmt::format("{:.3f}", s.loss)}, {tr("so far"), curve}}});
  };
  t.on_epoch = [&](const EpochReport& e) {
    shown.epoch(e);
    if (place.talk != Talk::lines) return;
    std::string lines = epoch_line(e, score.name, place);
    if (place.after_epoch) lines += '\n' + place.after_epoch();
    if (on_screen) {
      progress.print(lines);  // above the bar
    } else {
      fmt::print("{}\n", lines);
      std::fflush(stdout);
    }
  };
  Adam optimizer(task.model.parameters(), {.lr = o.learning_rate, .beta2 = o.adam_beta2, .eps = o.adam_eps});
  std::optional<TrainingState> from;
  if (kept) {
    kept->prepare(t, [&](const std::string& line) { progress.print(line); });
    from = kept->take_state();
    shown.begin(from);
    t.checkpoint = [&, keep = t.checkpoint](const TrainingState& state) {
      shown.picture(std::ssize(state.epochs));  // what is kept has it
      keep(state);
    };
  }
  try {
    TrainingResult result = train(task, optimizer, t, std::move(from));
    progress.finish();
    const std::string why = early_end_text(result.ended_by, std::ssize(result.epochs), o.epochs);
    // Of what is good enough the command says what it is.
    if (place.talk == Talk::lines && !why.empty() && result.ended_by != EndedBy::enough && first_process())
      fmt::print("{}\n", tr("ended after epoch {} of {}: {}", result.epochs.size(), o.epochs, why));
    shown.end(result);
    return {std::move(result)};
  } catch (const ProcessesError& error) {
    progress.finish();
    shown.failed(error);
    if (!kept || !processes().speaks()) throw;
    throw_error<ProcessesError>("{}; {}", error.message(), kept->how_to_go_on());
  } catch (const NumericError& error) {
    progress.finish();
    shown.failed(error);
    if (!kept) throw;
    throw_error<NumericError>("{}; {}", error.message(), kept->diverged());
  } catch (const std::exception& error) {
    shown.failed(error);
    throw;
  }
}

}  // namespace heed
