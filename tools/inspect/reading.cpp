#include "tools/inspect/reading.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "nn/attention_points.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

/// The point at which an LSTM's attention passes its weights, at each token.
constexpr std::string_view lstm_pattern = "attention.pattern";

}  // namespace

void leave_out(Trace& trace, const std::vector<Ablation>& heads) {
  for (const Ablation& a : heads) {
    const std::string attention = printable(a.point.substr(0, a.point.rfind('.')));
    trace.replace(a.point, [a, attention, ablate = ablate_head(a.head)](const Variable& z) {
      if (z.rank() == 4 && a.head >= z.dim(1))
        throw_error<UsageError>("{}", tr("{} has heads 1 to {}, no {}", attention, z.dim(1), a.head + 1));
      return ablate(z);
    });
  }
}

void traced_pass(Reading& reading, const Module& model, const ReadOptions& options,
                 const std::function<Variable()>& forward) {
  const Evaluating evaluating(model);
  Trace trace(model, options.points, {.gradients = options.gradients});
  leave_out(trace, options.ablations);
  std::optional<NoGrad> no_grad;
  if (!options.gradients) no_grad.emplace();
  const Variable logits = forward();
  if (reading.ids.empty()) reading.ids = argmax_rows(logits.value());
  const Tokens right(logits.shape().head(logits.rank() - 1), reading.ids);
  const Variable losses = cross_entropy(logits.detach(), right, {.reduction = Reduction::none});
  for (const Scalar loss : losses.value().values())
    reading.probability.push_back(std::exp(-static_cast<double>(loss)));
  if (options.gradients) cross_entropy(logits, right, {.reduction = Reduction::sum}).backward();
  reading.values = whole_patterns(trace.values());
  reading.gradients = whole_patterns(trace.gradients());
}

std::optional<AnyModel> open_for_reading(const std::filesystem::path& path) {
  const std::filesystem::path file = model_file(path);
  if (std::filesystem::exists(path / "vocab.json")) return open_model(path);  // GPT-2's folder
  const std::string kind = kind_of(read_safetensors_header(file).metadata);
  const ModelKind* const known = find_kind(kind);
  if (!kind.empty() && (known == nullptr || !known->looked_into)) return std::nullopt;
  return open_model(path);
}

bool is_logits(const std::string& point) { return point.substr(0, point.find('#')) == "logits"; }

PointTokens tokens_of(const Reading& reading, const std::string& point) {
  const std::string name = point.substr(0, point.find('#')), word = name.substr(name.rfind('.') + 1);
  const bool of_source = name.starts_with("encoder") || name.starts_with("source_") ||
                         name.starts_with("embeddings") || name == "position.source" ||
                         name == "attention.key" || name == "embedding" || name == "position";
  const bool cross = name.find("multihead_attn.") != std::string::npos || name == lstm_pattern;
  const std::vector<std::string>* const from = of_source ? &reading.source : &reading.input;
  if (word == "pattern" || word == "scores")
    return {cross ? &reading.output : from, cross ? &reading.source : from};
  return {cross && (word == "key" || word == "value") ? &reading.source : from, nullptr};
}

std::vector<TracedAttention> attentions_of(const Module& model) {
  constexpr std::string_view word = ".pattern";
  std::vector<TracedAttention> all;
  for (const std::string& point : Trace(model).points()) {
    if (!point.ends_with(word)) continue;
    TracedAttention a{.name = point.substr(0, point.size() - word.size())};
    a.cross = a.name.ends_with("multihead_attn") || point == lstm_pattern;
    a.causal = !a.cross && !a.name.starts_with("encoder");
    all.push_back(a);
  }
  return all;
}

}  // namespace heed
