// The form of the texts of observations.
#pragma once

#include <string_view>

namespace heed {

/// {0}: the numbers, {1}: the first name, {2}: the second, {3}: all names in quotation marks, {4} … {7}: the
/// first four numbers, {8}: the third name.
struct ObservationText {
  std::string_view kind, english, korean;
};

}  // namespace heed
