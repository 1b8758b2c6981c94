// The claims of the documents that this project makes real, each as something to run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/report/table.hpp"
#include "tools/compare/claim_verdict.hpp"
#include "tools/language/language.hpp"

namespace heed {

using LabVerdict = ClaimVerdict;

/// A folder of translated sentences, as heed translate --data takes it.
struct GivenCorpus {
  std::filesystem::path folder;
  std::string source, target;
  bool resume = false;  // the trainings on it that were interrupted
};

struct LabOptions {
  bool quick = false;  // fewer seeds and samples: at most 30 seconds a claim
  std::uint64_t seed = 1;
  std::size_t width = 80;              // of pictures, in columns of the terminal
  std::optional<GivenCorpus> given{};  // on which C6 and C7 are measured, too
};

/// The number behind a cell, not rounded, and its interval, if it has one.
struct LabNumber {
  double value = 0;
  std::optional<double> low{}, high{};
  std::string unit{};               // "%"
  std::size_t row = 0, column = 0;  // of the cell
};

/// The numbers behind a cell that shows several, as a row of a matrix.
struct LabList {
  std::vector<double> values{};
  std::size_t row = 0, column = 0;  // of the cell
};

/// Numbers that belong together, as they are shown and written.
struct LabTable {
  Bilingual title{};
  Table table{};  // in English
  std::vector<LabNumber> numbers{};
  Bilingual along{};  // what columns count that are named by numbers: "distance"
  std::vector<LabList> lists{};
  std::map<std::string, std::string> korean{};  // of cells and titles of columns that are words

  /// A cell or the title of a column.
  const std::string& in(Language language, const std::string& text) const {
    const auto found = language == Language::korean ? korean.find(text) : korean.end();
    return found == korean.end() ? text : found->second;
  }
};

/// What came out on the sentences that were given.
struct GivenFinding {
  std::string command;  // that measures it
  LabVerdict verdict = LabVerdict::holds;
  Bilingual measured{};
  LabTable table{};
  double seconds = 0;
  bool here = true;  // on this machine, just now
};

/// To a claim's question.
enum class LabAnswer { yes, no, in_part, unknown };
/// Of an interval: yes where it lies above 0, no below it.
inline LabAnswer above_zero(double mean, double half) {
  return mean - half > 0 ? LabAnswer::yes : mean + half < 0 ? LabAnswer::no : LabAnswer::unknown;
}

/// What came out of an experiment.
struct Finding {
  LabVerdict verdict = LabVerdict::holds;
  Bilingual measured{};    // in a sentence, with its numbers
  Bilingual correction{};  // what a document got wrong, and what is right; empty: nothing
  std::vector<LabTable> tables{};
  std::string picture{};      // lines for a terminal; empty: what the tables' numbers look like, if anything
  double shared_seconds = 0;  // of trainings that it has in common with another claim
  std::optional<GivenFinding> given{};
  std::optional<LabAnswer> answer{};  // where the question is another one than whether the claim holds
  /// Of a claim that says two things: what `verdict` is together() of, each with a name ("path") as its text.
  std::vector<JudgedClaim> statements{};
};

struct Claim {
  std::string id;         // "C3"
  std::string documents;  // "000, 004"
  Bilingual text;         // what they say
  Bilingual question;     // what one may guess before, to be answered by yes or no; "yes" means that it holds
  Bilingual rule;         // when it holds
  Finding (*run)(const LabOptions& options);
};

/// In the order of their numbers. A verdict is of `text` with every figure in it, by `rule`; what else a
/// document has wrong, a quotation or a name, is a correction and changes no verdict.
const std::vector<Claim>& lab_claims();
/// By its id, in capitals or not. Throws UsageError that lists what there is.
const Claim& lab_claim(std::string_view id);

// The experiments, a file for those that belong together.
Finding variance_of_products(const LabOptions& options);         // C1, scaling.cpp
Finding saturation_of_softmax(const LabOptions& options);        // C2
Finding gradient_of_softmax(const LabOptions& options);          // C3, gradient.cpp
Finding memory_of_scores(const LabOptions& options);             // C4, costs.cpp
Finding kinds_of_attention(const LabOptions& options);           // C5
Finding one_head_is_worse(const LabOptions& options);            // C6, number_of_heads.cpp
Finding cost_of_heads(const LabOptions& options);                // C7, cost_of_heads.cpp
Finding recall_by_distance(const LabOptions& options);           // C8, distance.cpp
Finding attention_is_linear(const LabOptions& options);          // C9, feed_forward.cpp
Finding looking_ahead(const LabOptions& options);                // C10, masks.cpp
Finding padding_is_masked(const LabOptions& options);            // C11
Finding order_of_words(const LabOptions& options);               // C12, order.cpp
Finding heads_specialise(const LabOptions& options);             // C13, specialisation.cpp
Finding worked_examples(const LabOptions& options);              // C14, algebra.cpp
Finding scores_are_bilinear(const LabOptions& options);          // C15
Finding attention_is_no_explanation(const LabOptions& options);  // C16, silence.cpp
Finding same_parts(const LabOptions& options);                   // C17, same_parts.cpp
Finding state_space_is_linear(const LabOptions& options);        // C18, distance.cpp

}  // namespace heed
