// Measurements of heed recall that nobody made.
#pragma once

#include <cmath>

#include "tools/measure/recall_tables.hpp"

namespace heed {

/// Whose made-up path takes a step a token.
inline bool token_by_token(const std::string& kind) { return kind != "attention" && kind != "convolution"; }

/// Made-up cells of all nets: recall over 8, 32 and 512 tokens, three seeds.
inline RecallResults made_up_recall(const std::function<void(RecallCell& cell)>& change) {
  RecallResults results{.plan = {.distances = {8, 32, 512}, .tasks = {RecallTask::recall}, .width = 16}};
  for (const RecallKind& kind : recall_kinds()) {
    for (const std::uint64_t seed : results.plan.seeds) {
      for (const std::int64_t d : results.plan.distances) {
        results.cells.push_back({.kind = kind.name,
                                 .distance = d,
                                 .tokens = d + 1,
                                 .seed = seed,
                                 .path = token_by_token(kind.name)    ? d
                                         : kind.name == "convolution" ? std::llround(std::log2(d))
                                                                      : 1,
                                 .gradient_norm = token_by_token(kind.name) ? std::pow(0.9, d) : 0.1,
                                 .us_a_token = kind.name == "attention" ? std::sqrt(d) : 2,
                                 .steps = 100,
                                 .accuracy = token_by_token(kind.name) && d == 512 ? 0.3 : 1});
        if (change) change(results.cells.back());
      }
    }
  }
  return results;
}

}  // namespace heed
