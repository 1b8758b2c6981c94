// With which inputs a result changes, and should not, or does not, and should.
#include <algorithm>

#include "exercises/grading/observation/patterns.hpp"
#include "exercises/grading/observation/variants.hpp"

namespace heed::grading::patterns {

namespace {

/// Other numbers of the same sign.
Tensor mixed(const Tensor& before) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) t.flat(n) *= n % 2 == 0 ? 1.25 : 0.75;
  return t;
}

/// In how many of the cases a result moves, and in how many it stays, with the input of that name.
struct Moves {
  int moved = 0, stayed = 0;

  void add(const Results& results, const Tensor& before, const std::optional<Tensor>& after) {
    if (!after || !all_finite(before) || !all_finite(*after)) return;
    ++(results.equal(before, *after) ? stayed : moved);
  }
  bool always() const { return moved > 1 && stayed == 0; }
  bool never() const { return stayed > 1 && moved == 0; }
};

}  // namespace

Pattern of_moves(const Results& results, const std::string& output, const Implementation& reference,
                 const Answer& answer) {
  constexpr std::size_t most_cases = 8;
  std::vector<const Pair*> wrong;
  for (const Pair& pair : results.pairs())
    if (!results.equal(pair.right, pair.given) && numbers_of(*pair.inputs) <= most_numbers &&
        wrong.size() < most_cases)
      wrong.push_back(&pair);
  if (!reference || !answer || wrong.size() < 2) return {};
  for (const Input& input : wrong.front()->inputs->values) {
    std::vector<const Pair*> pairs;
    std::vector<Inputs> asked;
    for (const Pair* pair : wrong) {
      const std::size_t at = place_of(*pair->inputs, input.name);
      if (at >= pair->inputs->values.size() || !is_changeable(pair->inputs->values[at].value)) continue;
      if (auto other = with_value(*pair->inputs, at, *changed(pair->inputs->values[at].value, mixed)))
        asked.push_back(std::move(*other)), pairs.push_back(pair);
    }
    const std::vector<CaseOutcome> given = asked.size() < 2 ? std::vector<CaseOutcome>() : answer(asked);
    if (given.size() < 2 || given.size() != asked.size()) continue;
    Moves should, is;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      should.add(results, pairs[i]->right, result_of(reference(asked[i]), output));
      is.add(results, pairs[i]->given, result_of(given[i], output));
    }
    if (should.always() && is.never()) return Observation{"not_moved_by", {input.name}};
    if (should.never() && is.always()) return Observation{"moved_by", {input.name}};
  }
  return {};
}

}  // namespace heed::grading::patterns
