#include "tools/translation/data.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

struct TokenPair {
  std::vector<std::string> source, target;
};

struct TokenizerPair {
  Tokenizer source, target;
};

Tokenizer learned_tokenizer(const std::string& of, const std::vector<std::string>& sentences,
                            const TranslationDataOptions& o, Case letters) try {
  return Tokenizer::learn(sentences, o.subwords, letters);
} catch (const Error& error) {
  throw_error<Error>(tr_noop("--subwords, of {}: {}"), of, error.message());
}

TokenizerPair make_tokenizers(const std::vector<SentencePair>& train, const TranslationDataOptions& o) {
  const Case letters = o.letters.value_or(usual_case(o.tokenisation));
  if (o.tokenisation != Tokenisation::subwords)
    return {Tokenizer(o.tokenisation, letters), Tokenizer(o.tokenisation, letters)};
  std::vector<std::string> sources, targets;
  const bool shared = o.shared == SharedVocabulary::yes;
  for (const SentencePair& pair : train) {
    sources.push_back(pair.source);
    (shared ? sources : targets).push_back(pair.target);
  }
  const Tokenizer source =
      learned_tokenizer(shared ? tr("both languages") : tr("the source"), sources, o, letters);
  return {source, shared ? source : learned_tokenizer(tr("the target"), targets, o, letters)};
}

void require_pairs(const std::vector<SentencePair>& pairs, const char* part) {
  if (pairs.empty()) throw_error<Error>("the {} part of the corpus has no sentence pairs", part);
}

std::vector<TokenPair> tokenise_all(const std::vector<SentencePair>& pairs, const TokenizerPair& tokenizers) {
  std::vector<TokenPair> all;
  for (const SentencePair& pair : pairs)
    all.push_back({tokenizers.source.split(pair.source), tokenizers.target.split(pair.target)});
  return all;
}

LearnedText learned_from(const std::vector<SentencePair>& pairs, const std::vector<TokenPair>& tokens,
                         const Vocabulary& vocabulary) {
  std::vector<std::string> lines;
  std::vector<std::vector<std::string>> cut;
  for (const SentencePair& pair : pairs) lines.push_back(pair.source);
  for (const TokenPair& pair : tokens) cut.push_back(pair.source);
  return learned_text(lines, cut, vocabulary);
}

/// The words of a side, as far as they are some.
std::vector<std::vector<std::string>> words_of(const std::vector<TokenPair>& pairs,
                                               std::vector<std::string> TokenPair::*side) {
  std::vector<std::vector<std::string>> all;
  for (const TokenPair& pair : pairs) {
    all.push_back(pair.*side);
    std::erase_if(all.back(), is_no_word);
  }
  return all;
}

void learn_counterparts_of(ModelLanguage& source, ModelLanguage& target,
                           const std::vector<TokenPair>& pairs) {
  if (source.tokenizer.kind() != Tokenisation::words) return;
  const auto sources = words_of(pairs, &TokenPair::source), targets = words_of(pairs, &TokenPair::target);
  source.counterparts = learn_counterparts(sources, targets);
  target.counterparts = learn_counterparts(targets, sources);
}

TranslationSplit make_split(const std::vector<SentencePair>& pairs, const std::vector<TokenPair>& tokens,
                            const ModelLanguage& source, const ModelLanguage& target) {
  TranslationSplit split;
  split.pairs = pairs;
  for (const TokenPair& pair : tokens) {
    split.examples.push_back({source.vocabulary.encode(pair.source), target.vocabulary.encode(pair.target)});
    split.references.add(target.tokenizer, pair.target);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) split.references.texts[i] = pairs[i].target;
  return split;
}

/// Words and characters are counted; subwords have been numbered when they were learned.
Vocabulary make_vocabulary(const Tokenizer& tokenizer, const TokenCounts& counts,
                           const TranslationDataOptions& o) {
  return tokenizer.subwords() ? Vocabulary(tokenizer.subwords()->pieces())
                              : Vocabulary(counts, {.min_frequency = o.min_frequency});
}

}  // namespace

