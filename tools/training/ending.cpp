#include "tools/training/ending.hpp"

#include <cmath>

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
  constexpr double risen = 1.1;
  const double last = result.epochs.back().valid_loss, trained = result.epochs.back().train_loss;
  struct Fault {
    std::string what, mend;
  } fault{tr("learned too little"), tr("give it more epochs with --epochs")};
  if (std::isfinite(last) && risen * trained < result.untrained_loss)
    fault = {tr("learned what it was trained on (loss {:.3g}) but not what is held out", trained),
             tr("train on more, or on what is more like it, or with --dropout")};
  else if (!(last <= risen * result.untrained_loss))  // NaN too
    fault = {tr("diverged"),
             tr("lower the learning rate with --lr, or let it rise more slowly with --warmup")};
  const std::int64_t epochs = std::ssize(result.epochs);
  return tr(
      "the training {}: after {} the validation loss is {:.3g}, and it was {:.3g} before the first step, "
      "which no epoch improved on; {}",
      fault.what, trn("{} epoch", "{} epochs", epochs), without_nan_sign(last), result.untrained_loss,
      fault.mend);
}

}  // namespace heed
