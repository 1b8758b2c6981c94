// The right numbers of other integers: one more, one less, another one's, ids in another order.
#include <sys/time.h>

#include <algorithm>

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
const Type* input_of(const Inputs& inputs, const std::string& name) {
  const std::size_t at = place_of(inputs, name);
  return at < inputs.values.size() ? std::get_if<Type>(&inputs.values[at].value) : nullptr;
}

struct OfOne {
  const char* text;
  int (*apply)(int);
};
constexpr OfOne changes_of_one[]{{"x + 1", [](int n) { return n + 1; }},
                                 {"x − 1", [](int n) { return n - 1; }},
                                 {"max(1, x − 1)", [](int n) { return std::max(1, n - 1); }},
                                 {"2 · x", [](int n) { return 2 * n; }},
                                 {"x / 2", [](int n) { return n / 2; }},
                                 {"0", [](int) { return 0; }},
                                 {"−x", [](int n) { return -n; }}};

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
  for (const Input& input : first.values) {
    const std::string& name = input.name;
    if (std::holds_alternative<int>(input.value)) {
      for (const OfOne& one : changes_of_one) {
        list.push_back(
            {{"as_if_function", {name, one.text}}, [=](const Inputs& inputs) -> std::optional<Inputs> {
               const int* n = input_of<int>(inputs, name);
               if (n == nullptr) return {};
               return with_value(inputs, place_of(inputs, name), one.apply(*n));
             }});
      }
      for (const Input& from : first.values) {
        if (from.name == name || !std::holds_alternative<int>(from.value)) continue;
        list.push_back({{"as_if_other", {name, from.name}},
                        [name, other = from.name](const Inputs& inputs) -> std::optional<Inputs> {
                          const int *a = input_of<int>(inputs, name), *b = input_of<int>(inputs, other);
                          if (a == nullptr || b == nullptr) return {};
                          return with_value(inputs, place_of(inputs, name), *b);
                        }});
      }
    }
    if (!std::holds_alternative<Ids>(input.value)) continue;
    for (const OfIds& change : changes_of_ids) {
      Observation told{change.kind, {name}};
      if (change.text != nullptr) told.names.emplace_back(change.text);
      list.push_back({told, [=](const Inputs& inputs) -> std::optional<Inputs> {
                        const Ids* before = input_of<Ids>(inputs, name);
                        if (before == nullptr || before->empty()) return {};
                        Ids ids = *before;
                        change.apply(ids);
                        return with_value(inputs, place_of(inputs, name), ids);
                      }});
    }
  }
  return list;
}

}  // namespace

std::vector<CaseOutcome> outcomes_apart(const Implementation& reference, const std::vector<Inputs>& asked) {
  constexpr int most_microseconds =
      300'000;  // of a processor: with 0 in the place of a step a loop never ends
  const Written written = written_apart([&](const Write& write) {
    const itimerval most{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = most_microseconds}};
    ::setitimer(ITIMER_PROF, &most, nullptr);
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
  constexpr int most_processes = 4;
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
      if (!result || !results.equal(*result, first->given) || !results.others_fit(*first, got[i])) continue;
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
        holds = its && results.equal(*its, pairs[k]->given) && results.others_fit(*pairs[k], outcome[k]);
        explained += wrong(*pairs[k]) && telling(*pairs[k]);
      }
      if (holds && explained >= 3) return one.told;
    }
    done = got.size() < which.size() ? which[got.size()] + 1 : candidates.size();
  }
  return {};
}

}  // namespace heed::grading::patterns
