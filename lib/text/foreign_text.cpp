#include "lib/text/foreign_text.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

struct Beginning {
  std::string_view bytes;
  const char *is, *advice;
};
constexpr Beginning beginnings[] = {
    {"\xFF\xFE", "UTF-16", tr_noop("convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW")},
    {"\xFE\xFF", "UTF-16", tr_noop("convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW")},
    {"\x1F\x8B", tr_noop("compressed (gzip)"), tr_noop("unpack it with gunzip -c FILE > NEW")},
    {"PK\x03\x04", tr_noop("compressed (zip, docx, xlsx, hwpx)"), tr_noop("unpack it with unzip FILE")}};

/// Counts the bytes beyond ASCII, and of them pairs as CP949 has them, in which the frequent syllables of
/// Korean (rows B0 to C8) are most.
bool looks_like_cp949(std::string_view lines) {
  std::size_t all = 0, pairs = 0, syllables = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto lead = static_cast<unsigned char>(lines[i]);
    const auto trail = static_cast<unsigned char>(i + 1 < lines.size() ? lines[i + 1] : '\0');
    if (lead < 0x80) continue;
    ++all;
    const bool letter = (trail >= 'A' && trail <= 'Z') || (trail >= 'a' && trail <= 'z');
    if (lead < 0x81 || lead > 0xFE || !(letter || (trail >= 0x81 && trail <= 0xFE))) continue;
    ++pairs;
    if (lead >= 0xB0 && lead <= 0xC8 && trail >= 0xA1) ++syllables;
    ++i;
  }
  return all > 0 && 20 * pairs >= 19 * all && 2 * syllables >= all;
}

}  // namespace

Message foreign_text(std::string_view bytes) {
  for (const auto& [beginning, is, advice] : beginnings) {
    if (bytes.starts_with(beginning))
      return make_message(tr_noop("this is {}, not UTF-8; {}"), Message::of(is), Message::of(advice));
  }
  return {};
}

Message encoding_advice(std::string_view bytes) {
  std::string foreign;  // the lines that are not UTF-8
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    if (first_invalid_utf8(line)) foreign.append(line) += '\n';
  }
  return Message::of(looks_like_cp949(foreign)
                         ? tr_noop("it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE > NEW")
                         : tr_noop("save it as UTF-8"));
}

}  // namespace heed
