#include "tools/help_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

class WrappedFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option),
                 localized(make_option_desc(option)));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!option->get_option_text().empty()) return " " + localized(option->get_option_text());
    std::string forms;
    if (option->get_type_size() != 0) {
      if (!option->get_type_name().empty()) forms += " " + localized(option->get_type_name());
      if (!option->get_default_str().empty()) forms += "=" + option->get_default_str();
      if (option->get_expected_max() >= CLI::detail::expected_max_vector_size) forms += " ...";
      if (option->get_required()) forms += " " + tr("REQUIRED");
    }
    if (option->get_excludes().empty()) return forms;
    forms += " " + tr("Excludes:");
    for (const CLI::Option* other : option->get_excludes()) forms += " " + other->get_name();
    return forms;
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(true), localized(command->get_description()));
  }
  std::string make_description(const CLI::App* command) const override {
    return wrapped(localized(command->get_description()), "");
  }
  std::string make_group(std::string group, bool positional,
                         std::vector<const CLI::Option*> options) const override {
    std::string text = "\n" + wrapped(localized(group) + ":", "");
    for (const CLI::Option* option : options) text += make_option(option, positional);
    return text;
  }
  std::string make_usage(const CLI::App* command, std::string name) const override {
    std::string usage = tr("Usage") + ": " + name;
    if (!command->get_options([](const CLI::Option* o) { return o->nonpositional(); }).empty())
      usage += " [" + tr("OPTIONS") + "]";
    for (const CLI::Option* positional : positionals(command)) usage += ' ' + make_option_usage(positional);
    if (!subcommands(command).empty()) {
      const std::string label = tr("SUBCOMMAND");
      usage += command->get_require_subcommand_min() == 0 ? " [" + label + "]" : " " + label;
    }
    return wrapped(usage, "  ");
  }
  std::string make_footer(const CLI::App* command) const override {
    // A command and what it does stand one below the other if they have no room side by side.
    static const std::regex columns("(\\S) {3,}(\\S)");
    std::string lines;
    std::istringstream stream(localized(command->get_footer()));
    for (std::string line; std::getline(stream, line);) {
      if (printable_width(line) > width()) line = std::regex_replace(line, columns, "$1\n      $2");
      lines += line.empty() ? "\n" : wrapped(line, line.starts_with(' ') ? "      " : "");
    }
    return lines;
  }

  /// A page of its parts alone: the labels and blank lines of CLI11's own pages differ from version to
  /// version.
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode) const override {
    std::string page = make_description(command) + make_usage(command, std::move(name));
    if (const auto options = positionals(command); !options.empty())
      page += make_group(tr_noop("Positionals"), true, options);
    for (const std::string& group : command->get_groups()) {
      const auto options = command->get_options(
          [&](const CLI::Option* o) { return o->get_group() == group && o->nonpositional(); });
      if (!group.empty() && !options.empty())
        page += make_group(group == "OPTIONS" ? tr_noop("Options") : group, false, options);
    }
    if (const auto commands = subcommands(command); !commands.empty()) {
      page += "\n" + tr("Subcommands") + ":\n";
      for (const CLI::App* one : commands) page += make_subcommand(one);
    }
    return page + "\n" + make_footer(command);
  }

 private:
  static std::vector<const CLI::Option*> positionals(const CLI::App* command) {
    return command->get_options(
        [](const CLI::Option* o) { return o->get_positional() && !o->get_group().empty(); });
  }
  static std::vector<const CLI::App*> subcommands(const CLI::App* command) {
    return command->get_subcommands(
        [](const CLI::App* one) { return !one->get_name().empty() && !one->get_group().empty(); });
  }
  static std::size_t width() { return std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110); }
  /// A line that is broken keeps its indent, and goes on behind `rest`.
  static std::string wrapped(const std::string& text, const std::string& rest) {
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
  static std::string entry(const std::string& name, const std::string& what) {
    constexpr std::size_t side_by_side = 60, name_columns = 34;
    const std::string margin(width() < side_by_side ? 6 : name_columns, ' ');
    const std::string left = wrapped("  " + name, "      "), right = wrapped(margin + what, margin);
    const std::size_t columns = printable_width(left) - 1;  // without its line end
    const bool beside = std::count(left.begin(), left.end(), '\n') == 1 && columns < margin.size();
    if (what.empty() || !beside) return left + (what.empty() ? "" : right);
    return left.substr(0, left.size() - 1) + right.substr(columns);
  }
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_format() { return std::make_shared<WrappedFormatter>(); }

}  // namespace heed
