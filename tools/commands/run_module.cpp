// heed run-module: a module exported from PyTorch computes here, so that its numbers can be laid beside
// PyTorch's.

#include <memory>

#include "lib/core/error.hpp"
#include "lib/core/message.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/report/number.hpp"
#include "nn/checkpoint.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/inspect/torch_module.hpp"
#include "tools/language/overwrite.hpp"

namespace heed {
namespace {

struct RunModuleOptions {
  std::string model, inputs, out;
  ModuleArguments arguments;
};

int run(const RunModuleOptions& o) {
  refuse_to_overwrite("--out", o.out, {o.model, o.inputs});
  const Checkpoint model = load_checkpoint(o.model);
  ModuleArguments arguments = o.arguments;
  for (const auto& [name, text] : model.metadata)  // what the command line says counts more
    if (default_arguments().contains(name)) arguments.emplace(name, text);
  const std::vector<Tensor> results = run_module(model.weights, arguments, read_safetensors(o.inputs));
  write_safetensors(o.out, results, {{"format", "pt"}});
  fmt::print("{}: {}\n", o.out, counted(std::ssize(results), "tensor"));
  return 0;
}

}  // namespace

void add_run_module(CLI::App& app, Action& action) {
  auto o = std::make_shared<RunModuleOptions>();
  CLI::App* command = add_command(app, "run-module");
  const AddOptions add(*command);
  add("model", o->model)->required();
  add("inputs", o->inputs)->required();
  add("--out", o->out)->required();
  for (const std::string name :
       {"module", "nhead", "activation", "norm_first", "layer_norm_eps", "batch_first", "add_zero_attn"})
    add.act("--" + name, [o, name](const std::string& text) { o->arguments[name] = text; });
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
