#include "tools/program.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed {
namespace {

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

}  // namespace

int run_program(CLI::App& app, const Action& action, int argc, char** argv) {
  app.failure_message(usage_message);
  try {
    app.parse(argc, argv);
    const int status = action();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    fmt::print(stderr, "heed: the output could not be written: {}\n", std::system_category().message(errno));
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const UsageError& problem) {
    fmt::print(stderr, "heed: {}\n", problem.what());
    return 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "heed: not enough memory: make the model or the batches smaller\n");
  } catch (const std::exception& problem) {
    fmt::print(stderr, "heed: {}\n", problem.what());
  }
  return 1;
}

}  // namespace heed
