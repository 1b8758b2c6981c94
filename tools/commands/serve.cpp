// heed serve: a page on this machine that translates by a saved model and shows where it looked.
#include <fmt/format.h>

#include <cstdio>

#include "lib/core/error.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/serve.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

int serve_model(const std::string& model, int port) {
  const std::filesystem::path file = model_file(model);
  if (!std::filesystem::exists(file))
    throw_error<Error>(
        tr_noop("there is no saved model {}: train one with `heed translate`, or name another"),
        file.string());
  Translator translator = Translator::load(file);
  const TranslationApi api(std::move(translator), usual_translation(file), training_summary(file).text);
  serve(api, port, [](int bound, const std::function<void()>& /*stop*/) {
    fmt::print("{}\n", tr("http://127.0.0.1:{}/ in a browser of this machine; Ctrl-C ends.", bound));
    std::fflush(stdout);
  });
  return 0;
}

}  // namespace

void add_serve(CLI::App& app, Action& action) {
  struct ServeOptions {
    std::string model = "runs/toy-ko-en";
    int port = 8080;
  };
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
  add_number(*command, "--port", o->port, "PORT", tr_noop("of 127.0.0.1; 0: one that is free"), 0, 65535);
  add_engine_options(*command);
  command->callback([o, &action] { action = [o] { return serve_model(o->model, o->port); }; });
}

}  // namespace heed
