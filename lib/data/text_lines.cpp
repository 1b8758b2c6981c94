#include "lib/data/text_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/foreign_text.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

constexpr std::size_t shown_lines = 3, too_many = 5;  // a fifth

std::string read_bytes(const std::filesystem::path& path, const char* what) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw_error(tr_noop("{} is a folder, not a file: name a file with {} a line"), path.string(),
                Message::of(what));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const int problem = errno;
    throw_error(
        tr_noop("cannot read {}: {}; {}"), path.string(), system_message(problem),
        Message::of(problem == ENOENT ? tr_noop("check its name") : tr_noop("check its permissions")));
  }
  std::string bytes;
  std::vector<char> chunk(std::size_t{1} << 16);
  // A text that is none, or has no end, is stopped while it is read: /dev/zero, a pipe, a film.
  std::size_t line = 1, line_begin = 0;
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), file.gcount() > 0) {
    std::size_t end = bytes.size();
    bytes.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > max_text_bytes)
      throw_error("{}: the text is longer than {} bytes, the most that is read; split it", path.string(),
                  max_text_bytes);
    for (;; line_begin = ++end, ++line) {
      end = std::min(bytes.find('\n', end), bytes.size());
      if (end - line_begin > max_line_bytes)
        throw_error(
            tr_noop(
                "{}:{}: the line is longer than {} bytes, the most that is read; is it text, one sentence a "
                "line?"),
            path.string(), line, max_line_bytes);
      if (line > max_text_lines + 1)
        throw_error("{}: has more than {} lines, the most that are read; split it", path.string(),
                    max_text_lines);
      if (end == bytes.size()) break;
    }
  }
  if (file.bad())
    throw_error("reading {} stopped after {} bytes: {}", path.string(), bytes.size(), system_message(errno));
  return bytes;
}

/// Why a line cannot be used; "" of a good one.
Message fault_of(std::string_view line, LineForm form) {
  if (const auto bad = first_invalid_utf8(line))
    return make_message(tr_noop("byte {} (0x{:02X}) is not UTF-8"), *bad + 1,
                        static_cast<unsigned>(static_cast<unsigned char>(line[*bad])));
  const std::size_t zero = form == LineForm::as_written ? line.npos : line.find('\0');
  return zero == line.npos ? Message()
                           : make_message(tr_noop("byte {} is 0x00 (NUL), which no text holds"), zero + 1);
}

Message advice_on(std::string_view bytes) {
  return first_invalid_utf8(bytes) ? encoding_advice(bytes)
                                   : Message::of(tr_noop("is the file damaged, or no text file?"));
}

}  // namespace

TextLines parse_text_lines(std::string_view bytes, const std::string& label, LineForm form, const char* what,
                           BadLines bad) {
  std::string_view rest = bytes;
  if (const Message problem = foreign_text(rest); !problem.empty()) throw_error("{}: {}", label, problem);
  TextLines result;
  result.byte_order_mark = rest.starts_with("\xEF\xBB\xBF");
  if (result.byte_order_mark) rest.remove_prefix(3);
  if (rest.empty()) throw_error(tr_noop("{} is empty: put {} a line into it"), label, Message::of(what));
  if (const std::size_t cr = rest.find('\r');
      cr < rest.size() - 1 && rest.find('\n') == std::string_view::npos) {
    throw_error("{} has only CR as line ends, so all of it is one line; convert it with tr '\\r' '\\n'",
                label);
  }
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (Message fault = fault_of(line, form); !fault.empty()) {
      if (bad == BadLines::refused)
        throw_error(tr_noop("{}:{}: {}; {}"), label, result.lines.size() + 1, fault, advice_on(bytes));
      result.bad.emplace(result.lines.size(), std::move(fault));
      line = {};
    }
    result.lines.push_back(form == LineForm::tidy       ? nfc(strip(line))
                           : form == LineForm::indented ? nfc(strip_right(line))
                                                        : std::string(strip_right(line)));
  }
  if (!result.bad.empty()) {
    LeftOutLines left_out(label, advice_on(bytes));
    for (const auto& [index, why] : result.bad) left_out.add(fmt::format("{}:{}", label, index + 1), why);
    left_out.require_few(result.lines.size());
  }
  return result;
}

TextLines read_text_lines(const std::filesystem::path& path, LineForm form, const char* what, BadLines bad) {
  return parse_text_lines(read_bytes(path, what), path.string(), form, what, bad);
}

bool read_text_line(std::istream& in, std::string& line) {
  line.clear();
  for (char c = 0; in.get(c);) {
    if (c == '\n') return true;
    if (line.size() == max_line_bytes)
      throw_error("a line of the input is longer than {} bytes, the most that is read; is it text?",
                  max_line_bytes);
    line += c;
  }
  return !line.empty();
}

LeftOutLines::LeftOutLines(std::string text, Message advice)
    : text_(std::move(text)), advice_(std::move(advice)) {}

void LeftOutLines::add(const std::string& where, const Message& why) {
  pass_over(where, why);
  --passed_over_;
  ++faults_;
}

void LeftOutLines::pass_over(const std::string& where, const Message& why) {
  if (faults_ + passed_over_++ >= shown_lines) return;
  first_ = first_.empty() ? make_message(tr_noop("first {}: {}"), where, why)
                          : make_message(tr_noop("{}; then {}: {}"), first_, where, why);
}

void LeftOutLines::require_few(std::size_t lines) const {
  if (too_many * faults_ > lines - passed_over_)
    throw_error(tr_noop("{}: {} of {} lines, more than a fifth, cannot be used; {} ({})"), text_, faults_,
                lines, advice_, first_);
}

Message LeftOutLines::note(std::size_t lines) const {
  if (first_.empty()) return {};
  return make_message(tr_noop("{}: {} of {} lines left out ({})"), text_, faults_ + passed_over_, lines,
                      first_);
}

}  // namespace heed
