// heed run-module: a module exported from PyTorch computes here, so that its numbers can be laid beside
// PyTorch's.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/number.hpp"
#include "nn/checkpoint.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/inspect/torch_module.hpp"
#include "tools/language/named_files.hpp"

namespace heed {
namespace {

struct RunModuleOptions {
  std::string model, inputs, out;
  ModuleArguments arguments;
};

/// The weights' own type decides which precision computes.
bool holds_doubles(const std::string& path) {
  return std::ranges::any_of(read_safetensors_header(path).tensors,
                             [](const TensorEntry& t) { return t.dtype == DType::F64; });
}

/// Makes the same call to the program beside this one that computes in double.
[[noreturn]] void hand_over_to_double(const RunModuleOptions& o) {
  const std::filesystem::path program = this_program().parent_path() / "heed_f64";
  std::vector<std::string> words{program.string(), "run-module", o.model, o.inputs, "--out", o.out};
  for (const auto& [name, text] : o.arguments) {
    words.push_back("--" + name);
    words.push_back(text);
  }
  replace_by(std::move(words), fmt::format("{} holds doubles, in which it computes: build it with "
                                           "`cmake --build --preset release --target heed_f64`",
                                           o.model));
}

int run(const RunModuleOptions& o) {
  refuse_to_overwrite("--out", o.out, {o.model, o.inputs});
  if (sizeof(Scalar) < sizeof(double) && holds_doubles(o.model)) hand_over_to_double(o);
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
       {"nhead", "activation", "norm_first", "layer_norm_eps", "batch_first", "add_zero_attn"})
    add.act("--" + name, [o, name](const std::string& text) { o->arguments[name] = text; });
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
