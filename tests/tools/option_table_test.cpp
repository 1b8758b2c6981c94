// The table of commands and options, tools/commands/help.tsv.
#include "tools/option_table.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tools/commands/commands.hpp"

using namespace heed;

TEST_CASE("every row of the table of options is an option of its command, or of one that has the set") {
  CLI::App app;
  Action action;
  for (const Command& command : all_commands()) command.add(app, action);
  const std::vector<CLI::App*> all = app.get_subcommands({});
  for (const auto& [name, set] : option_table()) {
    const auto is_it = [&, set_name = name](const CLI::App* one) { return one->get_name() == set_name; };
    const bool of_one = std::any_of(all.begin(), all.end(), is_it);
    for (const OptionRow& row : set.rows) {
      INFO(name << " " << row.names);
      const std::string first = row.names.front() == '-' ? row.names.substr(row.names.find("--")) : row.names;
      const auto has = [&](const CLI::App* one) {
        const CLI::Option* const found = one->get_option_no_throw(first.substr(0, first.find(',')));
        return found != nullptr && found->get_description() == row.text && (is_it(one) || !of_one);
      };
      CHECK(std::any_of(all.begin(), all.end(), has));
    }
  }
}
