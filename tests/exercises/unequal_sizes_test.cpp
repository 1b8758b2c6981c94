// An answer may rely on what all cases have in common: std::min(words, width) is the width where no table has
// more columns than rows. So of two sizes that a function gets each is the larger one in some case.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "exercises/grading/run/run_part.hpp"
#include "exercises/grading/source/registry.hpp"
#include "tests/catch.hpp"

namespace {

using namespace heed::grading;

/// Integers that count nothing: places, ids, numbers of something.
const std::set<std::string> no_sizes{
    "axis",       "b",       "bos",          "culprit",        "damage",       "eos",
    "first_word", "head",    "kind",         "mask",           "moved by",     "output",
    "pad",        "padding", "key_position", "query_position", "ignore_index", "training"};

/// Pairs in which the second can't be the smaller one, or need not be.
const std::set<std::string> natural{
    // part of a whole
    "cached_decoding: blocks <= x[-2]", "mask_tokens: places <= logits[-2]",
    "next_token_batch: starts <= stream", "next_token_batch: length <= stream",
    "sparse_attention_pattern: global <= length", "sparse_attention_pattern: global <= k[-2]",
    "beam_search: n_best <= beam",
    // a table with a row for each place that there is
    "cached_decoding: max_length <= place[-2]", "sinusoidal_encoding: embeddings[-2] <= encoding[-2]",
    // the last of all positions
    "causal_mask: queries <= keys",
    // a norm for each sub-layer and one more
    "residual_and_norm: sublayers[-3] <= norm_biases[-2]",
    // probabilities that are written out by hand; where they are drawn both are larger, too
    "beam_search: beam <= probabilities[-1]", "beam_search: n_best <= probabilities[-1]"};

/// The axes of tensors, counted from the last one, the lengths of lists, counts, and what a head gets.
std::map<std::string, int> sizes_of(const Inputs& inputs) {
  std::map<std::string, int> sizes;
  for (const Input& input : inputs.values) {
    if (const auto* tensor = std::get_if<Tensor>(&input.value)) {
      for (int axis = -tensor->rank(); axis < 0; ++axis)
        sizes[fmt::format("{}[{}]", input.name, axis)] = tensor->dim(axis + tensor->rank());
    } else if (const auto* list = std::get_if<std::vector<int>>(&input.value)) {
      sizes[input.name] = static_cast<int>(list->size());
    } else if (const auto* number = std::get_if<int>(&input.value)) {
      if (no_sizes.count(input.name) == 0) sizes[input.name] = *number;
    }
  }
  for (const char* width : {"x[-1]", "decoder[-1]"}) {
    if (sizes.count(width) > 0 && sizes.count("heads") > 0)
      sizes["features of a head"] = sizes.at(width) / sizes.at("heads");
  }
  return sizes;
}

/// Two sizes in all cases.
using Pairs = std::vector<std::pair<int, int>>;

template <typename Holds>
bool all(const Pairs& pairs, Holds holds) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const auto& p) { return holds(p.first, p.second); });
}

/// One is the same in all cases, or a part of the other one, or as much longer than it in all of them.
bool depend(const Pairs& pairs) {
  const int a = pairs.front().first, b = pairs.front().second;
  return all(pairs, [&](int x, int) { return x == a; }) || all(pairs, [&](int, int y) { return y == b; }) ||
         all(pairs, [&](int x, int y) { return x - y == a - b; }) ||
         all(pairs, [](int x, int y) { return x > 0 && y % x == 0; }) ||
         all(pairs, [](int x, int y) { return y > 0 && x % y == 0; });
}

using PairsByName = std::map<std::pair<std::string, std::string>, Pairs>;

/// Groups parts that call the same functions: those whose first cases have inputs of the same names.
std::map<std::string, PairsByName> pairs_of(const Exercise& exercise, std::uint64_t seed) {
  std::map<std::string, PairsByName> functions;
  for (const Part& part : exercise.parts()) {
    const std::vector<Inputs> cases = draw_cases(part, seed);
    std::string names;
    for (const Input& input : cases.front().values) names += input.name + " ";
    for (const Inputs& inputs : cases) {
      const auto sizes = sizes_of(inputs);
      for (auto a = sizes.begin(); a != sizes.end(); ++a)
        for (auto b = std::next(a); b != sizes.end(); ++b)
          functions[names][{a->first, b->first}].emplace_back(a->second, b->second);
    }
  }
  return functions;
}

}  // namespace

TEST_CASE("of two sizes that do not depend on each other each is the larger one in some case") {
  std::set<std::string> found;
  for (const Entry& entry : all_entries()) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      for (const auto& [function, pairs] : pairs_of(described(entry.reference), seed)) {
        std::set<std::string> said;  // by another name
        for (const auto& [names, sizes] : pairs)
          if (all(sizes, [](int x, int y) { return x == y; })) said.insert(names.second);
        for (const auto& [names, sizes] : pairs) {
          const auto& [a, b] = names;
          if (said.count(a) > 0 || said.count(b) > 0 || depend(sizes)) continue;
          if (all(sizes, [](int x, int y) { return x <= y; }))
            found.insert(fmt::format("{}: {} <= {}", entry.name, a, b));
          else if (all(sizes, [](int x, int y) { return x >= y; }))
            found.insert(fmt::format("{}: {} <= {}", entry.name, b, a));
        }
      }
    }
  }
  CHECK(found == natural);
}
