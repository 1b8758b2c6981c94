// What `heed attention` prints and writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/attention/errors.hpp"
#include "tools/attention/measure.hpp"

namespace heed {

struct AttentionResults {
  std::vector<AttentionMeasurement> measurements{};
  std::vector<AttentionError> errors{};
  std::int64_t error_tokens = 0;
  std::vector<Unnormalised> unnormalised{};
  bool complete = true;  // not interrupted
};

/// Tables of time and bytes, slopes, a plot, where the kinds cross, errors, the form without a normaliser,
/// and the documents' claims.
std::string attention_report(const AttentionResults& results, std::size_t width);

/// Everything measured, with the machine.
nlohmann::json attention_json(const AttentionResults& results);

/// A line for each measurement; without numbers where it was left out.
std::string attention_csv(const AttentionResults& results);

}  // namespace heed
