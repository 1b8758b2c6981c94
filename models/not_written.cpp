#include "models/not_written.hpp"

#include <fmt/format.h>

namespace heed::inline HEED_PRECISION {
namespace {

std::string in_english(const WhyNotWritten& why) {
  switch (why.what) {
    case Unwritten::lstm:
      return "only Transformers are";
    case Unwritten::positions:
      return fmt::format("its positions are {} (--position sinusoidal)", why.value);
    case Unwritten::linear_attention:
      return "its attention is linear (train with --kernel dense)";
    case Unwritten::own_projections:
      return "its global positions have projections of their own (--global-projection shared)";
  }
  return "";
}

std::string text_of(const std::string& opening, const std::vector<WhyNotWritten>& reasons) {
  std::string text = opening;
  for (const WhyNotWritten& why : reasons)
    text += (text.size() == opening.size() ? ": " : "; ") + in_english(why);
  return text;
}

}  // namespace

NotWrittenError::NotWrittenError(const std::string& opening, std::vector<WhyNotWritten> reasons)
    : UsageError(text_of(opening, reasons)), reasons_(std::move(reasons)) {}

}  // namespace heed
