// What holds in exactly the right cases of a part, or in exactly the wrong ones.
#pragma once

#include <set>

#include "exercises/grading/observation/patterns.hpp"
#include "exercises/grading/process/run_part.hpp"

namespace heed::grading::patterns {

/// Right and wrong cases.
class Split {
 public:
  Split(const std::vector<Inputs>& cases, const std::vector<bool>& right) : right_(right) {
    std::set<std::string> labels[2];
    const Inputs* first[2] = {};
    bool drawn[2] = {};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const int side = right[i] ? 1 : 0;
      labels[side].insert(cases[i].label);
      if (first[side] == nullptr) first[side] = &cases[i];
      drawn[side] = drawn[side] || first_difference(*first[side], cases[i]) != nullptr;
    }
    kinds_ = std::min(labels[0].size(), labels[1].size());
    drawn_ = (drawn[0] || labels[0].size() > 1) && (drawn[1] || labels[1].size() > 1);
  }

  /// Whether several cases of different labels are right, and several wrong: one that is drawn a second time
  /// tells nothing new.
  bool several() const { return kinds_ > 1; }
  /// How many labels there are on the side that has fewer.
  std::size_t kinds() const { return kinds_; }
  /// Whether one label on a side is enough, as so many cases come out on its side for the same reason. Not
  /// one case written down, which is the same in every draw.
  bool enough() const { return several() || (kinds_ == 1 && many() && drawn_); }
  bool many() const { return right_.size() >= 20; }

  /// "right…" where exactly the right cases have the property, "wrong…" where exactly the wrong ones do.
  template <typename Property>
  const char* side(const Property& property) const {
    bool is_right = true, is_wrong = true;
    for (std::size_t i = 0; i < right_.size(); ++i) {
      const bool has = property(i);
      is_right = is_right && has == right_[i];
      is_wrong = is_wrong && has != right_[i];
    }
    return is_right ? "right" : is_wrong ? "wrong" : nullptr;
  }

 private:
  const std::vector<bool>& right_;
  std::size_t kinds_ = 0;
  bool drawn_ = false;
};

/// All that tells right from wrong cases, of one sort.
using Found = std::vector<Observation>;

inline void add(Found& found, const char* side, const char* kind, std::vector<std::string> names,
                std::vector<double> numbers = {}) {
  if (side != nullptr) found.push_back({std::string(side) + kind, std::move(names), std::move(numbers)});
}

/// The only one: where several things tell the cases apart, it is not known which of them matters.
inline Pattern alone(const Found& found) {
  const bool swapped = found.size() == 2 && found[0].names.size() == 2 &&
                       found[0].names[0] == found[1].names[1] && found[0].names[1] == found[1].names[0];
  return found.size() == 1 || swapped ? Pattern(found.front()) : Pattern();
}

}  // namespace heed::grading::patterns
