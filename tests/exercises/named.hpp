// A test describes an answer as an exercise is described, and asks what is named of it.
#pragma once

#include <map>
#include <string>

#include "exercises/grading/name/naming.hpp"

namespace named {

using namespace heed::grading;

using Describe = void (*)(Exercise&);
using Function = double (*)(double);

/// Returns what is named of an answer in each of its parts.
inline Named of(const Entry& entry, Describe answer, std::uint64_t seed = 1) {
  const Expected expected = expect(entry, seed);
  return name_mistakes(entry, expected, run_survivable(described(answer), expected.cases));
}

/// The ids, by part.
using Names = std::map<std::string, std::string>;
inline Names names(const Named& named) {
  Names all;
  for (const auto& [part, mistake] : named) all[part] = mistake.id;
  return all;
}

/// That of one part; "" where none is.
inline std::string name_in(const std::string& part, const Named& named) {
  const Names all = names(named);
  return all.contains(part) ? all.at(part) : "";
}

}  // namespace named
