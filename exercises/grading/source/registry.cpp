#include "exercises/grading/source/registry.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed::grading {

const Entry& find_entry(const std::string& name) {
  std::string names;
  for (const Entry& entry : all_entries()) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  throw_error<UsageError>("there is no exercise '{}'; the exercises are {}", name, names);
}

}  // namespace heed::grading
