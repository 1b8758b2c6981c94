#include "tools/run_config.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "tools/config_file.hpp"
#include "tools/language/tr.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

constexpr const char *config = "--config", *print = "--print-config";

/// These are about one call, not about a run.
bool belongs(const CLI::Option& option) {
  static const std::set<std::string> others{"--help", config, print, "--resume"};
  return !option.get_positional() && !option.get_lnames().empty() && !others.contains(option.get_name());
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

/// CLI11 looks for a validator only in options that may be changed.
bool takes_number(const CLI::Option& option) {
  try {
    return const_cast<CLI::Option&>(option).get_validator(number_validator) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

/// 1e3 is a whole number, and 2.0, too.
std::string number_text(const nlohmann::json& value) {
  constexpr double exact = 1e15;
  if (const double number = value.is_number_float() ? value.get<double>() : 0.5;
      std::abs(number) < exact && number == std::trunc(number))
    return std::to_string(static_cast<std::int64_t>(number));
  return value.dump();
}

/// A value as an error shows it.
std::string shown(const nlohmann::json& value) {
  return value.is_array() ? "[…]" : value.is_object() ? "{…}" : printable(value.dump());
}

bool is_of_its_kind(const CLI::Option& option, const nlohmann::json& value) {
  if (!takes_number(option)) return value.is_string();
  // Of a text that is no number, the command line says which numbers may stand.
  return value.is_number() ||
         (value.is_string() && !nlohmann::json::parse(value.get<std::string>(), nullptr, false).is_number());
}

/// The word for one value of an option that is no flag. `where` opens a message.
std::string word_for(const CLI::Option& option, const nlohmann::json& value, const std::string& where) {
  if (!is_of_its_kind(option, value)) {
    const std::string forms = option.get_option_text().empty() ? "" : " (" + option.get_option_text() + ")";
    if (takes_number(option))
      throw_error<UsageError>(tr_noop("{}: takes a number{}, not {}"), where, forms, shown(value));
    throw_error<UsageError>(tr_noop("{}: takes a text in quotes{}, not {}"), where, forms, shown(value));
  }
  const std::string text = value.is_string() ? value.get<std::string>() : number_text(value);
  if (text.empty() || text.find('\0') != text.npos)
    throw_error<UsageError>(tr_noop("{}: the text is empty or has a zero byte; null stands for none"), where);
  return option.get_name() + "=" + text;
}

/// The words for "epochs": 3.
std::vector<std::string> words_for(const CLI::Option& option, const nlohmann::json& value,
                                   const std::string& where) {
  if (value.is_null()) return {};
  if (is_flag(option)) {
    if (!value.is_boolean())
      throw_error<UsageError>(tr_noop("{}: takes true or false, not {}"), where, shown(value));
    return value.get<bool>() ? std::vector{option.get_name()} : std::vector<std::string>{};
  }
  if (option.get_items_expected_max() == 1 || !value.is_array() || value.empty())
    return {word_for(option, value, where)};
  std::vector<std::string> words;
  for (const nlohmann::json& one : value) words.push_back(word_for(option, one, where));
  return words;
}

std::vector<std::string> words_of(const CLI::App& command, const std::string& file) {
  std::vector<std::string> words;
  const ConfigFile read = read_config(file);
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    if (belongs(*option)) known.push_back(option->get_lnames().front());
  }
  for (const auto& [key, value] : read.settings.items()) {
    const std::string place = tr("--config {}, line {}: ", file, read.lines.at(key));
    if (key == "command") {
      if (value != command.get_name())
        throw_error<UsageError>(tr_noop("{}it is of `heed {}`, not of `heed {}`"), place,
                                value.is_string() ? printable(value.get<std::string>()) : shown(value),
                                command.get_name());
      continue;
    }
    const bool is_known = std::find(known.begin(), known.end(), key) != known.end();
    if (!is_known && !key.empty() && command.get_option_no_throw("--" + key) != nullptr)
      throw_error<UsageError>(tr_noop("{}\"{}\" is about one call: give it as --{} beside --config"), place,
                              printable(key), printable(key));
    if (!is_known)
      throw_error<UsageError>(tr_noop("{}`heed {}` has no option \"{}\"{}"), place, command.get_name(),
                              printable(key), perhaps_meant(key, known));
    const std::vector<std::string> more =
        words_for(*command.get_option("--" + key), value, fmt::format("{}\"{}\"", place, printable(key)));
    words.insert(words.end(), more.begin(), more.end());
    if (!more.empty()) from_config()["--" + key] = place;
  }
  return words;
}

std::string json_value(const CLI::Option& option, const std::string& text) {
  const bool number = takes_number(option) && nlohmann::json::parse(text, nullptr, false).is_number();
  return number ? text : nlohmann::json(text).dump();
}

/// "[1,2,4]", as CLI11 keeps the default of a list, as a list of JSON.
std::string list_value(const CLI::Option& option, std::string_view standing) {
  std::string list;
  for (std::size_t first = 1; first < standing.size();) {
    const std::size_t last = std::min(standing.find(',', first), standing.size() - 1);
    list +=
        (list.empty() ? "" : ", ") + json_value(option, std::string(standing.substr(first, last - first)));
    first = last + 1;
  }
  return "[" + list + "]";
}

/// What was read is found from other folders, too; what is written belongs to where a run is repeated.
std::string from_anywhere(const CLI::Option& option, const std::string& value) {
  std::error_code none;
  const bool read = option.check_lname("data") || option.check_lname("labels");
  return read && std::filesystem::exists(value, none)
             ? std::filesystem::absolute(value).lexically_normal().string()
             : value;
}

std::string value_of(const CLI::Option& option) {
  if (is_flag(option)) return option.count() > 0 && option.results().back() != "false" ? "true" : "false";
  if (option.count() > 0) {
    const std::vector<std::string> values = option.reduced_results();
    for (const std::string& value : values) {
      if (first_invalid_utf8(value))
        throw_error<UsageError>(
            tr_noop("{}: '{}' is not UTF-8; a run is saved with its options, which are JSON"),
            option.get_name(), printable(value));
    }
    if (option.get_items_expected_max() == 1) return json_value(option, from_anywhere(option, values.back()));
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + json_value(option, value);
    return "[" + list + "]";
  }
  const std::string& standing = option.get_default_str();
  if (option.get_items_expected_max() > 1 && standing.starts_with('[') && standing.ends_with(']'))
    return list_value(option, standing);
  return standing.empty() ? "null" : json_value(option, standing);
}

}  // namespace

void add_config_options(CLI::App& command) {
  command.add_option(std::string(config))
      ->description(tr_noop("take options from this file, as --print-config writes it; `heed help config`"))
      ->option_text("FILE");
  command.add_flag(std::string(print))
      ->description(tr_noop("print every option as such a file, and do nothing else"));
}

std::vector<std::string> with_config(const CLI::App& app, const std::vector<std::string>& words) {
  const auto named = app.get_subcommands([&](const CLI::App* command) {
    return words.size() > 1 && command->get_name() == words[1] &&
           command->get_option_no_throw(print) != nullptr;  // bench has a --config of its own
  });
  if (named.empty()) return words;
  std::vector<std::string> from_files, rest;
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
    const std::vector<std::string> more = words_of(*named.front(), file);
    from_files.insert(from_files.end(), more.begin(), more.end());
  }
  for (const std::string& word : rest) from_config().erase(word.substr(0, word.find('=')));
  std::vector<std::string> all{words[0], words[1]};
  all.insert(all.end(), from_files.begin(), from_files.end());
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

std::filesystem::path run_file(const std::filesystem::path& model) {
  return model.filename() == "model.safetensors" ? model.parent_path() / "run.json"
                                                 : std::filesystem::path(model).replace_extension("run.json");
}

void write_run(const std::filesystem::path& model, const std::string& text) {
  try {
    atomic_write(run_file(model), text);
  } catch (const Error& problem) {  // the model itself is safe
    fmt::print(stderr, "heed: {}\n", localized(problem));
  }
}

bool asks_for_config(const CLI::App& command) {
  const CLI::Option* option = command.get_option_no_throw(print);
  return option != nullptr && option->count() > 0;
}

}  // namespace heed
