#include "nn/positions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

struct PositionKind {
  Position position;
  const char* name;
  const char* form;
};
constexpr std::array<PositionKind, 7> position_kinds{{{Position::none, "none", "none"},
                                                      {Position::sinusoidal, "sinusoidal", "sinusoidal"},
                                                      {Position::learned, "learned", "learned"},
                                                      {Position::rotary, "rotary", "rotary[:BASE]"},
                                                      {Position::alibi, "alibi", "alibi"},
                                                      {Position::t5, "t5", "t5[:unscaled][:undirected]"},
                                                      {Position::shaw, "shaw", "shaw[:CLIP]"}}};

[[noreturn]] void no_such_positions(const Message& why) {
  throw_error<UsageError>(tr_noop("{}: there are {}"), why, Positions::forms());
}

constexpr double largest_base = 1e12;
constexpr std::int64_t largest_clip = 1'000'000;

}  // namespace

std::string Positions::forms() {
  std::string forms;
  for (const PositionKind& kind : position_kinds)
    forms += fmt::format("{}{}", forms.empty() ? "" : "|", kind.form);
  return forms;
}

Positions Positions::parse(const std::string& text) {
  std::size_t at = std::min(text.find(':'), text.size());
  const auto* const kind =
      std::find_if(position_kinds.begin(), position_kinds.end(),
                   [&](const PositionKind& k) { return text.compare(0, at, k.name) == 0; });
  if (kind == position_kinds.end())
    no_such_positions(make_message(tr_noop("'{}' is no kind of positions"), text));
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
      no_such_positions(make_message(tr_noop("'{}' is not written as {}"), text, kind->form));
    }
  }
  try {
    positions.check();
  } catch (const UsageError& e) {
    no_such_positions(make_message(tr_noop("'{}' cannot be ({})"), text, e.message()));
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
  for (const PositionKind& known : position_kinds) {
    if (known.position == kind) text = known.name;
  }
  if (kind == Position::rotary && base != Positions().base) text += fmt::format(":{}", base);
  if (kind == Position::shaw && clip != Positions().clip) text += fmt::format(":{}", clip);
  if (kind == Position::t5 && !scaled) text += ":unscaled";
  if (kind == Position::t5 && !directed) text += ":undirected";
  return text;
}

Array sinusoidal_positions(std::int64_t length, std::int64_t dim) {
  Array pe({length, dim});
  Scalar* out = pe.mutable_data();
  for (std::int64_t pos = 0; pos < length; ++pos) {
    for (std::int64_t c = 0; c < dim; ++c) {
      const auto pair = static_cast<double>(c / 2 * 2);  // 2i for both sin and cos
      const double angle =
          static_cast<double>(pos) * std::exp(-std::log(10000.0) * pair / static_cast<double>(dim));
      out[pos * dim + c] = static_cast<Scalar>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return pe;
}

Variable PositionalEncoding::added() {
  const std::int64_t length = options_.max_length;
  if (options_.kind == Position::learned)
    return parameter("weight", initial().normal({length, dim_}, 0, 0.02));
  return options_.kind == Position::sinusoidal ? Variable(sinusoidal_positions(length, dim_)) : Variable();
}

Variable PositionalEncoding::operator()(const Variable& x, std::int64_t offset) const {
  if (x.rank() != 3 || x.dim(2) != dim_)
    throw_error<ShapeError>("[positional_encoding] x {} with positions of {} numbers", x.shape(), dim_);
  const std::int64_t end = offset + x.dim(1);
  if (end > options_.max_length) {
    throw_error<Error>("a sequence of {} tokens is longer than the model's maximum of {}", end,
                       options_.max_length);
  }
  return dropout_(weight_.defined() ? x + slice(weight_, 0, offset, end) : x);
}

std::vector<double> alibi_slopes(std::int64_t heads) {
  std::int64_t power = 1;
  while (power * 2 <= heads) power *= 2;
  std::vector<double> slopes;
  for (std::int64_t h = 0; h < heads; ++h) {
    const double step = h < power ? static_cast<double>(h + 1) : static_cast<double>(h - power) + 0.5;
    slopes.push_back(std::exp2(-8 * step / static_cast<double>(power)));
  }
  return slopes;
}

std::int32_t t5_bucket(std::int64_t distance, Sides sides) {
  std::int64_t first = 0, count = t5_buckets;
  if (sides == Sides::both) {
    count /= 2;
    if (distance > 0) first = count;
  }
  const std::int64_t away = sides == Sides::past ? std::max<std::int64_t>(-distance, 0) : std::abs(distance);
  const std::int64_t exact = count / 2;
  if (away < exact) return static_cast<std::int32_t>(first + away);
  const auto ratio = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  const double place = std::log2(ratio(away, exact)) / std::log2(ratio(128, exact));
  const auto beyond = static_cast<std::int64_t>(place * static_cast<double>(count - exact));
  return static_cast<std::int32_t>(first + std::min(exact + beyond, count - 1));
}

DistanceBias::DistanceBias(std::int64_t heads, Rng& rng, Options options)
    : weight(options.kind == Position::t5 ? parameter("weight", rng.normal({t5_buckets, heads}, 0, 0.02))
                                          : Variable()),
      heads_(heads),
      options_(options) {
  if (options.kind != Position::t5 && options.kind != Position::alibi)
    throw_error<UsageError>("[distance_bias] only alibi and t5 add to the scores by distance");
}

DistanceBias::Options DistanceBias::options_for(const Positions& positions, Sides sides) {
  const bool alike = sides == Sides::both && !positions.directed;
  return {.kind = positions.kind, .sides = alike ? Sides::either : sides};
}

Variable DistanceBias::operator()(std::int64_t queries, std::int64_t keys, std::int64_t first_query) const {
  const std::int64_t count = queries + keys - 1;
  std::vector<std::int64_t> distances;
  for (std::int64_t i = 0; i < count; ++i) distances.push_back(i - (queries - 1) - first_query);
  if (options_.kind == Position::t5) {
    std::vector<std::int32_t> ids;
    for (const std::int64_t distance : distances) ids.push_back(t5_bucket(distance, options_.sides));
    return transpose(embedding(weight, Tokens({count}, std::move(ids))));  // (n, H) -> (H, n)
  }
  Array bias({heads_, count});
  Scalar* out = bias.mutable_data();
  for (const double slope : alibi_slopes(heads_)) {
    for (const std::int64_t distance : distances)
      *out++ = static_cast<Scalar>(-slope * static_cast<double>(std::abs(distance)));
  }
  return Variable(bias);
}

}  // namespace heed
