#include "nn/processes/agreement.hpp"

#include <span>

#include "lib/core/error.hpp"
#include "lib/files/content_hash.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// "name\0value\0name\0value\0…"
std::string joined(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) (text += name + '\0') += value + '\0';
  return text;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0, end = 0; (end = text.find('\0', at)) != std::string::npos; at = end + 1)
    parts.push_back(text.substr(at, end - at));
  return parts;
}

}  // namespace

void check_agreement(Communicator& processes, const std::string& when, const Facts& facts) {
  const std::vector<std::string> all = gather(processes, joined(facts));
  const std::vector<std::string> first = split(all.front());
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all.front()) continue;
    const std::vector<std::string> other = split(all[rank]);
    std::size_t i = 0;
    while (i + 2 < std::min(first.size(), other.size()) && first[i] == other[i] &&
           first[i + 1] == other[i + 1])
      i += 2;
    throw_error<Error>(
        "process {} of {} differs from process 0 {} in {}: {} and {}; start all with the same program, "
        "options and data",
        rank, all.size(), when, first.at(i), other.at(i + 1), first.at(i + 1));
  }
}

std::string hash_of(const StateDict& tensors) {
  ContentHash hash;
  for (const auto& [name, array] : tensors) {
    const std::string label = fmt::format("{} {} ", name, array.shape());
    hash.add(std::as_bytes(std::span(label)));
    hash.add(std::as_bytes(array.values()));
  }
  return hash.digits();
}

}  // namespace heed
