#include "exercises/grading/run_part.hpp"

#include <new>

#include "lib/core/name_hash.hpp"

namespace heed::grading {

CaseOutcome run_case(const Part& part, const Inputs& inputs) {
  Case c(inputs);
  try {
    part.run(c);
    return {.outputs = c.outputs()};
  } catch (const learn::NotWritten& function) {
    return {Ending::not_written, function.what()};
  } catch (const std::bad_alloc&) {
    return {Ending::no_memory};
  } catch (const std::exception& error) {
    return {Ending::threw, error.what()};
  } catch (...) {
    return {Ending::threw_other};
  }
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

}  // namespace heed::grading
