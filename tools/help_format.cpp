#include "tools/help_format.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "tools/help_in_korean.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

bool in_korean() { return spoken_language() == Language::korean; }

/// What stands above a part of a page of help.
std::string heading(const std::string& english) { return in_korean() ? korean_heading(english) : english; }

/// An option's text or an example's.
std::string help_text(const std::string& english) { return in_korean() ? korean_help(english) : english; }

/// What a command is for.
std::string summary(const CLI::App& command) {
  if (!in_korean()) return command.get_description();
  std::string words;
  for (const CLI::App* app = &command; app->get_parent() != nullptr; app = app->get_parent())
    words = app->get_name() + (words.empty() ? "" : " " + words);
  return korean_summary(words);
}

class WrappedFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    static const std::regex excludes(" Excludes:");
    std::string values = help_text(make_option_opts(option));
    if (in_korean()) values = std::regex_replace(values, excludes, " 함께 못 씀:");
    return entry(make_option_name(option, positional) + values, help_text(make_option_desc(option)));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(true), summary(*command));
  }
  std::string make_description(const CLI::App* command) const override {
    return wrapped(summary(*command), "");
  }
  std::string make_group(std::string group, bool positional,
                         std::vector<const CLI::Option*> options) const override {
    return CLI::Formatter::make_group(heading(group), positional, std::move(options));
  }
  std::string make_usage(const CLI::App* command, std::string name) const override {
    static const std::regex label("^Usage"), options("\\[OPTIONS\\]"), subcommand("SUBCOMMAND");
    std::string usage = CLI::Formatter::make_usage(command, std::move(name));
    usage = std::regex_replace(usage, label, heading("Usage"));
    usage = std::regex_replace(usage, options, "[" + heading("OPTIONS") + "]");
    return wrapped(std::regex_replace(usage, subcommand, heading("SUBCOMMAND")), "  ");
  }
  std::string make_subcommands(const CLI::App* command, CLI::AppFormatMode mode) const override {
    static const std::regex label("\nSubcommands:\n");
    return std::regex_replace(CLI::Formatter::make_subcommands(command, mode), label,
                              "\n" + heading("Subcommands") + ":\n");
  }
  std::string make_footer(const CLI::App* command) const override {
    // Where a command and what it does have no room beside each other, they stand one below the other.
    static const std::regex columns("(\\S) {3,}(\\S)"), title("^([A-Z][a-z ]*):$"),
        example("(.*\\S {2,})(\\S.*)");
    std::string lines;
    std::istringstream stream(command->get_footer());
    for (std::string line; std::getline(stream, line);) {
      if (std::smatch found; std::regex_match(line, found, title)) line = heading(found[1].str()) + ':';
      if (std::smatch found; std::regex_match(line, found, example))
        line = found[1].str() + help_text(found[2].str());
      lines += (static_cast<std::size_t>(display_width(line)) <= width()
                    ? line
                    : std::regex_replace(line, columns, "$1\n      $2")) +
               '\n';
    }
    return wrapped(lines, "      ");
  }

 private:
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
  static std::string wrapped_at(const std::string& margin, const std::string& what) {
    std::string lines;
    for (const std::string& part : wrap(what, {.width = width(), .first = margin, .rest = margin}))
      lines += part + '\n';
    return lines;
  }
  static std::string entry(const std::string& name, const std::string& what) {
    constexpr std::size_t side_by_side = 60, name_columns = 34;
    const std::string margin(width() < side_by_side ? 6 : name_columns, ' ');
    const std::string left = wrapped("  " + name, "      "), right = wrapped_at(margin, what);
    const auto columns = static_cast<std::size_t>(display_width(left));  // a line end takes none
    const bool beside = std::count(left.begin(), left.end(), '\n') == 1 && columns < margin.size();
    if (what.empty() || !beside) return left + (what.empty() ? "" : right);
    return left.substr(0, left.size() - 1) + right.substr(columns);
  }
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_format() { return std::make_shared<WrappedFormatter>(); }

}  // namespace heed
