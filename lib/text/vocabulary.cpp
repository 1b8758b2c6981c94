#include "lib/text/vocabulary.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"

namespace heed {
namespace {

// The text's tokens that occur often enough, in the order of their ids.
std::vector<std::string> frequent_tokens(const TokenCounts& counts, std::size_t min_frequency) {
  const auto& special = Vocabulary::special_names;
  std::vector<TokenCounts::Entry> kept;
  for (const auto& entry : counts.entries())
    if (entry.count >= min_frequency && std::ranges::find(special, entry.token) == std::end(special))
      kept.push_back(entry);
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.count > b.count; });

  if (kept.empty())
    throw_error<Error>(
        tr_noop("a vocabulary of zero: the text has no token that occurs {} times; check that its "
                "file is not empty, or lower the minimum frequency"),
        min_frequency);

  std::vector<std::string> tokens(std::begin(special), std::end(special));
  for (auto& entry : kept) tokens.push_back(std::move(entry.token));
  return tokens;
}

}  // namespace

void TokenCounts::add(std::span<const std::string> tokens) {
  for (const std::string& token : tokens) {
    const auto [place, is_new] = place_.try_emplace(token, entries_.size());
    if (is_new) entries_.push_back({token, 0});
    ++entries_[place->second].count;
  }
}

Vocabulary::Vocabulary(const TokenCounts& counts, VocabularyOptions options)
    : Vocabulary(frequent_tokens(counts, options.min_frequency)) {}

Vocabulary::Vocabulary(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {
  if (std::ranges::mismatch(special_names, tokens_).in1 != std::end(special_names))
    throw_error<Error>(
        "the saved vocabulary does not begin with {}: it is damaged or made by another program",
        fmt::join(special_names, " "));
  ids_.reserve(tokens_.size());
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const auto [place, is_new] = ids_.try_emplace(tokens_[i], static_cast<Id>(i));
    if (!is_new)
      throw_error<Error>("the vocabulary names '{}' twice, as {} and as {}: tokens must differ", tokens_[i],
                         place->second, i);
  }
}

Vocabulary::Id Vocabulary::id(std::string_view token) const {
  const auto place = ids_.find(std::string(token));
  return place == ids_.end() ? unk : place->second;
}

const std::string& Vocabulary::token(Id id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= tokens_.size())
    throw_error<Error>("no token has the id {}: this vocabulary holds 0 to {}", id, tokens_.size() - 1);
  return tokens_[static_cast<std::size_t>(id)];
}

std::vector<Vocabulary::Id> Vocabulary::encode(std::span<const std::string> tokens) const {
  constexpr Id first_of_text = static_cast<Id>(std::size(special_names));
  std::vector<Id> ids;
  ids.reserve(tokens.size());
  for (const std::string& token : tokens) {
    const Id found = id(token);
    ids.push_back(found < first_of_text ? unk : found);
  }
  return ids;
}

std::vector<std::string> Vocabulary::decode(std::span<const Id> ids) const {
  std::vector<std::string> out;
  for (const Id i : ids) {
    if (i == eos) break;
    if (i != pad && i != bos) out.push_back(token(i));
  }
  return out;
}

std::string to_json(const Vocabulary& vocabulary) { return nlohmann::json(vocabulary.tokens()).dump(); }

Vocabulary vocabulary_from_json(std::string_view json) {
  const nlohmann::json list = nlohmann::json::parse(json, nullptr, false);
  if (json.find('\0') != std::string_view::npos || !list.is_array() ||
      !std::all_of(list.begin(), list.end(), [](const nlohmann::json& word) { return word.is_string(); }))
    throw_error<Error>("no list of words");
  std::vector<std::string> words = list;
  if (const auto empty = std::ranges::find(words, ""); empty != words.end())
    throw_error<Error>("word {} of the vocabulary is empty", empty - words.begin());
  return Vocabulary(std::move(words));
}

}  // namespace heed
