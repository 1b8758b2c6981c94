// Translation word by word, the thing that a Transformer has to beat.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lib/data/corpus.hpp"

namespace heed {

/// The words and punctuation marks of a sentence in the corpus's own spelling: spaces separate, and so do
/// ? ! . , and '.
std::vector<std::string> toy_tokens(std::string_view sentence);

/// A dictionary from aligned pairs. A word's translation in one sentence is the words aligned with it, in
/// target order.
class WordLookup {
 public:
  explicit WordLookup(const std::vector<SentencePair>& train);

  /// Is there any choice of translations seen in training, one for each source word or none at all, that
  /// gives the target in source order? What no dictionary of this kind can reach, the best one cannot either.
  bool can_produce(const SentencePair& pair) const;

 private:
  std::map<std::string, std::set<std::vector<std::string>>> glosses_;
};

}  // namespace heed
