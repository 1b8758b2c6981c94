// Options whose value is a setting of a model that is a text.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "models/model_fields.hpp"

namespace heed {

/// The option's help says what texts there are and which is the default, `value`; others are refused where
/// the command line is read, and the error says what there is.
template <typename T>
CLI::Option* check_setting(CLI::Option* option, const T& value) {
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      T read{};
      read_setting(text, read);
      return "";
    } catch (const UsageError& e) {
      return e.what();
    }
  };
  return option->check(CLI::Validator(wrong, ""))
      ->default_str(setting_text(value))
      ->option_text(fmt::format("{} [{}]", setting_forms(value), setting_text(value)));
}

}  // namespace heed
