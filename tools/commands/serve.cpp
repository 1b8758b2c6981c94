// heed serve: a page on this machine that translates by a saved model and shows where it looked.
#include <fmt/format.h>

#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/serve/server.hpp"
#include "tools/training/model_place.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

struct ServeOptions {
  std::string model = "runs/toy-ko-en";
  ServerOptions server{};
};

int serve_model(const ServeOptions& o) {
  const std::filesystem::path file = model_file(o.model);
  if (!std::filesystem::exists(file))
    throw_error<Error>(
        tr_noop("there is no saved model {}: train one with `heed translate`, or name another"),
        file.string());
  Translator translator = Translator::load(file);
  fmt::print(stderr, "{}", note_on_marks(file));
  const TranslationApi api(std::move(translator), usual_translation(file), training_summary(file).text);
  const CatchInterrupts catching;
  serve(
      api, o.server,
      [](int port) {
        fmt::print("{}\n", tr("http://127.0.0.1:{}/ in a browser of this machine; Ctrl-C ends.", port));
        std::fflush(stdout);
      },
      interrupt_requested);
  return 0;
}

}  // namespace

void add_serve(CLI::App& app, Action& action) {
  auto o = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand(
      "serve",
      tr_noop("a page on this machine alone: type, see the translation, where the model looked, its beam"));
  command->footer(
      tr_noop("Examples:\n"
              "  heed serve                          the model in runs/toy-ko-en, on http://127.0.0.1:8080/\n"
              "  heed serve runs/de-en --port 0      another model, on a port that is free"));
  command->add_option("model,--model", o->model, tr_noop("file of a saved model, or its folder"))
      ->option_text("MODEL [runs/toy-ko-en]");
  add_number(*command, "--port", o->server.port, "PORT", tr_noop("of 127.0.0.1; 0: one that is free"), 0,
             65535);
  add_number(*command, "--rate", o->server.rate, "TRANSLATIONS",
             tr_noop("translations a second at most; more wait for their turn"), 0.01, 1e6);
  add_engine_options(*command);
  command->callback([o, &action] { action = [o] { return serve_model(*o); }; });
}

}  // namespace heed
