// What the page has of one sentence.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/look/looking.hpp"

namespace heed {

/// None where a model reads none of the page's sentences.
using ReadingModels = std::vector<std::optional<LookableModel>>;

/// A translation that does not fit is cut off at so many tokens, if it finds no end.
inline constexpr std::int64_t short_page_tokens = 24;

/// A sentence as each of the models read it, and how many bytes that is on the page.
struct SentenceData {
  std::vector<nlohmann::json> of_models;
  std::size_t bytes = 0;
};

/// The sentence in at most so many bytes; nothing if there is no room. What does not fit is cut off, if it is
/// a translation that finds no end, else it has the maps of its heads alone.
std::optional<SentenceData> fitting_sentence(const ReadingModels& models, const std::string& sentence,
                                             std::size_t most_bytes);

}  // namespace heed
