#include "lib/core/message.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed {

std::string fill(std::string_view format,
                 const std::function<std::string(std::size_t, std::string_view)>& argument) {
  std::string text;
  std::size_t next = 0;
  while (!format.empty()) {
    const char first = format.front();
    if (format.starts_with("{{") || format.starts_with("}}") || first != '{') {
      text += first;
      format.remove_prefix(first == '{' || first == '}' ? 2 : 1);
      continue;
    }
    const std::size_t end = format.find('}'), colon = std::min(format.find(':'), end);
    const std::string number(format.substr(1, colon - 1));
    text += argument(number.empty() ? next++ : std::stoul(number), format.substr(colon, end - colon));
    format.remove_prefix(end + 1);
  }
  return text;
}

Message format_message(fmt::string_view format, fmt::format_args values,
                       std::initializer_list<const Message*> messages) {
  Message message{.english = fmt::vformat(format, values), .format = {format.data(), format.size()}};
  for (const Message* one : messages) message.arguments.push_back(one == nullptr ? Message() : *one);
  fill(message.format, [&](std::size_t index, std::string_view spec) {
    Message& argument = message.arguments[index];
    if (argument.format.empty())
      argument.english = fmt::vformat("{" + std::to_string(index) + std::string(spec) + "}", values);
    return "";
  });
  return message;
}

Message system_message(int error_number) {
  static constexpr std::string_view translated[] = {
      tr_noop("Address already in use"),    tr_noop("Device or resource busy"),
      tr_noop("File name too long"),        tr_noop("File too large"),
      tr_noop("Input/output error"),        tr_noop("Is a directory"),
      tr_noop("No space left on device"),   tr_noop("No such device or address"),
      tr_noop("No such file or directory"), tr_noop("Not a directory"),
      tr_noop("Operation not permitted"),   tr_noop("Permission denied"),
      tr_noop("Read-only file system"),     tr_noop("Too many levels of symbolic links"),
      tr_noop("Too many open files")};
  Message message{.english = std::system_category().message(error_number)};
  const auto* const found = std::ranges::find(translated, message.english);
  if (found != std::end(translated)) message.format = *found;
  return message;
}

}  // namespace heed
