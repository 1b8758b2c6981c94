// What the page of ./heed report shows, as JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lib/array/mask.hpp"
#include "nn/positions.hpp"
#include "tools/language/language.hpp"

namespace heed {

struct PageOptions {
  std::vector<std::filesystem::path> models;
  /// That they read; none: the first of the first model's test, else those whose pictures a training kept.
  std::vector<std::string> sentences{};
  std::vector<std::string> masks{};    // rules to draw (docs/attention.md), beside the usual ones
  std::size_t most_bytes = 2'200'000;  // of the JSON: sentences that do not fit are left out, and named
  Language language = Language::english;
};

/// A sentence of more has maps that are no pictures any more.
inline constexpr std::size_t most_page_tokens = 64;

/// A reading of a model that computes NaN or infinity has the first such point as "broken", else "".
/// Sentences that it does not show stand in "left_out", with why: "tokens" (too many), "bytes" (no room) or
/// "unread" ("model" does not read it, and "error" says why). Arrays are base64 of 32-bit floats, least
/// significant byte first. Throws Error for a model that cannot be read, UsageError for rules that are none.
nlohmann::json report_data(const PageOptions& options);

/// The farthest key before or behind a query in the pictures of distances.
inline constexpr std::int64_t farthest_distance = 40;
/// What a model's positions are drawn by.
struct DrawnPositions {
  std::int64_t heads = 8, head_dim = 64;  // the paper's
  Positions positions{};
};
/// Sinusoidal positions; rotary turns, "rotary": [{base, head_dim}], and T5's buckets, "t5": [{text,
/// distances, past, both}], of the models that have them, else the usual ones; ALiBi's slopes for each number
/// of heads.
nlohmann::json positions_data(const std::vector<DrawnPositions>& models);

/// Who may attend to whom among the first positions: {rule, models, length, allowed}.
struct DrawnMask {
  std::string rule;
  std::vector<std::string> models{};  // whose own it is
  Mask mask{};
  std::int64_t length = 24;
  bool drawn = false;  // at random: then each layer and head has another, and this is of the first
};
nlohmann::json masks_data(const std::vector<DrawnMask>& masks);

/// Worst and best sentences of what heed translate leaves beside each model, by "chrf" and by "bleu" of the
/// sentence, and where the first two models differ most, by each. Of files with another number of lines than
/// each other the numbers alone: "lines", of source, reference and what was written; null: there is no file.
/// Where the first two have other sources, "sources_differ" is the first line, from 1, that does; else null.
nlohmann::json test_data(const std::vector<std::filesystem::path>& models);
std::vector<std::string> first_test_sentences(const std::filesystem::path& model, std::size_t count);

}  // namespace heed
