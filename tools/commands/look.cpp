// heed look: what a saved model computes on the way, at any named point.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/report/number.hpp"
#include "lib/report/shade.hpp"
#include "lib/text/display.hpp"
#include "nn/checkpoint.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/look/likeliest_words.hpp"
#include "tools/look/point_maps.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

struct LookCommand {
  std::string model, out;
  std::vector<std::string> sentence, ablated;
  LookOptions look;
  bool list = false, plain = false;
};

/// "encoder.layers.0.self_attn:2" -> the z of its second head; an LSTM's attention has weights alone, whose
/// zeros are as good. Throws UsageError that names the attentions there are.
Ablation ablation_from(const std::string& text, const Module& model) {
  const std::size_t colon = text.rfind(':');
  const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != std::string::npos ||
      std::stoll(number) < 1)
    throw_error<UsageError>(
        "{}", tr("--ablate {}: write the attention and the head's number from 1, such as {}", printable(text),
                 "encoder.layers.0.self_attn:1"));
  std::string name = text.substr(0, colon);
  if (name.ends_with(".z")) name.resize(name.size() - 2);
  constexpr std::string_view pattern = ".pattern";
  std::vector<std::string> attentions;
  bool has_z = false;
  for (const std::string& point : Trace(model).points()) {
    if (point.ends_with(pattern)) attentions.push_back(point.substr(0, point.size() - pattern.size()));
    if (point.ends_with(".z")) has_z = true;
  }
  // with a star it is a pattern, of which Trace says whether anything fits
  if (name.find('*') == std::string::npos && std::ranges::find(attentions, name) == attentions.end())
    throw_error<UsageError>(tr_noop("--ablate {}: there is no such attention; there are: {}"),
                            printable(text), fmt::format("{}", fmt::join(attentions, ", ")));
  return {name + (has_z ? ".z" : ".pattern"), std::stoll(number) - 1};
}

void print_reading(const Looked& looked) {
  if (!looked.source.empty()) fmt::print("→ {}{}\n\n", printable(looked.text), looked.remarks);
  if (looked.source.empty() && !looked.remarks.empty()) fmt::print("{}\n\n", looked.remarks.substr(2));
  std::string line = tr("probabilities: ");
  for (std::size_t i = 0; i < looked.output.size(); ++i) {
    const double p = looked.probability[i];
    line += fmt::format("{}{} {}", i == 0 ? "" : " · ", printable(looked.output[i]),
                        std::isnan(p) ? "NaN" : probability_text(p, 2));
  }
  fmt::print("{}\n\n", line);
}

/// What maps there were: of weights, which have no signs, and of other values.
struct MapsShown {
  bool weights = false, others = false;
};

/// Of what the legend's per cent are.
std::string shares_of(const MapsShown& shown) {
  if (!shown.others) return "";
  return shown.weights ? tr("  of weights: of 1; of other values: of the largest |value| of each point")
                       : tr("  of the largest |value| of each point");
}

