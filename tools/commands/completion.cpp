// heed completion: what the shell needs to complete commands, options and their words, made from the same
// list that parses them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <regex>

#include "nn/attention_rules.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/help/help_in_korean.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

enum class Shell { bash, zsh, fish };

/// "constant cosine …" of an option whose help says constant|cosine|… [cosine].
std::string words_of(const CLI::Option& option) {
  // A word may go on with numbers and more: rotary[:BASE].
  static const std::regex choice(R"(([a-z0-9.+-]+(\[\S*\])?(\|[a-z0-9.+-]+(\[\S*\])?)+)( .*)?)");
  static const std::regex more(R"(\[[^|]*\]|:[^,]*)");
  const std::string text =
      option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
  std::string words;
  if (std::smatch part; std::regex_match(text, part, choice)) {
    words = std::regex_replace(part[1].str(), more, "");
    std::replace(words.begin(), words.end(), '|', ' ');
  } else if (option.check_lname("attention") && text.starts_with("RULES")) {
    words = std::regex_replace(AttentionRules::forms(), more, "");
    std::erase(words, ',');
  }
  return words;
}

std::string quoted(std::string text) {
  return "'" + std::regex_replace(text, std::regex("'"), "'\\''") + "'";
}

/// What may stand behind a command that is no file: its subcommands, and words such as those of
/// `heed completion`; of `heed help` all commands.
std::vector<std::string> words_behind(const CLI::App& command) {
  std::vector<std::string> names = command_names(command);
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    if (const std::string words = words_of(*option); !words.empty()) names.push_back(words);
    if (!option->get_option_text().starts_with("COMMAND")) continue;
    for (const std::string& name : command_names(*command.get_parent())) names.push_back(name);
    names.push_back("config");
  }
  return names;
}

/// Those of a subcommand of a command, such as `heed learn check`, are the command's, too.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  const CLI::App* const parent = command.get_parent();
  if (parent == nullptr || parent->get_parent() == nullptr) return options;
  for (const CLI::Option* option : parent->get_options()) {
    if (!option->get_positional() && !option->check_lname("help")) options.push_back(option);
  }
  return options;
}

/// With their dashes, -m too.
std::vector<std::string> all_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

template <typename Visit>
void visit_commands(const CLI::App& command, const std::string& path, Visit visit) {
  visit(command, path);
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    visit_commands(*sub, path + " " + sub->get_name(), visit);
}

/// Cases of `case "$path $word"`: which commands follow each other; which words an option takes, or `files`.
struct Cases {
  std::string paths, values;
};

Cases cases(const CLI::App& app, const char* assign, const char* files) {
  Cases all;
  visit_commands(app, "heed", [&](const CLI::App& command, const std::string& path) {
    for (const std::string& name : command_names(command))
      all.paths += fmt::format("      '{0} {1}') path='{0} {1}' ;;\n", path, name);
    for (const CLI::Option* option : options_of(command)) {
      const std::string words = words_of(*option);
      if (option->get_items_expected_max() == 0) continue;  // a flag
      for (const std::string& name : all_names(*option))
        all.values += fmt::format("    '{} {}') {} ;;\n", path, name,
                                  words.empty() ? files : fmt::format(fmt::runtime(assign), words));
    }
  });
  return all;
}

