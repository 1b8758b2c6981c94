#include "models/not_written.hpp"

#include <fmt/format.h>

namespace heed::inline HEED_PRECISION {
namespace {

std::string in_english(const WhyNotWritten& why) {
  switch (why.what) {
    case Unwritten::lstm:
      return "only Transformers are";
    case Unwritten::token_kinds:
      return "source and target are cut into tokens of different kinds";
    case Unwritten::final_norm:
      return "it has a norm behind the last layer (train with --final-norm no)";
    case Unwritten::norm_order:
      return "its norms stand before the layers (--norm post)";
    case Unwritten::positions:
      return fmt::format("its positions are {} (--position sinusoidal)", why.value);
    case Unwritten::attention:
      return fmt::format("its attention is {} (--attention all)", why.value);
    case Unwritten::linear_attention:
      return "its attention is linear (train with --kernel dense)";
    case Unwritten::own_projections:
      return "its global positions have projections of their own (--global-projection shared)";
    case Unwritten::no_biases:
      return "it has no biases";
    case Unwritten::norm_epsilon:
      return fmt::format("its norms have an epsilon of {}, not 1e-5", why.value);
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
