#include "tools/mpi/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace heed {
namespace {

double number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::max(0.0, std::atof(text));
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Outbox::Outbox()
    : latency_(number_in_environment("HEED_LINK_LATENCY") / 1e6),
      bandwidth_(number_in_environment("HEED_LINK_BANDWIDTH") * 1e6) {}

void Outbox::push(int to, int tag, const Array& array) {
  const auto bytes = static_cast<double>(array.values().size_bytes());
  link_free_ = std::max(steady_seconds(), link_free_) + (bandwidth_ > 0 ? bytes / bandwidth_ : 0);
  letters_.push_back({to, tag, array, link_free_ + latency_});
}

bool Outbox::due() const { return !letters_.empty() && letters_.front().due <= steady_seconds(); }

std::optional<Outbox::Letter> Outbox::take_due() {
  if (!due()) return std::nullopt;
  Letter first = std::move(letters_.front());
  letters_.pop_front();
  return first;
}

}  // namespace heed
