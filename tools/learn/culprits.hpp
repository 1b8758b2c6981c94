// Which answers are to blame for a stage that fails: found by exchanging them for references.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heed {

struct Culprits {
  std::vector<std::string> names = {};  // with the references of these the stage passes
  bool certain = true;                  // otherwise it was not found out in time which of these it is
};

/// With which references a stage passes; nothing when it was not found out in time.
using Passes = std::function<std::optional<bool>(const std::set<std::string>&)>;

/// The fewest of `names`, so found, with whose references a stage passes that fails with none of them: first
/// all, then bisection over prefixes, once for each culprit. None if it does not pass with all.
Culprits find_guilty(const std::vector<std::string>& names, const Passes& passes);

}  // namespace heed
