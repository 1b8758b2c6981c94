#include "nn/positions.hpp"

#include <algorithm>
#include <array>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

struct Kind {
  Position position;
  const char* name;
  const char* form;
};
constexpr std::array<Kind, 7> kinds{{{Position::none, "none", "none"},
                                     {Position::sinusoidal, "sinusoidal", "sinusoidal"},
                                     {Position::learned, "learned", "learned"},
                                     {Position::rotary, "rotary", "rotary[:BASE]"},
                                     {Position::alibi, "alibi", "alibi"},
                                     {Position::t5, "t5", "t5[:unscaled][:undirected]"},
                                     {Position::shaw, "shaw", "shaw[:CLIP]"}}};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw_error<UsageError>("'{}' {}: there are {}", text, why, Positions::forms());
}

constexpr double largest_base = 1e12;
constexpr std::int64_t largest_clip = 1'000'000;

}  // namespace

std::string Positions::forms() {
  std::string forms;
  for (const Kind& kind : kinds) forms += fmt::format("{}{}", forms.empty() ? "" : "|", kind.form);
  return forms;
}

Positions Positions::parse(const std::string& text) {
  std::size_t at = std::min(text.find(':'), text.size());
  const auto* const kind = std::find_if(kinds.begin(), kinds.end(),
                                        [&](const Kind& k) { return text.compare(0, at, k.name) == 0; });
  if (kind == kinds.end()) refuse(text, "is no kind of positions");
  Positions positions{.kind = kind->position};
  for (bool first = true; at < text.size(); first = false) {
    const std::size_t begin = at + 1;
    at = std::min(text.find(':', begin), text.size());
    const std::string word = text.substr(begin, at - begin);
    if (positions.kind == Position::t5 && word == "unscaled" && positions.scaled) {
      positions.scaled = false;
    } else if (positions.kind == Position::t5 && word == "undirected" && positions.directed) {
      positions.directed = false;
    } else if (!(first && positions.kind == Position::rotary && read_number(word, positions.base)) &&
               !(first && positions.kind == Position::shaw && read_number(word, positions.clip))) {
      refuse(text, fmt::format("is not written as {}", kind->form));
    }
  }
  try {
    positions.check();
  } catch (const UsageError& e) {
    refuse(text, fmt::format("cannot be ({})", e.what()));
  }
  return positions;
}

void Positions::check() const {
  if (kind == Position::rotary && !(base >= 1 && base <= largest_base))  // so that NaN is refused too
    throw_error<UsageError>("rotary positions of base {}: must be from 1 to {}", base, largest_base);
  if (kind == Position::shaw && (clip < 1 || clip > largest_clip))
    throw_error<UsageError>("shaw positions of clip {}: must be from 1 to {}", clip, largest_clip);
}

std::string Positions::text() const {
  std::string text;
  for (const Kind& known : kinds) {
    if (known.position == kind) text = known.name;
  }
  if (kind == Position::rotary && base != Positions().base) text += fmt::format(":{}", base);
  if (kind == Position::shaw && clip != Positions().clip) text += fmt::format(":{}", clip);
  if (kind == Position::t5 && !scaled) text += ":unscaled";
  if (kind == Position::t5 && !directed) text += ":undirected";
  return text;
}

}  // namespace heed
