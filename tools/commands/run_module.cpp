// heed run-module: a module exported from PyTorch computes here, so that its numbers can be laid beside
// PyTorch's.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/core/message.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/process/this_program.hpp"
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
  CLI::App* command = app.add_subcommand(
      "run-module", tr_noop("run a Transformer or attention exported from PyTorch: output and gradients"));
  command->footer(tr_noop(
      "Weights and inputs are safetensors files with PyTorch's names; docs/weights.md says how to make "
      "them.\n"
      "The settings may stand in the metadata of MODEL instead. Sizes are read from the "
      "weights.\n\nExample:\n"
      "  heed run-module model.safetensors inputs.safetensors --out out.safetensors --nhead 4 --norm_first "
      "true"));
  command->add_option("model", o->model, tr_noop("weights: the state dict of the module"))
      ->required()
      ->option_text("MODEL");
  command->add_option("inputs", o->inputs, tr_noop("src, tgt, masks, …, and grad_output for gradients"))
      ->required()
      ->option_text("INPUTS");
  command->add_option("--out", o->out, tr_noop("file for output and gradients"))
      ->required()
      ->option_text("FILE");
  const auto setting = [&](const std::string& name, const std::string& kind, const std::string& what) {
    const std::string& fallback = default_arguments().at(name);
    command
        ->add_option_function<std::string>(
            "--" + name, [o, name](const std::string& text) { o->arguments[name] = text; }, what)
        ->group(tr_noop("The module's settings, by PyTorch's names"))
        ->option_text(kind + (fallback.empty() ? "" : " [" + fallback + "]"));
  };
  const std::tuple<const char*, std::string, const char*> settings[] = {
      {"module", tr_noop("KIND [as the weights say]"),
       tr_noop("Transformer, TransformerEncoderLayer, MultiheadAttention, …")},
      {"nhead", "HEADS", tr_noop("number of heads; the weights do not show it")},
      {"activation", setting_forms(Activation()), tr_noop("of the feed-forward part")},
      {"norm_first", "true|false", tr_noop("layer norm before each part, not after")},
      {"layer_norm_eps", "EPS", tr_noop("added to the variance")},
      {"batch_first", "true|false", tr_noop("inputs and output are (B, T, C), not (T, B, C)")},
      {"add_zero_attn", "true|false", tr_noop("MultiheadAttention: a key and value of zeros more")}};
  for (const auto& [name, kind, what] : settings) setting(name, kind, what);
  visit_attention_fields(default_attention(), [&](const Field& field, const auto& value) {
    const std::string name = fmt::format("--{}", field.name);
    std::string row = name;  // --global-projection
    std::ranges::replace(row, '_', '-');
    setting(field.name, "", find_option("model", row)->text);
    command->get_option(name)
        ->check(readable<std::remove_cvref_t<decltype(value)>>())
        ->default_str(setting_text(value))
        ->option_text(fmt::format("{} [{}]", setting_forms(value), setting_text(value)))
        ->group(tr_noop("Self-attention, beyond torch.nn (docs/attention.md); positions by distance alone"));
  });
  command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace heed
