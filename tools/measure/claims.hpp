// The experiments of the documents' claims, and the rules by which they are judged, each of which stands in
// words in tools/measure/texts.
#pragma once

#include <string>
#include <vector>

#include "lib/score/ratio_interval.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/heads.hpp"
#include "tools/measure/paired_seeds.hpp"

namespace heed {

Finding variance_of_products(const ExperimentOptions& options);   // C1, scores.cpp
Finding saturation_of_softmax(const ExperimentOptions& options);  // C2, scores.cpp
Finding gradient_of_softmax(const ExperimentOptions& options);    // C3, small_nets.cpp
Finding memory_of_scores(const ExperimentOptions& options);       // C4, scores.cpp
Finding kinds_of_attention(const ExperimentOptions& options);     // C5, attention_claims.cpp
Finding one_head_is_worse(const ExperimentOptions& options);      // C6, head_comparison.cpp
Finding cost_of_heads(const ExperimentOptions& options);          // C7, head_claims.cpp
Finding recall_by_distance(const ExperimentOptions& options);     // C8, recall_tables.cpp
Finding attention_is_linear(const ExperimentOptions& options);    // C9, small_nets.cpp
Finding looking_ahead(const ExperimentOptions& options);          // C10, look_ahead.cpp
Finding padding_is_masked(const ExperimentOptions& options);      // C11, exact.cpp
Finding order_of_words(const ExperimentOptions& options);         // C12, exact.cpp
Finding worked_examples(const ExperimentOptions& options);        // C14, exact.cpp
Finding scores_are_bilinear(const ExperimentOptions& options);    // C15, exact.cpp
Finding same_parts(const ExperimentOptions& options);             // C17, same_parts.cpp
Finding state_space_is_linear(const ExperimentOptions& options);  // C18, recall_tables.cpp

/// The largest |x|.
double largest_magnitude(const Array& array);
/// The largest |a - b| of elements in the same place.
double largest_difference(const Array& a, const Array& b);
/// How many of the answers have the largest of their logits, a row of them for each answer.
double right_answers(const Array& logits, const Tokens& answer);
/// Says if a number, rounded to as many digits as are printed, is what is printed: 0.4044 is 0.40, not 0.41.
bool rounds_to(double number, const std::string& printed);

/// C3. `without`, `with`: the norm of ∂p/∂z; `gain`: right answers with the scale less those without.
ClaimVerdict verdict_of_scale(const MeanInterval& without, const MeanInterval& with,
                              const MeanInterval& gain);

/// C4. Says if a size that a document prints, and means as so many bytes, is right of the true one.
bool printed_size_is_right(double meant, double bytes);

/// C6, of the best number of heads less one head. Without an interval one seed cannot tell.
ClaimVerdict verdict_of_heads(const MeanInterval& difference);

/// C7, of the largest ratio of times: it holds below 1.25, in part below 2.
ClaimVerdict verdict_of_costs(const RatioInterval& most);

/// C9. `gain`: R² with the FFN less that of a second attention instead, `without`.
ClaimVerdict verdict_of_ffn(const MeanInterval& gain, const MeanInterval& without);

/// C10. BLEU without the mask less that with it: one seed by its test sentences, several as they differ, too.
MeanInterval bleu_without_mask(const std::vector<SeedPair>& seeds);
/// C10. `loss`: nats a token without the mask less those with it; `bleu`: the same of free-running
/// translations.
ClaimVerdict verdict_of_cheating(const MeanInterval& loss, const MeanInterval& bleu, double masked_bleu);

/// C13: two judgements, each of every training, then together().
Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings);
/// C16: by_majority() of the trainings: "not always" does not ask for all of them.
Finding found_of_silence(const std::vector<ExaminedHeads>& trainings);

}  // namespace heed
