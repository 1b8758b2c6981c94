// The lines of a UTF-8 file, checked and put in order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/message.hpp"

namespace heed {

/// The most that is read of one text: what is longer is no text of sentences, or has no end (/dev/zero).
inline constexpr std::size_t max_line_bytes = 1'000'000;
inline constexpr std::size_t max_text_lines = 10'000'000;
inline constexpr std::size_t max_text_bytes = 1'000'000'000;

/// tidy: NFC, without white space at either end, for training; indented: the same, but that at the beginning
/// stays; as_written: every byte but white space at the end, for scores that must equal sacreBLEU's.
enum class LineForm { tidy, indented, as_written };

/// Lines that are not UTF-8 or hold the byte 0: an error at the first, or empty, with the reason in `bad`;
/// then it is an error if they are more than a fifth.
enum class BadLines { refused, left_out };

struct TextLines {
  std::vector<std::string> lines;      ///< without line ends
  std::map<std::size_t, Message> bad;  ///< why one is left out, by its index in `lines`
  bool byte_order_mark = false;        ///< the file began with EF BB BF
};

/// Reads a file. A last line without a line end counts; white space is that of is_space(). Throws Error if
/// the file cannot be read, is empty, no text, not UTF-8 (with line and byte) or longer than the limits
/// above, has CR alone as line ends, or the byte 0 in any form but as_written. `what` a line should hold, a
/// text that tr_noop() marks, is said of a file without any.
TextLines read_text_lines(const std::filesystem::path& path, LineForm form = LineForm::tidy,
                          const char* what = tr_noop("one sentence"), BadLines bad = BadLines::refused);

/// The same for a text in memory, of any length; `label` stands for its path in messages.
TextLines parse_text_lines(std::string_view bytes, const std::string& label, LineForm form = LineForm::tidy,
                           const char* what = tr_noop("one sentence"), BadLines bad = BadLines::refused);

/// The next line of a stream that a person or a program writes to, without its line end; false at the end.
/// Throws Error if it is longer than max_line_bytes.
bool read_text_line(std::istream& in, std::string& line);

/// Counts the lines that a reader leaves out, as there are bad ones in every large text, and names a few.
class LeftOutLines {
 public:
  /// `text`: its name in messages; `advice`: what to do about a text that is bad as a whole.
  explicit LeftOutLines(std::string text, Message advice = Message::of(tr_noop("mend or delete them")));

  /// `where` is "train.ko:3", `why` "byte 4 (0xFF) is not UTF-8".
  void add(const std::string& where, const Message& why);
  /// The same for what is no fault of the text: an empty line, a header.
  void pass_over(const std::string& where, const Message& why);

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
