#include "nn/attention_spec.hpp"

#include <algorithm>
#include <array>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

// This is more than any sequence has, and safe.
constexpr std::int64_t largest = 1'000'000'000;

/// The numbers behind a word; what is left out has a default.
struct Numbers {
  const std::vector<std::int64_t>& given;
  std::int64_t operator()(std::size_t i, std::int64_t otherwise = 0) const {
    return i < given.size() ? given[i] : otherwise;
  }
};

/// A kind of rule: how it is written, and the mask it stands for.
struct Kind {
  const char* name;
  const char* form;
  std::size_t least, most;  // numbers
  Mask (*mask)(const Numbers& n, const AttentionRules::Sizes& sizes);
};

Mask window(const Numbers& n, const AttentionRules::Sizes&) {
  return Mask::window({.before = n(0), .after = n(1, n(0)), .dilation = n(2, 1)});
}

// Strided attention (Sparse Transformers: Child et al. 2019, section 4.2): every STEP-th key.
Mask stride(const Numbers& n, const AttentionRules::Sizes&) {
  const std::int64_t steps = n(1, largest) / std::max<std::int64_t>(n(0), 1);
  return Mask::window({.before = steps, .after = steps, .dilation = n(0)});
}

Mask first_positions(const Numbers& n, const AttentionRules::Sizes&) { return Mask::first_global(n(0)); }

Mask random_blocks(const Numbers& n, const AttentionRules::Sizes& sizes) {
  return Mask::random_blocks({.keys = sizes.max_length,
                              .block = n(1, 64),
                              .count = n(0),
                              .seed = static_cast<std::uint64_t>(n(2)) + (sizes.layer << 32),
                              .heads = sizes.heads});
}

constexpr std::array<Kind, 6> kinds{
    {{"all", "all", 0, 0, [](const Numbers&, const AttentionRules::Sizes&) { return Mask(); }},
     {"causal", "causal", 0, 0, [](const Numbers&, const AttentionRules::Sizes&) { return Mask::causal(); }},
     {"window", "window:BEFORE[:AFTER[:STEP]]", 1, 3, window},
     {"stride", "stride:STEP[:BEFORE]", 1, 2, stride},
     {"global", "global:COUNT", 1, 1, first_positions},
     {"random", "random:COUNT[:BLOCK[:SEED]]", 1, 3, random_blocks}}};
constexpr std::size_t kind_called(std::string_view name) {
  std::size_t i = 0;
  while (name != kinds[i].name) ++i;
  return i;
}
constexpr std::size_t all = kind_called("all"), causal = kind_called("causal"),
                      global = kind_called("global"), random = kind_called("random");

[[noreturn]] void refuse(const Message& why) {
  throw_error<UsageError>(tr_noop("{}: the rules of attention are {}; join them with + (or) and & (and)"),
                          why, AttentionRules::forms());
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

std::string AttentionRules::forms() {
  std::string forms;
  for (const Kind& kind : kinds) forms += fmt::format("{}{}", forms.empty() ? "" : ", ", kind.form);
  return forms;
}

AttentionRules::Rule AttentionRules::parse_rule(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const auto* const kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return parts[0] == k.name; });
  if (text.empty()) refuse(make_message(tr_noop("'{}' between joints is empty"), text));
  if (kind == kinds.end()) refuse(make_message(tr_noop("'{}' is no rule"), text));
  Rule rule{.kind = static_cast<std::size_t>(kind - kinds.begin())};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    std::int64_t number = 0;
    if (!read_number(parts[i], number) || number < 0 || number > largest)
      refuse(make_message(tr_noop("'{}' has '{}' for a whole number from 0 to {}"), text, parts[i], largest));
    rule.numbers.push_back(number);
  }
  if (rule.numbers.size() < kind->least || rule.numbers.size() > kind->most)
    refuse(make_message(tr_noop("'{}' has too few or too many numbers"), text));
  if ((rule.kind == global || rule.kind == random) && rule.numbers[0] == 0)
    refuse(make_message(tr_noop("'{}' joins nobody: its count is a whole number from 1"), text));
  try {
    kind->mask({rule.numbers}, {});
  } catch (const UsageError& e) {
    refuse(make_message(tr_noop("'{}' cannot be ({})"), text, e.message()));
  }
  return rule;
}

AttentionRules AttentionRules::parse(const std::string& text) {
  AttentionRules rules;
  for (const std::string& group : split(text, '&')) {
    std::vector<Rule>& either = rules.groups_.emplace_back();
    for (const std::string& rule : split(group, '+')) either.push_back(parse_rule(rule));
  }
  return rules;
}

std::string AttentionRules::text() const {
  if (groups_.empty()) return "all";
  std::string text;
  for (const std::vector<Rule>& group : groups_) {
    if (!text.empty()) text += '&';
    for (const Rule& rule : group) {
      if (&rule != group.data()) text += '+';
      text += kinds[rule.kind].name;
      for (const std::int64_t number : rule.numbers) text += fmt::format(":{}", number);
    }
  }
  return text;
}

Mask AttentionRules::mask(const Sizes& sizes) const {
  Mask joined;
  for (const std::vector<Rule>& group : groups_) {
    const auto mask_of = [&](const Rule& rule) { return kinds[rule.kind].mask({rule.numbers}, sizes); };
    Mask one = mask_of(group.front());
    for (std::size_t i = 1; i < group.size(); ++i) one = one | mask_of(group[i]);
    joined = joined & one;
  }
  return joined;
}

bool AttentionRules::draw() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const std::vector<Rule>& group) {
    return std::any_of(group.begin(), group.end(), [](const Rule& rule) { return rule.kind == random; });
  });
}

bool AttentionRules::all_or_causal() const {
  return std::all_of(groups_.begin(), groups_.end(), [](const std::vector<Rule>& group) {
    return std::any_of(group.begin(), group.end(), [](const Rule& rule) { return rule.kind == all; }) ||
           std::all_of(group.begin(), group.end(), [](const Rule& rule) { return rule.kind == causal; });
  });
}

void require_heads_divide(std::int64_t heads, std::int64_t d_model) {
  if (heads < 1 || d_model < 1 || d_model % heads != 0) {
    throw_error<UsageError>(
        tr_noop("{} heads do not divide d_model {}: each head needs the same whole number of dimensions"),
        heads, d_model);
  }
}

void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim) {
  spec.positions.check();
  if (spec.positions.kind == Position::rotary && head_dim % 2 != 0) {
    throw_error<UsageError>("rotary positions turn pairs of numbers: {} heads of {} have no pairs", heads,
                            head_dim);
  }
  if (spec.kernel != AttentionKernel::linear) return;
  if (!spec.rules.all_or_causal()) {
    throw_error<UsageError>(
        "linear attention sums up all keys, or all before a query, and cannot leave out what '{}' leaves "
        "out: take another kernel",
        spec.rules.text());
  }
  if (spec.positions.by_distance()) {
    throw_error<UsageError>(
        "linear attention has no scores of pairs for {} positions to act on: take none, sinusoidal or "
        "learned, or another kernel",
        spec.positions.text());
  }
}

}  // namespace heed
