#include "tools/commands/own_text.hpp"

#include "lib/core/message.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <iterator>

namespace heed {

std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& o) {
  constexpr double steps = 3500;
  const double batches = std::ceil(static_cast<double>(pairs) / static_cast<double>(o.batch_sentences));
  return std::clamp<std::int64_t>(
      std::llround(std::ceil(steps * static_cast<double>(o.accumulate) / batches)), 5, 50);
}

void describe_own_text(CLI::App& command) {
  command.get_option("--tokens")
      ->option_text(tr_noop("words|characters|subwords [words; subwords with --data]"));
  command.get_option("--tie")->option_text(
      tr_noop("none|target|all [none; target with --data and its subwords]"));
  command.get_option("--epochs")
      ->description(tr_noop(
          "passes over the training examples; with --data what makes some 3,500 steps, from 5 to 50"));
}

std::string set_defaults_for_own_text(CLI::App& command, const TranslateOptions& o) {
  if (o.corpus.folder.empty()) return "";
  std::ifstream file(training_files(o.corpus).front(), std::ios::binary);
  const auto pairs = static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  if (pairs == 0) return "";  // whoever reads it says why
  std::string set;
  const auto open = [&](std::initializer_list<const char*> options) {
    return std::ranges::all_of(options, [&](const char* option) { return command.count(option) == 0; });
  };
  const auto set_default = [&](const char* option, const std::string& value) {
    command.get_option(option)->run_callback_for_default()->default_val(value);
    set += fmt::format(" {} {}", option, value);
  };
  if (open({"--tokens", "--min-frequency", "--subwords", "--subword-kind", "--subword-sampling"})) {
    set_default("--tokens", "subwords");
    if (o.session.architecture == Architecture::transformer && open({"--tie"}))
      set_default("--tie", "target");
  }
  if (open({"--epochs", "--batch-tokens"}))
    set_default("--epochs", std::to_string(usual_epochs(pairs, o.session.run)));
  return set;
}

}  // namespace heed
