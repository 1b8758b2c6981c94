#include "tools/language/tr.hpp"

#include <cmath>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/report/number.hpp"

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

std::string_view in_korean(std::string_view english) {
  const auto found = korean_catalogue().find(english);
  return found == korean_catalogue().end() || found->second.empty() ? english : found->second;
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
      if (keyword == "msgstr" || keyword == "msgstr[0]") {
        const auto [entry, is_new] = catalogue.emplace(key, "");
        if (!is_new) throw_error<FormatError>("a catalogue of translations has the text '{}' twice", key);
        text = &entry->second;
      }
      line.remove_prefix(space == line.npos ? line.size() : space + 1);
    }
    *text += unquoted(line);
  }
  catalogue.erase("");  // the header
}

std::string localized(std::string_view english, Language language) {
  return std::string(language == Language::korean ? in_korean(english) : english);
}

std::string localized(const Message& message, Language language) {
  if (language == Language::english || message.format.empty()) return message.english;
  return with_particles(fill(in_korean(message.format), [&](std::size_t index, std::string_view) {
    return localized(message.arguments.at(index), language);
  }));
}

std::string localized(const std::exception& problem) {
  const auto* const error = dynamic_cast<const Error*>(&problem);
  return error == nullptr ? problem.what() : localized(error->message());
}

std::string translated(fmt::string_view format, fmt::format_args arguments, Language language) {
  if (language == Language::english) return fmt::vformat(format, arguments);
  const std::string_view korean = in_korean({format.data(), format.size()});
  return with_particles(fmt::vformat({korean.data(), korean.size()}, arguments));
}

std::string trn(fmt::format_string<const std::string&> one, fmt::format_string<const std::string&> more,
                std::int64_t number) {
  const std::string digits = grouped(number);
  const bool english_plural = spoken_language() == Language::english && number != 1;
  return translated(english_plural ? more : one, fmt::make_format_args(digits));
}

std::string duration_in(double seconds, Language language) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e12) return "?";
  const auto total = std::llround(seconds), minutes = total / 60, hours = total / 3600;
  const auto say = [&](const char* format, long long more, long long rest) {
    return translated(format, fmt::make_format_args(more, rest), language);
  };
  if (total == 0) return localized(tr_noop("< 1 s"), language);
  if (total < 60) return say(tr_noop("{} s"), total, 0);
  if (total < 3600) return say(tr_noop("{} min {:02} s"), minutes, total % 60);
  if (total < 86400) return say(tr_noop("{} h {:02} min"), hours, minutes % 60);
  return say(tr_noop("{} d {:02} h"), hours / 24, hours % 24);
}

}  // namespace heed
