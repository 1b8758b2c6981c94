// Whether a training will come to its end, judged by its steps.
#pragma once

namespace heed {

class TrainingPace {
 public:
  /// `most`: seconds after which it has failed.
  explicit TrainingPace(double most) : most_(most) {}

  /// `done` steps of `of` were made `seconds` after its beginning.
  void step(double seconds, double done, double of) { last_ = seconds, done_ = done, of_ = of; }

  /// No step for 10 seconds: one takes hundredths of a second.
  bool stands_still(double seconds) const { return seconds - last_ >= long_enough; }
  /// It stands still, or is after 10 seconds so slow that it would take a quarter more than there is.
  bool hopeless(double seconds) const {
    if (stands_still(seconds)) return true;
    return seconds >= long_enough && done_ > 0 && last_ * of_ > 1.25 * most_ * done_;
  }

 private:
  static constexpr double long_enough = 10;
  double most_, last_ = 0, done_ = 0, of_ = 0;
};

}  // namespace heed
