#include "tools/training/patient_writer.hpp"

#include <new>

#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"

namespace heed {

void PatientWriter::operator()(const std::function<void()>& write) {
  std::string problem;
  try {
    write();
  } catch (const Error& error) {
    problem = localized(error);
  } catch (const std::bad_alloc&) {
    problem = tr("not enough memory to save a checkpoint");
  }
  if (!problem.empty()) {
    if (problem_ != problem)
      say_(tr("note: {}; the training goes on and tries again at the next checkpoint", problem));
  } else if (!problem_.empty()) {
    say_(tr("note: the checkpoint could be written again"));
  }
  problem_ = problem;
}

}  // namespace heed
