#include "tools/run_config.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "lib/text/foreign_text.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

using nlohmann::json;

constexpr const char *config = "--config", *print = "--print-config";
constexpr std::size_t most_bytes = 1'000'000;

/// Reads the text of a file, which may be a pipe or /dev/zero and not say how long it is.
std::string config_file_text(const std::string& file) {
  std::error_code none;
  std::ifstream stream(file);
  if (!stream && errno == EACCES)
    throw_error<UsageError>(tr_noop("--config {}: you may not read this file; change its permissions"), file);
  if (!stream) throw_error<UsageError>(tr_noop("--config {}: cannot be read; check its name"), file);
  if (std::filesystem::is_directory(file, none))
    throw_error<UsageError>(tr_noop("--config {0}: is a folder; name a file, such as {0}/run.json"), file);
  std::string text(most_bytes + 1, '\0');
  stream.read(text.data(), std::ssize(text));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad())
    throw_error<UsageError>(tr_noop("--config {}: cannot be read to its end; check its disk"), file);
  if (text.size() > most_bytes)
    throw_error<UsageError>(
        tr_noop("--config {}: longer than {} bytes, the most that is read; is it a run's file?"), file,
        most_bytes);
  if (const Message problem = foreign_text(text); !problem.empty())
    throw_error<UsageError>("--config {}: {}", file, problem);
  if (first_invalid_utf8(text))
    throw_error<UsageError>(tr_noop("--config {}: is not UTF-8; {}"), file, encoding_advice(text));
  if (strip(text).empty())
    throw_error<UsageError>(tr_noop("--config {}: is empty; `--print-config` writes such a file"), file);
  return text;
}

/// The JSON object in a file, without its comments, and the lines of its keys, from 1.
struct ConfigFile {
  json settings;
  std::map<std::string, long> lines;
};

ConfigFile read_config(const std::string& file) {
  const std::string text = config_file_text(file);
  std::istringstream stream(text);
  ConfigFile read;
  const auto line_of = [&](std::size_t byte) {
    return std::ranges::count(std::string_view(text).substr(0, byte), '\n') + 1;
  };
  const auto watch = [&](int depth, json::parse_event_t event, const json& key) {
    if (event != json::parse_event_t::key || depth != 1) return true;
    const long line = line_of(static_cast<std::size_t>(stream.tellg()));
    if (const auto [first, is_new] = read.lines.emplace(key.get<std::string>(), line); !is_new)
      throw_error<UsageError>(tr_noop("--config {}: \"{}\" stands there twice, in line {} and in line {}"),
                              file, printable(first->first), first->second, line);
    return true;
  };
  try {
    read.settings = json::parse(stream, watch, true, true);  // with comments
  } catch (const json::parse_error& problem) {
    const std::string_view before =
        std::string_view(text).substr(0, std::max<std::size_t>(problem.byte, 1) - 1);
    throw_error<UsageError>(tr_noop("--config {}: no JSON from line {}, column {} on: a comma, quote, "
                                    "bracket or backslash is missing or too much"),
                            file, line_of(before.size()), before.size() - (before.rfind('\n') + 1) + 1);
  } catch (const json::exception&) {
    throw_error<UsageError>(tr_noop("--config {}: no JSON: it holds a number that is too large"), file);
  }
  if (!read.settings.is_object())
    throw_error<UsageError>(tr_noop("--config {}: not an object {{\"option\": value, …}}"), file);
  return read;
}

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

/// CLI11 looks for a validator only in options that may be changed.
bool takes_number(const CLI::Option& option) {
  try {
    return const_cast<CLI::Option&>(option).get_validator(number_validator) != nullptr;
  } catch (const CLI::OptionNotFound&) {
    return false;
  }
}

bool is_number(const std::string& text) { return json::parse(text, nullptr, false).is_number(); }

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

/// The word for one value of an option that is no flag. `where` opens a message. Of a text that is no number,
/// the command line says which numbers may stand.
std::string word_for(const CLI::Option& option, const json& value, const std::string& where) {
  const std::string& text_forms = option.get_option_text();
  const std::string forms = text_forms.find('|') == text_forms.npos ? "" : " (" + text_forms + ")";
  const bool number = takes_number(option);
  if (number && !value.is_number() && (!value.is_string() || is_number(value.get<std::string>())))
    throw_error<UsageError>(tr_noop("{}: takes a number{}, not {}"), where, forms, shown(value));
  if (!number && !value.is_string())
    throw_error<UsageError>(tr_noop("{}: takes a text in quotes{}, not {}"), where, forms, shown(value));
  const std::string text = value.is_string() ? value.get<std::string>() : number_text(value);
  if (text.empty() || text.find('\0') != text.npos)
    throw_error<UsageError>(tr_noop("{}: the text is empty or has a zero byte; null stands for none"), where);
  return option.get_name() + "=" + text;
}

/// The words for "epochs": 3.
std::vector<std::string> words_for(const CLI::Option& option, const json& value, const std::string& where) {
  if (value.is_null()) return {};
  if (is_flag(option)) {
    if (!value.is_boolean())
      throw_error<UsageError>(tr_noop("{}: takes true or false, not {}"), where, shown(value));
    return value.get<bool>() ? std::vector{option.get_name()} : std::vector<std::string>{};
  }
  if (option.get_items_expected_max() == 1 || !value.is_array() || value.empty())
    return {word_for(option, value, where)};
  std::vector<std::string> words;
  for (const json& one : value) words.push_back(word_for(option, one, where));
  return words;
}

std::vector<std::string> words_of(const CLI::App& command, const std::string& file) {
  std::vector<std::string> words, known;
  for (const CLI::Option* option : command.get_options()) {
    if (belongs(*option)) known.push_back(option->get_lnames().front());
  }
  const ConfigFile read = read_config(file);
  for (const auto& [key, value] : read.settings.items()) {
    const std::string place = tr("--config {}, line {}: ", file, read.lines.at(key)), name = printable(key);
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
    const bool number = takes_number(option) && is_number(value);
    list += (list.empty() ? "" : ", ") + (number ? value : json(value).dump());
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
