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
  const ServedModel served{Translator::load(file), usual_translation(file), training_summary(file).text};
  serve(served, port, [](int bound, const std::function<void()>& /*stop*/) {
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
  CLI::App* command = add_command(app, "serve");
  const AddOptions add(*command);
  add("model", o->model);
  add("--port", o->port);
  add_engine_options(*command);
  command->callback([o, &action] { action = [o] { return serve_model(o->model, o->port); }; });
}

}  // namespace heed
