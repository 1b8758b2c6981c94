#include "exercises/grading/run/run_part.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "lib/core/name_hash.hpp"

namespace heed::grading {

const std::string* first_difference(const Inputs& before, const Inputs& after) {
  if (before.values.size() != after.values.size()) return &before.label;
  for (std::size_t i = 0; i < before.values.size(); ++i) {
    const Tensor old = as_tensor(before.values[i].value), now = as_tensor(after.values[i].value);
    const bool same = old.shape() == now.shape() &&
                      std::equal(old.values().begin(), old.values().end(), now.values().begin(),
                                 [](double a, double b) { return a == b || (a != a && b != b); });
    if (!same) return &before.values[i].name;
  }
  return nullptr;
}

void limit_gradient_cost(CaseOutcome& reference) {
  for (Output& output : reference.outputs)
    if (output.name == gradient_cost) output.at_most = 25 * output.value.flat(0) + 500;
}

namespace {

/// "std::out_of_range".
std::string name_of(const std::type_info& type) {
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr), std::free);
  return name ? name.get() : type.name();
}

/// Nobody reads more of a message, which is as long as the answer wants.
std::string beginning_of(std::string_view message) { return std::string(message.substr(0, 2000)); }

/// Returns what `run` gives, or how it ended.
template <typename Run>
CaseOutcome outcome_of(const Run& run) {
  try {
    return run();
  } catch (const learn::NotWritten& function) {
    return {Ending::not_written, beginning_of(function.what())};
  } catch (const std::bad_alloc&) {
    return {Ending::no_memory};
  } catch (const std::logic_error& error) {
    // of a statement that asks for a runtime_error: which one it was instead
    return {Ending::threw, beginning_of(name_of(typeid(error)) + ": " + error.what())};
  } catch (const std::exception& error) {
    return {Ending::threw, beginning_of(error.what())};
  } catch (...) {
    return {Ending::threw_other};
  }
}

}  // namespace

CaseOutcome judged_outcome(const Part& part, const Inputs& inputs, CaseOutcome outcome) {
  if (!part.judged || outcome.ending != Ending::finished) return outcome;
  return outcome_of([&]() -> CaseOutcome {
    Case c(inputs);
    part.judged(c, outcome.outputs);
    return {.outputs = c.outputs()};
  });
}

CaseOutcome unjudged_outcome(const Part& part, const Inputs& inputs) {
  const Inputs before = inputs;
  return outcome_of([&]() -> CaseOutcome {
    Case c(inputs);
    const long before_run = Tensor::element_reads();
    part.run(c);
    // The limit is the reference's cost, many times over: expect() in expected.cpp.
    if (part.is_gradient())
      c.measure(gradient_cost, double(Tensor::element_reads() - before_run),
                {.at_most = std::numeric_limits<double>::infinity()});
    if (const std::string* name = first_difference(before, inputs)) return {Ending::changed_input, *name};
    return {.outputs = c.outputs()};
  });
}

CaseOutcome run_case(const Part& part, const Inputs& inputs) {
  return judged_outcome(part, inputs, unjudged_outcome(part, inputs));
}

std::vector<CaseOutcome> run_cases(const Part& part, const std::vector<Inputs>& cases) {
  std::vector<CaseOutcome> outcomes;
  for (const Inputs& inputs : cases) outcomes.push_back(run_case(part, inputs));
  return outcomes;
}

std::vector<Inputs> draw_cases(const Part& part, std::uint64_t seed) {
  // the name's hash: parts draw different numbers from the same seed
  Draw draw(name_hash(part.name) ^ seed * 0x9e3779b97f4a7c15);
  Cases cases;
  part.draw(cases, draw);
  return cases.list();
}

void add_new(std::vector<Inputs>& cases, std::vector<Inputs> more) {
  for (Inputs& one : more) {
    const auto same = [&](const Inputs& other) { return first_difference(other, one) == nullptr; };
    if (std::ranges::none_of(cases, same)) cases.push_back(std::move(one));
  }
}

}  // namespace heed::grading
