// The exercises that are built into the grader, with their known-wrong implementations. Generated.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/marked_source.hpp"

namespace heed::grading {

using Describe = void (*)(Exercise&);

struct WrongOne {
  Mistake mistake;
  Describe describe;
};

/// Another right solution: solutions/NAME.cpp.
struct RightOne {
  std::string name;
  Describe describe;
};

struct Entry {
  std::string name, chapter;
  Describe reference;
  std::vector<WrongOne> wrong;
  std::vector<RightOne> right{};
  /// grade.cpp measures work or memory (work.hpp, room.hpp): an answer uses only what is counted.
  bool measured = false;
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
