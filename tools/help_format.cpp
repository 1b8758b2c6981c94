#include "tools/help_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
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

}  // namespace heed
