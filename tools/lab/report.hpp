// What `heed lab` prints and writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/claim.hpp"

namespace heed {

struct LabResult {
  const Claim* claim = nullptr;
  Finding finding{};
  double seconds = 0;
  std::optional<bool> guess{};  // that it holds
};

/// A line a claim: id, documents, what they say.
std::string lab_list(Language language, std::size_t width);
/// The claim, before it is run.
std::string claim_text(const Claim& claim, Language language);
/// Numbers, picture, verdict, correction, and the guess beside it.
std::string finding_text(const LabResult& result, Language language);
/// The verdicts of several claims, a line each.
std::string lab_summary(const std::vector<LabResult>& results, Language language, std::size_t width);

/// Everything that came out, with the options and the machine.
nlohmann::json lab_json(const std::vector<LabResult>& results, const LabOptions& options);
/// claim, table, row, column, value: a line for each cell.
std::string lab_csv(const std::vector<LabResult>& results);
/// The page of what lab_json() gave, as Markdown: docs/claims.md. Throws FormatError if it is something else.
std::string lab_page(const nlohmann::json& results, Language language);

}  // namespace heed
