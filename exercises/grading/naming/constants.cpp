#include "exercises/grading/naming/constants.hpp"

#include <algorithm>
#include <utility>

#include "exercises/grading/naming/singles.hpp"
#include "exercises/grading/source/numbers.hpp"

namespace heed::grading {

namespace {

class InThePlaceOfTheirOwn {
 public:
  explicit InThePlaceOfTheirOwn(const Number& number) {
    (vanishes(number) ? constants.small : constants.large) = number.value;
  }
  ~InThePlaceOfTheirOwn() { constants = {}; }
  InThePlaceOfTheirOwn(const InThePlaceOfTheirOwn&) = delete;
  InThePlaceOfTheirOwn& operator=(const InThePlaceOfTheirOwn&) = delete;
};

/// Of those that vanish or are large, each once.
std::vector<Number> numbers_to_try(const std::vector<Guard>& guards) {
  constexpr std::size_t most = 3;
  std::vector<Number> numbers;
  for (const Guard& guard : guards) {
    for (const Lexeme& one : Lexemes(guard.text)) {
      const auto number = number_of(one);
      const bool known = !number || std::ranges::any_of(numbers, [&](const Number& other) {
        return other.value == number->value;
      });
      if (!known && (vanishes(*number) || number->value >= least_large) && numbers.size() < most)
        numbers.push_back(*number);
    }
  }
  return numbers;
}

}  // namespace

Named named_with_constants(const Evidence& evidence, Further& further, const std::vector<Guard>& guards,
                           const std::vector<std::string>& parts) {
  Named found;
  if (!evidence.entry.has_constants || parts.empty()) return found;
  for (const Number& number : numbers_to_try(guards)) {
    const InThePlaceOfTheirOwn own(number);
    const std::vector<Outcomes> wrong_ones = run_wrong_ones(evidence.entry, evidence.expected);
    const Evidence with_number = evidence_of(evidence.entry, evidence.expected, wrong_ones, evidence.got);
    CandidatesOf candidates_of;
    found.merge(named_by(with_number, parts, by_numbers(with_number, further), candidates_of));
  }
  return found;
}

}  // namespace heed::grading
