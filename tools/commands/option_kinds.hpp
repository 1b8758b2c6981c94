// Options of the kinds that the commands share, so that all help pages read alike: name, unit, default,
// meaning.
#pragma once

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "lib/core/error.hpp"
#include "models/model_fields.hpp"
#include "tools/language/tr.hpp"
#include "tools/option_table.hpp"
#include "tools/usage.hpp"

namespace heed {

/// For check(): one of these words.
inline CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[=](const std::string& word) {
            return std::ranges::find(words, word) != words.end()
                       ? ""
                       : tr("takes one of {}, not '{}'", fmt::format("{}", fmt::join(words, ", ")), word);
          },
          ""};
}

/// For transform(): accepts numbers from `least` to `most`, and says which those are when it gets something
/// else. Whole numbers are decimal: 010 is ten, 0x10 is none.
template <typename T>
CLI::Validator number_between(T least, T most) {
  return {[=](std::string& text) -> std::string {
            T value{};
            bool number = false;
            if constexpr (std::is_integral_v<T>) {
              const char* end = text.data() + text.size();
              const auto [last, problem] = std::from_chars(text.data(), end, value);
              number = problem == std::errc() && last == end;
            } else {
              number = CLI::detail::lexical_cast(text, value);
            }
            if (number && least <= value && value <= most) {
              // CLI11 itself would read 010 as octal
              if constexpr (std::is_integral_v<T>) text = std::to_string(value);
              return "";
            }
            return std::is_integral_v<T>
                       ? tr("takes a whole number from {} to {}, not '{}'", least, most, text)
                       : tr("takes a number from {} to {}, not '{}'", least, most, text);
          },
          ""};
}

/// The ends of "1..1000"; of "0.." the last number that there is.
template <typename T>
std::pair<T, T> range_of(const OptionRow& row) {
  const std::size_t dots = row.range.find("..");
  double least = 0, most = 0;
  CLI::detail::lexical_cast(row.range.substr(0, dots), least);
  const bool ends = CLI::detail::lexical_cast(row.range.substr(dots + 2), most);
  return {static_cast<T>(least), ends ? static_cast<T>(most) : std::numeric_limits<T>::max()};
}

template <typename T>
struct Element {  // of a list, or of what may be nothing
  using Type = T;
};
template <typename T>
struct Element<std::vector<T>> {
  using Type = T;
};
template <typename T>
struct Element<std::optional<T>> {
  using Type = T;
};

/// For check(): a setting that is read from a text, and says itself what there is.
template <typename T>
CLI::Validator readable() {
  return {[](const std::string& text) -> std::string {
            try {
              T read{};
              read_setting(text, read);
              return "";
            } catch (const UsageError& e) {
              return localized(e);
            }
          },
          ""};
}

template <typename T>
CLI::Option* AddOptions::operator()(const std::string& name, T& value) const {
  using E = typename Element<T>::Type;
  const OptionRow& row = this->row(name);
  if constexpr (std::is_same_v<T, bool>) {
    return described(command_.add_flag(row.names, value), row);
  } else if constexpr (std::is_arithmetic_v<E>) {
    const auto [least, most] = range_of<E>(row);
    CLI::Option* const option = command_.add_option(row.names, value)->transform(number_between(least, most));
    if constexpr (std::is_same_v<T, std::vector<E>>) {
      option->delimiter(',');
      if (!value.empty()) option->capture_default_str();
    } else if constexpr (std::is_same_v<T, E>) {
      if (least <= value && value <= most) option->capture_default_str();
    }
    return described(option, row);
  } else if constexpr (std::is_convertible_v<std::string, E>) {  // a text, or a path
    CLI::Option* const option = command_.add_option(row.names, value);
    if (!row.range.empty()) option->check(one_of(CLI::detail::split(row.range, '|')));
    if constexpr (std::is_same_v<T, E>) {
      if (!value.empty()) option->capture_default_str();
    }
    return described(option, row);
  } else {
    std::string now;
    if constexpr (std::is_same_v<T, E>)
      now = setting_text(value);
    else if (value)
      now = setting_text(*value);
    CLI::Option* const option =
        command_.add_option_function<std::string>(row.names, [&value](const std::string& text) {
          E read{};
          read_setting(text, read);
          value = read;
        });
    std::string forms = row.value;
    if constexpr (std::is_enum_v<E> || requires { E::forms(); }) {
      if (forms.empty()) forms = setting_forms(E{});
    }
    option->default_str(now)->option_text(fmt::format("{} [{}]", forms, now));
    if constexpr (std::is_enum_v<E>)
      option->check(one_of(CLI::detail::split(setting_forms(E{}), '|')));
    else
      option->check(readable<E>());
    return described(option, row);
  }
}

/// Returns true if a person has chosen it: a file of a run has every option, and those that say nothing new
/// are none.
inline bool is_chosen(const CLI::Option& option) {
  if (option.count() == 0) return false;
  const std::string given = option.reduced_results().back(), standing = option.get_default_str();
  double one = 0, other = 0;
  const bool numbers = CLI::detail::lexical_cast(given, one) && CLI::detail::lexical_cast(standing, other);
  return numbers ? one != other : given != standing;
}

/// Returns true if it stands on the command line (not as --flag=false), or a file of a run chooses it.
inline bool is_asked_for(const CLI::Option& option) {
  if (from_config().contains(option.get_name())) return is_chosen(option);
  const bool off =
      option.get_items_expected_max() == 0 && option.count() > 0 && option.results().back() == "false";
  return option.count() > 0 && !off;
}

}  // namespace heed
