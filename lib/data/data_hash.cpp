#include "lib/data/data_hash.hpp"

#include <span>

#include "lib/files/content_hash.hpp"

namespace heed {
namespace {

/// With the number of elements, else [1] [2, 3] would be [1, 2] [3].
template <typename T>
void add(std::span<const T> values, ContentHash& hash) {
  const std::uint64_t count = values.size();
  hash.add(std::as_bytes(std::span(&count, 1)));
  hash.add(std::as_bytes(values));
}

void add(const std::vector<std::string>& texts, ContentHash& hash) {
  for (const std::string& text : texts) add(std::span<const char>(text), hash);
}

}  // namespace

std::string data_hash(const std::vector<Example>& train_set, const std::vector<Example>& valid_set,
                      const std::vector<std::string>& valid_references) {
  ContentHash hash;
  for (const auto* examples : {&train_set, &valid_set}) {
    const std::uint64_t count = examples->size();
    hash.add(std::as_bytes(std::span(&count, 1)));
    for (const Example& example : *examples) {
      add(std::span<const std::int32_t>(example.source), hash);
      add(std::span<const std::int32_t>(example.target), hash);
      if (example.before >= 0) add(std::span(&example.before, 1), hash);
    }
  }
  add(valid_references, hash);
  return hash.digits();
}

std::string text_hash(const std::vector<std::string>& texts) {
  ContentHash hash;
  add(texts, hash);
  return hash.digits();
}

}  // namespace heed
