#include "nn/attention_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "lib/core/error.hpp"

namespace heed {
namespace {

struct Kind {
  const char* name;
  const char* form;
  std::size_t least, most;  // numbers
};
constexpr std::array<Kind, 5> kinds{{{"all", "all", 0, 0},
                                     {"causal", "causal", 0, 0},
                                     {"window", "window:BEFORE[:AFTER[:STEP]]", 1, 3},
                                     {"global", "global:COUNT", 1, 1},
                                     {"random", "random:COUNT[:BLOCK[:SEED]]", 1, 3}}};
// Far more than there are tokens in a sequence, and safe to compute with.
constexpr std::int64_t largest = 1'000'000'000;

[[noreturn]] void refuse(const std::string& rule, const std::string& why) {
  std::string forms;
  for (const Kind& kind : kinds) forms += fmt::format("{}{}", forms.empty() ? "" : ", ", kind.form);
  throw_error<UsageError>("'{}' {}: the rules of attention are {}; join them with + (or) and & (and)", rule,
                          why, forms);
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

AttentionSpec::Rule AttentionSpec::parse_rule(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const auto* const kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return parts[0] == k.name; });
  if (kind == kinds.end()) refuse(text, "is none");
  Rule rule{kind->name, {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    std::int64_t number = 0;
    const char* const end = parts[i].data() + parts[i].size();
    const auto [last, problem] = std::from_chars(parts[i].data(), end, number);
    if (problem != std::errc() || last != end || number < 0 || number > largest)
      refuse(text, fmt::format("has '{}' for a whole number from 0 to {}", parts[i], largest));
    rule.numbers.push_back(number);
  }
  if (rule.numbers.size() < kind->least || rule.numbers.size() > kind->most)
    refuse(text, fmt::format("has {} number{}", rule.numbers.size(), rule.numbers.size() == 1 ? "" : "s"));
  const bool window = rule.name == "window", random = rule.name == "random";
  if ((window && rule.numbers.size() > 2 && rule.numbers[2] == 0) ||
      (random && rule.numbers.size() > 1 && rule.numbers[1] == 0)) {
    refuse(text, window ? "has steps of 0" : "has blocks of 0");
  }
  return rule;
}

AttentionSpec AttentionSpec::parse(const std::string& text) {
  AttentionSpec spec;
  for (const std::string& group : split(text, '&')) {
    std::vector<Rule>& rules = spec.groups_.emplace_back();
    for (const std::string& rule : split(group, '+')) rules.push_back(parse_rule(rule));
  }
  return spec;
}

std::string AttentionSpec::text() const {
  if (groups_.empty()) return "all";
  std::string text;
  for (const std::vector<Rule>& group : groups_) {
    if (!text.empty()) text += '&';
    for (const Rule& rule : group) {
      if (&rule != group.data()) text += '+';
      text += rule.name;
      for (const std::int64_t number : rule.numbers) text += fmt::format(":{}", number);
    }
  }
  return text;
}

Mask AttentionSpec::mask_of(const Rule& rule, std::int64_t max_length) {
  const auto number = [&](std::size_t i, std::int64_t otherwise) {
    return i < rule.numbers.size() ? rule.numbers[i] : otherwise;
  };
  if (rule.name == "causal") return Mask::causal();
  if (rule.name == "window") {
    const std::int64_t before = number(0, 0);
    return Mask::window({.before = before, .after = number(1, before), .dilation = number(2, 1)});
  }
  if (rule.name == "global") {
    std::vector<std::int64_t> first(static_cast<std::size_t>(std::min(number(0, 0), max_length)));
    std::iota(first.begin(), first.end(), 0);
    return Mask::global(std::move(first));
  }
  if (rule.name == "random") {
    return Mask::random_blocks({.keys = max_length,
                                .block = number(1, 64),
                                .count = number(0, 0),
                                .seed = static_cast<std::uint64_t>(number(2, 0))});
  }
  return {};
}

Mask AttentionSpec::mask(std::int64_t max_length) const {
  Mask all;
  for (const std::vector<Rule>& group : groups_) {
    Mask one = mask_of(group.front(), max_length);
    for (std::size_t i = 1; i < group.size(); ++i) one = one | mask_of(group[i], max_length);
    all = all & one;
  }
  return all;
}

}  // namespace heed
