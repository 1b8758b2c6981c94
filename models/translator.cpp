#include "models/translator.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/near.hpp"
#include "lib/text/sentences.hpp"
#include "lib/text/unicode.hpp"
#include "models/saved_net.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr std::size_t at_once = 100;  // sentences of a batch

/// Sentence i without the byte-order mark that some editors put first; else it would be a word of its own.
std::string_view readable(const std::vector<std::string>& sentences, std::size_t i) {
  std::string_view text = sentences[i];
  if (const auto bad = first_invalid_utf8(text)) {
    throw_error<Error>(
        tr_noop("{}byte {} (0x{:02X}) is not UTF-8; type it in a terminal of UTF-8, or use iconv -t UTF-8"),
        sentences.size() > 1 ? make_message(tr_noop("sentence {}: "), i + 1) : Message(), *bad + 1,
        static_cast<unsigned>(static_cast<unsigned char>(text[*bad])));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

/// generate() in batches: each sentence has the number and the draws that it would have in one batch of all.
std::vector<std::vector<Hypothesis>> generated(const std::vector<EncoderDecoder>& models,
                                               const std::vector<std::vector<std::int32_t>>& sources,
                                               const GenerationOptions& options) {
  std::vector<std::vector<Hypothesis>> all;
  for (std::size_t first = 0; first < sources.size(); first += at_once) {
    const auto begin = sources.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(std::min(at_once, sources.size() - first));
    GenerationOptions of_batch = options;
    if (of_batch.sampling)
      of_batch.sampling->first_row += first * static_cast<std::uint64_t>(options.beam.n_best);
    for (auto& one : generate(models, make_sources({begin, begin + count}), of_batch))
      all.push_back(std::move(one));
  }
  return all;
}

bool ends_in_word(std::string_view text) { return !text.empty() && strip_right(text).size() == text.size(); }

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

std::vector<std::int32_t> Translator::prefix_tokens(const std::string& prefix) const {
  const std::vector<std::string> tokens = target_.tokenizer.split(prefix);
  for (const std::string& token : tokens) {
    if (target_.vocabulary.contains(token)) continue;
    const std::vector<std::string> near = near_words(token, target_.vocabulary.tokens());
    throw_error<UsageError>(
        tr_noop("no translation can begin with \"{}\": the model does not have \"{}\"{}"), prefix, token,
        near.empty() ? Message() : make_message(tr_noop(" (near it: {})"), fmt::join(near, ", ")));
  }
  return target_.vocabulary.encode(tokens);
}

std::vector<Translation> Translator::translate(const std::vector<std::string>& texts,
                                               const TranslationOptions& given) const {
  GenerationOptions options = given.generation;
  if (!given.prefix.empty()) options.beam.decoding.prefix = prefix_tokens(given.prefix);
  std::int64_t longest = max_length(model());
  for (const EncoderDecoder& one : models_) longest = std::min(longest, max_length(one));
  const auto most = static_cast<std::size_t>(longest - 1);  // <eos> takes a place
  const bool apart = given.prefix.empty() && source_.learned && source_.learned->single_sentences;
  std::vector<std::vector<Translation>> results;  // of each text its sentences
  std::vector<std::vector<std::int32_t>> sources;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = readable(texts, i);
    std::vector<std::string_view> sentences;
    std::vector<std::string> marks;  // behind each, where the source has none
    for (const std::string_view sentence : apart ? split_sentences(text) : std::vector<std::string_view>{}) {
      for (const std::string_view clause :
           cut_clauses(sentence, source_.tokenizer, source_.vocabulary, *source_.learned)) {
        sentences.push_back(clause);
        marks.emplace_back(",");
      }
      if (!marks.empty()) marks.back() = ".";
    }
    if (sentences.size() < 2) sentences = {text};
    std::vector<Translation> parts;
    std::size_t first = 0;  // the word of the text in which the sentence begins
    for (const std::string_view sentence : sentences) {
      parts.push_back(read(sentence, most));
      Translation& part = parts.back();
      if (!given.without_a_known_word && says_nothing(part)) part.source.clear(), part.source_words.clear();
      part.end = end_mark(sentence);
      if (sentences.size() > 1 && !part.end.empty() && !part.dropped.empty() &&
          end_mark(part.dropped.back()) == part.end)
        part.dropped.pop_back();  // it comes back between the translations
      if (part.end.empty() && parts.size() < sentences.size()) part.end = marks[parts.size() - 1];
      sources.push_back(source_.vocabulary.encode(parts.back().source));
      if (parts.size() == 1) continue;
      const char* const last = sentences[parts.size() - 2].data();
      const std::string_view before(last, static_cast<std::size_t>(sentence.data() - last));
      first += split_whitespace(before).size() - (ends_in_word(before) ? 1 : 0);
      for (std::size_t& word : parts.back().source_words) word += first;
    }
    results.push_back(std::move(parts));
  }
  std::vector<Translation> all;
  if (sources.empty()) return all;
  const std::vector<std::vector<Hypothesis>> hypotheses = generated(models_, sources, options);
  std::size_t row = 0;
  for (std::vector<Translation>& parts : results) {
    for (Translation& part : parts) write(part, hypotheses[row++], given.unknown);
    all.push_back(parts.size() == 1 ? std::move(parts.front()) : joined(std::move(parts)));
  }
  return all;
}

std::vector<std::vector<std::string>> Translator::decode_all(
    const std::vector<std::vector<std::int32_t>>& sources, const BeamOptions& options,
    std::vector<double>* least) const {
  // Sentences of about one length side by side: less padding.
  std::vector<std::size_t> order(sources.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sources[a].size() < sources[b].size(); });
  std::vector<std::vector<std::string>> translations(sources.size());
  if (least != nullptr) least->assign(sources.size(), 0);
  std::vector<std::vector<std::int32_t>> sorted;
  for (const std::size_t i : order) sorted.push_back(sources[i]);
  const std::vector<std::vector<Hypothesis>> hypotheses = generated(models_, sorted, {.beam = options});
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Hypothesis& best = hypotheses[i].front();
    translations[order[i]] = target_.vocabulary.decode(best.tokens);
    if (least != nullptr) (*least)[order[i]] = best.least();
  }
  return translations;
}

