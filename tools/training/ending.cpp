#include "tools/training/ending.hpp"

#include "lib/core/without_nan_sign.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {

std::string replaced_text(const TrainingEnd& end) {
  if (end.replaced.empty()) return "";
  return tr("The model that was there is kept in {}; `{}` brings it back\n", end.replaced.string(),
            bring_back_command(end.replaced, end.model));
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

std::string no_epoch_was_better(const TrainingResult& result) {
  const std::int64_t epochs = std::ssize(result.epochs);
  return tr(
      "the training diverged or learned too little: after {} the validation loss is {:.3g}, and it was "
      "{:.3g} "
      "before the first step, which no epoch improved on; lower the learning rate with --lr, or give it more "
      "epochs with --epochs",
      trn("{} epoch", "{} epochs", epochs), without_nan_sign(result.epochs.back().valid_loss),
      result.untrained_loss);
}

}  // namespace heed
