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
  /// `file` keeps the last 1,000 lines over sessions; empty, or where it cannot be written: for this one.
  explicit LineReader(std::filesystem::path file = {});
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

/// Returns the folder of such histories: $XDG_STATE_HOME/heed or ~/.local/state/heed, which is made; empty
/// where it cannot be.
std::filesystem::path history_file(const std::string& name);

/// Returns true if standard input is a terminal.
bool input_is_typed();

}  // namespace heed
