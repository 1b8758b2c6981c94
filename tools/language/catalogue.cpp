#include "tools/language/catalogue.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

/// The text of a quoted line: "port {} is \"taken\"\n".
std::string unquoted(std::string_view line) {
  if (line.size() < 2 || line.front() != '"' || line.back() != '"')
    throw_error<FormatError>("a catalogue of translations has no quoted text in {}", line);
  line = line.substr(1, line.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escaped = line[i] == '\\' && i + 1 < line.size();
    if (escaped) ++i;
    text += escaped && line[i] == 'n' ? '\n' : escaped && line[i] == 't' ? '\t' : line[i];
  }
  return text;
}

}  // namespace

void read_po(std::string_view po, Catalogue& catalogue) {
  std::string key, ignored;
  std::string* text = &ignored;
  while (!po.empty()) {
    const std::size_t end = po.find('\n');
    std::string_view line = po.substr(0, end);
    po.remove_prefix(end == po.npos ? po.size() : end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    if (!line.starts_with('"')) {
      const std::size_t space = line.find(' ');
      const std::string_view keyword = line.substr(0, space);
      text = &ignored;  // msgid_plural, msgstr[1]
      if (keyword == "msgid") *(text = &key) = "";
      if (keyword == "msgstr" || keyword == "msgstr[0]") text = &catalogue[key];
      line.remove_prefix(space == line.npos ? line.size() : space + 1);
    }
    *text += unquoted(line);
  }
  catalogue.erase("");  // the header
}

}  // namespace heed
