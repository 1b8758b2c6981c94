// Why a model has no place in a format of others.
#pragma once

#include <string>
#include <vector>

#include "lib/core/error_types.hpp"
#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// What the format does not have.
enum class Unwritten {
  lstm,
  positions,
  linear_attention,
  own_projections  ///< of global positions
};

/// `value`: what the model has in its place, where that has a name.
struct WhyNotWritten {
  Unwritten what;
  std::string value{};
};

/// The text is in English: `opening`, then each reason with the option that helps.
class NotWrittenError : public UsageError {
 public:
  NotWrittenError(const std::string& opening, std::vector<WhyNotWritten> reasons);
  const std::vector<WhyNotWritten>& reasons() const { return reasons_; }

 private:
  std::vector<WhyNotWritten> reasons_;
};

}  // namespace heed
