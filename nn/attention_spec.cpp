#include "nn/attention_spec.hpp"

#include <array>
#include <utility>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr std::array<std::pair<AttentionKernel, const char*>, 5> kernels{
    {{AttentionKernel::automatic, "automatic"},
     {AttentionKernel::dense, "dense"},
     {AttentionKernel::blockwise, "blockwise"},
     {AttentionKernel::sparse, "sparse"},
     {AttentionKernel::linear, "linear"}}};

}  // namespace

std::string kernel_forms() {
  std::string forms;
  for (const auto& [kernel, name] : kernels) forms += fmt::format("{}{}", forms.empty() ? "" : "|", name);
  return forms;
}

AttentionKernel parse_kernel(const std::string& text) {
  for (const auto& [kernel, name] : kernels) {
    if (text == name) return kernel;
  }
  throw_error<UsageError>("'{}' is no kernel of attention: there are {}", text, kernel_forms());
}

std::string kernel_text(AttentionKernel wanted) {
  for (const auto& [kernel, name] : kernels) {
    if (kernel == wanted) return name;
  }
  return "";
}

GlobalProjection parse_global_projection(const std::string& text) {
  if (text == "own") return GlobalProjection::own;
  if (text == "shared") return GlobalProjection::shared;
  throw_error<UsageError>("'{}' is not one of shared|own", text);
}

std::string global_projection_text(GlobalProjection projection) {
  return projection == GlobalProjection::own ? "own" : "shared";
}

void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim) {
  if (spec.positions.kind == Position::rotary && head_dim % 2 != 0) {
    throw_error<UsageError>("rotary positions turn pairs of numbers: {} heads of {} have no pairs", heads,
                            head_dim);
  }
  if (spec.global_projection == GlobalProjection::own && spec.rules.global_positions() == 0) {
    throw_error<UsageError>(
        "'{}' has no global positions that could have projections of their own: join global:COUNT to the "
        "rules",
        spec.rules.text());
  }
  if (spec.kernel != AttentionKernel::linear) return;
  if (!spec.rules.all_or_causal()) {
    throw_error<UsageError>(
        "linear attention sums up all keys, or all before a query, and cannot leave out what '{}' leaves "
        "out: "
        "take another kernel",
        spec.rules.text());
  }
  if (spec.positions.by_distance()) {
    throw_error<UsageError>(
        "linear attention has no scores of pairs for {} positions to act on: take none, sinusoidal or "
        "learned, "
        "or another kernel",
        spec.positions.text());
  }
}

}  // namespace heed
