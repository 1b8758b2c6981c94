// The long cases of a part (Part::also_at_length).
#pragma once

#include <filesystem>
#include <utility>

#include "exercises/grading/grade/judge.hpp"

namespace heed::grading {

/// The verdict on a part that passed, after its long cases, and the seconds they took by the clock. It may
/// take its own seconds of a processor, or `seconds` where that is more.
std::pair<PartVerdict, double> at_length(const std::filesystem::path& program, const Entry& entry,
                                         const Part& part, std::uint64_t seed, double seconds,
                                         const PartVerdict& passed);

}  // namespace heed::grading
