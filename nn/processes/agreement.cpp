#include "nn/processes/agreement.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "lib/core/error.hpp"
#include "lib/files/content_hash.hpp"

namespace heed::inline HEED_PRECISION {

void check_agreement(Communicator& processes, const std::string& when, const Facts& facts) {
  const std::vector<std::string> all = gather(processes, nlohmann::json(facts).dump());
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all.front()) continue;
    const auto first = nlohmann::json::parse(all.front()).get<Facts>(),
               other = nlohmann::json::parse(all[rank]).get<Facts>();
    std::size_t i = 0;
    while (i + 1 < std::min(first.size(), other.size()) && first[i] == other[i]) ++i;
    throw_error<Error>(
        "process {} of {} differs from process 0 {} in {}: {} and {}; start all with the same program, "
        "options and data",
        rank, all.size(), when, first.at(i).first, other.at(i).second, first.at(i).second);
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
