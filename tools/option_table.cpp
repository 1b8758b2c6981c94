#include "tools/option_table.hpp"

#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace heed {

extern const std::initializer_list<std::string_view> help_files;  // made by CMake

const std::map<std::string, OptionSet>& option_table() {
  static const std::map<std::string, OptionSet> all = [] {
    std::map<std::string, OptionSet> table;
    OptionSet* set = nullptr;
    std::string group;
    std::istringstream lines{std::string(*help_files.begin())};
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::vector<std::string> columns = CLI::detail::split(line, '\t');
      const std::string inside = columns[0].substr(1, columns[0].size() - 2);
      if (line.starts_with('[')) {
        set = &table[inside];
        group.clear();
        if (columns.size() > 1) set->text = columns[1];
      } else if (line.starts_with('>')) {
        set->examples += (set->examples.empty() ? "" : "\n") + line.substr(1);
      } else if (line.starts_with('(')) {
        group = inside;
      } else {
        set->rows.push_back({columns[0], columns.at(1), columns.at(2), columns.at(3), group});
      }
    }
    return table;
  }();
  return all;
}

const OptionRow* find_option(const std::string& set, const std::string& name) {
  const auto found = option_table().find(set);
  if (found == option_table().end()) return nullptr;
  const std::vector<OptionRow>& rows = found->second.rows;
  const auto row = std::ranges::find_if(
      rows, [&](const OptionRow& r) { return ("," + r.names + ",").find("," + name + ",") != name.npos; });
  return row == rows.end() ? nullptr : &*row;
}

CLI::App* add_command(CLI::App& app, const std::string& name) {
  const OptionSet& set = option_table().at(name);
  CLI::App* const command = app.add_subcommand(name, set.text);
  command->footer(set.examples);
  return command;
}

const OptionRow& AddOptions::row(const std::string& name) const {
  for (const std::string& set : {command_.get_name(), set_}) {
    if (const OptionRow* const row = find_option(set, name)) return *row;
  }
  throw std::out_of_range("no option " + name + " in help.tsv");
}

CLI::Option* AddOptions::operator()(const std::string& name) const {
  const OptionRow& row = this->row(name);
  return described(row.value.empty() ? command_.add_flag(row.names) : command_.add_option(row.names), row);
}

CLI::Option* AddOptions::act(const std::string& name, std::function<void(const std::string&)> action) const {
  const OptionRow& row = this->row(name);
  return described(command_.add_option_function<std::string>(row.names, std::move(action)), row);
}

CLI::Option* AddOptions::described(CLI::Option* option, const OptionRow& row) const {
  option->description(row.text);
  if (!row.group.empty()) option->group(row.group);
  if (!row.value.empty()) option->type_name(row.value.substr(0, row.value.find(" [")));
  const bool whole = row.value.find_first_of("[(") != row.value.npos || row.value.ends_with("…");
  if (whole) option->option_text(row.value);
  return option;
}

}  // namespace heed
