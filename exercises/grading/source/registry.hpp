// The exercises that are built into the grader, with their known-wrong implementations. Generated.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
inline constinit thread_local std::array<int, 2> turned_on{-1, -1};
inline bool on(int mistake) { return mistake == turned_on[0] || mistake == turned_on[1]; }

/// Until its end no other mistake is turned on.
class OnlyOn {
 public:
  explicit OnlyOn(int mistake) : before_(std::exchange(turned_on, {mistake, -1})) {}
  ~OnlyOn() { turned_on = before_; }
  OnlyOn(const OnlyOn&) = delete;
  OnlyOn& operator=(const OnlyOn&) = delete;

 private:
  std::array<int, 2> before_;
};

/// The numbers that stand for 0 and for infinity in known mistakes, in the place of their own (1e-12, 1e9).
struct Constants {
  std::optional<double> small{}, large{};
};
inline constinit thread_local Constants constants{};
inline double constant(double own) { return (own < 1 ? constants.small : constants.large).value_or(own); }

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
  /// grade.cpp measures costs (costs.hpp): its cases run for long.
  bool measured = false;
  /// The exercise of whatever is chosen, and what chooses the reference.
  Describe plain = nullptr;
  void (*choose_reference)() = nullptr;
  /// The functions in which mistakes can be turned on.
  void (*change_to_switched)() = nullptr;
  bool has_constants = false;  // of which `constants` takes the place
};

/// WrongOne and RightOne as they are written down: of constants a compiler makes a table at once, of objects
/// a long function.
struct WrongRow {
  const char *id, *code;
  Describe describe;
  void (*change)();
  const char* functions;  // a blank behind each
  bool has_switch;
};
struct RightRow {
  const char* name;
  Describe describe;
};

inline std::vector<WrongOne> wrong_ones(std::span<const WrongRow> rows) {
  std::vector<WrongOne> all;
  for (const WrongRow& row : rows) {
    all.push_back({{row.id, row.code}, row.describe, row.change, {}, row.has_switch});
    const std::string functions = row.functions;
    for (std::size_t at = 0, end = 0; (end = functions.find(' ', at)) != std::string::npos; at = end + 1)
      all.back().functions.push_back(functions.substr(at, end - at));
  }
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

/// With two mistakes at once: where one function of the exercise calls another, they meet. Where both change
/// the same function, it is the second one's.
inline Exercise described(const Entry& entry, const WrongOne& first, const WrongOne& second) {
  Exercise exercise = described(entry.plain);
  for (void (*const choose)() : {second.change, first.change, entry.choose_reference})
    exercise.before_each(choose);
  return exercise;
}

}  // namespace heed::grading
