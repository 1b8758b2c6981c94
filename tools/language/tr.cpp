#include "tools/language/tr.hpp"

#include "lib/core/error.hpp"
#include "lib/report/number.hpp"
#include "tools/language/catalogue.hpp"
#include "tools/language/particles.hpp"

namespace heed {
namespace {

std::string_view in_korean(std::string_view english) {
  const auto found = korean_catalogue().find(english);
  return found == korean_catalogue().end() || found->second.empty() ? english : found->second;
}

}  // namespace

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

}  // namespace heed
