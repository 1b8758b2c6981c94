// Two known mistakes of one function, in one answer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// The exercise with both of these, by their places in Entry::wrong; one of them must have a switch. It is
/// that only as long as this object lives, and no other does.
class BothTurnedOn {
 public:
  BothTurnedOn(const Entry& entry, std::size_t one, std::size_t other);
  ~BothTurnedOn() { turned_on = {-1, -1}; }
  BothTurnedOn(const BothTurnedOn&) = delete;
  BothTurnedOn& operator=(const BothTurnedOn&) = delete;

  const Exercise& exercise() const { return exercise_; }

 private:
  Exercise exercise_;
};

/// Of the parts that failed and have no name: the only two known mistakes that change the same function and
/// that together give exactly what the answer gives on all cases, there, on every part that has a name and on
/// every part that passed. Where a mistake alone gives the same, and where not all pairs could be tried in
/// the time there is (0.3 s of a processor for a part), none.
Named mistakes_of_one_function(const Entry& entry, const Expected& expected,
                               const std::vector<Outcomes>& wrong_ones, const Outcomes& got,
                               const std::vector<std::string>& complete, const Named& named);

/// Whether these two, put together, give exactly what the answer gives on all cases of the part. Not if that
/// cannot be tried: both rewrite the same function, or costs are measured.
bool give_together(const Entry& entry, const Expected& expected, const std::string& part,
                   const std::vector<CaseOutcome>& got, std::size_t one, std::size_t other);

}  // namespace heed::grading
