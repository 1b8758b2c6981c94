#include "tools/usage.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>

#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::size_t width() { return std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110); }

/// A line that is broken keeps its indent, and goes on behind `rest`.
std::string wrapped(const std::string& text, const std::string& rest = "") {
  std::string lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string first = indent < width() / 2 ? line.substr(0, indent) : rest;  // a second column
    for (const std::string& part :
         wrap(line.substr(indent), {.width = width(), .first = first, .rest = rest}))
      lines += part + '\n';
  }
  return lines;
}

/// A name, and beside it or below what it means.
std::string entry(const std::string& name, const std::string& what) {
  constexpr std::size_t side_by_side = 60, name_columns = 34;
  const std::string margin(width() < side_by_side ? 6 : name_columns, ' ');
  const std::string left = wrapped("  " + name, "      "), right = wrapped(margin + what, margin);
  const std::size_t columns = printable_width(left) - 1;  // without its line end
  const bool beside = std::count(left.begin(), left.end(), '\n') == 1 && columns < margin.size();
  if (what.empty() || !beside) return left + (what.empty() ? "" : right);
  return left.substr(0, left.size() - 1) + right.substr(columns);
}

/// The options of a group below its heading; nothing if it has none.
template <typename Filter>
std::string group_text(const CLI::App& command, const std::string& heading, const Filter& filter) {
  std::string text;
  for (const CLI::Option* option : command.get_options(filter))
    text += entry(option_title(*option), localized(option->get_description()));
  return text.empty() ? "" : "\n" + wrapped(localized(heading) + ":") + text;
}

std::string usage(const CLI::App& command, const std::string& name) {
  std::string text = tr("Usage") + ": " + name;
  if (!command.get_options([](const CLI::Option* o) { return o->nonpositional(); }).empty())
    text += " [" + tr("OPTIONS") + "]";
  for (const CLI::Option* option : command.get_options(&CLI::Option::get_positional)) {
    std::string word = option->get_name(true);
    if (option->get_expected_max() >= CLI::detail::expected_max_vector_size) word += "...";
    text += option->get_required() ? " " + word : " [" + word + "]";
  }
  if (const std::string label = tr("SUBCOMMAND"); !command.get_subcommands({}).empty())
    text += command.get_require_subcommand_min() == 0 ? " [" + label + "]" : " " + label;
  return wrapped(text, "  ");
}

/// Examples. A command and what it does stand one below the other if they have no room side by side.
std::string footer(const CLI::App& command) {
  static const std::regex columns("(\\S) {3,}(\\S)");
  std::string lines;
  std::istringstream stream(localized(command.get_footer()));
  for (std::string line; std::getline(stream, line);) {
    if (printable_width(line) > width()) line = std::regex_replace(line, columns, "$1\n      $2");
    lines += line.empty() ? "\n" : wrapped(line, line.starts_with(' ') ? "      " : "");
  }
  return lines;
}

/// The labels and blank lines of CLI11's own pages differ from version to version.
class WrappedPages : public CLI::FormatterBase {
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode) const override {
    std::string page = wrapped(localized(command->get_description())) + usage(*command, name);
    page += group_text(*command, tr_noop("Positionals"), &CLI::Option::get_positional);
    for (const std::string& group : command->get_groups())
      page += group_text(*command, group == "OPTIONS" ? tr_noop("Options") : group, [&](const auto* option) {
        return option->get_group() == group && option->nonpositional();
      });
    const auto commands = command->get_subcommands({});
    if (!commands.empty()) page += "\n" + tr("Subcommands") + ":\n";
    for (const CLI::App* one : commands) page += entry(one->get_name(), localized(one->get_description()));
    return page + "\n" + footer(*command);
  }
};

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

std::shared_ptr<CLI::FormatterBase> help_format() { return std::make_shared<WrappedPages>(); }

std::string option_title(const CLI::Option& option) {
  const bool positional = option.get_positional();
  std::string title = option.get_name(positional, !positional);
  if (!option.get_option_text().empty()) return title + " " + localized(option.get_option_text());
  if (option.get_type_size() != 0) {
    if (!option.get_type_name().empty()) title += " " + localized(option.get_type_name());
    if (!option.get_default_str().empty()) title += "=" + option.get_default_str();
    if (option.get_expected_max() >= CLI::detail::expected_max_vector_size) title += " ...";
    if (option.get_required()) title += " " + tr("REQUIRED");
  }
  if (option.get_excludes().empty()) return title;
  title += " " + tr("Excludes:");
  for (const CLI::Option* other : option.get_excludes()) title += " " + other->get_name();
  return title;
}

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
