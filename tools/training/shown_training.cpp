#include "tools/training/shown_training.hpp"

#include "lib/core/seconds.hpp"
#include "lib/report/shade.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {

ShownTraining::ShownTraining(const TrainingTask& task, const ValidationScore& score, const SessionOptions& o,
                             const SessionPlace& place)
    : kept_(place.kept),
      name_(!place.label.empty() || kept_ == nullptr ? place.label : kept_->model().string()),
      history_{.seed = o.seed, .score = score.name, .planned_epochs = o.epochs, .interrupted = true},
      snapshots_(task.model, place.shown, o.epochs) {}

void ShownTraining::begin(const std::optional<TrainingState>& from) {
  if (from) {
    history_.epochs = from->epochs;
    history_.best_epoch = from->best_epoch;
  } else {
    kept_->record() = TrainingRecord();  // not that of another run before it
    picture(0);
  }
  show(LivePage::Now::yes);
}

std::string ShownTraining::step(const StepReport& report) {
  constexpr std::size_t width = 12;
  TrainingRecord& record = kept_ == nullptr ? own_ : kept_->record();
  record.step(report, seconds_since(start_));
  if (kept_ != nullptr) show(LivePage::Now::when_due);
  return sparkline(record.losses(), width);
}

void ShownTraining::picture(std::int64_t epoch) {
  if (!kept_->record().has_snapshot(epoch)) kept_->record().snapshot(epoch, snapshots_);
}

void ShownTraining::epoch(const EpochReport& report) {
  if (kept_ == nullptr) return;
  kept_->record().pause();
  history_.epochs.push_back(report);
  if (report.best) history_.best_epoch = report.epoch;
  show(LivePage::Now::yes);
}

void ShownTraining::end(const TrainingResult& result) {
  if (kept_ == nullptr) return;
  history_.interrupted = result.interrupted;
  history_.ended_by = result.ended_by;
  history_.best_epoch = result.best_epoch;
  history_.seconds = result.seconds;
  // the report follows, or the next run: until then the browser has to look again
  show(result.interrupted || result.best_epoch == 0 ? LivePage::Now::ended : LivePage::Now::yes);
}

void ShownTraining::failed(const std::exception& error) {
  if (kept_ == nullptr || kept_->page() == nullptr) return;
  show(LivePage::Now::yes);  // all that there was
  kept_->page()->failed(localized(error));
}

void ShownTraining::show(LivePage::Now when) {
  LivePage* const page = kept_->page();
  if (page == nullptr || !page->due(when)) return;
  history_.record = kept_->record();
  page->show(name_, history_json(history_), when);
}

}  // namespace heed
