#include "exercises/grading/exercise.hpp"

namespace heed::grading {

const Part& Exercise::part(const std::string& name) const {
  for (const Part& part : parts_) {
    if (part.name == name) return part;
  }
  throw_error<UsageError>("there is no part '{}'", name);
}

}  // namespace heed::grading