// ---- model, vocabularies and tokenisers in one file ----

namespace {

constexpr const char* source_subwords_key = "heed.source_subwords";
constexpr const char* learned_key = "heed.source_text";                      // left out where it is not known
constexpr const char* source_counterparts_key = "heed.source_counterparts";  // these, too
constexpr const char* target_counterparts_key = "heed.target_counterparts";
constexpr const char* target_subwords_key = "heed.target_subwords";  // left out where both have the same

/// Older files have none.
Counterparts read_counterparts(const SavedModel& saved, const std::filesystem::path& path,
                               const char* key) try {
  const std::string* const json = saved.find(key);
  return json == nullptr ? Counterparts{} : nlohmann::json::parse(*json).get<Counterparts>();
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: its {} are damaged; train and save it again", path.string(), key);
}

EncoderDecoder load_model(const SavedModel& saved) {
  if (saved.kind() == "lstm") return load_net<AttentionLstm>(saved);
  saved.require_kind("transformer");
  return load_net<Transformer>(saved);
}

Translator read_translator(const std::filesystem::path& path, const SavedModel& saved) {
  EncoderDecoder model = load_model(saved);
  const auto language = [&](const char* name, const char* subwords, const char* vocabulary) -> ModelLanguage {
    return {saved.text(name), read_tokenizer(saved, subwords, vocabulary), saved.vocabulary(vocabulary), {}};
  };
  const char* const of_target =
      saved.find(target_subwords_key) == nullptr ? source_subwords_key : target_subwords_key;
  ModelLanguage source = language("heed.source_language", source_subwords_key, "heed.source_vocabulary");
  if (const std::string* const learned = saved.find(learned_key))
    source.learned = parse_learned_text(path.string(), *learned);
  ModelLanguage target = language("heed.target_language", of_target, "heed.target_vocabulary");
  source.counterparts = read_counterparts(saved, path, source_counterparts_key);
  target.counterparts = read_counterparts(saved, path, target_counterparts_key);
  const auto [sources, targets] = std::visit(
      [](const auto& m) { return std::pair(m.options().source_vocab, m.options().target_vocab); }, model);
  if (std::ssize(source.vocabulary.tokens()) != sources || std::ssize(target.vocabulary.tokens()) != targets)
    throw_error<SizesError>("{}: vocabularies of {} and {} words for a model of {} and {}", path.string(),
                            source.vocabulary.size(), target.vocabulary.size(), sources, targets);
  return {std::move(model), std::move(source), std::move(target)};
}

}  // namespace

void Translator::save(const std::filesystem::path& path) const {
  Metadata texts{{"heed.source_language", source_.name},
                 {"heed.target_language", target_.name},
                 {"heed.source_vocabulary", to_json(source_.vocabulary)},
                 {"heed.target_vocabulary", to_json(target_.vocabulary)}};
  if (source_.learned) texts[learned_key] = to_json(*source_.learned);
  for (const auto& [language, key] :
       {std::pair(&source_, source_counterparts_key), std::pair(&target_, target_counterparts_key)}) {
    if (!language->counterparts.empty()) texts[key] = nlohmann::json(language->counterparts).dump();
  }
  describe_tokenizer(source_.tokenizer, source_subwords_key, texts);
  if (const auto& from = source_.tokenizer.subwords(), &to = target_.tokenizer.subwords();
      from && to && from->bytes() != to->bytes())
    describe_tokenizer(target_.tokenizer, target_subwords_key, texts);
  const char* const kind = std::holds_alternative<AttentionLstm>(model()) ? "lstm" : "transformer";
  std::visit([&](const auto& net) { save_net(path, kind, net, texts); }, model());
}

Translator Translator::load(const std::filesystem::path& path) {
  return read_saved(path, "", [&](const SavedModel& saved) { return read_translator(path, saved); });
}

}  // namespace heed
