#include "lib/text/byte_bpe.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <queue>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// GPT-2's letter for each byte.
constexpr auto byte_letters = [] {
  std::array<char32_t, 256> all{};
  char32_t next = 256;
  for (char32_t b = 0; b < 256; ++b) {
    const bool printable = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
    all[b] = printable ? b : next++;
  }
  return all;
}();

/// The bytes that a token's letters stand for; nothing if one is no such letter.
std::optional<std::string> bytes_of(const std::string& token) {
  std::string bytes;
  for (const char32_t letter : to_code_points(token)) {
    const auto found = std::ranges::find(byte_letters, letter);
    if (found == byte_letters.end()) return std::nullopt;
    bytes += static_cast<char>(found - byte_letters.begin());
  }
  return bytes;
}

}  // namespace

ByteBpe::ByteBpe(std::string_view vocab_json, std::string_view merges, const std::string& vocab_path,
                 const std::string& merges_path) {
  read_vocabulary(vocab_json, vocab_path);
  read_merges(merges, merges_path);
}

ByteBpe ByteBpe::load(const std::filesystem::path& vocab_json, const std::filesystem::path& merges) {
  return {read_text_file(vocab_json), read_text_file(merges), vocab_json.string(), merges.string()};
}

void ByteBpe::read_vocabulary(std::string_view json, const std::string& label) {
  const nlohmann::json given = parse_json(json, label);
  if (!given.is_object() || given.empty())
    throw_error<FormatError>("{}: no JSON object of tokens and their ids", label);
  spelled_.resize(given.size());
  bytes_.resize(given.size());
  byte_ids_.assign(256, -1);
  for (const auto& [token, id] : given.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= given.size())
      throw_error<FormatError>("{}: the id of {} is {}; {} tokens have the ids 0 to {}", label,
                               printable(token), id.dump(), given.size(), given.size() - 1);
    const auto place = id.get<std::size_t>();
    if (!spelled_[place].empty())
      throw_error<FormatError>("{}: {} and {} have the same id {}", label, printable(spelled_[place]),
                               printable(token), place);
    if (token.empty()) throw_error<FormatError>("{}: token {} is empty; delete it", label, place);
    const std::optional<std::string> bytes = bytes_of(token);
    if (bytes && bytes->size() == 1)
      byte_ids_[static_cast<unsigned char>(bytes->front())] = static_cast<int>(place);
    spelled_[place] = token;
    bytes_[place] = bytes.value_or(token);  // that of another letter is no part of any text but its own
  }
  for (std::size_t b = 0; b < 256; ++b) {
    if (byte_ids_[b] < 0)
      throw_error<FormatError>("{}: byte 0x{:02X} has no token ({}): is it byte-level?", label, b,
                               to_utf8(std::u32string(1, byte_letters[b])));
  }
}

void ByteBpe::read_merges(std::string_view text, const std::string& label) {
  std::unordered_map<std::string_view, std::int32_t> ids;
  for (std::size_t i = 0; i < spelled_.size(); ++i) ids[spelled_[i]] = static_cast<std::int32_t>(i);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte-order mark
  std::int32_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
      throw_error<FormatError>("{}, line {}: {} is no pair of tokens with a space between", label, number,
                               printable(std::string(line.substr(0, 80))));
    const auto id = [&](std::string_view token) {
      const auto found = ids.find(token);
      if (found == ids.end())
        throw_error<FormatError>("{}, line {}: {} is not in vocab.json", label, number,
                                 printable(std::string(token.substr(0, 80))));
      return found->second;
    };
    const std::int32_t left = id(line.substr(0, space)), right = id(line.substr(space + 1));
    const std::int32_t result = id(std::string(line.substr(0, space)).append(line.substr(space + 1)));
    merges_.insert_or_assign(std::pair(left, right), Merge{number, result});
  }
}

