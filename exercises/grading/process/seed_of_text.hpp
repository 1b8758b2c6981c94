// A seed for cases that nobody can choose by a comment in the text.
#pragma once

#include <cstdint>
#include <string_view>

namespace heed::grading {

/// The upper half of content_hash, which is not steered as name_hash is. The same on every machine.
std::uint64_t seed_of_text(std::string_view text);

}  // namespace heed::grading
