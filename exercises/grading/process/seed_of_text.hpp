// A seed for cases that nobody can choose by a comment in the text.
#pragma once

#include <cstdint>
#include <string_view>

namespace heed::grading {

/// A hash of a text and its length that is not steered as name_hash is: blocks of 32 bytes are the keys under
/// which Threefry-4x64 encrypts the hash so far, which is added to what comes out (Davies and Meyer's way of
/// making a hash of a cipher; Salmon et al. 2011). The same on every machine.
std::uint64_t seed_of_text(std::string_view text);

}  // namespace heed::grading
