// The exercises that are built into the grader, with their known-wrong implementations. Generated.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"

namespace heed::grading {

using Describe = void (*)(Exercise&);

// Constants, of which a compiler makes a table at once; of objects it makes a long function.

struct WrongOne {
  const char *id, *code;
  Describe describe;

  Mistake mistake() const { return {id, code}; }
};

/// Another right solution: solutions/NAME.cpp.
struct RightOne {
  const char* name;
  Describe describe;
};

struct Entry {
  std::string name, chapter;
  Describe reference;
  std::vector<WrongOne> wrong;
  std::vector<RightOne> right{};
};

const std::vector<Entry>& all_entries();
/// Throws UsageError listing the exercises if there is none of that name.
const Entry& find_entry(const std::string& name);

inline Exercise described(Describe describe) {
  Exercise exercise;
  describe(exercise);
  return exercise;
}

}  // namespace heed::grading
