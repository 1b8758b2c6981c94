// The exercises that are built into the grader, with their known-wrong implementations. Generated.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/mistake.hpp"

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
};

/// WrongOne and RightOne as they are written down: of constants a compiler makes a table at once, of objects
/// a long function.
struct WrongRow {
  const char *id, *code;
  Describe describe;
};
struct RightRow {
  const char* name;
  Describe describe;
};

inline std::vector<WrongOne> wrong_ones(std::span<const WrongRow> rows) {
  std::vector<WrongOne> all;
  for (const WrongRow& row : rows) all.push_back({{row.id, row.code}, row.describe});
  return all;
}

inline std::vector<RightOne> right_ones(std::span<const RightRow> rows) {
  std::vector<RightOne> all;
  for (const RightRow& row : rows) all.push_back({row.name, row.describe});
  return all;
}

const std::vector<Entry>& all_entries();
/// Throws UsageError listing the exercises if there is none of that name.
const Entry& find_entry(const std::string& name);

inline Exercise described(Describe describe) {
  Exercise exercise;
  describe(exercise);
  return exercise;
}

}  // namespace heed::grading
