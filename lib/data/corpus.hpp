// Pairs of sentences, split for training, validation and test.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heed {

/// One sentence in two languages. `alignment` lists which words belong together as (source word, target
/// word), counted from 0 over words and punctuation marks ("\w+|[^\w\s]"); the embedded grammar knows it,
/// text from files leaves it empty.
struct SentencePair {
  std::string source, target;
  std::vector<std::pair<int, int>> alignment = {};
};

struct Corpus {
  std::vector<SentencePair> train, valid, test;
};

}  // namespace heed
