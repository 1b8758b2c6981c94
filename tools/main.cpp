// The `heed` program: parses the command line and turns every error into one sentence and an exit status.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "lib/core/error.hpp"
#include "tools/commands/commands.hpp"

namespace {

/// The suite is run by ctest; this only finds it.
int run_tests() {
  execlp("ctest", "ctest", "--test-dir", HEED_BUILD_DIR, "--output-on-failure", "--parallel", "2",
         static_cast<char*>(nullptr));
  std::perror("heed test: ctest could not be started");
  return 1;
}

/// What is wrong with the command line, and where to read on.
std::string usage_message(const CLI::App* app, const CLI::Error& problem) {
  const auto chosen = app->get_subcommands();
  const std::string command = chosen.empty() ? "heed" : "heed " + chosen.front()->get_name();
  std::string what = problem.what();
  const auto left = app->remaining(true);
  if (!left.empty() && left.front().starts_with('-')) {
    what = fmt::format("there is no option {}", left.front());
  } else if (!left.empty() && dynamic_cast<const CLI::ExtrasError*>(&problem) != nullptr) {
    what = fmt::format("'{}' is one word too many", left.front());
  } else if (chosen.empty()) {
    return "heed: name a command, such as `heed translate`; `heed help` lists them\n";
  }
  return fmt::format("heed: {}; `{} --help` lists the options\n", what, command);
}

int run(CLI::App& app, const heed::Action& action, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    const int status = action();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    fmt::print(stderr, "heed: the output could not be written: {}\n", std::system_category().message(errno));
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const heed::UsageError& problem) {
    fmt::print(stderr, "heed: {}\n", problem.what());
    return 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "heed: not enough memory: make the model or the batches smaller\n");
  } catch (const std::exception& problem) {
    fmt::print(stderr, "heed: {}\n", problem.what());
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // in step with standard error, in a pipe too
  CLI::App app("Learn Transformers by building, training and taking them apart.", "heed");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // as most programs do
  app.failure_message(usage_message);
  app.get_formatter()->column_width(34);
  heed::Action action;
  heed::add_translate(app, action);
  heed::add_copy(app, action);
  heed::add_compare_heads(app, action);
  heed::add_score(app, action);
  heed::add_bench(app, action);
  heed::add_learn(app, action);
  app.add_subcommand("test", "run the tests of the build that this program belongs to")->callback([&] {
    action = run_tests;
  });
  app.add_subcommand("help", "show this help; `heed COMMAND --help` tells more")->callback([&] {
    action = [&app] {
      return fmt::print("{}", app.get_formatter()->make_help(&app, "heed", CLI::AppFormatMode::Normal)), 0;
    };
  });
  const auto is_command = [&](const char* word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* c) { return c->get_name() == word; });
  };
  if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
    fmt::print(stderr, "heed: there is no command '{}'; `heed help` lists them\n", argv[1]);
    return 2;
  }
  return run(app, action, argc, argv);
}
