// Classes of sentences, learned from few of them: by a trained encoder, and by one that begins anew.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/masked_language_model.hpp"

namespace heed {

/// tense: present, past or future of the clause. question: or statement; the question mark is left out.
enum class Asked { tense, question };

struct TellPlan {
  Asked asked = Asked::tense;
  int level = 2;                                 // of the grammar
  std::vector<std::size_t> labels{16, 64, 256};  // sentences with a class to learn from
  std::vector<std::uint64_t> seeds{1, 2, 3};     // of the sentences and of what begins anew
  std::size_t tests = 500;                       // other sentences to be told
  std::int64_t steps = 120;                      // of training, of 16 sentences each
  double learning_rate = 5e-4;
  /// Asked before each training; false ends it all.
  std::function<bool(std::size_t done, std::size_t all)> on_next{};
};

/// Shares of the test sentences whose class is told right, one a seed.
struct Told {
  std::size_t labels = 0;
  std::vector<double> pretrained{}, anew{};
};
/// For each number of labels. The whole net is trained, with a classifier that begins anew in both cases.
std::vector<Told> tell_apart(const MaskedLanguageModel& model, const TellPlan& plan);

}  // namespace heed
