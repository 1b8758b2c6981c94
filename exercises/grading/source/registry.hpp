// The exercises that are built into the grader, with their known-wrong implementations. Generated.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/source/marked_source.hpp"

namespace heed::grading {

using Describe = void (*)(Exercise&);

struct WrongOne {
  Mistake mistake;
  Describe describe;
  void (*change)() = nullptr;            // its functions in the place of those that are chosen
  std::vector<std::string> functions{};  // which these are
  bool has_switch = false;               // in Entry::change_to_switched: switches.hpp
};

/// The two mistakes, by their places in Entry::wrong, that are turned on.
inline std::array<int, 2> turned_on{-1, -1};
inline bool on(int mistake) { return mistake == turned_on[0] || mistake == turned_on[1]; }

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
  /// The exercise of whatever is chosen, and what chooses the reference.
  Describe plain = nullptr;
  void (*choose_reference)() = nullptr;
  /// The functions in which mistakes can be turned on.
  void (*change_to_switched)() = nullptr;
};

const std::vector<Entry>& all_entries();
/// Throws UsageError listing the exercises if there is none of that name.
const Entry& find_entry(const std::string& name);

inline Exercise described(Describe describe) {
  Exercise exercise;
  describe(exercise);
  return exercise;
}

/// With two mistakes at once: where one function of the exercise calls another, they meet. Where both change
/// the same function, it is the second one's.
inline Exercise described(const Entry& entry, const WrongOne& first, const WrongOne& second) {
  Exercise exercise = described(entry.plain);
  for (void (*const choose)() : {second.change, first.change, entry.choose_reference})
    exercise.before_each(choose);
  return exercise;
}

}  // namespace heed::grading
