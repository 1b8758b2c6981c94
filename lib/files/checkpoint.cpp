#include "lib/files/checkpoint.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
void require_version(const SafetensorsHeader& header, const std::string& key, std::string_view version,
                     std::string_view label) {
  const auto found = header.metadata.find(key);
  if (found == header.metadata.end()) {
    throw_error<VersionError>(
        "{}: its metadata has no \"{}\"; this program reads version {}, save the model again", label, key,
        version);
  }
  if (found->second != version) {
    throw_error<VersionError>("{}: is of version {}, this program reads version {}; save the model again",
                              label, found->second, version);
  }
}

void require_tensors(const SafetensorsHeader& header, std::span<const ExpectedTensor> expected,
                     std::string_view label) {
  std::map<std::string_view, const TensorEntry*> found;
  for (const TensorEntry& entry : header.tensors) found.emplace(entry.name, &entry);
  std::vector<std::string> problems;
  for (const ExpectedTensor& tensor : expected) {
    const auto entry = found.find(tensor.name);
    if (entry == found.end()) {
      problems.push_back(tensor.name + " is missing from the file");
      continue;
    }
    if (entry->second->shape != tensor.shape)
      problems.push_back(fmt::format("{} is {} in the file and {} in the model", tensor.name,
                                     shape_text(entry->second->shape), shape_text(tensor.shape)));
    found.erase(entry);
  }
  for (const auto& [name, entry] : found) problems.push_back(fmt::format("{} is unknown to the model", name));
  if (problems.empty()) return;
  constexpr std::size_t most = 3;  // a model of other sizes may differ in hundreds
  const std::size_t count = problems.size();
  problems.resize(std::min(count, most));
  if (count > most) problems.push_back(fmt::format("{} more", count - most));
  throw_error<SizesError>("{}: does not fit the model: {}; build the model with the sizes it was saved with",
                          label, fmt::join(problems, "; "));
}

}  // namespace heed
