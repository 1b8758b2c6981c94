// The right numbers of other integers: one more, one less, another one's, ids in another order.
#include <algorithm>
#include <numeric>

#include "exercises/grading/observation/patterns.hpp"
#include "exercises/grading/process/run_apart.hpp"
#include "exercises/grading/process/wire.hpp"

namespace heed::grading::patterns {

namespace {

using Ids = std::vector<int>;

struct Candidate {
  Observation told;
  std::function<std::optional<Inputs>(const Inputs&)> change;
};

template <typename Type>
const Type* input_at(const Inputs& inputs, std::size_t at) {
  return at < inputs.values.size() ? std::get_if<Type>(&inputs.values[at].value) : nullptr;
}

struct OfOne {
  const char* text;
  int (*apply)(int);
};
constexpr OfOne changes_of_one[]{
    {"x + 1", [](int n) { return n + 1; }}, {"x − 1", [](int n) { return n - 1; }},
    {"0", [](int) { return 0; }},           {"2 · x", [](int n) { return 2 * n; }},
    {"x / 2", [](int n) { return n / 2; }}, {"−x", [](int n) { return -n; }}};

struct OfIds {
  const char* kind;
  const char* text;  // of a function
  void (*apply)(Ids&);
};
constexpr OfIds changes_of_ids[]{
    {"as_if_backwards", nullptr, [](Ids& ids) { std::ranges::reverse(ids); }},
    {"as_if_all_like_first", nullptr, [](Ids& ids) { std::ranges::fill(ids, ids.front()); }},
    {"as_if_all_like_last", nullptr, [](Ids& ids) { std::ranges::fill(ids, ids.back()); }},
    {"as_if_function", "x + 1",
     [](Ids& ids) {
       for (int& id : ids) ++id;
     }},
    {"as_if_function", "x − 1", [](Ids& ids) {
       for (int& id : ids) --id;
     }}};

std::vector<Candidate> candidates_for(const Inputs& first) {
  std::vector<Candidate> list;
  for (std::size_t at = 0; at < first.values.size(); ++at) {
    const std::string& name = first.values[at].name;
    if (input_at<int>(first, at) != nullptr) {
      for (const OfOne& one : changes_of_one) {
        list.push_back(
            {{"as_if_function", {name, one.text}}, [=](const Inputs& inputs) -> std::optional<Inputs> {
               const int* n = input_at<int>(inputs, at);
               return n == nullptr ? std::nullopt : with_value(inputs, at, one.apply(*n));
             }});
      }
      for (std::size_t from = 0; from < first.values.size(); ++from) {
        if (from == at || input_at<int>(first, from) == nullptr) continue;
        list.push_back({{"as_if_other", {name, first.values[from].name}},
                        [=](const Inputs& inputs) -> std::optional<Inputs> {
                          const int *a = input_at<int>(inputs, at), *b = input_at<int>(inputs, from);
                          return a == nullptr || b == nullptr ? std::nullopt : with_value(inputs, at, *b);
                        }});
      }
    }
    if (input_at<Ids>(first, at) != nullptr) {
      for (const OfIds& change : changes_of_ids) {
        Observation told{change.kind, {name}};
        if (change.text != nullptr) told.names.emplace_back(change.text);
        list.push_back({told, [=](const Inputs& inputs) -> std::optional<Inputs> {
                          const Ids* before = input_at<Ids>(inputs, at);
                          if (before == nullptr || before->empty()) return {};
                          Ids ids = *before;
                          change.apply(ids);
                          return with_value(inputs, at, ids);
                        }});
      }
    }
  }
  return list;
}

}  // namespace

std::vector<CaseOutcome> outcomes_apart(const Implementation& reference, const std::vector<Inputs>& asked) {
  const Written written = written_apart([&](const Write& write) {
    for (const Inputs& one : asked) write(case_frame(reference(one)));
    write(end_frame());
  });
  return decode_log("", written.bytes).cases;
}

Pattern of_other_integers(const Results& results, const std::string& output,
                          const Implementation& reference) {
  constexpr int large = 4000;
  if (!reference || !results.all_of([](const Pair& p) { return numbers_of(*p.inputs) <= large; })) return {};
  const auto wrong = [&](const Pair& p) { return !results.equal(p.right, p.given); };
  // zeros come of many things
  const auto telling = [&](const Pair& p) {
    if (p.right.shape() != p.given.shape()) return true;
    for (int n = 0; n < p.given.size(); ++n)
      if (p.given.flat(n) != 0 && !results.close(p.right.flat(n), p.given.flat(n))) return true;
    return false;
  };
  const auto first = std::ranges::find_if(results.pairs(), wrong);
  if (first == results.pairs().end() || std::ranges::count_if(results.pairs(), wrong) < 3) return {};
  std::vector<Candidate> candidates = candidates_for(*first->inputs);
  // each that does not come out ends a process: few of them do
  constexpr int most_processes = 8;
  std::size_t done = 0;
  for (int process = 0; process < most_processes && done < candidates.size(); ++process) {
    std::vector<Inputs> asked;
    std::vector<std::size_t> which;
    for (std::size_t i = done; i < candidates.size(); ++i) {
      if (auto other = candidates[i].change(*first->inputs)) asked.push_back(*other), which.push_back(i);
    }
    const std::vector<CaseOutcome> got = outcomes_apart(reference, asked);
    for (std::size_t i = 0; i < got.size() && i < which.size(); ++i) {
      const auto result = result_of(got[i], output);
      if (!result || !results.equal(*result, first->given)) continue;
      const Candidate& one = candidates[which[i]];
      std::vector<Inputs> all;
      std::vector<const Pair*> pairs;
      bool holds = true;
      int explained = 0;
      for (const Pair& pair : results.pairs()) {
        const auto other = one.change(*pair.inputs);
        if (!other)
          holds = holds && !wrong(pair);
        else
          all.push_back(*other), pairs.push_back(&pair);
      }
      const std::vector<CaseOutcome> outcome =
          holds ? outcomes_apart(reference, all) : std::vector<CaseOutcome>();
      holds = holds && outcome.size() == all.size();
      for (std::size_t k = 0; holds && k < all.size(); ++k) {
        const auto its = result_of(outcome[k], output);
        holds = its && results.equal(*its, pairs[k]->given);
        explained += wrong(*pairs[k]) && telling(*pairs[k]);
      }
      if (holds && explained >= 3) return one.told;
    }
    done = got.size() < which.size() ? which[got.size()] + 1 : candidates.size();
  }
  return {};
}

}  // namespace heed::grading::patterns
