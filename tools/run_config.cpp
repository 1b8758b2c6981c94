#include "tools/run_config.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"
#include "tools/usage.hpp"

namespace heed {
namespace {

using nlohmann::json;

constexpr const char *config = "--config", *print = "--print-config";

/// Says if the option is none any more, and has the value that stands for its absence: runs of before keep
/// it.
bool is_retired(const std::string& key, const json& value) {
  static const std::map<std::string, json> retired{{"global-projection", "shared"},
                                                   {"coverage-penalty", 0},
                                                   {"repetition-penalty", 1},
                                                   {"ema", 0},
                                                   {"r-drop", 0}};
  const auto found = retired.find(key);
  return found != retired.end() && found->second == value;
}

/// Says if an option is about a run, not about one call.
bool belongs(const CLI::Option& option) {
  static const std::set<std::string> others{"--help", config, print, "--resume"};
  return !option.get_positional() && !option.get_lnames().empty() && !others.contains(option.get_name());
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

/// 1e3 is a whole number, and 2.0, too.
std::string number_text(const json& value) {
  constexpr double exact = 1e15;
  const double number = value.is_number_float() ? value.get<double>() : 0.5;
  const bool whole = std::abs(number) < exact && number == std::trunc(number);
  return whole ? std::to_string(static_cast<std::int64_t>(number)) : value.dump();
}

/// A value as an error shows it.
std::string shown(const json& value) {
  return value.is_array() ? "[…]" : value.is_object() ? "{…}" : printable(value.dump());
}

/// One value as a word of the command line, which says itself what the option takes. `where` opens a message.
std::string word_of(const json& value, const std::string& where) {
  const std::string text = value.is_string()   ? value.get<std::string>()
                           : value.is_number() ? number_text(value)
                                               : "";
  if (text.empty() || text.find('\0') != text.npos)
    throw_error<UsageError>(tr_noop("{}: takes a number or a text in quotes, not {}; null stands for none"),
                            where, shown(value));
  return text;
}

/// The words for "epochs": 3.
std::vector<std::string> words_for(const CLI::Option& option, const json& value, const std::string& where) {
  if (value.is_null()) return {};
  if (is_flag(option)) {
    if (!value.is_boolean())
      throw_error<UsageError>(tr_noop("{}: takes true or false, not {}"), where, shown(value));
    return value.get<bool>() ? std::vector{option.get_name()} : std::vector<std::string>{};
  }
  const bool list = option.get_items_expected_max() > 1 && value.is_array() && !value.empty();
  std::vector<std::string> words;
  for (const json& one : list ? value : json::array({value}))
    words.push_back(option.get_name() + "=" + word_of(one, where));
  return words;
}

std::vector<std::string> words_of(const CLI::App& command, const std::string& file) {
  std::vector<std::string> words, known;
  for (const CLI::Option* option : command.get_options()) {
    if (belongs(*option)) known.push_back(option->get_lnames().front());
  }
  const json settings = read_json_object(file);
  for (const auto& [key, value] : settings.items()) {
    const std::string place = fmt::format("--config {}: ", file), name = printable(key);
    if (key == "command") {
      if (value != command.get_name())
        throw_error<UsageError>(tr_noop("{}it is of `heed {}`, not of `heed {}`"), place,
                                value.is_string() ? printable(value.get<std::string>()) : shown(value),
                                command.get_name());
      continue;
    }
    if (is_retired(key, value)) continue;
    if (std::ranges::find(known, key) == known.end()) {
      if (!key.empty() && command.get_option_no_throw("--" + key) != nullptr)
        throw_error<UsageError>(tr_noop("{}\"{}\" is about one call: give it as --{} beside --config"), place,
                                name, name);
      throw_error<UsageError>(tr_noop("{}`heed {}` has no option \"{}\"{}"), place, command.get_name(), name,
                              perhaps_meant(key, known));
    }
    for (std::string& word :
         words_for(*command.get_option("--" + key), value, fmt::format("{}\"{}\"", place, name))) {
      words.push_back(std::move(word));
      from_config()["--" + key] = place;
    }
  }
  return words;
}

/// The values of an option, or what stands for them where none was given: CLI11 keeps a list as "[1,2,4]".
std::vector<std::string> values_of(const CLI::Option& option) {
  if (option.count() > 0) return option.reduced_results();
  const std::string& standing = option.get_default_str();
  if (standing.empty()) return {};
  const bool list = option.get_items_expected_max() > 1 && standing.starts_with('[');
  return list ? CLI::detail::split(standing.substr(1, standing.size() - 2), ',') : std::vector{standing};
}

std::string value_of(const CLI::Option& option) {
  if (is_flag(option)) return option.count() > 0 && option.results().back() != "false" ? "true" : "false";
  // Files that were read are found from other folders, too; those that are written belong to where a run is
  // repeated.
  const bool is_read = option.check_lname("data") || option.check_lname("labels");
  std::string list;
  std::vector<std::string> values = values_of(option);
  for (std::string& value : values) {
    if (first_invalid_utf8(value))
      throw_error<UsageError>(
          tr_noop("{}: '{}' is not UTF-8; a run is saved with its options, which are JSON"),
          option.get_name(), printable(value));
    std::error_code none;
    if (is_read && std::filesystem::exists(value, none))
      value = std::filesystem::absolute(value).lexically_normal().string();
    const json number = json::parse(value, nullptr, false);
    const bool same = number.is_number() && number_text(number) == value;  // not 010, which may be a text
    list += (list.empty() ? "" : ", ") + (same ? value : json(value).dump());
  }
  if (list.empty()) return "null";
  return option.get_items_expected_max() == 1 ? list : "[" + list + "]";
}

}  // namespace

std::vector<std::string> with_config(const CLI::App& app, const std::vector<std::string>& words) {
  const auto named = app.get_subcommands([&](const CLI::App* command) {
    return words.size() > 1 && command->get_name() == words[1] &&
           command->get_option_no_throw(print) != nullptr;  // bench has a --config of its own
  });
  if (named.empty()) return words;
  std::vector<std::string> all{words[0], words[1]}, rest;
  for (std::size_t i = 2; i < words.size(); ++i) {
    std::string file;
    if (words[i].starts_with(std::string(config) + "=")) {
      file = words[i].substr(std::string(config).size() + 1);
    } else if (words[i] == config && i + 1 < words.size()) {
      file = words[++i];
    } else {
      rest.push_back(words[i]);
      continue;
    }
    for (std::string& word : words_of(*named.front(), file)) all.push_back(std::move(word));
  }
  for (const std::string& word : rest) from_config().erase(word.substr(0, word.find('=')));
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

std::string config_text(const CLI::App& command, const std::set<std::string>& set) {
  std::string text = fmt::format("{{\n  \"command\": \"{}\"", command.get_name()), comment;
  for (const CLI::Option* option : command.get_options()) {
    if (!belongs(*option)) continue;
    text += fmt::format(",{}\n  \"{}\": {}", comment, option->get_lnames().front(),
                        set.contains(option->get_name()) ? "true" : value_of(*option));
    comment = "  // " + localized(option->get_description());
  }
  return text + comment + "\n}\n";
}

}  // namespace heed
