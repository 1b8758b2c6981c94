// What `heed recall` prints and writes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/recall/measure.hpp"

namespace heed {

struct RecallResults {
  RecallPlan plan{};
  std::vector<RecallCell> cells{};
  bool complete = true;  // not interrupted
};

/// Tables of accuracy, of the steps that learning took, of the gradient at the first token and of time
/// against distance, a plot of the gradient, and what documents say beside what was measured.
std::string recall_report(const RecallResults& results, Language language, std::size_t width);

/// Everything measured, with plan and machine. A cell that was not trained has no accuracy: null.
nlohmann::json recall_json(const RecallResults& results);

/// A line for each cell; the accuracy of one that was not trained is empty.
std::string recall_csv(const RecallResults& results);

}  // namespace heed
