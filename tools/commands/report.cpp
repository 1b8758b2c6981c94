// heed report: saved models as a page for the browser.
#include <fmt/format.h>

#include <chrono>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/text/display.hpp"
#include "nn/attention_spec.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/look/looking.hpp"
#include "tools/report/write_report.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

struct ReportCommand {
  std::vector<std::string> models, sentences, masks;
  std::string out = "report.html";
};

std::string reason(const std::string& why, const std::string& model) {
  if (why == "tokens") return tr("left out, as it has more than {} tokens", most_page_tokens);
  if (why == "unread") return tr("left out, as it is nothing that {} reads", model);
  return tr("left out, as the page would grow too large");
}

int report(const ReportCommand& o) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& model : o.models)
    refuse_to_overwrite("--out", o.out, {model_file(model), history_of(model_file(model))});
  const PageOptions options{.models = {o.models.begin(), o.models.end()},
                            .sentences = o.sentences,
                            .masks = o.masks,
                            .language = spoken_language()};
  const WrittenReport page = write_report(o.out, options);
  for (const LeftOutSentence& left : page.left_out)
    fmt::print(stderr, "{}: {}: {}{}\n", tr("note"), reason(left.why, left.model),
               printable(shorten(left.sentence, 60)), left.error.empty() ? "" : " (" + left.error + ")");
  for (const BrokenModel& one : page.broken)
    fmt::print(stderr, "{}: {}\n", tr("note"), broken_text(one.model, one.point));
  if (page.bytes == 0)
    throw_error<Error>(tr_noop("no page was written: none of the sentences given can be on it"));
  std::FILE* const to = o.out == "-" ? stderr : stdout;  // the page is on standard output then
  fmt::print(to, "{}",
             tr("{}: {:.0f} KB in {:.2f} s; open it in a browser, no network needed\n",
                o.out == "-" ? tr("standard output") : printable(o.out),
                static_cast<double>(page.bytes) / 1000, seconds_since(begin)));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
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
  command->add_option("models", o->models, tr_noop("files of saved models, or their folders"))
      ->required()
      ->option_text("MODEL ...");
  command->add_option("--sentence", o->sentences, tr_noop("what they read; may be given several times"))
      ->option_text(tr_noop("SENTENCE [the first of the test, or of the training's pictures]"))
      ->expected(1)
      ->take_all();
  command
      ->add_option(
          "--mask", o->masks,
          tr_noop("draw this rule too, as --attention of heed translate takes it; several with commas"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->option_text("RULES");
  command->add_option("--out", o->out, tr_noop("the page; - for standard output"))
      ->type_name("FILE")
      ->capture_default_str();
  add_language(*command);
  command->callback([o, &action] { action = [o] { return report(*o); }; });
}

}  // namespace heed
