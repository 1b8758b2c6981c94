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

constexpr std::string_view end_of_text_name = "<|endoftext|>";

/// GPT-2's letter for each byte.
const std::array<char32_t, 256>& byte_letters() {
  static const auto letters = [] {
    std::array<char32_t, 256> all{};
    char32_t next = 256;
    for (char32_t b = 0; b < 256; ++b) {
      const bool printable = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
      all[b] = printable ? b : next++;
    }
    return all;
  }();
  return letters;
}

/// The bytes that a token's letters stand for; nothing if one is no such letter.
std::optional<std::string> bytes_of(const std::string& token) {
  static const auto byte_of = [] {
    std::unordered_map<char32_t, char> all;
    for (std::size_t b = 0; b < 256; ++b) all[byte_letters()[b]] = static_cast<char>(b);
    return all;
  }();
  std::string bytes;
  for (const char32_t letter : to_code_points(token)) {
    const auto found = byte_of.find(letter);
    if (found == byte_of.end()) return std::nullopt;
    bytes += found->second;
  }
  return bytes;
}

/// Unicode's White_Space, which is \s in the pattern.
bool is_white(char32_t c) {
  return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

enum class Kind { white, letter, number, other };
Kind kind_of(char32_t c) {
  if (is_white(c)) return Kind::white;
  if (is_letter(c)) return Kind::letter;
  return is_number(c) ? Kind::number : Kind::other;
}

/// How many code points an ending such as 're takes at the start of `rest`; 0 if there is none.
std::size_t contraction(std::u32string_view rest) {
  for (const std::u32string_view ending : {U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"}) {
    if (rest.starts_with(ending)) return ending.size();
  }
  return 0;
}

}  // namespace

std::vector<std::string_view> byte_bpe_pieces(std::string_view text) {
  const std::u32string points = to_code_points(text);
  const std::vector<std::size_t> offsets = code_point_offsets(text);
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin + contraction(std::u32string_view(points).substr(begin));
    if (end == begin) {
      const bool space_first =
          points[begin] == ' ' && begin + 1 < points.size() && !is_white(points[begin + 1]);
      end = begin + (space_first ? 1 : 0);
      const Kind kind = kind_of(points[end]);
      while (end < points.size() && kind_of(points[end]) == kind) ++end;
      // The last of several spaces belongs to what follows.
      if (kind == Kind::white && end < points.size() && end - begin > 1) --end;
    }
    pieces.push_back(text.substr(offsets[begin], offsets[end] - offsets[begin]));
    begin = end;
  }
  return pieces;
}

ByteBpe::ByteBpe(std::string_view vocab_json, std::string_view merges, const Labels& labels) {
  read_vocabulary(vocab_json, labels.vocabulary);
  read_merges(merges, labels.merges);
}

ByteBpe ByteBpe::load(const std::filesystem::path& vocab_json, const std::filesystem::path& merges) {
  return {read_text_file(vocab_json), read_text_file(merges), {vocab_json.string(), merges.string()}};
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
    const std::optional<std::string> bytes = bytes_of(token);
    if (!bytes || bytes->empty())
      throw_error<FormatError>("{}: {} has a letter that stands for no byte", label, printable(token));
    spelled_[place] = token;
    bytes_[place] = *bytes;
    if (bytes->size() == 1) byte_ids_[static_cast<unsigned char>(bytes->front())] = static_cast<int>(place);
    if (token == end_of_text_name) end_of_text_ = static_cast<std::int32_t>(place);
  }
  for (std::size_t b = 0; b < 256; ++b) {
    if (byte_ids_[b] < 0)
      throw_error<FormatError>("{}: byte 0x{:02X} has no token ({}): is it byte-level?", label, b,
                               to_utf8(std::u32string(1, byte_letters()[b])));
  }
}

void ByteBpe::read_merges(std::string_view text, const std::string& label) {
  std::unordered_map<std::string_view, std::int32_t> ids;
  for (std::size_t i = 0; i < spelled_.size(); ++i) ids[spelled_[i]] = static_cast<std::int32_t>(i);
  std::vector<char> made(spelled_.size());  // by bytes or earlier merges
  for (const std::int32_t id : byte_ids_) made[static_cast<std::size_t>(id)] = 1;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1 && line.starts_with("#version")) continue;
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
    for (const std::int32_t part : {left, right}) {
      if (made[static_cast<std::size_t>(part)] == 0)
        throw_error<FormatError>("{}, line {}: nothing before makes {}", label, number,
                                 printable(spelled_[static_cast<std::size_t>(part)]));
    }
    const std::int32_t result = id(std::string(line.substr(0, space)).append(line.substr(space + 1)));
    if (made[static_cast<std::size_t>(result)] != 0 || result == end_of_text_)
      throw_error<FormatError>("{}, line {}: {} is there already", label, number,
                               printable(spelled_[static_cast<std::size_t>(result)]));
    made[static_cast<std::size_t>(result)] = 1;
    const auto rank = static_cast<std::int32_t>(merges_.size());
    merges_.emplace(std::pair(left, right), Merge{rank, result});
  }
}

void ByteBpe::encode_piece(std::string_view piece, std::vector<std::int32_t>& ids) const {
  // A list of tokens whose neighbours are joined; the best pair is always on top of the queue. A merge makes
  // a token that only later merges know, so one pair is done wholly before a better one can appear.
  struct Part {
    std::int32_t id, before, after;
  };
  std::vector<Part> parts;
  const auto count = static_cast<std::int32_t>(piece.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const auto byte = static_cast<unsigned char>(piece[static_cast<std::size_t>(i)]);
    parts.push_back({byte_ids_[byte], i - 1, i + 1});
  }
  using Candidate = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;  // rank, place, pair
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const auto consider = [&](std::int32_t left) {
    if (left < 0 || parts[static_cast<std::size_t>(left)].after >= count) return;
    const Part& a = parts[static_cast<std::size_t>(left)];
    const Part& b = parts[static_cast<std::size_t>(a.after)];
    if (const auto found = merges_.find({a.id, b.id}); found != merges_.end())
      queue.push({found->second.rank, left, a.id, b.id});
  };
  for (std::int32_t i = 0; i + 1 < count; ++i) consider(i);
  while (!queue.empty()) {
    const auto [rank, place, left, right] = queue.top();
    queue.pop();
    Part& a = parts[static_cast<std::size_t>(place)];
    if (a.id != left || a.after >= count) continue;  // joined meanwhile
    Part& b = parts[static_cast<std::size_t>(a.after)];
    if (b.id != right) continue;
    a.id = merges_.at({left, right}).result;
    a.after = b.after;
    b.id = -1;
    if (a.after < count) parts[static_cast<std::size_t>(a.after)].before = place;
    consider(a.before);
    consider(place);
  }
  for (std::int32_t i = 0; i < count; i = parts[static_cast<std::size_t>(i)].after)
    ids.push_back(parts[static_cast<std::size_t>(i)].id);
}

std::vector<std::int32_t> ByteBpe::encode(std::string_view text) const {
  std::vector<std::int32_t> ids;
  for (const std::string_view piece : byte_bpe_pieces(text)) encode_piece(piece, ids);
  return ids;
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
  std::vector<std::string> lines(merges_.size());
  for (const auto& [pair, merge] : merges_)
    lines[static_cast<std::size_t>(merge.rank)] = spelled_[static_cast<std::size_t>(pair.first)] + ' ' +
                                                  spelled_[static_cast<std::size_t>(pair.second)] + '\n';
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace heed
