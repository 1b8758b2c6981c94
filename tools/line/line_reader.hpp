// Lines that a person types, or that come from a pipe.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

struct editline;  // of libedit
struct history;

namespace heed {

/// On a terminal a line can be edited with the keys of a shell, and lines of before come back; else lines are
/// read as they come.
class LineReader {
 public:
  /// A file of this name in $XDG_STATE_HOME/heed or ~/.local/state/heed keeps the last 1,000 lines over
  /// sessions; without a name, or where it cannot be written: they are kept for this one.
  explicit LineReader(const std::string& name = "");
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line of standard input without its end; nothing at the end. The prompt is shown on a terminal
  /// alone.
  std::optional<std::string> read(const std::string& prompt);

 private:
  std::optional<std::string> read_edited();

  std::filesystem::path file_;
  std::string prompt_{};
  struct ::editline* edit_ = nullptr;  // null: lines as they come
  struct ::history* history_ = nullptr;
};

/// Returns true if standard input is a terminal.
bool input_is_typed();

}  // namespace heed
