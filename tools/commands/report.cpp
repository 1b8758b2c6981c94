// heed report: saved models as a page for the browser.
#include <fmt/format.h>

#include <chrono>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

int report(const PageOptions& options, const std::string& out) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::filesystem::path& model : options.models)
    refuse_to_overwrite("--out", out, {model_file(model), history_of(model_file(model))});
  const WrittenReport page = write_report(out, options);
  for (const std::string& note : page.notes) fmt::print(stderr, "{}: {}\n", tr("note"), note);
  if (page.bytes == 0)
    throw_error<Error>(tr_noop("no page was written: none of the sentences given can be on it"));
  fmt::print(out == "-" ? stderr : stdout, "{}",  // the page is on standard output then
             tr("{}: {:.0f} KB in {:.2f} s; open it in a browser, no network needed\n",
                out == "-" ? tr("standard output") : printable(out), static_cast<double>(page.bytes) / 1000,
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
  CLI::App* command = app.add_subcommand(
      "report",
      tr_noop("write saved models as one page for the browser: curves, heads, steps, positions, masks"));
  command->footer(tr_noop(
      "Several models are laid over each other; snapshots of one training show how it formed.\n"
      "Examples:\n"
      "  heed report runs/toy-ko-en\n  heed report runs/toy-ko-en --sentence '나는 사과를 좋아한다' --lang "
      "ko\n"
      "  heed report runs/one-head runs/four-heads --sentence '나는 사과를 좋아한다' --out heads.html"));
  command->add_option("models", o->options.models, tr_noop("files of saved models, or their folders"))
      ->required()
      ->option_text("MODEL ...");
  command
      ->add_option("--sentence", o->options.sentences, tr_noop("what they read; may be given several times"))
      ->option_text(tr_noop("SENTENCE [the first of the test, or of the training's pictures]"))
      ->expected(1)
      ->take_all();
  command
      ->add_option(
          "--mask", o->options.masks,
          tr_noop("draw this rule too, as --attention of heed translate takes it; several with commas"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->option_text("RULES");
  command->add_option("--out", o->out, tr_noop("the page; - for standard output"))
      ->type_name("FILE")
      ->capture_default_str();
  add_language(*command);
  command->callback([o, &action] { action = [o] { return report(o->options, o->out); }; });
}

}  // namespace heed
