// Where a translator looked: attention() and the alignments that follow from it.
#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "models/joined_translations.hpp"
#include "models/translator.hpp"
#include "nn/attention_points.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"

namespace heed::inline HEED_PRECISION {

TranslationAttention Translator::attention(const Translation& translation) const {
  if (!translation.parts.empty()) {
    std::vector<TranslationAttention> all;
    for (const Translation& part : translation.parts) all.push_back(attention(part));
    return joined(all);
  }
  const NoGrad no_grad;
  TranslationAttention look;
  look.source = translation.source;
  look.source.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  look.input.emplace_back(Vocabulary::special_names[Vocabulary::bos]);
  look.input.insert(look.input.end(), translation.target.begin(), translation.target.end());
  look.output = translation.target;
  look.output.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  const std::vector<std::vector<std::int32_t>> source{source_.vocabulary.encode(translation.source)};
  std::vector<std::int32_t> input{Vocabulary::bos};
  for (std::int32_t id : target_.vocabulary.encode(translation.target)) input.push_back(id);
  const auto steps = static_cast<std::int64_t>(input.size());
  const Tokens sources = make_sources(source), targets({1, steps}, std::move(input));
  const Module module = module_of(model());
  const Trace trace(module, "*.pattern");
  std::visit([&](const auto& m) { m(sources, targets); }, model());
  for (const auto& [point, weights] : whole_patterns(trace.values())) {
    std::vector<Array>& layers = point.starts_with("encoder.")             ? look.encoder_self
                                 : point.find(".self_attn.") != point.npos ? look.decoder_self
                                                                           : look.cross;
    layers.push_back(weights);
  }
  return look;
}

std::vector<Link> Translator::alignment(const Translation& translation) const {
  std::vector<Link> links;
  std::size_t sources_before = 0, targets_before = 0;
  for (const Translation& part : translation.parts) {
    for (const Link& link : alignment(part))
      links.push_back({link.source + sources_before, link.target + targets_before});
    sources_before += part.source.size();
    targets_before += part.target.size();
  }
  if (translation.source.empty() || !translation.parts.empty()) return links;
  const Array weights = mean(attention(translation).cross.back(), {1});  // (1, T, S) with <eos>
  const std::int64_t sources = weights.dim(2);
  for (std::size_t t = 0; t < translation.target.size(); ++t) {
    const Scalar* const row = weights.data() + static_cast<std::int64_t>(t) * sources;
    const auto most = static_cast<std::size_t>(std::max_element(row, row + sources) - row);
    if (most < translation.source.size()) links.push_back({.source = most, .target = t});
  }
  return links;
}

std::vector<Link> Translator::word_alignment(const Translation& translation) const {
  std::vector<Link> links;
  for (const Link& link : alignment(translation))
    links.push_back({translation.source_words[link.source], translation.target_words[link.target]});
  const auto place = [](const Link& link) { return std::pair(link.target, link.source); };
  std::sort(links.begin(), links.end(), [&](const Link& a, const Link& b) { return place(a) < place(b); });
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

}  // namespace heed