int look(LookCommand& o) {
  refuse_to_overwrite("--out", o.out, {model_file(o.model)});
  const LookableModel model(o.model);
  if (o.list) {
    fmt::print("{}\n", fmt::join(Trace(model.module()).points(), "\n"));
    return 0;
  }
  if (o.sentence.empty())
    throw_error<UsageError>(tr_noop("look at which {}? heed look {} {}; --list names the points"),
                            Message::of(model.vit() != nullptr ? tr_noop("image") : tr_noop("sentence")),
                            printable(o.model), model.vit() != nullptr ? "3" : "\"…\"");
  for (const std::string& text : o.ablated) o.look.ablations.push_back(ablation_from(text, model.module()));
  const Looked looked = model.look(fmt::format("{}", fmt::join(o.sentence, " ")), o.look);
  if (!o.out.empty()) {
    StateDict all = looked.values;
    for (const auto& [name, gradient] : looked.gradients) all.emplace_back("grad." + name, gradient);
    save_checkpoint(o.out, all,
                    {{"heed.source", fmt::format("{}", fmt::join(looked.source, " "))},
                     {"heed.input", fmt::format("{}", fmt::join(looked.input, " "))},
                     {"heed.output", fmt::format("{}", fmt::join(looked.output, " "))}});
  }
  if (!looked.broken.empty())
    fmt::print(stderr, "{}: {}\n", tr("note"), broken_text(printable(o.model), looked.broken));
  Terminal to = terminal(Stream::output);
  if (o.plain) to.colours = Colours::none;
  print_reading(looked);
  MapsShown shown;
  const auto print_maps = [&](const std::string& name, const Array& values) {
    const PointMaps maps = point_maps(looked, name, values, to);
    (maps.signs == Signs::shown ? shown.others : shown.weights) = true;
    fmt::print("{}", maps.text);
  };
  for (const auto& [name, values] : looked.values) {
    if (is_logits(name))
      fmt::print("{}", likeliest_words(looked, name, values, to));
    else
      print_maps(name, values);
  }
  for (const auto& [name, values] : looked.gradients) {
    fmt::print("{}: ", tr("gradient"));
    if (is_logits(name))
      fmt::print("{}", largest_gradients(looked, name, values, to));
    else
      print_maps(name, values);
  }
  if (shown.weights || shown.others)
    fmt::print("{}{}\n", shade_legend(to.colours, shown.others ? Signs::shown : Signs::none),
               shares_of(shown));
  const auto tensors = static_cast<std::int64_t>(looked.values.size() + looked.gradients.size());
  if (!o.out.empty())
    fmt::print("{}", tr("{}: {}\n", printable(o.out), trn("{} tensor", "{} tensors", tensors)));
  return 0;
}

}  // namespace

void add_look(CLI::App& app, Action& action) {
  auto o = std::make_shared<LookCommand>();
  CLI::App* command = app.add_subcommand(
      "look", tr_noop("show what a saved model computes at any point, as heat maps; leave heads out"));
  command->footer(tr_noop(
      "A point is a module by its name, or a value inside: docs/looking.md.\n"
      "Examples:\n"
      "  heed look runs/toy-ko-en 나는 사과를 좋아한다\n"
      "  heed look runs/toy-ko-en --list\n"
      "  heed look runs/toy-ko-en 나는 사과를 좋아한다 --points 'encoder.layers.0.*' --gradients --out "
      "seen.safetensors\n"
      "  heed look runs/toy-ko-en 나는 사과를 좋아한다 --ablate decoder.layers.1.multihead_attn:1\n"
      "  heed look runs/vit 3                  the third of the drawn digits that it is tested on; of a "
      "folder\n"
      "                                        with MNIST's files: heed look runs/vit-mnist mnist 3"));
  command->add_option("model", o->model, tr_noop("file of a saved model, or its folder"))
      ->required()
      ->type_name("MODEL");
  command->add_option("sentence", o->sentence, tr_noop("what it reads, in quotes or not"))
      ->option_text("SENTENCE ...");
  command->add_option("--points", o->look.points, tr_noop("which points; * stands for any letters"))
      ->delimiter(',')
      ->allow_extra_args(false)  // the sentence may follow
      ->take_all()
      ->option_text("PATTERNS [*.pattern]");
  command->add_flag("--list", o->list, tr_noop("print the names of all points"));
  command->add_flag("--gradients", o->look.gradients,
                    tr_noop("also their gradients, of -log p of all that is written"));
  command
      ->add_option("--ablate", o->ablated, tr_noop("leave a head out, numbered from 1; several with commas"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->option_text("ATTENTION:HEAD");
  command->add_option("--out", o->out, tr_noop("write the values there, as safetensors"))
      ->option_text("FILE");
  command->add_flag("--plain", o->plain, tr_noop("no colours, also on a terminal"));
  add_language(*command);
  command->callback([o, &action] { action = [o] { return look(*o); }; });
}

}  // namespace heed
