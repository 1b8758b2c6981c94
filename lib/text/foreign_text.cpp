#include "lib/text/foreign_text.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes;
  const char *is, *advice;
};
constexpr Beginning beginnings[] = {
    {"\xFF\xFE", "UTF-16", tr_noop("convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW")},
    {"\xFE\xFF", "UTF-16", tr_noop("convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW")},
    {"\x1F\x8B", tr_noop("compressed (gzip)"), tr_noop("unpack it with gunzip -c FILE > NEW")},
    {"PK\x03\x04", tr_noop("compressed (zip, docx, xlsx, hwpx)"), tr_noop("unpack it with unzip FILE")}};

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

bool is_within(unsigned byte, unsigned first, unsigned last) { return first <= byte && byte <= last; }

/// The characters beyond ASCII: those that are pairs of bytes as in CP949, and of these the frequent
/// syllables (rows B0 to C8), of which Korean has most.
struct KoreanShare {
  std::size_t all = 0, pairs = 0, syllables = 0;

  void count(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const unsigned lead = byte_at(line, i), trail = byte_at(line, i + 1);
      if (lead < 0x80) continue;
      ++all;
      const bool letter = is_within(trail, 'A', 'Z') || is_within(trail, 'a', 'z');
      if (!is_within(lead, 0x81, 0xFE) || !(letter || is_within(trail, 0x81, 0xFE))) continue;
      ++pairs;
      if (is_within(lead, 0xB0, 0xC8) && trail >= 0xA1) ++syllables;
      ++i;
    }
  }
  bool fits() const { return all > 0 && 20 * pairs >= 19 * all && 2 * syllables >= all; }
};

}  // namespace

bool begins_as_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

Message foreign_text(std::string_view bytes) {
  for (const auto& [beginning, is, advice] : beginnings) {
    if (bytes.starts_with(beginning))
      return make_message(tr_noop("this is {}, not UTF-8; {}"), Message::of(is), Message::of(advice));
  }
  return {};
}

Message encoding_advice(std::string_view bytes) {
  KoreanShare korean;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    if (first_invalid_utf8(line)) korean.count(line);
  }
  return Message::of(korean.fits()
                         ? tr_noop("it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE > NEW")
                         : tr_noop("save it as UTF-8"));
}

}  // namespace heed
