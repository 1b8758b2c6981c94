// How much code runs from one branch to the next: a loop that is written out has none.
#pragma once

#include <cstddef>

namespace heed::grading {

/// The bytes of code from `from` to the next call of `counter`, which the compiler puts behind each branch,
/// or to the end of the function; of the same loop more where instructions are longer (arm64: 4 bytes each;
/// x86-64: 1 to 15). 0 outside of the program's own code, where AddressSanitizer's checks stand in it, and on
/// a processor whose calls are not known here.
std::size_t straight_code(const void* from, void (*counter)());

}  // namespace heed::grading
