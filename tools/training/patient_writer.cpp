#include "tools/training/patient_writer.hpp"

#include <new>

#include "lib/core/error.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

void PatientWriter::operator()(const std::function<void()>& write) {
  std::string problem;
  try {
    write();
  } catch (const Error& error) {
    problem = error.what();
  } catch (const std::bad_alloc&) {
    problem = "not enough memory to save a checkpoint";
  }
  if (!problem.empty()) {
    if (problem_ != problem)
      say_(spoken("note: {}; the training goes on and tries again at the next checkpoint",
                  "참고: {}. 학습은 계속하고 다음 저장 때 다시 시도함", problem));
  } else if (!problem_.empty()) {
    say_(spoken("note: the checkpoint could be written again", "참고: 다시 저장됨"));
  }
  problem_ = problem;
}

}  // namespace heed
