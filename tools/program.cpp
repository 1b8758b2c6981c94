#include "tools/commands/commands.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <system_error>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/usage.hpp"

namespace heed {
namespace {

[[noreturn]] void refuse_empty_value(const std::string& option) {
  throw_error<UsageError>(tr_noop("{}: the value is empty; is the shell variable set?"), option);
}

/// `--out "$folder"` with nothing in the variable would quietly mean the default, and write over what is
/// there.
void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const auto& values = option->results();
    if (!option->get_positional() && option->get_items_expected_max() > 0 &&
        std::find(values.begin(), values.end(), "") != values.end())
      refuse_empty_value(option->get_name());
  }
  for (const CLI::App* chosen : command.get_subcommands()) refuse_empty_values(*chosen);
}

/// CLI11 would take the next word for the value of `--out=`.
void refuse_empty_assignments(const std::vector<std::string>& words) {
  for (std::size_t i = 2; i < words.size() && words[i] != "--"; ++i)
    if (words[i].starts_with("--") && words[i].find('=') == words[i].size() - 1)
      refuse_empty_value(words[i].substr(0, words[i].size() - 1));
}

/// --lang is for what is wrong with the options before it, and for the headings of help, too.
void speak_as_asked(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool before = words[i] == "--lang" && i + 1 < words.size();
    const std::string word = before ? "--lang=" + words[i + 1] : words[i];
    if (word == "--lang=en" || word == "--lang=ko") spoken_language() = language_from_name(word.substr(7));
  }
}

/// Before CLI11 parses, which would answer --help and --version behind a word that is no command.
void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> known = command_names(app);
  if (words.size() < 2 || words[1].starts_with('-') || std::ranges::count(known, words[1]) > 0) return;
  throw UsageError(tr("there is no command '{}'{}; `heed help` lists them", printable(words[1]),
                      perhaps_meant(words[1], known)));
}

/// CLI11 takes a word in square brackets for a list: a text [MASK] would become MASK, and [a,b] two words. A
/// sign before the bracket, taken away before a value is looked at, keeps it whole.
void keep_brackets(CLI::App& app, std::vector<std::string>& words) {
  constexpr char sign = '\x1f';
  for (std::string& word : words) {
    if (word.starts_with('[') && word.ends_with(']')) word.insert(word.begin(), sign);
  }
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() == 0) continue;  // a flag
      option->transform(
          std::function([](std::string value) { return value.starts_with(sign) ? value.substr(1) : value; }));
    }
  }
}

/// Before any work, as deep inside it the wrong value would look like a mistake of a file or an option.
void check_threads(const CLI::App& app) {
  static const std::set<std::string> computing_nothing{"example", "help", "test"};
  if (!computing_nothing.contains(app.get_subcommands().front()->get_name())) threads();
}

int failed(const std::string& why, int status = 1) {
  fmt::print(stderr, "heed: {}\n", printable_lines(why));
  return status;
}

}  // namespace

int run_command_line(CLI::App& app, const Action& action, int argc, const char* const* argv) {
  app.failure_message(usage_message);
  try {
    std::vector<std::string> words(argv, argv + argc);
    speak_as_asked(words);
    refuse_unknown_command(app, words);
    refuse_empty_assignments(words);
    words = with_config(app, words);
    speak_as_asked(words);  // a file may name a language, too
    keep_brackets(app, words);
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    app.parse(static_cast<int>(pointers.size()), pointers.data());
    refuse_empty_values(app);
    if (const CLI::App* chosen = app.get_subcommands().front();
        chosen->get_option_no_throw("--print-config") != nullptr && chosen->count("--print-config") > 0) {
      fmt::print("{}", config_text(*chosen));
      return 0;
    }
    check_threads(app);
    const int status = action();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    return failed(tr("the output could not be written: {}", localized(system_message(errno))));
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const UsageError& problem) {
    return failed(localized(problem), 2);
  } catch (const Interrupted& problem) {
    return failed(localized(problem), 128 + interrupt_signal());
  } catch (const std::filesystem::filesystem_error& problem) {
    return failed(fmt::format("{}: {}", printable(problem.path1().string()),
                              localized(system_message(problem.code().value()))));
  } catch (const MemoryError& problem) {
    return failed(
        tr("not enough memory: {}; make the batches, the sentences or the model smaller", problem.what()));
  } catch (const std::bad_alloc&) {
    return failed(tr("not enough memory: make the data, the batches, the sentences or the model smaller"));
  } catch (const std::exception& problem) {
    return failed(localized(problem));
  }
}

}  // namespace heed
