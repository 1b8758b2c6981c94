// The commands that look into a saved model: heed show says what a file is, heed look shows values at any
// named point, heed report makes a page for the browser, heed serve one that translates.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/text/display.hpp"
#include "nn/checkpoint.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/report.hpp"
#include "tools/inspect/serve.hpp"
#include "tools/inspect/terminal_view.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

struct LookCommand {
  std::string model, out;
  std::vector<std::string> input, ablated;
  ReadOptions read{.points = {"*.pattern"}};
  bool list = false;
};

/// "encoder.layers.0.self_attn:2" is the z of its second head; an LSTM's attention has weights alone, whose
/// zeros are as good.
Ablation ablation_from(const std::string& text, const Module& model) {
  const std::size_t colon = text.rfind(':');
  std::int64_t head = 0;
  if (colon == std::string::npos || !read_number(text.substr(colon + 1), head) || head < 1)
    throw_error<UsageError>(
        "{}", tr("--ablate {}: write the attention and the head's number from 1, such as {}", printable(text),
                 "encoder.layers.0.self_attn:1"));
  const std::vector<std::string> points = Trace(model).points();
  const bool lstm = std::ranges::find(points, "attention.pattern") != points.end();
  return {text.substr(0, colon) + (lstm ? ".pattern" : ".z"), head - 1};
}

void print_points(const Reading& reading, const Terminal& to) {
  bool maps = false;
  Signs signs = Signs::none;  // of the legend
  for (const auto& [name, value] : reading.values) {
    if (is_logits(name)) {
      fmt::print("{}", word_table(reading, name, value, to));
      continue;
    }
    maps = true;
    if (signs_of(name, value) == Signs::shown) signs = Signs::shown;
    fmt::print("{}", point_maps(reading, name, value, to));
  }
  if (maps) fmt::print("{}\n", shade_legend(to.colours, signs));
}

int look(LookCommand& o) {
  refuse_to_overwrite("--out", o.out, {model_file(o.model)});
  const std::optional<AnyModel> opened = open_for_reading(o.model);
  if (!opened)
    throw_error<Error>(tr_noop("{}: a saved model of another kind: translators, language models, BERT, ViT "
                               "and models of integers are looked into; heed report shows how it learned"),
                       model_file(o.model).string());
  const AnyModel& model = *opened;
  const Module module = module_of(model);
  if (o.list) {
    fmt::print("{}\n", fmt::join(Trace(module).points(), "\n"));
    return 0;
  }
  if (o.input.empty())
    throw_error<UsageError>(tr_noop("look at what? heed look {} {}; --list names the points"),
                            printable(o.model), std::holds_alternative<Vit>(model) ? "3" : "\"…\"");
  for (const std::string& text : o.ablated) o.read.ablations.push_back(ablation_from(text, module));
  const auto joined = [](const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
  };
  const Reading reading = read_traced(model, joined(o.input), o.read);
  if (!o.out.empty())
    save_checkpoint(o.out, reading.values,
                    {{"heed.source", joined(reading.source)},
                     {"heed.input", joined(reading.input)},
                     {"heed.output", joined(reading.output)}});
  fmt::print("{}", written_text(reading));
  print_points(reading, terminal(Stream::output));
  const std::int64_t tensors = std::ssize(reading.values);
  if (!o.out.empty())
    fmt::print("{}", tr("{}: {}\n", printable(o.out), trn("{} tensor", "{} tensors", tensors)));
  return 0;
}

int report(const PageOptions& options, const std::string& out) {
  for (const std::filesystem::path& model : options.models)
    refuse_to_overwrite("--out", out, {model_file(model), history_of(model_file(model))});
  write_report(out, options);
  fmt::print(out == "-" ? stderr : stdout, "{}",  // the page is on standard output then
             tr("{}: the report of it, to be opened in a browser\n",
                out == "-" ? tr("standard output") : printable(out)));
  return 0;
}

int serve_model(const std::string& model, int port) {
  const std::filesystem::path file = model_file(model);
  require_saved_model(file, "translate");
  const ServedModel served{Translator::load(file), usual_translation(file), training_summary(file).text};
  serve(served, port, [](int bound, const std::function<void()>& /*stop*/) {
    fmt::print("{}\n", tr("http://127.0.0.1:{}/ in a browser of this machine; Ctrl-C ends.", bound));
    std::fflush(stdout);
  });
  return 0;
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
  struct ShowOptions {
    std::string file;
    bool tensors = false, words = false;
  };
  auto o = std::make_shared<ShowOptions>();
  CLI::App* command = add_command(app, "show");
  const AddOptions add(*command);
  add("file", o->file)->required();
  add("--words", o->words)->excludes(add("--tensors", o->tensors));
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      const Detail detail = o->words ? Detail::words : o->tensors ? Detail::tensors : Detail::parts;
      fmt::print("{}", describe_file(model_file(o->file), detail));
      return 0;
    };
  });
}

void add_look(CLI::App& app, Action& action) {
  auto o = std::make_shared<LookCommand>();
  CLI::App* command = add_command(app, "look");
  const AddOptions add(*command);
  add("model", o->model)->required();
  add("sentence", o->input);
  // the sentence may follow a list
  add("--points", o->read.points)->delimiter(',')->allow_extra_args(false)->take_all();
  add("--list", o->list);
  add("--ablate", o->ablated)->allow_extra_args(false)->take_all();
  add("--out", o->out);
  add_language(*command);
  command->callback([o, &action] { action = [o] { return look(*o); }; });
}

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
