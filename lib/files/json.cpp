#include "lib/files/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/read_file.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

/// Null where it is missing or null.
const nlohmann::json* find_value(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

[[noreturn]] void refuse(const nlohmann::json& value, const char* name, const char* kind,
                         const std::string& label) {
  throw_error<FormatError>(tr_noop("{}: {} is {}: it must be {}"), label, name, value.dump(),
                           Message::of(kind));
}

template <typename T>
T value_of(const nlohmann::json& object, const char* name, const T& otherwise,
           bool (nlohmann::json::*is_one)() const noexcept, const char* kind, const std::string& label) {
  const nlohmann::json* const found = find_value(object, name);
  if (found == nullptr) return otherwise;
  if (!(found->*is_one)()) refuse(*found, name, kind, label);
  return found->get<T>();
}

}  // namespace

void write_json(const std::filesystem::path& path, const nlohmann::json& value) {
  std::string text;
  try {
    text = value.dump(2);
  } catch (const nlohmann::json::type_error&) {
    throw_error("{}: cannot write JSON: a text is not UTF-8", path.string());
  }
  atomic_write(path, text + "\n");
}

nlohmann::json read_json(const std::filesystem::path& path) {
  return parse_json(read_text_file(path), path.string());
}

nlohmann::json read_json_object(const std::filesystem::path& path) {
  nlohmann::json value = read_json(path);
  if (!value.is_object()) throw_error<FormatError>("{}: no JSON object", path.string());
  return value;
}

nlohmann::json parse_json(std::string_view text, const std::string& label) {
  // A key that stands twice would be read as its last value, and shown by others as its first.
  std::vector<std::set<std::string>> keys;
  std::string twice;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    const bool opens = event == Event::object_start || event == Event::array_start;
    if (opens && depth >= max_json_depth)
      throw_error<FormatError>("{}: JSON nested more than {} deep; correct the file", label, max_json_depth);
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second && twice.empty())
      twice = parsed.get<std::string>();
    return true;
  };
  // nlohmann-json takes a zero byte for the end and would ignore what follows.
  std::size_t at = text.find('\0');
  if (at == std::string_view::npos) {
    try {
      nlohmann::json value = nlohmann::json::parse(text, watch, true, true);  // with comments
      if (!twice.empty())
        throw_error<FormatError>(tr_noop("{}: has the key '{}' twice; correct the file"), label,
                                 printable(twice));
      return value;
    } catch (const nlohmann::json::parse_error& error) {
      at = error.byte == 0 ? 0 : error.byte - 1;
    } catch (const nlohmann::json::exception&) {
      throw_error<FormatError>(tr_noop("{}: holds a number that is too large; correct the file"), label);
    }
  }
  const std::string_view before = text.substr(0, at);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  throw_error<FormatError>(tr_noop("{}:{}:{}: not JSON; correct the file or write it again"), label,
                           std::ranges::count(before, '\n') + 1, before.size() - line_start + 1);
}

std::int64_t whole_number(const nlohmann::json& object, const char* name, std::int64_t otherwise,
                          const std::string& label) {
  return value_of(object, name, otherwise, &nlohmann::json::is_number_integer, tr_noop("a whole number"),
                  label);
}

std::string text_value(const nlohmann::json& object, const char* name, const std::string& otherwise,
                       const std::string& label) {
  const nlohmann::json* const found = find_value(object, name);
  if (found != nullptr && found->is_object() && found->contains("content"))
    return text_value(*found, "content", otherwise, label);
  return value_of(object, name, otherwise, &nlohmann::json::is_string, tr_noop("a text"), label);
}

double number_value(const nlohmann::json& object, const char* name, double otherwise,
                    const std::string& label) {
  return value_of(object, name, otherwise, &nlohmann::json::is_number, tr_noop("a number"), label);
}

bool flag_value(const nlohmann::json& object, const char* name, bool otherwise, const std::string& label) {
  return value_of(object, name, otherwise, &nlohmann::json::is_boolean, tr_noop("true or false"), label);
}

std::vector<std::int64_t> whole_numbers(const nlohmann::json& object, const char* name,
                                        const std::string& label) {
  const nlohmann::json* const found = find_value(object, name);
  if (found == nullptr) return {};
  const nlohmann::json list = found->is_array() ? *found : nlohmann::json::array({*found});
  std::vector<std::int64_t> numbers;
  for (const nlohmann::json& number : list) {
    if (!number.is_number_integer()) refuse(*found, name, tr_noop("a whole number"), label);
    numbers.push_back(number.get<std::int64_t>());
  }
  return numbers;
}

}  // namespace heed
