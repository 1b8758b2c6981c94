#include "models/translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "models/spacing.hpp"
#include "nn/attention_points.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Sentence i without the byte-order mark that some editors put first; else it would be a word of its own.
std::string_view readable(const std::vector<std::string>& sentences, std::size_t i) {
  std::string_view text = sentences[i];
  if (const auto bad = first_invalid_utf8(text)) {
    throw_error<Error>(
        "{}byte {} (0x{:02X}) is not UTF-8; type it in a terminal of UTF-8, or use iconv -t UTF-8",
        sentences.size() > 1 ? fmt::format("sentence {}: ", i + 1) : "", *bad + 1,
        static_cast<unsigned>(static_cast<unsigned char>(text[*bad])));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

Translator::Translator(EncoderDecoder model, ModelLanguage source, ModelLanguage target)
    : models_{std::move(model)}, source_(std::move(source)), target_(std::move(target)) {}

void Translator::join(const Translator& other) {
  const auto check = [](const char* side, const ModelLanguage& mine, const ModelLanguage& its) {
    if (mine.name != its.name)
      throw_error<UsageError>("models of other languages cannot translate together: {} and {} as the {}",
                              mine.name, its.name, side);
    if (mine.vocabulary.tokens() != its.vocabulary.tokens())
      throw_error<UsageError>(
          "models with unlike vocabularies of the {} cannot translate together: {} and {} tokens{}; train "
          "them "
          "on the same data with other seeds",
          side, mine.vocabulary.size(), its.vocabulary.size(),
          mine.vocabulary.size() == its.vocabulary.size() ? ", not the same ones" : "");
    if (mine.tokenizer.kind() != its.tokenizer.kind() || mine.tokenizer.letters() != its.tokenizer.letters())
      throw_error<UsageError>("models that cut the {} into tokens in two ways cannot translate together",
                              side);
  };
  check("source", source_, other.source_);
  check("target", target_, other.target_);
  models_.insert(models_.end(), other.models_.begin(), other.models_.end());
}

Int8Report Translator::to_int8() const {
  Int8Report all;
  for (const EncoderDecoder& model : models_) {
    const Int8Report one = heed::to_int8(module_of(model));
    all.float_bytes += one.float_bytes;
    all.int8_bytes += one.int8_bytes;
  }
  return all;
}

std::vector<std::int32_t> Translator::prefix_tokens(const std::string& prefix) const {
  const std::vector<std::string> tokens = target_.tokenizer.split(prefix);
  for (const std::string& token : tokens) {
    if (target_.vocabulary.contains(token)) continue;
    const std::vector<std::string> near = near_words(token, target_.vocabulary.tokens());
    throw_error<UsageError>("no translation can begin with \"{}\": the model does not have \"{}\"{}", prefix,
                            token, near.empty() ? "" : fmt::format(" (near it: {})", fmt::join(near, ", ")));
  }
  return target_.vocabulary.encode(tokens);
}

std::vector<Translation> Translator::translate(const std::vector<std::string>& sentences,
                                               const TranslationOptions& given) const {
  GenerationOptions options = given.generation;
  if (!given.prefix.empty()) options.beam.decoding.prefix = prefix_tokens(given.prefix);
  std::vector<Translation> results;
  std::vector<std::vector<std::int32_t>> sources;
  std::int64_t longest = max_length(model());
  for (const EncoderDecoder& one : models_) longest = std::min(longest, max_length(one));
  const auto most = static_cast<std::size_t>(longest - 1);  // <eos> takes a place
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    Translation result;
    result.source = source_.tokenizer.split(readable(sentences, i));
    if (source_.tokenizer.kind() == Tokenisation::words) {
      std::vector<std::string> words = respaced(result.source, source_.vocabulary);
      result.respaced = words != result.source;
      result.source = std::move(words);
    }
    if (result.source.size() > most) {
      result.source.resize(most);
      result.cut = true;
    }
    for (const std::string& token : result.source) {
      if (source_.vocabulary.contains(token)) continue;
      result.unknown.push_back(token);
      const std::vector<std::string> near = near_words(token, source_.vocabulary.tokens());
      result.near.push_back(fmt::format("{}", fmt::join(near, ", ")));
    }
    sources.push_back(source_.vocabulary.encode(result.source));
    results.push_back(std::move(result));
  }
  if (sources.empty()) return results;
  const std::vector<std::vector<Hypothesis>> hypotheses = generate(models_, make_sources(sources), options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].source.empty()) continue;  // what the model would make up belongs to no word
    results[i].finished = hypotheses[i].front().finished;
    results[i].least = hypotheses[i].front().least;
    for (const Hypothesis& h : hypotheses[i]) {
      Translation one;
      one.source = results[i].source;
      one.target = target_.vocabulary.decode(h.tokens);
      one.text = written(one, given.unknown);
      results[i].alternatives.push_back({one.text, h.score});
      if (results[i].alternatives.size() > 1) continue;
      results[i].target = std::move(one.target);
      results[i].text = std::move(one.text);
      results[i].copied = std::move(one.copied);
    }
  }
  return results;
}

std::string Translator::written(Translation& translation, Unknown unknown) const {
  const std::string unk(Vocabulary::special_names[Vocabulary::unk]);
  std::vector<std::string> tokens = translation.target;
  if (unknown == Unknown::copy && target_.tokenizer.kind() == Tokenisation::words &&
      std::find(tokens.begin(), tokens.end(), unk) != tokens.end()) {
    for (const Link& link : alignment(translation)) {
      if (tokens[link.target] != unk) continue;
      tokens[link.target] = translation.source[link.source];
      translation.copied.push_back(tokens[link.target]);
    }
  }
  return target_.tokenizer.join(tokens);
}

std::vector<std::vector<std::string>> Translator::decode_all(
    const std::vector<std::vector<std::int32_t>>& sources, const BeamOptions& options,
    std::vector<double>* least, std::size_t sentences) const {
  // Sentences of about one length side by side: less padding.
  std::vector<std::size_t> order(sources.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sources[a].size() < sources[b].size(); });
  std::vector<std::vector<std::string>> translations(sources.size());
  if (least != nullptr) least->assign(sources.size(), 0);
  for (std::size_t first = 0; first < order.size(); first += sentences) {
    const std::size_t last = std::min(order.size(), first + sentences);
    std::vector<std::vector<std::int32_t>> batch;
    for (std::size_t i = first; i < last; ++i) batch.push_back(sources[order[i]]);
    const std::vector<std::vector<Hypothesis>> hypotheses =
        generate(models_, make_sources(batch), {.beam = options});
    for (std::size_t i = first; i < last; ++i) {
      const Hypothesis& best = hypotheses[i - first].front();
      translations[order[i]] = target_.vocabulary.decode(best.tokens);
      if (least != nullptr) (*least)[order[i]] = best.least;
    }
  }
  return translations;
}

TranslationAttention Translator::attention(const Translation& translation) const {
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
  if (translation.source.empty()) return links;
  const Array weights = mean(attention(translation).cross.back(), {1});  // (1, T, S) with <eos>
  const std::int64_t sources = weights.dim(2);
  for (std::size_t t = 0; t < translation.target.size(); ++t) {
    const Scalar* const row = weights.data() + static_cast<std::int64_t>(t) * sources;
    const auto most = static_cast<std::size_t>(std::max_element(row, row + sources) - row);
    if (most < translation.source.size()) links.push_back({.source = most, .target = t});
  }
  return links;
}

}  // namespace heed
