// The cases of one label alone, the smaller ones first: what is done several times shows where it is done
// once.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

Pattern of_one_case(std::vector<Pair> pairs, Tolerance tolerance, const std::string& output,
                    const Implementation& reference) {
  constexpr std::size_t most_cases = 6;
  constexpr int enough = 6;
  std::erase_if(pairs, [](const Pair& pair) { return pair.right.shape() != pair.given.shape(); });
  if (std::ranges::all_of(pairs, [](const Pair& pair) { return all_whole(pair.right); })) return {};  // ids
  std::ranges::stable_sort(pairs, {}, [](const Pair& pair) { return numbers_of(*pair.inputs); });
  std::vector<std::string> labels;  // of wrong cases
  for (const Pair& pair : pairs) {
    int wrong = 0;
    for (int n = 0; n < pair.given.size(); ++n)
      wrong += std::isfinite(pair.given.flat(n)) && !close(pair.right.flat(n), pair.given.flat(n), tolerance);
    if (wrong >= enough && std::ranges::find(labels, pair.inputs->label) == labels.end())
      labels.push_back(pair.inputs->label);
  }
  if (labels.size() > most_cases) labels.resize(most_cases);
  for (const std::string& label : labels) {
    std::vector<Pair> of_label;
    std::ranges::copy_if(pairs, std::back_inserter(of_label),
                         [&](const Pair& pair) { return pair.inputs->label == label; });
    const Results results(std::move(of_label), tolerance);
    Pattern found = of_each_number(results);
    if (!found) found = of_other_inputs(results, output, reference);
    if (!found) continue;
    found->in_case = label;
    return found;
  }
  return {};
}

}  // namespace heed::grading::patterns
