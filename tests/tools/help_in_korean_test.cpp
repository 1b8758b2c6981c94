// Help in Korean: every text has one, in the words of the course, and stands in the columns of the English
// one.
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/tools/process.hpp"
#include "tools/commands/commands.hpp"
#include "tools/help_format.hpp"
#include "tools/language/catalogue.hpp"
#include "tools/language/tr.hpp"

using namespace heed;

namespace {

std::vector<const CLI::App*> with_subcommands(const CLI::App& app) {
  std::vector<const CLI::App*> all{&app};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::vector<const CLI::App*> more = with_subcommands(*command);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// "learn check": what stands behind `heed`.
std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* app = &command; app->get_parent() != nullptr; app = app->get_parent())
    words.insert(words.begin(), app->get_name());
  return words;
}

/// The whole program.
struct Program {
  Program() {
    app.formatter(help_format());
    for (const Command& command : all_commands()) command.add(app, action);
  }
  CLI::App app{what_heed_is_for, "heed"};
  Action action;
};

/// Where a second column begins: of options, and of examples.
std::set<int> second_columns(const std::string& page) {
  static const std::regex second("(.*\\S {2,}| {10,})\\S.*");
  std::set<int> columns;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch found; std::regex_match(line, found, second))
      columns.insert(display_width(found[1].str()));
  }
  return columns;
}

}  // namespace

TEST_CASE("what help says of commands and options is in the catalogue") {
  const Program program;
  const auto check = [](const std::string& text) {
    CAPTURE(text);
    CHECK((text.empty() || localized(text, Language::korean) != text));
  };
  for (const CLI::App* command : with_subcommands(program.app)) {
    check(command->get_description());
    check(command->get_footer());
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_name() != "--help") check(option->get_description());
      if (option->get_group() != "OPTIONS") check(option->get_group());
    }
  }
}

TEST_CASE("Korean texts have the words of the glossary") {
  const nlohmann::json glossary = read_json(HEED_SOURCE_DIR "/exercises/glossary.json");
  for (const auto& [english, korean] : korean_catalogue()) {
    for (const nlohmann::json& entry : glossary) {
      for (const std::string& other : entry.value("not_ko", std::vector<std::string>())) {
        INFO(korean << ": \"" << other << "\" is called " << entry.dump());
        CHECK(korean.find(other) == korean.npos);
      }
    }
  }
}

TEST_CASE("help in Korean has the columns of the English one, and fits the window") {
  const Program program;
  for (const CLI::App* command : with_subcommands(program.app)) {
    std::vector<std::string> words = words_of(*command);
    INFO("heed " << fmt::format("{}", fmt::join(words, " ")));
    words.emplace_back("--help");
    const auto page = [&](const char* language, const std::string& width) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--lang", language});
      const ProgramEnd end = run({.arguments = all, .folder = "/", .environment = {"COLUMNS=" + width}});
      CHECK(end.status == 0);
      CHECK(end.err.empty());
      return end.out;
    };
    CHECK(second_columns(page("ko", "110")) == second_columns(page("en", "110")));
    for (const int width : {40, 110}) {
      std::istringstream lines(page("ko", std::to_string(width)));
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(display_width(line) <= width);
      }
    }
  }
}

TEST_CASE("help is Korean whichever of --help and --lang comes first") {
  const auto help = [](std::vector<std::string> words) {
    return run({.arguments = std::move(words), .folder = "/", .environment = {"COLUMNS=110"}}).out;
  };
  const std::string page = help({"score", "--help", "--lang", "ko"});
  CHECK(page == help({"score", "--lang", "ko", "--help"}));
  CHECK(page == help({"help", "score", "--lang=ko"}));
  CHECK_THAT(run({.arguments = {"help", "nosuch", "--lang", "ko"}, .folder = "/"}).err,
             Catch::Contains("'nosuch' 명령은 없습니다"));
  CHECK_THAT(page,
             Catch::Contains("BLEU: 가설보다 긴 n-gram은 뺍니다 [꺼짐. --sentence-level이면 늘 켜짐]") &&
                 Catch::Contains("--ref REF … (필수)") && Catch::Contains("--json 함께 못 씀: --score-only"));
}
