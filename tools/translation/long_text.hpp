// A text of many sentences, which takes its time.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/tr.hpp"

namespace heed {

/// As TranslationOptions::on_batch: shows how far a text of many sentences has come, and ends it on Ctrl-C
/// where that is caught.
class LongText {
 public:
  /// `line`: the one of the files, which names the text; none: a bar of its own.
  explicit LongText(Progress* line = nullptr, std::string label = "")
      : line_(line), label_(std::move(label)) {}
  void operator()(std::size_t done, std::size_t sentences) {
    constexpr std::size_t many = 100;  // one batch
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    if (sentences <= many) return;
    if (line_ != nullptr) {
      line_->label(done == sentences
                       ? label_
                       : fmt::format("{}  {}", label_, tr("{} of {} sentences", done, sentences)));
    } else if (done < sentences) {
      if (!own_)
        own_ = std::make_shared<Progress>(
            ProgressOptions{.total = static_cast<std::int64_t>(sentences), .unit = "sentences"});
      own_->update({.done = static_cast<std::int64_t>(done), .amount = static_cast<double>(done)});
    } else {
      own_.reset();
    }
  }

 private:
  Progress* line_;
  std::string label_;
  std::shared_ptr<Progress> own_;
};

}  // namespace heed
