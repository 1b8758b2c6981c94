// The program of `heed learn run`: an answer with nothing around it, to be stepped through in a debugger.
// `answer PART CASE SEED` runs the cases of that label, of the seed of all answers and of this one's own;
// without a label, all of the part.
#include <cstdlib>
#include <iostream>

#include "exercises/grading/run/run_part.hpp"

void describe(heed::grading::Exercise& exercise);  // the exercise's grade.cpp

namespace {

using namespace heed::grading;

void run(const Part& part, const Inputs& inputs) {
  std::cout << part.name << ", " << inputs.label << "\n";
  for (const Input& input : inputs.values)
    std::cout << "  " << input.name << " = " << as_tensor(input.value) << "\n";
  Case given(inputs);
  try {
    part.run(given);  // calls the answer
  } catch (const heed::learn::NotWritten& missing) {
    std::cout << "  -> " << missing.what() << " is not written yet\n";
    return;
  }
  for (const Output& output : given.outputs())
    std::cout << "  -> " << output.name << " = " << output.value << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  Exercise exercise;
  describe(exercise);
  const Part& part = exercise.part(argv[1]);
  const std::string label = argv[2];
  std::vector<Inputs> cases = draw_cases(part, 1);
  add_new(cases, draw_cases(part, std::strtoull(argv[3], nullptr, 10)));
  for (const Inputs& inputs : cases)
    if (label.empty() || inputs.label == label) run(part, inputs);
}
