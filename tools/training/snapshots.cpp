#include "tools/training/snapshots.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "autograd/no_grad.hpp"
#include "lib/files/base64.hpp"
#include "lib/text/display.hpp"
#include "lib/text/vocabulary.hpp"
#include "nn/attention_points.hpp"
#include "nn/trace.hpp"

namespace heed {
namespace {

/// All pictures of a training together: some hundred kilobytes.
constexpr std::int64_t most_cells = 160'000, most_cells_a_picture = 10'000;

/// An alignment is seen in the cross-attention, so that comes first.
int rank(const std::string& point) {
  if (point.find("multihead_attn") != std::string::npos || point == "attention.pattern") return 0;
  return point.starts_with("encoder") ? 2 : 1;
}

/// Returns true if each row and column has its label: beside others a right mask would look as if it leaked.
bool is_labelled(const ShownSentence& s, const std::string& point, const Array& pattern) {
  const auto &rows = rank(point) == 2 ? s.source : s.input, &columns = rank(point) == 1 ? s.input : s.source;
  return pattern.dim(2) == std::ssize(rows) && pattern.dim(3) == std::ssize(columns);
}

StateDict patterns_of(const Module& model, const ShownSentence& sentence) {
  const NoGrad no_grad;
  const Evaluating evaluating(model);
  const Trace trace(model, "*pattern");
  sentence.read();
  return whole_patterns(trace.values());
}

/// With words that fit on a page; without the side, too.
bool fits(const std::vector<std::int32_t>& side, const auto& word) {
  constexpr std::size_t shortest = 3, longest = 14;
  return !word || (side.size() >= shortest && side.size() <= longest);
}

std::vector<std::string> words_of(const std::vector<std::int32_t>& side, const auto& word) {
  std::vector<std::string> words;
  for (const std::int32_t id : side) words.push_back(printable(word(id)));
  return words;
}

}  // namespace

std::vector<ShownSentence> shown_of(const std::vector<Example>& examples, const ShownWords& words,
                                    const std::function<void(const std::vector<Example>&)>& read,
                                    std::size_t most) {
  const std::string bos(Vocabulary::special_names[Vocabulary::bos]),
      eos(Vocabulary::special_names[Vocabulary::eos]);
  std::vector<ShownSentence> shown;
  for (const Example& e : examples) {
    if (shown.size() == most) break;
    if (!fits(e.source, words.source) || !fits(e.target, words.target) || e.before >= 0 || !e.ends) continue;
    ShownSentence s{
        .source = {}, .input = {bos}, .output = words_of(e.target, words.target), .read = [read, e] {
          read({e});
        }};
    s.input.insert(s.input.end(), s.output.begin(), s.output.end());
    s.output.push_back(eos);
    if (words.source) {
      s.source = words_of(e.source, words.source);
      s.source.push_back(eos);
    }
    shown.push_back(std::move(s));
  }
  return shown;
}

Snapshots::Snapshots(Module model, std::vector<ShownSentence> sentences, std::int64_t epochs)
    : model_(std::move(model)),
      sentences_(std::move(sentences)),
      most_cells_(static_cast<std::size_t>(
          std::min(most_cells_a_picture, most_cells / std::max<std::int64_t>(epochs + 1, 1)))) {
  if (sentences_.empty()) return;
  const std::vector<std::string> points = Trace(model_).points();
  if (std::ranges::none_of(points, [](const std::string& p) { return p.ends_with("pattern"); }))
    sentences_.clear();
}

void Snapshots::choose() {
  chosen_ = true;
  nlohmann::json all = nlohmann::json::array();
  std::size_t cells = 0;
  std::vector<ShownSentence> kept;
  for (const ShownSentence& s : sentences_) {
    StateDict patterns = patterns_of(model_, s);
    std::stable_sort(patterns.begin(), patterns.end(),
                     [](const auto& a, const auto& b) { return rank(a.first) < rank(b.first); });
    nlohmann::json heads = nlohmann::json::array();
    std::vector<std::string> points;
    for (const auto& [name, value] : patterns) {
      const auto size = static_cast<std::size_t>(value.size());
      if (value.rank() != 4 || cells + size > most_cells_ || !is_labelled(s, name, value)) continue;
      cells += size;
      points.push_back(name);
      heads.push_back({{"name", name.substr(0, name.rfind('.'))},
                       {"cross", rank(name) == 0},
                       {"causal", rank(name) == 1},
                       {"shape", {value.dim(1), value.dim(2), value.dim(3)}}});
    }
    if (points.empty()) continue;
    kept.push_back(s);
    points_.push_back(std::move(points));
    all.push_back({{"source", s.source}, {"input", s.input}, {"output", s.output}, {"heads", heads}});
  }
  sentences_ = std::move(kept);
  described_ = all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string Snapshots::take() {
  if (!chosen_) choose();
  std::vector<unsigned char> bytes;
  for (std::size_t s = 0; s < sentences_.size(); ++s) {
    const StateDict patterns = patterns_of(model_, sentences_[s]);
    for (const std::string& point : points_[s]) {
      const auto found = std::ranges::find(patterns, point, &StateDict::value_type::first);
      for (const Scalar weight : found->second.values())
        bytes.push_back(
            static_cast<unsigned char>(std::lround(255 * std::clamp(weight, Scalar{0}, Scalar{1}))));
    }
  }
  return base64(bytes.data(), bytes.size());
}

}  // namespace heed
