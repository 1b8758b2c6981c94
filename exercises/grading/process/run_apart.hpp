// Running an implementation of which nobody knows whether it comes to an end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/process/run_part.hpp"

namespace heed::grading {

using Write = std::function<void(std::string_view)>;

/// What a process of its own wrote, and whether it came to the end of `work`: not if that crashes, has had a
/// processor for 2 seconds, or does not end within 20. Throws Interrupted where Ctrl-C was pressed meanwhile.
struct Written {
  std::string bytes;
  bool ended;
};
Written written_apart(const std::function<void(const Write&)>& work);

/// What run_cases gives, computed by a process of its own: none if that does not come to its end.
std::optional<std::vector<CaseOutcome>> run_apart(const Part& part, const std::vector<Inputs>& cases);

}  // namespace heed::grading
