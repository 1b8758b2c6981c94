// Which answers are to blame for a stage that fails: found by exchanging them for references.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heed {

/// Which answers are to blame.
struct Culprits {
  std::vector<std::string> names = {};   // with the references of these it passes
  std::vector<std::string> one_of = {};  // there was no time to tell which of these, besides `names`
  bool stopped = false;                  // time ran out, or Ctrl-C
};

/// With which references a stage passes; nothing when it was not found out in time.
using Passes = std::function<std::optional<bool>(const std::set<std::string>&)>;
/// The fewest of `names`, so found, with whose references a stage passes that fails with none of them: each
/// of `suspects` alone, then all, then bisection over prefixes, once for each culprit. None if it does not
/// pass with all.
Culprits find_guilty(const std::vector<std::string>& names, const std::vector<std::string>& suspects,
                     const Passes& passes);

/// The answer that what came out wrong points to, by the words of exercises/translator, as all before it was
/// right: "weights" after right gradients to adam_step, "threw" to who threw. Of `own` answers, or none.
std::vector<std::string> suspects_by(const std::vector<std::string>& own, const std::string& where,
                                     const std::string& detail);

}  // namespace heed
