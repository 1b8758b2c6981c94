// These are the errors of the texts that lib/ reads, and their Korean.
#pragma once

#include <span>
#include <string_view>

namespace heed {

/// {} stands for any text; in Korean {0} is the first of them.
struct ErrorText {
  std::string_view english, korean;
};

std::span<const ErrorText> errors_of_texts();

}  // namespace heed
