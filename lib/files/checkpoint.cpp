#include "lib/files/checkpoint.hpp"

#include <fmt/ranges.h>

#include <map>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

// "3 missing: a, b, c" with at most three names, as a model of other sizes may differ in hundreds.
void add_problem(std::vector<std::string>& problems, std::string_view kind, std::vector<std::string> names) {
  if (names.empty()) return;
  const std::size_t count = names.size();
  if (count > 3) {
    names.resize(3);
    names.emplace_back("…");
  }
  problems.push_back(fmt::format("{} {}: {}", count, kind, fmt::join(names, ", ")));
}

}  // namespace

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
  std::vector<std::string> missing, reshaped, unknown;
  for (const ExpectedTensor& tensor : expected) {
    const auto entry = found.find(tensor.name);
    if (entry == found.end()) {
      missing.push_back(tensor.name);
      continue;
    }
    if (entry->second->shape != tensor.shape) {
      reshaped.push_back(fmt::format("{} is {} in the file and {} in the model", tensor.name,
                                     shape_text(entry->second->shape), shape_text(tensor.shape)));
    }
    found.erase(entry);
  }
  for (const auto& [name, entry] : found) unknown.emplace_back(name);
  if (missing.empty() && reshaped.empty() && unknown.empty()) return;

  std::vector<std::string> problems;
  add_problem(problems, "of other sizes", std::move(reshaped));
  add_problem(problems, "missing from the file", std::move(missing));
  add_problem(problems, "unknown to the model", std::move(unknown));
  throw_error<SizesError>("{}: does not fit the model: {}; build the model with the sizes it was saved with",
                          label, fmt::join(problems, "; "));
}

}  // namespace heed
