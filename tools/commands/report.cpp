// heed report: saved models as a page for the browser.
#include <fmt/format.h>

#include <chrono>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

int report(const PageOptions& options, const std::string& out) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::filesystem::path& model : options.models)
    refuse_to_overwrite("--out", out, {model_file(model), history_of(model_file(model))});
  const std::size_t bytes = write_report(out, options);
  fmt::print(out == "-" ? stderr : stdout, "{}",  // the page is on standard output then
             tr("{}: {:.0f} KB in {:.2f} s; open it in a browser, no network needed\n",
                out == "-" ? tr("standard output") : printable(out), static_cast<double>(bytes) / 1000,
                seconds_since(begin)));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  struct ReportCommand {
    PageOptions options;
    std::string out = "report.html";
  };
  auto o = std::make_shared<ReportCommand>();
  CLI::App* command = add_command(app, "report");
  const AddOptions add(*command);
  add("models", o->options.models)->required();
  add("--sentence", o->options.sentences)->expected(1)->take_all();
  add("--out", o->out);
  add_language(*command);
  command->callback([o, &action] { action = [o] { return report(o->options, o->out); }; });
}

}  // namespace heed
