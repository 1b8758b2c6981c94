// What can be seen in the wrong numbers of a part (observation/), asked of the program where that is needed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/naming/naming.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Of a part that failed in that result; `ask`: what the answer gives on further cases.
std::optional<Observation> observed(
    const Part& part, const std::string& output, const Expected& expected, const Outcomes& got,
    std::uint64_t seed, const std::function<std::vector<CaseOutcome>(const std::vector<Inputs>&)>& ask);

}  // namespace heed::grading
