// What `heed lab` prints and writes.
#pragma once

#include <filesystem>
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
  std::optional<LabAnswer> guess{};  // the answer to the question
};

/// A line a claim: id, documents, what they say.
std::string lab_list(Language language, std::size_t width);
/// The claim, before it is run.
std::string claim_text(const Claim& claim, Language language);
/// Numbers, in tables cut at `width` (0: nowhere), picture, verdict, correction, and the guess beside it.
std::string finding_text(const LabResult& result, Language language, std::size_t width = 0);
/// The verdicts of several claims, a line each.
std::string lab_summary(const std::vector<LabResult>& results, Language language, std::size_t width);

/// Everything that came out, with the options and the machine.
nlohmann::json lab_json(const std::vector<LabResult>& results, const LabOptions& options);
/// Those results with this as what the claim gave on given sentences. Throws Error if the claim is not there.
nlohmann::json with_given(nlohmann::json results, const std::string& claim, const GivenFinding& given);
/// claim, table, row, column, text, value, low, high, unit: a line for each cell; numbers are not rounded,
/// and left out where a cell is none.
std::string lab_csv(const std::vector<LabResult>& results);
/// "2 processors (AMD EPYC, avx2)". Throws nlohmann::json::exception for what does not describe a machine.
std::string machine_words(const nlohmann::json& machine, Language language);
/// A cell or the title of a column of lab_json()'s table.
std::string cell_in(Language language, const nlohmann::json& table, const std::string& cell);
/// What lab_json() gave as Markdown: a table of the verdicts, then each claim. Throws FormatError if it is
/// something else.
std::string lab_page(const nlohmann::json& results, Language language);
/// The same behind a title and how it was measured: docs/claims.md.
std::string lab_document(const nlohmann::json& results, Language language);
/// What was measured now and before, in the order of lab_claims(). What the lab measured before and measures
/// no more stays: what a claim gave on given sentences and, of a part of the claims, the others; where these
/// come from another machine, the new ones say theirs. Throws Error if they come from another seed or
/// --quick.
nlohmann::json with_kept(nlohmann::json results, const nlohmann::json& before);
/// What lab_json() wrote into a file. Throws Error if there is none, FormatError that names file, claim and
/// field if it is something else.
nlohmann::json read_lab_results(const std::filesystem::path& file);
/// claims.json, with_kept() what it held, claims.md and claims.ko.md.
void write_lab_documents(const nlohmann::json& results, const std::filesystem::path& folder);
/// A page for the browser, as `heed report` writes them.
void write_lab_report(const nlohmann::json& results, Language language, const std::filesystem::path& page);

}  // namespace heed
