// Lines that a reader leaves out, as there are bad ones in every large text: counted, and the first few
// named.
#pragma once

#include <cstddef>
#include <string>

#include "lib/core/message.hpp"

namespace heed {

class LeftOutLines {
 public:
  /// `text`: its name in messages, such as the path; `advice`: what to do about a text that is bad as a
  /// whole.
  explicit LeftOutLines(std::string text, Message advice = Message::of(tr_noop("mend or delete them")));

  /// `where` is "train.ko:3", `why` "byte 4 (0xFF) is not UTF-8".
  void add(const std::string& where, const Message& why);
  /// The same for what is no fault of the text: an empty line, a header.
  void pass_over(const std::string& where, const Message& why);
  std::size_t faults() const { return faults_; }

  /// Throws Error if there are more faults than a fifth of `lines`, those that were passed over aside.
  void require_few(std::size_t lines) const;
  /// "train.ko: 3 of 40 lines left out (first train.ko:3: …)"; empty if there are none.
  Message note(std::size_t lines) const;

 private:
  std::string text_;
  Message advice_, first_;  // the first few of them
  std::size_t faults_ = 0, passed_over_ = 0;
};

}  // namespace heed
