// Text of the embedded grammar for language models, and how much there is to know in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace heed {

struct ToyTextOptions {
  std::size_t sentences = 20000;
  int level = 2;  // as of ToyOptions
  std::uint64_t seed = 0;
};

/// Sentences drawn one after the other, each in Korean or in English, as a coin falls; the same one can come
/// again. A function of the options alone. Throws UsageError if the level does not exist.
std::vector<std::string> toy_text(const ToyTextOptions& options);

/// A sentence of one clause with what it is, to be told from the sentence.
struct ToyClause {
  std::string text;
  std::int32_t tense = 0;  // 0 present, 1 past, 2 future: of the clause; one inside a noun phrase has its own
  std::int32_t question = 0;  // 0 statement, 1 question
};
/// The sentences of one clause among those that are drawn, as many as `options` asks for.
std::vector<ToyClause> toy_clauses(const ToyTextOptions& options);

/// How many bits the grammar needs for these sentences, those in `without` left out: the mean of -log2 p of a
/// sentence, from its choices. The ways of a choice by which the same text comes out are added up; where the
/// grammar draws again until something fits, the sentence's share is that among what fits. Both are estimates
/// where choices hide each other: of some hundredths of a bit.
double toy_text_bits(const ToyTextOptions& options, const std::unordered_set<std::string>& without = {});

/// For each sentence of toy_text(options), for each of its words as split_words() gives them, 1 if the
/// grammar has been found to have no sentence that differs in this word alone, else 0.
/// The others of each choice that led to the sentence are tried, those after it as they were, or new ones in
/// all ways up to some depth: few words with a 1 have another one that was not found.
std::vector<std::vector<int>> determined_words(const ToyTextOptions& options);

}  // namespace heed
