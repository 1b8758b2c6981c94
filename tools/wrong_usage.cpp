#include "tools/wrong_usage.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/library_errors.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

/// What may stand on the whole command line: `heed learn check --jsn` means an option of either.
std::vector<std::string> options_of_chosen(const CLI::App& app) {
  std::vector<std::string> names = option_names(app);
  if (!app.get_subcommands().empty()) std::erase(names, "--version");  // stands alone
  for (const CLI::App* chosen : app.get_subcommands()) {
    const std::vector<std::string> more = options_of_chosen(*chosen);
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

/// CLI11's own sentences of values that are missing or wrong.
std::string in_our_words(const std::string& what) {
  std::smatch part;
  static const std::regex missing(R"((\S+): \d+ required (.*) missing)"), required(R"((\S+) is required)"),
      no_choice(R"((\S+): (.*) not in \{(.*)\})"), no_number(R"(Could not convert: (\S+) = (.*))"),
      not_once(R"((\S+): Got too many arguments)"), no_name(R"((\S+): '(.*)' is not one of (.*))"),
      not_both(R"((\S+) excludes (\S+))");
  if (std::regex_match(what, part, missing))
    return spoken("{0} needs a value: {0} {1}", "{0}: 값이 필요합니다. {0} {1}", part[1].str(),
                  part[2].str());
  if (std::regex_match(what, part, required)) {
    const std::string name = part[1].str();
    return name.starts_with('-')
               ? spoken("{} is missing", "{}: 빠졌습니다", name)
               : spoken("give {}{}", "{1}: 쓰지 않았습니다", name.ends_with('s') ? "" : "a ", name);
  }
  if (std::regex_match(what, part, no_choice)) {
    const std::string choices = std::regex_replace(part[3].str(), std::regex(","), ", ");
    return spoken("{}: takes one of {}, not '{}'", "{}: {} 가운데 하나여야 합니다 (받은 값: '{}')",
                  part[1].str(), choices, part[2].str());
  }
  if (std::regex_match(what, part, no_number))
    return spoken("{}: '{}' is no value for it", "{}: 값이 될 수 없는 글: '{}'", part[1].str(),
                  part[2].str());
  if (std::regex_match(what, part, no_name) && spoken_language() == Language::korean)
    return fmt::format("{}: {} 가운데 하나여야 합니다 (받은 값: '{}')", part[1].str(), part[3].str(),
                       part[2].str());
  if (std::regex_match(what, part, not_once))
    return spoken("{} is given too often", "{}: 너무 여러 번 주었습니다", part[1].str());
  if (std::regex_match(what, part, not_both))
    return spoken("{} excludes {}", "{} 옵션은 {} 옵션과 함께 쓸 수 없습니다", part[1].str(), part[2].str());
  return in_spoken_language(what);
}

/// Where the option with which the message begins comes from.
std::string place_of(const std::string& what) {
  const auto found = from_config().find(what.substr(0, what.find(':')));
  return found == from_config().end() ? "" : found->second;
}

/// What an option of sacreBLEU that `heed score` does not have is here; empty for others.
std::string of_sacrebleu(const std::string& option) {
  const auto is = [&](std::string_view brief, std::string_view full) {
    return option == brief || option == full;
  };
  if (is("-f", "--format"))
    return spoken(": sacreBLEU's -f json is --json", ". sacreBLEU의 -f json은 --json입니다");
  if (is("-i", "--input"))
    return spoken(": the files of translations stand without an option", ". 번역 파일은 옵션 없이 씁니다");
  if (is("-t", "--test-set") || is("-l", "--language-pair"))
    return spoken(": no test sets are downloaded; name the references with --ref",
                  ". 시험 자료를 내려받지 않습니다. 참조 번역을 --ref로 주세요");
  if (is("-q", "--quiet")) return spoken(": --force leaves out the notes", ". --force가 참고 말을 뺍니다");
  if (is("-e", "--encoding")) return spoken(": files are UTF-8", ". 파일은 UTF-8입니다");
  return "";
}

}  // namespace

std::string perhaps_meant(const std::string& word, const std::vector<std::string>& names) {
  const std::string name = word.substr(0, word.find('='));
  if (first_invalid_utf8(name)) return "";
  if (spoken_language() == Language::english) return is_it(name, names);
  const std::vector<std::string> near = near_words(name, names);
  return near.empty() ? "" : fmt::format(". 혹시 {}?", fmt::join(near, ", "));
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
  std::string command = "heed";
  const CLI::App* innermost = app;
  while (!innermost->get_subcommands().empty()) {
    innermost = innermost->get_subcommands().front();
    command += " " + innermost->get_name();
  }
  std::string what = in_our_words(problem.what());
  what.insert(0, place_of(what));
  const auto left = app->remaining(true);
  const std::vector<std::string> known = options_of_chosen(*app);
  const std::string first = left.empty() ? "" : left.front().substr(0, left.front().find('='));
  if (innermost != app && std::find(known.begin(), known.end(), first) != known.end()) {
    what = spoken("{0} stands behind the command: {1} {0} …", "{0} 옵션은 명령 뒤에 씁니다: {1} {0} …", first,
                  command);
  } else if (!left.empty() && left.front().starts_with('-')) {
    const std::string here = command == "heed score" ? of_sacrebleu(first) : "";
    what = spoken("there is no option {}{}", "{} 옵션은 없습니다{}", left.front(),
                  here.empty() ? perhaps_meant(left.front(), known) : here);
  } else if (!left.empty() && dynamic_cast<const CLI::ExtrasError*>(&problem) != nullptr) {
    what = spoken("'{}' is one word too many{}", "남는 낱말이 있습니다: '{}'{}", left.front(),
                  perhaps_meant(left.front(), command_names(*innermost)));
  } else if (innermost == app) {
    return spoken("heed: name a command, such as `heed translate`; `heed help` lists them\n",
                  "heed: `heed translate`처럼 명령을 쓰세요. 무엇이 있는지는 `heed help`\n");
  }
  return spoken("heed: {}; `{} --help` lists the options\n", "heed: {} (옵션 목록: `{} --help`)\n",
                printable_lines(what), command);
}

}  // namespace heed