std::string bash(const CLI::App& app) {
  const Cases all = cases(app, "words='{}'", "return");
  std::string options;
  visit_commands(app, "heed", [&](const CLI::App& command, const std::string& path) {
    std::vector<std::string> words = words_behind(command);
    for (const CLI::Option* option : options_of(command)) {
      for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    }
    options += fmt::format("    '{}') words='{}' ;;\n", path, fmt::join(words, " "));
  });
  return fmt::format(R"SCRIPT(# eval "$(./heed completion bash)", in ~/.bashrc
_heed() {{
  local path=heed words='' current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} i
  COMPREPLY=()
  # --schedule=cosine is three words for bash: the option, = and the value.
  if [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  elif [[ $current == = ]]; then
    current=''
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
{}    esac
  done
  case "$path $previous" in
{}  esac
  [[ -n $words ]] || case "$path" in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _heed heed
)SCRIPT",
                     all.paths, all.values, options);
}

std::string zsh(const CLI::App& app) {
  const Cases all = cases(app, "compadd -- {}; return", "_files; return");
  std::string options;
  visit_commands(app, "heed", [&](const CLI::App& command, const std::string& path) {
    options += fmt::format("    '{}') items=(\n", path);
    const auto item = [&](const std::string& name, const std::string& what) {
      options += "      " + quoted(name + ":" + what) + "\n";
    };
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
      item(sub->get_name(), spoken_help(sub->get_description()));
    for (const CLI::Option* option : options_of(command)) {
      for (const std::string& name : option->get_lnames())
        item("--" + name, spoken_help(option->get_description()));
    }
    options += "    )";
    if (command_names(command).empty() && !words_behind(command).empty())
      options += fmt::format("; compadd -- {}", fmt::join(words_behind(command), " "));
    options += " ;;\n";
  });
  return fmt::format(R"SCRIPT(#compdef heed
# source <(./heed completion zsh), in ~/.zshrc behind compinit
_heed() {{
  local path_=heed word previous=${{words[CURRENT-1]}}; local -a items
  if compset -P '--*='; then previous=${{words[CURRENT]%%=*}}; fi  # --schedule=cosine
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$path_ $word" in
{}    esac
  done
  case "$path_ $previous" in
{}  esac
  case "$path_" in
{}  esac
  _describe heed items || _files
}}
compdef _heed heed
)SCRIPT",
                     std::regex_replace(all.paths, std::regex("path="), "path_="), all.values, options);
}

std::string fish(const CLI::App& app) {
  std::string text =
      fmt::format(R"SCRIPT(# ./heed completion fish | source, in ~/.config/fish/config.fish
function __heed_is
  set -l path heed
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
{}    end
  end
  test "$path" = "$argv"
end
)SCRIPT",
                  std::regex_replace(cases(app, "{}", "").paths,
                                     std::regex(R"(('[^']*')\) path=('[^']*') ;;)"), "case $1; set path $2"));
  visit_commands(app, "heed", [&](const CLI::App& command, const std::string& path) {
    const std::string when = quoted("__heed_is " + path);
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
      text += fmt::format("complete -c heed -f -n {} -a {} -d {}\n", when, sub->get_name(),
                          quoted(spoken_help(sub->get_description())));
    if (command_names(command).empty() && !words_behind(command).empty())
      text += fmt::format("complete -c heed -f -n {} -a '{}'\n", when, fmt::join(words_behind(command), " "));
    for (const CLI::Option* option : options_of(command)) {
      if (option->get_positional()) continue;
      const std::string words = words_of(*option);
      text += fmt::format("complete -c heed -n {}", when);
      for (const std::string& name : option->get_snames()) text += " -s " + name;
      for (const std::string& name : option->get_lnames()) text += " -l " + name;
      if (option->get_items_expected_max() > 0) text += words.empty() ? " -r" : " -x -a " + quoted(words);
      text += fmt::format(" -d {}\n", quoted(spoken_help(option->get_description())));
    }
  });
  return text;
}

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("completion", "print what makes a shell complete heed's command lines");
  command->footer(
      "Examples:\n"
      "  eval \"$(./heed completion bash)\"\n"
      "  source <(./heed completion zsh)\n"
      "  ./heed completion fish | source");
  const auto shell = std::make_shared<Shell>(Shell::bash);
  command
      ->add_option_function<std::string>(
          "shell",
          [shell](const std::string& name) {
            *shell = name == "bash" ? Shell::bash : name == "zsh" ? Shell::zsh : Shell::fish;
          },
          "which shell")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->option_text("bash|zsh|fish")
      ->required();
  add_language(*command);
  command->callback([&app, &action, shell] {
    action = [&app, shell] {
      fmt::print("{}", *shell == Shell::bash ? bash(app) : *shell == Shell::zsh ? zsh(app) : fish(app));
      return 0;
    };
  });
}

}  // namespace heed
