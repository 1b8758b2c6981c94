// heed report: saved models as a page for the browser.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "nn/attention_rules.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/spoken.hpp"
#include "tools/report/page.hpp"
#include "tools/report/report_data.hpp"

namespace heed {
namespace {

struct ReportCommand {
  std::vector<std::string> models, sentences, masks;
  std::string out = "report.html";
};

int report(const ReportCommand& o) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string page = report_page(report_data({.models = {o.models.begin(), o.models.end()},
                                                    .sentences = o.sentences,
                                                    .masks = o.masks,
                                                    .language = spoken_language()}));
  atomic_write(o.out, page);
  fmt::print("{}", spoken("{}: {:.0f} KB in {:.2f} s; open it in a browser, no network needed\n",
                          "{}: {:.0f} KB, {:.2f}초; 브라우저로 열면 됩니다. 네트워크는 필요 없습니다\n",
                          printable(o.out), static_cast<double>(page.size()) / 1000, seconds_since(begin)));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto o = std::make_shared<ReportCommand>();
  CLI::App* command = app.add_subcommand(
      "report", "write saved models as one page for the browser: curves, heads, steps, positions, masks");
  command->footer(
      "Several models are laid over each other; snapshots of one training show how it formed.\n"
      "Examples:\n"
      "  heed report runs/toy-ko-en\n  heed report runs/toy-ko-en --sentence '나는 사과를 좋아한다' --lang "
      "ko\n"
      "  heed report runs/one-head runs/four-heads --sentence '나는 사과를 좋아한다' --out heads.html");
  command->add_option("models", o->models, "files of saved models, or their folders")
      ->required()
      ->option_text("MODEL ...");
  command->add_option("--sentence", o->sentences, "what they read; may be given several times")
      ->option_text("SENTENCE [the first of the test]")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--mask", o->masks,
                   "draw this rule too, as --attention of heed translate takes it; several with commas")
      ->delimiter(',')
      ->option_text("RULES");
  command->add_option("--out", o->out, "the page")->type_name("FILE")->capture_default_str();
  add_language(*command);
  command->callback([o, &action] { action = [o] { return report(*o); }; });
}

}  // namespace heed