void ByteBpe::encode_piece(std::string_view piece, std::vector<std::int32_t>& ids) const {
  // A list of tokens whose neighbours are joined; the best pair is always on top of the queue.
  struct Part {
    std::int32_t id, before, after;
  };
  std::vector<Part> parts;
  const auto count = static_cast<std::int32_t>(piece.size());
  const auto part = [&](std::int32_t i) -> Part& { return parts[static_cast<std::size_t>(i)]; };
  for (const char c : piece) {
    const auto i = static_cast<std::int32_t>(parts.size());
    parts.push_back({byte_ids_[static_cast<unsigned char>(c)], i - 1, i + 1});
  }
  using Candidate = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;  // rank, place, pair
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const auto consider = [&](std::int32_t left) {
    if (left < 0 || part(left).after >= count) return;
    const std::int32_t a = part(left).id, b = part(part(left).after).id;
    if (const auto found = merges_.find({a, b}); found != merges_.end())
      queue.push({found->second.rank, left, a, b});
  };
  for (std::int32_t i = 0; i + 1 < count; ++i) consider(i);
  while (!queue.empty()) {
    const auto [rank, place, left, right] = queue.top();
    queue.pop();
    Part& a = part(place);
    if (a.id != left || a.after >= count) continue;  // joined meanwhile
    Part& b = part(a.after);
    if (b.id != right) continue;
    a.id = merges_.at({left, right}).result;
    a.after = b.after;
    b.id = -1;
    if (a.after < count) part(a.after).before = place;
    consider(a.before);
    consider(place);
  }
  for (std::int32_t i = 0; i < count; i = part(i).after) ids.push_back(part(i).id);
}

std::map<std::int32_t, AddedToken>::const_iterator ByteBpe::added_at(std::string_view text) const {
  auto longest = added_.end();
  for (auto one = added_.begin(); one != added_.end(); ++one) {
    const bool longer = longest == added_.end() || one->second.text.size() > longest->second.text.size();
    if (longer && text.starts_with(one->second.text)) longest = one;
  }
  return longest;
}

std::vector<std::int32_t> ByteBpe::encode(std::string_view text) const {
  to_code_points(text);  // the offset of what is no UTF-8 is that in the whole text
  std::vector<std::int32_t> ids;
  for (;;) {
    std::size_t at = 0;
    auto found = added_at(text);
    while (found == added_.end() && at < text.size()) found = added_at(text.substr(++at));
    const bool is_there = found != added_.end();
    std::string_view before = text.substr(0, at);
    if (is_there && found->second.takes_before) before = strip_right(before);
    for (const std::string_view piece : byte_bpe_pieces(before)) encode_piece(piece, ids);
    if (!is_there) return ids;
    ids.push_back(found->first);
    text.remove_prefix(at + found->second.text.size());
    if (!found->second.takes_behind) continue;
    const std::string_view rest = strip(text);
    text.remove_prefix(rest.empty() ? text.size() : static_cast<std::size_t>(rest.data() - text.data()));
  }
}

std::optional<std::int32_t> ByteBpe::find(std::string_view token) const {
  for (const auto& [id, one] : added_) {
    if (one.text == token) return id;
  }
  const auto found = std::ranges::find(spelled_, token);
  if (found == spelled_.end()) return std::nullopt;
  return static_cast<std::int32_t>(found - spelled_.begin());
}

void ByteBpe::add(std::int32_t id, AddedToken token) {
  if (id < 0 || id > size() || token.text.empty())
    throw_error<UsageError>("token {} of {} cannot be '{}'", id, size(), token.text);
  if (id == size()) bytes_.emplace_back();
  bytes_[static_cast<std::size_t>(id)] = token.text;
  added_.insert_or_assign(id, std::move(token));
}

std::string ByteBpe::decode(std::span<const std::int32_t> ids) const {
  std::string text;
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= size()) throw_error<Error>("there is no token {} among {}", id, size());
    text += bytes_[static_cast<std::size_t>(id)];
  }
  return text;
}

std::string ByteBpe::vocab_json() const {
  nlohmann::json json;
  for (std::size_t i = 0; i < spelled_.size(); ++i) json[spelled_[i]] = i;
  return json.dump();
}

std::string ByteBpe::merges() const {
  std::map<std::int32_t, std::string> lines;
  for (const auto& [pair, merge] : merges_)
    lines[merge.rank] = spelled_[static_cast<std::size_t>(pair.first)] + ' ' +
                        spelled_[static_cast<std::size_t>(pair.second)] + '\n';
  std::string text;
  for (const auto& [rank, line] : lines) text += line;
  return text;
}

}  // namespace heed
