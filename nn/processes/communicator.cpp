#include "nn/processes/communicator.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "lib/core/error.hpp"
#include "lib/files/content_hash.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

class Alone : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void send(int, const Array&) override { throw_error<UsageError>("there is no other process"); }
  Array receive(int) override { throw_error<UsageError>("there is no other process"); }
};

/// Bytes as elements: their number, then themselves. Nothing but memcpy looks at them.
Array packed(const std::string& bytes) {
  const std::uint64_t count = bytes.size();
  const std::size_t elements = (sizeof count + bytes.size() + sizeof(Scalar) - 1) / sizeof(Scalar);
  Array array = Array::zeros({static_cast<std::int64_t>(elements)});
  char* memory = reinterpret_cast<char*>(array.mutable_data());
  std::memcpy(memory, &count, sizeof count);
  std::memcpy(memory + sizeof count, bytes.data(), bytes.size());
  return array;
}

std::string unpacked(const Array& array) {
  const auto memory = std::as_bytes(array.values());
  std::uint64_t count = 0;
  if (memory.size() >= sizeof count) std::memcpy(&count, memory.data(), sizeof count);
  if (memory.size() < sizeof count || count > memory.size() - sizeof count)
    throw_error<ProcessesError>("a message of {} bytes that is no text came out of turn", memory.size());
  return {reinterpret_cast<const char*>(memory.data()) + sizeof count, count};
}

std::string bytes_of(const std::vector<double>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

std::vector<double> doubles_of(const std::string& bytes) {
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

}  // namespace

Communicator& alone() {
  static Alone one;
  return one;
}

// Process r hands on to r + 1, r + 2, r + 4, … as long as the step is below the lowest bit of r: so the
// processes below r are r, r + 1, …, one block.
Array broadcast(Communicator& processes, Array array) {
  const auto rank = static_cast<unsigned>(processes.rank()), size = static_cast<unsigned>(processes.size());
  if (rank > 0) array = processes.receive(static_cast<int>(rank & (rank - 1)));
  const unsigned above = rank > 0 ? rank & -rank : std::bit_ceil(size);
  for (unsigned step = above / 2; step > 0; step /= 2) {
    if (rank + step < size) processes.send(static_cast<int>(rank + step), array);
  }
  return array;
}

std::vector<std::string> gather(Communicator& processes, const std::string& mine) {
  const std::uint64_t count = mine.size();
  std::string all = std::string(reinterpret_cast<const char*>(&count), sizeof count) + mine;
  if (processes.rank() > 0) processes.send(0, packed(all));
  for (int from = 1; processes.rank() == 0 && from < processes.size(); ++from)
    all += unpacked(processes.receive(from));
  if (processes.size() > 1) all = unpacked(broadcast(processes, packed(all)));
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < all.size(); at += parts.back().size()) {
    std::uint64_t length = 0;
    std::memcpy(&length, all.data() + at, sizeof length);
    at += sizeof length;
    parts.push_back(all.substr(at, length));
  }
  return parts;
}

std::vector<double> gather(Communicator& processes, const std::vector<double>& mine) {
  std::string all;
  for (const std::string& one : gather(processes, bytes_of(mine))) all += one;
  return doubles_of(all);
}

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

void in_turn(Communicator& processes, const std::function<void()>& work) {
  const int rank = processes.rank(), next = rank + 1;
  if (rank > 0) processes.receive(rank - 1);
  work();
  if (next < processes.size()) processes.send(next, Array::zeros({1}));
}

}  // namespace heed
