// What C13 shows of heads: the best of each training, and all of one, as tables.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/heads.hpp"

namespace heed {

/// The heads of one training that do each task best.
struct BestHeads {
  const HeadFacts *next_word = nullptr, *last_word = nullptr, *previous = nullptr;
  std::size_t right = 0;  // of the documents' words, by the first

  explicit BestHeads(const ExaminedHeads& examined);
  bool all_words() const { return right == next_word->example.size(); }
};

/// "87 ± 1 %" of a share with its interval.
std::string share_text(const MeanInterval& share);

/// A row for each training; `best` are theirs.
LabTable best_heads(const std::vector<ExaminedHeads>& trainings, const std::vector<BestHeads>& best);
/// A row for each head of a training, and below it what its columns are.
LabTable all_heads(const ExaminedHeads& examined);
LabTable columns_explained();
/// Where the head that is at the next word most often looks in the documents' sentence.
LabTable example_words(const BestHeads& best);

}  // namespace heed
