#include "exercises/grading/exercise.hpp"

#include "lib/core/error.hpp"

namespace heed::grading {

const Part& Exercise::part(const std::string& name) const {
  for (const Part& part : parts_) {
    if (part.name == name) return part;
  }
  throw_error<UsageError>("there is no part '{}'", name);
}

void Exercise::before_each(void (*prepare)()) {
  const auto prepared = [prepare](auto& function) {
    if (!function) return;
    function = [prepare, original = std::move(function)](auto&& argument) {
      prepare();
      return original(argument);
    };
  };
  for (Part& part : parts_) {
    prepared(part.run);
    prepared(part.forward_function);
  }
  prepared(now_);
}

}  // namespace heed::grading
