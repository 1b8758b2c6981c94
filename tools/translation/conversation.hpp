// Understands what a person says to a saved translator, line by line: sentences, and commands about the last
// of them.
#pragma once

#include <optional>
#include <string>

#include "tools/translation/text_session.hpp"

namespace heed {

/// Holds what is printed for a line: on standard output, and on standard error.
struct Answer {
  std::string text{}, note{};
  bool ends = false;
};

class Conversation {
 public:
  Conversation(Translator translator, TextOptions options)
      : translator_(std::move(translator)), options_(std::move(options)) {}

  /// A sentence: its translation; `number` as in translation_text(). Throws Error where it cannot be read.
  Answer translate(const std::string& sentence, std::optional<std::size_t> number = {});
  /// A command if it begins with a colon, else a sentence. Throws UsageError for a command that there is not.
  Answer say(const std::string& line);

  const Translator& translator() const { return translator_; }
  /// "ko → en"
  std::string direction() const;
  static std::string help();

 private:
  const Translation& last() const;
  Answer alternatives(const std::string& count);
  Answer why() const;

  Translator translator_;
  TextOptions options_;
  std::string sentence_;
  std::optional<Translation> last_;
};

}  // namespace heed
