// How much memory an answer's program gets.
#pragma once

#include <cstddef>

namespace heed::learn {

/// In bytes: the program's limit, so that no size beyond it is one of anything that is there.
inline constexpr std::size_t memory_limit = std::size_t{2} << 30;

}  // namespace heed::learn
