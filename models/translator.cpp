#include "models/translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/near.hpp"
#include "lib/text/unicode.hpp"
#include "models/saved_encoder_decoder.hpp"
#include "models/saved_tokenizer.hpp"
#include "models/spacing.hpp"
#include "nn/batch.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* source_subwords_key = "heed.source_subwords";
constexpr const char* target_subwords_key = "heed.target_subwords";  // left out where both have the same

Translator read_translator(const std::filesystem::path& path) {
  const SavedModel saved(path);
  EncoderDecoder model = load_encoder_decoder(saved);
  const auto language = [&](const char* name, const char* subwords, const char* vocabulary) -> ModelLanguage {
    return {saved.text(name), read_tokenizer(saved, subwords, vocabulary), saved.vocabulary(vocabulary)};
  };
  const char* const of_target =
      saved.find(target_subwords_key) == nullptr ? source_subwords_key : target_subwords_key;
  ModelLanguage source = language("heed.source_language", source_subwords_key, "heed.source_vocabulary");
  ModelLanguage target = language("heed.target_language", of_target, "heed.target_vocabulary");
  const auto [sources, targets] = std::visit(
      [](const auto& m) { return std::pair(m.options().source_vocab, m.options().target_vocab); }, model);
  if (std::ssize(source.vocabulary.tokens()) != sources || std::ssize(target.vocabulary.tokens()) != targets)
    throw_error<SizesError>("{}: vocabularies of {} and {} words for a model of {} and {}", path.string(),
                            source.vocabulary.size(), target.vocabulary.size(), sources, targets);
  return {std::move(model), std::move(source), std::move(target)};
}

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
    : model_(std::move(model)), source_(std::move(source)), target_(std::move(target)) {}

std::vector<std::vector<Hypothesis>> Translator::decode(const std::vector<std::vector<std::int32_t>>& sources,
                                                        const BeamOptions& options) const {
  const Tokens batch = make_sources(sources);
  if (options.beam > 1) return beam_search(model_, batch, options);
  std::vector<std::vector<Hypothesis>> single;
  for (Hypothesis& h : greedy_decode(model_, batch, options.decoding)) single.push_back({std::move(h)});
  return single;
}

std::vector<Translation> Translator::translate(const std::vector<std::string>& sentences,
                                               const BeamOptions& options) const {
  std::vector<Translation> results;
  std::vector<std::vector<std::int32_t>> sources;
  const auto most = static_cast<std::size_t>(max_length(model_) - 1);  // <eos> takes a place
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
  const std::vector<std::vector<Hypothesis>> hypotheses = decode(sources, options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].source.empty()) continue;  // what the model would make up belongs to no word
    results[i].target = target_.vocabulary.decode(hypotheses[i].front().tokens);
    results[i].text = target_.tokenizer.join(results[i].target);
    results[i].finished = hypotheses[i].front().finished;
    results[i].least = hypotheses[i].front().least;
    for (const Hypothesis& h : hypotheses[i]) {
      results[i].alternatives.push_back(
          {target_.tokenizer.join(target_.vocabulary.decode(h.tokens)), h.score});
    }
  }
  return results;
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
    const std::vector<std::vector<Hypothesis>> hypotheses = decode(batch, options);
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
  std::visit([&](const auto& model) { model(sources, targets, &look.encoder, &look.decoder); }, model_);
  return look;
}

void Translator::save(const std::filesystem::path& path) const {
  Metadata texts{{"heed.source_language", source_.name},
                 {"heed.target_language", target_.name},
                 {"heed.source_vocabulary", to_json(source_.vocabulary)},
                 {"heed.target_vocabulary", to_json(target_.vocabulary)}};
  describe_tokenizer(source_.tokenizer, source_subwords_key, texts);
  if (const auto& from = source_.tokenizer.subwords(), &to = target_.tokenizer.subwords();
      from && to && from->bytes() != to->bytes())
    describe_tokenizer(target_.tokenizer, target_subwords_key, texts);
  save_encoder_decoder(path, model_, texts);
}

Translator Translator::load(const std::filesystem::path& path) {
  try {
    return read_translator(path);
  } catch (const UsageError& problem) {  // what would be a wrong call elsewhere is a damaged file here
    throw_error<FormatError>("{}: its settings cannot be: {}; train and save the model again", path.string(),
                             problem.what());
  }
}

}  // namespace heed
