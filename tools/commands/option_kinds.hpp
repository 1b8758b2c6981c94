// Options of the kinds that the commands share, so that all help pages read alike: name, unit, default,
// meaning.
#pragma once

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <map>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/wrong_usage.hpp"

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

/// An option whose value is one of a few words. Its default is the value at the time of the call.
template <typename E>
CLI::Option* add_choice(CLI::App& command, const std::string& name, E& value,
                        const std::map<std::string, E>& words, const std::string& what) {
  std::vector<std::string> names;
  std::string now;
  for (const auto& [word, meaning] : words) {
    names.push_back(word);
    if (meaning == value) now = word;
  }
  return command
      .add_option_function<std::string>(
          name, [&value, words](const std::string& word) { value = words.at(word); }, what)
      ->default_str(now)
      ->check(one_of(names))
      ->option_text(fmt::format("{} [{}]", fmt::join(names, "|"), now));
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
          "", number_validator};
}

/// A number with its unit and the values that make sense.
template <typename T>
CLI::Option* add_number(CLI::App& command, const std::string& name, T& value, const std::string& unit,
                        const std::string& what, T least, T most) {
  return command.add_option(name, value, what)
      ->type_name(unit)
      ->transform(number_between(least, most))
      ->capture_default_str();
}

/// For check(): en or ko.
inline CLI::Validator language_names() {
  return {[](const std::string& name) {
            return name == "en" || name == "ko" ? "" : tr("there is no language '{}': give en or ko", name);
          },
          ""};
}

/// Whether a person has chosen it: a file of a run has every option, and those that say nothing new are none.
inline bool is_chosen(const CLI::Option& option) {
  if (option.count() == 0) return false;
  const std::string given = option.reduced_results().back(), standing = option.get_default_str();
  double one = 0, other = 0;
  const bool numbers = CLI::detail::lexical_cast(given, one) && CLI::detail::lexical_cast(standing, other);
  return numbers ? one != other : given != standing;
}

/// Whether it stands on the command line (not as --flag=false), or a file of a run chooses it.
inline bool is_asked_for(const CLI::Option& option) {
  if (from_config().contains(option.get_name())) return is_chosen(option);
  const bool off =
      option.get_items_expected_max() == 0 && option.count() > 0 && option.results().back() == "false";
  return option.count() > 0 && !off;
}

inline void put_in_group(const std::string& group, std::initializer_list<CLI::Option*> options) {
  for (CLI::Option* option : options) option->group(group);
}

}  // namespace heed
