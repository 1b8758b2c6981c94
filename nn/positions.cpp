#include "nn/positions.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "lib/core/error.hpp"

namespace heed {
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

[[noreturn]] void refuse(const std::string& text) {
  throw_error<UsageError>("'{}' is no kind of positions: there are {}", text, Positions::forms());
}

/// The whole text as a number from `least` to `most`.
template <typename T>
bool read(std::string_view text, T least, T most, T& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() && least <= number && number <= most;
}

}  // namespace

std::string Positions::forms() {
  std::string forms;
  for (const Kind& kind : kinds) forms += fmt::format("{}{}", forms.empty() ? "" : "|", kind.form);
  return forms;
}

Positions Positions::parse(const std::string& text) {
  Positions positions;
  std::size_t at = std::min(text.find(':'), text.size());
  bool known = false;
  for (const Kind& kind : kinds) {
    if (text.compare(0, at, kind.name) != 0) continue;
    positions.kind = kind.position;
    known = true;
  }
  if (!known) refuse(text);
  while (at < text.size()) {
    const std::size_t begin = at + 1;
    at = std::min(text.find(':', begin), text.size());
    const std::string word = text.substr(begin, at - begin);
    if (positions.kind == Position::t5 && word == "unscaled") {
      positions.scaled = false;
    } else if (positions.kind == Position::t5 && word == "undirected") {
      positions.directed = false;
    } else if (positions.kind == Position::shaw && read<std::int64_t>(word, 1, 1'000'000, positions.clip)) {
      continue;
    } else if (positions.kind != Position::rotary || !read(word, 1.0, 1e12, positions.base)) {
      refuse(text);
    }
  }
  return positions;
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
