#include "tools/translation/data.hpp"

#include "lib/core/error.hpp"

namespace heed {
namespace {

struct TokenPair {
  std::vector<std::string> source, target;
};

std::vector<TokenPair> tokenise_all(const std::vector<SentencePair>& pairs, const Tokenizer& tokenizer,
                                    const char* part) {
  if (pairs.empty()) throw_error<Error>("the {} part of the corpus has no sentence pairs", part);
  std::vector<TokenPair> all;
  for (const SentencePair& pair : pairs)
    all.push_back({tokenizer.split(pair.source), tokenizer.split(pair.target)});
  return all;
}

TranslationSplit make_split(const std::vector<SentencePair>& pairs, const std::vector<TokenPair>& tokens,
                            const Vocabulary& source, const Vocabulary& target) {
  TranslationSplit split;
  split.pairs = pairs;
  for (const TokenPair& pair : tokens) {
    split.examples.push_back({source.encode(pair.source), target.encode(pair.target)});
    split.references.push_back(join_with_spaces(pair.target));
  }
  return split;
}

}  // namespace

TranslationData make_translation_data(const Corpus& corpus, const TranslationDataOptions& options) {
  const std::vector<TokenPair> train = tokenise_all(corpus.train, options.tokenizer, "training");
  const std::vector<TokenPair> valid = tokenise_all(corpus.valid, options.tokenizer, "validation");
  const std::vector<TokenPair> test = tokenise_all(corpus.test, options.tokenizer, "test");

  TokenCounts source_counts, target_counts;
  const bool shared = options.shared == SharedVocabulary::yes;
  for (const TokenPair& pair : train) {
    source_counts.add(pair.source);
    (shared ? source_counts : target_counts).add(pair.target);
  }
  const VocabularyOptions least{.min_frequency = options.min_frequency};
  Vocabulary source(source_counts, least);
  Vocabulary target = shared ? source : Vocabulary(target_counts, least);

  TranslationData data{{"", options.tokenizer, source},
                       {"", options.tokenizer, target},
                       make_split(corpus.train, train, source, target),
                       make_split(corpus.valid, valid, source, target),
                       make_split(corpus.test, test, source, target),
                       {}};
  if (const std::size_t dropped = drop_longer_than(options.max_tokens, data.train.examples); dropped > 0) {
    data.warnings.push_back(fmt::format(
        "{} of {} training pairs have more than {} tokens on a side and are left out (--max-tokens)", dropped,
        corpus.train.size(), options.max_tokens));
  }
  if (data.train.examples.empty())
    throw_error<Error>("every training pair has more than {} tokens on a side: raise --max-tokens",
                       options.max_tokens);
  // Each test line keeps its place and its whole reference; only what the model reads is cut.
  const std::size_t cut = cut_longer_than(options.max_tokens, data.valid.examples) +
                          cut_longer_than(options.max_tokens, data.test.examples);
  if (cut > 0) {
    data.warnings.push_back(fmt::format(
        "{} validation and test pairs have more than {} tokens on a side: the model reads the first {}", cut,
        options.max_tokens, options.max_tokens));
  }
  return data;
}

}  // namespace heed
