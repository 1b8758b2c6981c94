#include "tools/wrong_usage.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

/// Returns the program, the command that was chosen, and the part of that.
std::vector<const CLI::App*> chosen(const CLI::App& app) {
  std::vector<const CLI::App*> all{&app};
  while (!all.back()->get_subcommands().empty()) all.push_back(all.back()->get_subcommands().front());
  return all;
}

/// Returns the option whose name stands first in what CLI11 says; null if there is none.
const CLI::Option* named_option(const CLI::App& app, const std::string& what) {
  const CLI::Option* named = nullptr;
  std::size_t first = what.npos, length = 0;
  for (const CLI::App* one : chosen(app)) {
    for (const CLI::Option* option : one->get_options()) {
      const std::string name = option->get_name();
      const std::size_t at = what.find(name);
      if (at == what.npos || at > first || (at == first && name.size() < length)) continue;
      named = option, first = at, length = name.size();
    }
  }
  return named;
}

/// Says in our words what is wrong, by the kind of CLI11's error. Its own words stay if a check of ours has
/// made them.
std::string in_our_words(const CLI::App& app, const CLI::Error& problem) {
  const std::string what = problem.what();
  const CLI::Option* const option = named_option(app, what);
  if (option == nullptr) return what;
  const std::string name = option->get_name();
  if (dynamic_cast<const CLI::RequiredError*>(&problem) != nullptr) {
    if (name.starts_with('-')) return tr("{} is missing", name);
    return name.ends_with('s') ? tr("give {}", name) : tr("give a {}", name);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&problem) != nullptr) {
    const bool too_often = std::ssize(option->results()) > option->get_items_expected_max();
    return too_often ? tr("{} is given too often", name)
                     : tr("{0} needs a value: {0} {1}", name, option->get_type_name());
  }
  if (dynamic_cast<const CLI::ConversionError*>(&problem) != nullptr)
    return tr("{}: '{}' is no value for it", name, fmt::format("{}", fmt::join(option->results(), ", ")));
  if (dynamic_cast<const CLI::ExcludesError*>(&problem) != nullptr) {
    for (const CLI::Option* other : option->get_excludes())
      if (other->count() > 0) return tr("{} excludes {}", name, other->get_name());
  }
  return what;
}

/// Returns where the option with which the message begins comes from.
std::string place_of(const std::string& what) {
  const auto found = from_config().find(what.substr(0, what.find(':')));
  return found == from_config().end() ? "" : found->second;
}

}  // namespace

std::string perhaps_meant(const std::string& word, const std::vector<std::string>& names) {
  const std::string name = word.substr(0, word.find('='));
  if (first_invalid_utf8(name)) return "";
  return localized(is_it(name, names));
}

std::map<std::string, std::string>& from_config() {
  static std::map<std::string, std::string> options;
  return options;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::string usage_message(const CLI::App* app, const CLI::Error& problem) {
  std::string command;
  std::vector<std::string> known;  // `heed learn check --jsn` means an option of either
  const std::vector<const CLI::App*> all = chosen(*app);
  for (const CLI::App* one : all) {
    command += (command.empty() ? "" : " ") + (one == app ? "heed" : one->get_name());
    for (const std::string& name : option_names(*one)) known.push_back(name);
    if (one == app && all.size() > 1) std::erase(known, "--version");  // stands alone
  }
  std::string what = in_our_words(*app, problem);
  what.insert(0, place_of(what));
  const auto left = app->remaining(true);
  const std::string first = left.empty() ? "" : left.front().substr(0, left.front().find('='));
  if (all.size() > 1 && std::ranges::find(known, first) != known.end()) {
    what = tr("{0} stands behind the command: {1} {0} …", first, command);
  } else if (first.starts_with('-')) {
    what = tr("there is no option {}{}", left.front(), perhaps_meant(first, known));
  } else if (!left.empty() && dynamic_cast<const CLI::ExtrasError*>(&problem) != nullptr) {
    what = tr("'{}' is one word too many{}", left.front(),
              perhaps_meant(left.front(), command_names(*all.back())));
  } else if (all.size() == 1) {
    return tr("heed: name a command, such as `heed translate`; `heed help` lists them\n");
  }
  return tr("heed: {}; `{} --help` lists the options\n", printable_lines(what), command);
}

}  // namespace heed
