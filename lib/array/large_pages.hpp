// Memory in pages of 2 MiB where the system has them. A processor remembers where some 2,000 pages lie: 8 MiB
// of ordinary ones, less than the weights of a small model. Looking up the others costs more than reading
// them.
#pragma once

#include <cstddef>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// 64-byte aligned memory, filled with zeros by the system when it is first touched; its addresses are never
/// given back. nullptr if there is none. One caller at a time.
void* large_pages_allocate(std::size_t bytes);

/// Gives the memory back to the system, but not its addresses: it may be written again.
void large_pages_empty(void* memory, std::size_t bytes);

}  // namespace heed
