// The places where a translator looked: attention() and the alignments that follow from it.
#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "models/translator.hpp"
#include "nn/attention_points.hpp"
#include "nn/trace.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

/// The weights of one pass with teacher forcing, without the words.
TranslationAttention patterns(const EncoderDecoder& model, const Tokens& sources, const Tokens& targets) {
  TranslationAttention look;
  const Trace trace(module_of(model), "*.pattern");
  std::visit([&](const auto& m) { m(sources, targets); }, model);
  for (const auto& [point, weights] : whole_patterns(trace.values())) {
    std::vector<Array>& layers = point.starts_with("encoder.")             ? look.encoder_self
                                 : point.find(".self_attn.") != point.npos ? look.decoder_self
                                                                           : look.cross;
    layers.push_back(weights);
  }
  return look;
}

}  // namespace

std::vector<TranslationAttention> Translator::attention(const Translation& translation) const {
  std::vector<TranslationAttention> all;
  for (const Translation& part : translation.parts) all.push_back(attention(part).front());
  if (!all.empty()) return all;
  const NoGrad no_grad;
  const std::vector<std::vector<std::int32_t>> source{source_.vocabulary.encode(translation.source)};
  std::vector<std::int32_t> input{Vocabulary::bos};
  for (std::int32_t id : target_.vocabulary.encode(translation.target)) input.push_back(id);
  const auto steps = static_cast<std::int64_t>(input.size());
  TranslationAttention look = patterns(model(), make_sources(source), Tokens({1, steps}, std::move(input)));
  look.source = translation.source;
  look.source.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  look.input.emplace_back(Vocabulary::special_names[Vocabulary::bos]);
  look.input.insert(look.input.end(), translation.target.begin(), translation.target.end());
  look.output = translation.target;
  look.output.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  return {look};
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
  const Array weights = mean(attention(translation).front().cross.back(), {1});  // (1, T, S) with <eos>
  const std::int64_t sources = weights.dim(2);
  for (std::size_t t = 0; t < translation.target.size(); ++t) {
    const Scalar* const row = weights.data() + static_cast<std::int64_t>(t) * sources;
    const auto most = static_cast<std::size_t>(std::max_element(row, row + sources) - row);
    if (most < translation.source.size()) links.push_back({.source = most, .target = t});
  }
  return links;
}

std::vector<Link> Translator::copies(const Translation& translation) const {
  if (target_.tokenizer.kind() != Tokenisation::words || source_.tokenizer.kind() != Tokenisation::words)
    return {};
  const std::vector<std::string>&source = translation.source, &target = translation.target;
  const auto is_copied = [&](const std::string& word) {
    return !source_.vocabulary.contains(word) && !is_no_word(word);
  };
  if (std::none_of(source.begin(), source.end(), is_copied)) return {};
  const Array looks = mean(attention(translation).front().cross.back(), {1});  // (1, T, S)
  std::vector<std::pair<Scalar, Link>> pairs;
  for (std::size_t t = 0; t < target.size(); ++t) {
    for (std::size_t s = 0; s < source.size(); ++s) {
      if (target[t] == Vocabulary::special_names[Vocabulary::unk] && is_copied(source[s]))
        pairs.emplace_back(looks.at({0, static_cast<std::int64_t>(t), static_cast<std::int64_t>(s)}),
                           Link{.source = s, .target = t});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Link> links;
  for (const std::pair<Scalar, Link>& pair : pairs) {
    const auto is_taken = [&](const Link& link) {
      return link.source == pair.second.source || link.target == pair.second.target;
    };
    if (std::none_of(links.begin(), links.end(), is_taken)) links.push_back(pair.second);
  }
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.target < b.target; });
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
