// The experiments of the documents' claims, and what comes out of numbers that are given.
#pragma once

#include <filesystem>
#include <vector>

#include "nn/multihead_attention.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/measure/heads.hpp"

namespace heed {

Finding variance_of_products(const ExperimentOptions& options);         // C1, scores.cpp
Finding saturation_of_softmax(const ExperimentOptions& options);        // C2
Finding gradient_of_softmax(const ExperimentOptions& options);          // C3, lookup.cpp
Finding memory_of_scores(const ExperimentOptions& options);             // C4, attention_tables.cpp
Finding kinds_of_attention(const ExperimentOptions& options);           // C5
Finding one_head_is_worse(const ExperimentOptions& options);            // C6, number_of_heads.cpp
Finding cost_of_heads(const ExperimentOptions& options);                // C7, cost_of_heads.cpp
Finding recall_by_distance(const ExperimentOptions& options);           // C8, recall_tables.cpp
Finding attention_is_linear(const ExperimentOptions& options);          // C9, feed_forward.cpp
Finding looking_ahead(const ExperimentOptions& options);                // C10, masks.cpp
Finding padding_is_masked(const ExperimentOptions& options);            // C11
Finding order_of_words(const ExperimentOptions& options);               // C12
Finding heads_specialise(const ExperimentOptions& options);             // C13, specialisation.cpp
Finding worked_examples(const ExperimentOptions& options);              // C14, scores.cpp
Finding scores_are_bilinear(const ExperimentOptions& options);          // C15
Finding attention_is_no_explanation(const ExperimentOptions& options);  // C16, specialisation.cpp
Finding same_parts(const ExperimentOptions& options);                   // C17, same_parts.cpp
Finding state_space_is_linear(const ExperimentOptions& options);        // C18, recall_tables.cpp

/// C6 by the runs of one head, which come first, and of others. Intervals hold for all comparisons together
/// (Bonferroni), p is Holm's correction. Where the models are still learning, nothing is judged. `where` is
/// "on the embedded grammar"; the table has no title yet.
struct HeadsFound {
  ResultTable table{};
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  Bilingual measured{};
};
HeadsFound found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where);
/// The same of a results.csv of heed compare-heads; p and intervals are of the seeds alone, as the file has
/// no counts of sentences. Throws as runs_of_csv().
GivenFinding found_of_comparison(const std::filesystem::path& csv);

/// C7 on the sentences of a folder, by whole translators: 64 sentences a step. Throws Error as
/// read_parallel_text() does.
struct GivenCorpus {
  std::filesystem::path folder;
  std::string source, target;
};
GivenFinding cost_of_heads_on(const GivenCorpus& corpus, const ExperimentOptions& options);

/// C13: two judgements, each of every training, then together().
Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings);
/// C16, by the majority of trainings.
Finding found_of_silence(const std::vector<ExaminedHeads>& trainings);

/// C14: what is to be said of printed weights, one digit each, where they are not the softmax of `scores` (1,
/// n). Nothing where they are.
Bilingual correction_of_weights(const Array& weights, const Array& scores);
/// C15 of tokens x (T, C) and projections (C, d_k); T is at least nine. The correction stands only where
/// M = W_q W_kᵀ is not symmetric, to rounding, or xᵀMx is negative for a token.
Finding found_of_bilinear_form(const Variable& x, const Variable& query, const Variable& key);

/// Multiplications of self-attention of x (B, T, C), by the shapes of what the module computes: of each
/// projection rows × weights, of each head Tq Tk Dk for Q Kᵀ and Tq Tk Dv for weights V.
std::int64_t multiplications(const MultiheadAttention& module, const Variable& x);

}  // namespace heed
