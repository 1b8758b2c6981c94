// Running an implementation of which nobody knows whether it comes to an end.
#pragma once

#include <optional>
#include <vector>

#include "exercises/grading/run_part.hpp"

namespace heed::grading {

/// What run_cases gives, computed by a process of its own: none if that crashes, has had a processor for 2
/// seconds, or does not end within 20. Throws Interrupted where Ctrl-C was pressed meanwhile.
std::optional<std::vector<CaseOutcome>> run_apart(const Part& part, const std::vector<Inputs>& cases);

}  // namespace heed::grading
