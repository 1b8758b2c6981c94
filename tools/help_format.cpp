#include "tools/help_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

/// A default that is the same in every language: one word, such as a number or a file; or words of the
/// program, such as "bleu chrf" of bleu|chrf.
bool is_value(const std::string& standing, const std::string& forms) {
  if (standing.find(' ') == standing.npos) return true;
  std::istringstream words(standing);
  for (std::string word; words >> word;) {
    if (forms.find(word) == forms.npos) return false;
  }
  return true;
}

class WrappedFormatter : public CLI::Formatter {
 public:
  explicit WrappedFormatter(HelpWords words) : words_(std::move(words)) {}

  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option),
                 words_(make_option_desc(option)));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    auto [forms, standing] = without_default(forms_of(*option));
    if (!standing.empty())
      standing = fmt::format(" [{}]", is_value(standing, forms) ? standing : words_(standing));
    if (const std::size_t found = forms.find("(required)"); found != forms.npos)
      forms.replace(found, std::string("(required)").size(), words_("(required)"));
    return forms + standing;
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_display_name(true), words_(command->get_description()));
  }
  std::string make_description(const CLI::App* command) const override {
    return wrapped(words_(command->get_description()), "");
  }
  std::string make_group(std::string group, bool positional,
                         std::vector<const CLI::Option*> options) const override {
    std::string text = "\n" + wrapped(words_(group) + ":", "");
    for (const CLI::Option* option : options) text += make_option(option, positional);
    return text;
  }
  std::string make_usage(const CLI::App* command, std::string name) const override {
    std::string usage = words_("Usage") + ": " + name;
    if (!command->get_options([](const CLI::Option* o) { return o->nonpositional(); }).empty())
      usage += " [" + words_("OPTIONS") + "]";
    for (const CLI::Option* positional : positionals(command)) usage += ' ' + make_option_usage(positional);
    if (!subcommands(command).empty()) {
      const std::string label = words_("SUBCOMMAND");
      usage += command->get_require_subcommand_min() == 0 ? " [" + label + "]" : " " + label;
    }
    return wrapped(usage, "  ");
  }
  std::string make_footer(const CLI::App* command) const override {
    // Where a command and what it does have no room beside each other, they stand one below the other.
    static const std::regex columns("(\\S) {3,}(\\S)");
    std::string lines;
    std::istringstream stream(command->get_footer());
    for (std::string line; std::getline(stream, line);) {
      line = footer_line(line);
      if (static_cast<std::size_t>(display_width(line)) > width())
        line = std::regex_replace(line, columns, "$1\n      $2");
      lines += line.empty() ? "\n" : wrapped(line, line.starts_with(' ') ? "      " : "");
    }
    return lines;
  }

  /// A page of its parts alone: the labels and blank lines of CLI11's own pages differ from version to
  /// version.
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode) const override {
    std::string page = make_description(command) + make_usage(command, std::move(name));
    if (const auto options = positionals(command); !options.empty())
      page += make_group("Positionals", true, options);
    for (const std::string& group : command->get_groups()) {
      const auto options = command->get_options(
          [&](const CLI::Option* o) { return o->get_group() == group && o->nonpositional(); });
      if (!group.empty() && !options.empty())
        page += make_group(group == "OPTIONS" ? "Options" : group, false, options);
    }
    if (const auto commands = subcommands(command); !commands.empty()) {
      page += "\n" + words_("Subcommands") + ":\n";
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
  /// Returns " N=5 REQUIRED": the kind of its value, the default, how often it may be given, and its
  /// conditions.
  std::string forms_of(const CLI::Option& option) const {
    if (!option.get_option_text().empty()) return " " + option.get_option_text();
    std::string forms;
    if (option.get_type_size() != 0) {
      if (!option.get_type_name().empty()) forms += " " + option.get_type_name();
      if (!option.get_default_str().empty()) forms += "=" + option.get_default_str();
      if (option.get_expected_max() >= CLI::detail::expected_max_vector_size) forms += " ...";
      if (option.get_required()) forms += " " + words_("REQUIRED");
    }
    if (option.get_excludes().empty()) return forms;
    forms += " " + words_("Excludes:");
    for (const CLI::Option* other : option.get_excludes()) forms += " " + other->get_name();
    return forms;
  }
  /// A sentence or a heading; or an example, whose second column, which may go on in the next line, says what
  /// it does.
  std::string footer_line(const std::string& line) const {
    static const std::regex example("(.*\\S {2,}| {10,})(\\S.*)");
    if (std::smatch found; std::regex_match(line, found, example))
      return found[1].str() + words_(found[2].str());
    if (line.empty() || line.starts_with(' ')) return line;
    return line.ends_with(':') ? words_(line.substr(0, line.size() - 1)) + ':' : words_(line);
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

  HelpWords words_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_format(HelpWords words) {
  return std::make_shared<WrappedFormatter>(std::move(words));
}

}  // namespace heed
