#include "lib/text/foreign_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes, is, advice;
};
constexpr std::string_view as_text = "save it from there as plain text in UTF-8";
constexpr Beginning beginnings[] = {
    {"\x1F\x8B", "compressed (gzip)", "unpack it with gunzip -c FILE > NEW"},
    {"BZh", "compressed (bzip2)", "unpack it with bunzip2 -c FILE > NEW"},
    {"\xFD"
     "7zXZ",
     "compressed (xz)", "unpack it with xz -dc FILE > NEW"},
    {"\x28\xB5\x2F\xFD", "compressed (zstd)", "unpack it with zstd -dc FILE > NEW"},
    {"7z\xBC\xAF", "compressed (7z)", "unpack it with 7z x FILE"},
    {"%PDF-", "a PDF document", "unpack it with pdftotext FILE NEW"},
    {"{\\rtf", "a document (rtf)", as_text},
    {"\xD0\xCF\x11\xE0", "a document (doc, xls or hwp)", as_text}};

/// Tells the document in a zip file by the names of its parts.
Beginning zipped(std::string_view bytes) {
  const auto has = [&](std::string_view part) { return bytes.find(part) != std::string_view::npos; };
  if (has("xl/workbook")) return {"", "a document (xlsx)", as_text};
  if (has("word/document")) return {"", "a document (docx)", as_text};
  if (has("hwp+zip")) return {"", "a document (hwpx)", as_text};
  return {"", "compressed (zip)", "unpack it with unzip FILE"};
}

/// Line ends, blanks and Latin letters of UTF-16 are pairs with a zero byte; no letter's high byte is 0x0A.
bool has_pairs(std::string_view bytes, std::size_t high_byte) {
  std::size_t pairs = 0, ends = 0, lone = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char high = bytes[i + high_byte], low = bytes[i + 1 - high_byte];
    if (high == '\n' || (high == '\0' && low == '\0')) return false;
    pairs += high == '\0' ? 1U : 0U;
    (high == '\0' ? ends : lone) += low == '\n' ? 1U : 0U;
  }
  return pairs > 0 && 40 * pairs >= bytes.size() && ends >= lone;  // a twentieth of the characters, or more
}

unsigned byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
}

/// How many characters beyond ASCII there are, those that are usual in an encoding, and in the middle of it.
struct Share {
  std::size_t all = 0, usual = 0, middle = 0;
  bool fits() const { return all > 0 && 20 * usual >= 19 * all && 2 * middle >= all; }
};

/// Syllables and marks of EUC-KR, and the syllables that CP949 adds.
void count_korean(std::string_view line, Share& share) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const unsigned lead = byte_at(line, i), trail = byte_at(line, i + 1);
    if (lead < 0x80) continue;
    ++share.all;
    const bool in_rows = 0xA1 <= trail && trail <= 0xFE;
    const bool mark = 0xA1 <= lead && lead <= 0xAF && in_rows;
    const bool syllable = 0xB0 <= lead && lead <= 0xC8 && in_rows;
    const bool added = 0x81 <= lead && lead <= 0xC6 &&
                       ((0x41 <= trail && trail <= 0x5A) || (0x61 <= trail && trail <= 0x7A) ||
                        (0x81 <= trail && trail <= (lead <= 0xA0 ? 0xFEU : 0xA0U)));
    if (!mark && !syllable && !added) continue;
    ++share.usual;
    share.middle += syllable ? 1U : 0U;
    ++i;
  }
}

/// Accented letters and marks of Windows-1252, most letters alone among others: é, “, €.
void count_latin(std::string_view line, Share& share) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const unsigned byte = byte_at(line, i);
    if (byte < 0x80) continue;
    ++share.all;
    const bool alone = (i == 0 || byte_at(line, i - 1) < 0x80) && byte_at(line, i + 1) < 0x80;
    const bool letter = 0xC0 <= byte && byte < 0xFF;
    const bool mark =
        byte == 0x80 || byte == 0x85 || (0x91 <= byte && byte <= 0x97) || (0xA0 <= byte && !letter);
    share.usual += letter || mark ? 1U : 0U;
    share.middle += alone && letter ? 1U : 0U;
  }
}

}  // namespace

bool begins_as_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::string foreign_text(std::string_view bytes) {
  const auto said = [](const Beginning& found) {
    return fmt::format("this is {}, not UTF-8; {}", found.is, found.advice);
  };
  if (begins_as_utf16(bytes))
    return said({"", "UTF-16", "convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW"});
  for (const Beginning& beginning : beginnings) {
    if (bytes.starts_with(beginning.bytes)) return said(beginning);
  }
  if (bytes.starts_with("PK\x03\x04"sv)) return said(zipped(bytes));
  if (has_pairs(bytes, 1))
    return said({"", "UTF-16", "convert it with iconv -f UTF-16LE -t UTF-8 FILE > NEW"});
  if (has_pairs(bytes, 0))
    return said({"", "UTF-16", "convert it with iconv -f UTF-16BE -t UTF-8 FILE > NEW"});
  return "";
}

std::string encoding_advice(std::string_view bytes) {
  Share korean, latin;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    if (!first_invalid_utf8(line)) continue;
    count_korean(line, korean);
    count_latin(line, latin);
  }
  if (korean.fits()) return "it looks like CP949; convert it with iconv -f CP949 -t UTF-8 FILE > NEW";
  if (latin.fits()) return "it looks like Latin-1; convert it with iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW";
  return "save it as UTF-8";
}

}  // namespace heed