TranslationData make_translation_data(const Corpus& corpus, const TranslationDataOptions& options) {
  require_pairs(corpus.train, "training");
  require_pairs(corpus.valid, "validation");
  require_pairs(corpus.test, "test");
  const TokenizerPair tokenizers = make_tokenizers(corpus.train, options);
  const std::vector<TokenPair> train = tokenise_all(corpus.train, tokenizers);

  TokenCounts source_counts, target_counts;
  const bool shared = options.shared == SharedVocabulary::yes;
  for (const TokenPair& pair : train) {
    source_counts.add(pair.source);
    (shared ? source_counts : target_counts).add(pair.target);
  }
  ModelLanguage source{"", tokenizers.source, make_vocabulary(tokenizers.source, source_counts, options), {}};
  source.learned = learned_from(corpus.train, train, source.vocabulary);
  ModelLanguage target{
      "",
      tokenizers.target,
      shared ? source.vocabulary : make_vocabulary(tokenizers.target, target_counts, options),
      {}};
  learn_counterparts_of(source, target, train);

  TranslationData data{source,
                       target,
                       make_split(corpus.train, train, source, target),
                       make_split(corpus.valid, tokenise_all(corpus.valid, tokenizers), source, target),
                       make_split(corpus.test, tokenise_all(corpus.test, tokenizers), source, target),
                       {},
                       options};
  const auto is_longer = [&](const Example& e) {
    return std::max(e.source.size(), e.target.size()) > options.max_tokens;
  };
  // Such sentences cost much and teach little.
  if (const std::size_t dropped = std::erase_if(data.train.examples, is_longer); dropped > 0) {
    data.warnings.push_back(
        tr("{} of {} training pairs have more than {} tokens on a side and are left out (--max-tokens)",
           dropped, corpus.train.size(), options.max_tokens));
  }
  if (data.train.examples.empty())
    throw_error<Error>(tr_noop("every training pair has more than {} tokens on a side: raise --max-tokens"),
                       options.max_tokens);
  // Each test line keeps its place and its whole reference; only what the model reads is cut.
  std::ptrdiff_t cut = 0;
  for (auto* examples : {&data.valid.examples, &data.test.examples}) {
    cut += std::ranges::count_if(*examples, is_longer);
    for (Example& e : *examples) {
      e.source.resize(std::min(e.source.size(), options.max_tokens));
      e.target.resize(std::min(e.target.size(), options.max_tokens));
    }
  }
  if (cut > 0) {
    data.warnings.push_back(
        tr("{} validation and test pairs have more than {} tokens on a side: the model reads the first {}",
           cut, options.max_tokens, options.max_tokens));
  }
  return data;
}

std::vector<Example> drawn_subwords(const TranslationData& data, std::uint64_t seed, std::uint64_t epoch) {
  const auto side = [&](const ModelLanguage& language, auto ids_of, std::uint32_t draw) {
    std::vector<std::string> texts;
    for (const Example& example : data.train.examples)
      texts.push_back(language.tokenizer.join(language.vocabulary.decode(ids_of(example))));
    std::vector<std::vector<std::int32_t>> ids;
    for (const auto& tokens : language.tokenizer.sample(texts, data.options.subword_sampling, draw))
      ids.push_back(language.vocabulary.encode(tokens));
    return ids;
  };
  Draws draws(seed, epoch);
  auto sources = side(
      data.source, [](const Example& e) -> auto& { return e.source; }, draws.next());
  auto targets = side(
      data.target, [](const Example& e) -> auto& { return e.target; }, draws.next());
  std::vector<Example> examples = data.train.examples;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (std::max(sources[i].size(), targets[i].size()) <= data.options.max_tokens)
      examples[i] = {std::move(sources[i]), std::move(targets[i])};
  }
  return examples;
}

}  // namespace heed
