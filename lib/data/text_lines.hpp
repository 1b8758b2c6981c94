// The lines of a UTF-8 file, checked and put in order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// tidy: NFC, without white space at either end, for training. as_written: every byte but white space at the
/// end, for scores that must equal sacreBLEU's.
enum class LineForm { tidy, as_written };

struct TextLines {
  std::vector<std::string> lines;  ///< without line ends
  std::size_t windows_ends = 0;    ///< lines that ended in CR LF
  bool byte_order_mark = false;    ///< the file began with EF BB BF
};

/// Reads a file. A last line without a line end counts; white space is that of is_space().
/// Throws Error if the file cannot be read, is empty, has CR alone as line ends, or is not UTF-8 (with the
/// line, and the byte within it, both from 1); a tidy one must not hold the byte 0 either.
TextLines read_text_lines(const std::filesystem::path& path, LineForm form = LineForm::tidy);

}  // namespace heed
