// The table of commands and options, tools/commands/help.tsv: what each is called, takes and means. A command
// binds the rows to its variables; the command line, the help and the file of a run come from them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heed {

struct OptionRow {
  std::string names;  // "-r,--ref", or of a word without dashes "sentences"
  std::string value;  // "EPOCHS", or with a default that is not the variable's "DIR [runs/NAME]"
  std::string range;  // "1..1000", or the words that may stand: "copy|reverse|sort"
  std::string text;
  std::string group;  // in the help; empty: the first
};

/// The options of a command, or options that several commands have.
struct OptionSet {
  std::string text, examples;  // of a command
  std::vector<OptionRow> rows;
};

const std::map<std::string, OptionSet>& option_table();
/// Null if the set has no option of this name.
const OptionRow* find_option(const std::string& set, const std::string& name);

/// Adds a command with its description and examples.
CLI::App* add_command(CLI::App& app, const std::string& name);

/// Adds options to a command; a row of the command itself comes before that of the set. The variables must
/// live until parsing is over, and their values are the defaults.
class AddOptions {
 public:
  explicit AddOptions(CLI::App& command, std::string set = "") : command_(command), set_(std::move(set)) {}

  /// Adds an option by the type of the variable: a flag, a number in its range, a text, one of some words, or
  /// a list of these. (tools/commands/option_kinds.hpp)
  template <typename T>
  CLI::Option* operator()(const std::string& name, T& value) const;
  /// Adds an option, or a flag where the row has no value, that is asked for later.
  CLI::Option* operator()(const std::string& name) const;
  /// Adds an option that acts at once.
  CLI::Option* act(const std::string& name, std::function<void(const std::string&)> action) const;
  /// Throws std::out_of_range if neither set has the option.
  const OptionRow& row(const std::string& name) const;

 private:
  CLI::Option* described(CLI::Option* option, const OptionRow& row) const;

  CLI::App& command_;
  std::string set_;
};

}  // namespace heed
