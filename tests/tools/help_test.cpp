// Help: every command and option, in both languages, in the words of the course, in any window.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "lib/files/read_file.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/commands/commands.hpp"
#include "tools/option_table.hpp"
#include "tools/usage.hpp"

using namespace heed;

namespace {

/// The whole program.
struct Program {
  Program() {
    app.formatter(help_format());
    for (const Command& command : all_commands()) command.add(app, action);
  }
  CLI::App app{what_heed_is_for, "heed"};
  Action action;
};

std::vector<const CLI::App*> with_subcommands(const CLI::App& app) {
  std::vector<const CLI::App*> all{&app};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::vector<const CLI::App*> more = with_subcommands(*command);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// Returns where a second column begins: of options, and of examples.
std::set<int> second_columns(const std::string& page) {
  static const std::regex second("(.*\\S {2,}| {10,})\\S.*");
  std::set<int> columns;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch found; std::regex_match(line, found, second))
      columns.insert(printable_width(found[1].str()));
  }
  return columns;
}

ProgramEnd help(const Words& words, const Words& environment = {"COLUMNS=110"}) {
  return run({.arguments = words, .folder = "/", .environment = environment});
}

}  // namespace

TEST_CASE("help in Korean has the columns of the English one and fits the window") {
  const Program program;
  for (const CLI::App* command : with_subcommands(program.app)) {
    INFO("heed " << command->get_name());
    const auto page = [&](Language language, const char* width) {
      const Speaking speaking(language);
      ::setenv("COLUMNS", width, 1);
      const std::string text = command->help();
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(printable_width(line) <= std::stoul(width));
      }
      return second_columns(text);
    };
    CHECK(page(Language::korean, "110") == page(Language::english, "110"));
    page(Language::korean, "40");
    page(Language::english, "40");
  }
  ::unsetenv("COLUMNS");
}

TEST_CASE("help names every command and the help of a command its options in the person's language") {
  const ProgramEnd all = help({"help"});
  CHECK(all.status == 0);
#define HEED_COMMAND(name, ...) name,
  for (const char* command : {
#include "tools/commands/list.inc"
       })
#undef HEED_COMMAND
    CHECK_THAT(all.out, Catch::Contains(std::string("\n  ") + command + " "));
  const ProgramEnd one = help({"translate", "--help"});
  CHECK_THAT(one.out, Catch::Contains("--d-model DIMS=128") && Catch::Contains("--seed SEED=1") &&
                          Catch::Contains("--norm post|pre [post]"));
  CHECK((all.err + one.err).empty());
  CHECK(help({"help", "translate"}, {"COLUMNS=110", "HEED_THREADS=abc"}).out == one.out);
  CHECK_THAT(help({"help", "learn", "check"}).out, Catch::Contains("Usage: heed learn check"));
  const std::string korean = help({"score", "--help", "--lang", "ko"}).out;
  CHECK(korean == help({"score", "--lang=ko", "--help"}).out);
  CHECK(korean == help({"help", "score"}, {"COLUMNS=110", "LC_ALL=ko_KR.UTF-8"}).out);
  for (const char* part : {"사용법: heed score [옵션]", "\n예:\n", "--ref REF … (필수)",
                           "BLEU: 가설보다 긴 n-gram은 뺍니다 [꺼짐. --sentence-level이면 늘 켜짐]",
                           "--json 함께 못 씀: --score-only"})
    CHECK_THAT(korean, Catch::Contains(part));
}

TEST_CASE("every row of the table of options is an option of its command, or of one that has the set") {
  Program program;
  const std::vector<CLI::App*> all = program.app.get_subcommands({});
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

TEST_CASE("docs/commands.md has every command and option as the program prints them") {
  const std::string docs = HEED_SOURCE_DIR "/docs/commands";
  CHECK(help({"help", "--markdown"}).out == read_text_file(docs + ".md"));
  CHECK(help({"help", "--markdown", "--lang", "ko"}).out == read_text_file(docs + ".ko.md"));
}
