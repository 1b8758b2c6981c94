// Classes of sentences, learned from few of them: by a trained encoder, and by one that begins anew.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lib/data/toy_text.hpp"
#include "models/text_classifier.hpp"

namespace heed {

/// tense: present, past or future of the clause. question: or statement; the question mark is left out.
enum class Asked { tense, question };

struct TellPlan {
  Asked asked = Asked::question;
  int level = 2;                                    // of the grammar
  std::size_t sentences = 60'000;                   // of the grammar, that the encoder was trained on
  std::vector<std::size_t> labels{8, 16, 32, 64};   // sentences with a class to learn from
  std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5};  // of the sentences and of what begins anew
  std::size_t tests = 500;                          // sentences to be told, which nothing was trained on
  std::int64_t steps = 120;                         // of training, of 16 sentences each
  /// Asked before each training, after so many of them; false ends it all.
  std::function<bool(std::size_t done)> on_next{};
  std::function<bool()> should_stop{};  // asked after each step; true ends it all
};

/// Returns the share of the class with the most examples: right without a look.
double share_of_most_frequent(const std::vector<std::int32_t>& classes);

/// `tests` sentences as they are to be told, or as many as the grammar has in 64 times as many draws: neither
/// among those that the encoder was trained on nor among those with a label.
std::vector<ToyClause> unseen_clauses(const TellPlan& plan);

/// Shares of the test sentences whose class is told right, one a seed.
struct Told {
  std::size_t labels = 0;
  std::vector<double> pretrained{}, anew{};
};
struct Telling {
  std::size_t tests = 0;     // sentences to be told that there were; without one nothing is trained
  double most_frequent = 0;  // share_of_most_frequent() of the tests
  std::vector<Told> told{};  // for each number of labels
  /// The trained encoder's, of the most labels that there was time for, and the first seed.
  std::optional<TextClassifier> classifier{};
};
/// The whole net is trained, with a classifier that begins anew in both cases.
Telling tell_apart(const MaskedLanguageModel& model, const TellPlan& plan);

}  // namespace heed
