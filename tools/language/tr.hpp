// The program speaks the language of the person who reads it; po/ko.po, in gettext's format, is built in.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <string_view>

#include "lib/core/message.hpp"
#include "tools/language/language.hpp"

namespace heed {

/// English texts and their translations.
using Catalogue = std::map<std::string, std::string, std::less<>>;

/// Adds the entries of a PO file, of plural forms the first. Throws FormatError that names the line where it
/// breaks the format.
void read_po(std::string_view po, Catalogue& catalogue);

const Catalogue& korean_catalogue();

/// An English text without {} in that language; as it is if there is no translation.
std::string localized(std::string_view english, Language language = spoken_language());
/// A message in that language.
std::string localized(const Message& message, Language language = spoken_language());
/// The message of an Error, and what() of other exceptions.
std::string localized(const std::exception& problem);

/// The translation of the format with its {} filled, and with Korean particles that suit the words before
/// them.
std::string translated(fmt::string_view format, fmt::format_args arguments,
                       Language language = spoken_language());

/// 을(를), 이(가), 은(는), 와(과) and (으)로 become the one that the word before them wants, by its last
/// sound: "헤드 2을(를)" -> "헤드 2를", "3.5(으)로" -> "3.5로", "(2, 1)을(를)" -> "(2, 1)을". Behind words of
/// other letters, whose reading is open, both stay.
std::string with_particles(std::string_view text);

/// tr("port {} is taken", port) in the spoken language.
template <typename... Args>
std::string tr(fmt::format_string<const Args&...> format, const Args&... arguments) {
  static_assert((!std::is_same_v<Args, Message> && ...), "say localized(message)");
  return translated(format, fmt::make_format_args(arguments...));
}

/// trn("{} line", "{} lines", 1200): "1,200 lines".
std::string trn(fmt::format_string<const std::string&> one, fmt::format_string<const std::string&> more,
                std::int64_t number);

/// Seconds as "< 1 s", "8 s", "3 min 20 s", "1 h 05 min", "2 d 03 h" or, in Korean, "3분 20초". Negative,
/// infinite or NaN: "?".
std::string duration_in(double seconds, Language language);

}  // namespace heed
