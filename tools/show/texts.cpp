#include "tools/show/texts.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/report/number.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "tools/language/tr.hpp"
#include "tools/show/lines.hpp"

namespace heed {
namespace {

Vocabulary read_vocabulary(const std::string& json, const std::string& label) try {
  return vocabulary_from_json(json);
} catch (const Error& e) {
  throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"), label, e.message());
}

constexpr const char* byte_pairs_key = "heed.bpe.vocab";

bool is_vocabulary(const std::string& key) {
  return key == byte_pairs_key || (key.starts_with("heed.") && key.ends_with("vocabulary"));
}

/// Tokens as a vocab.json has them (GPT-2's, Marian's), by their numbers.
std::vector<std::string> read_byte_pairs(const std::string& json, const std::string& label) try {
  std::map<std::int64_t, std::string> by_number;
  for (const auto& [token, number] : parse_json(json, label).get<std::map<std::string, std::int64_t>>())
    by_number[number] = token;
  std::vector<std::string> tokens;
  for (auto& [number, token] : by_number) tokens.push_back(std::move(token));
  return tokens;
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: no tokens with their numbers", label);
}

/// The tokens of a vocabulary but the special ones.
std::vector<std::string> read_tokens(const std::string& key, const std::string& json,
                                     const std::string& path) {
  const std::string label = fmt::format("{}: {}", path, shown_name(key));
  if (key == byte_pairs_key) return read_byte_pairs(json, label);
  const Vocabulary vocabulary = read_vocabulary(json, label);
  return {vocabulary.tokens().begin() + std::ssize(Vocabulary::special_names), vocabulary.tokens().end()};
}

/// "1,042 tokens and 4 special ones: the 나는 …" of a vocabulary that a model keeps.
std::string vocabulary_text(const std::string& key, const std::vector<std::string>& tokens,
                            const std::string& kind) {
  const bool byte_pairs = key == byte_pairs_key;
  const std::size_t first = byte_pairs ? std::min<std::size_t>(256, tokens.size()) : 0;  // after the bytes
  const std::size_t end = std::min(first + 10, tokens.size());
  const std::int64_t special =
      std::ssize(Vocabulary::special_names) + (kind.starts_with("bert") ? 1 : 0);  // with [MASK]
  const std::int64_t count = std::ssize(tokens);
  std::string text = byte_pairs ? trn("{} token of bytes:", "{} tokens of bytes:", count)
                                : tr("{} and {} special ones:", trn("{} token", "{} tokens", count), special);
  for (std::size_t i = first; i < end; ++i) text += ' ' + printable(tokens[i]);
  return text + (end < tokens.size() ? " …" : "");
}

/// "vocabulary (1,042):", and all of them below.
std::string list_of(const std::string& name, std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string text = fmt::format("{} ({}):\n", name, grouped(std::ssize(words)));
  const WrapOptions page{
      .width = std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110), .first = "  ", .rest = "  "};
  for (const std::string& line : wrap(printable(join_with_spaces(words)), page)) text += line + '\n';
  return text;
}

bool is_merges(const std::string& key) { return key == "heed.bpe.merges" || key.ends_with("subwords"); }

/// Of pairs that are joined, a line each.
std::string merges_text(const std::string& lines) {
  const std::int64_t count =
      std::ranges::count(lines, '\n') + (lines.empty() || lines.ends_with('\n') ? 0 : 1);
  return trn("{} merge", "{} merges", count);
}

}  // namespace

void no_vocabulary(const std::string& path) {
  throw_error<UsageError>("{}: there is no vocabulary in it", path);
}

std::string words_of(const SafetensorsHeader& header, const std::filesystem::path& path) {
  std::string text;
  for (const auto& [key, value] : header.metadata) {
    if (is_vocabulary(key))
      text += (text.empty() ? "" : "\n") + list_of(key.substr(5), read_tokens(key, value, path.string()));
  }
  const std::filesystem::path beside = path.parent_path() / "vocab.json";
  if (text.empty() && std::filesystem::exists(beside))
    text = list_of("vocab.json", read_byte_pairs(read_text_file(beside), beside.string()));
  if (text.empty()) no_vocabulary(path.string());
  return text;
}

std::string texts_of(const SafetensorsHeader& header, const std::string& kind, const std::string& path) {
  std::string text;
  for (const auto& [key, value] : header.metadata) {
    if (key == "heed." + kind || key == "heed.version" || key == "heed.kind" || key == "format") continue;
    const std::string name = key.starts_with("heed.") ? key.substr(5) : key;
    text += titled("  " + shortened(name, 30), is_vocabulary(key)
                                                   ? vocabulary_text(key, read_tokens(key, value, path), kind)
                                               : is_merges(key) ? merges_text(value)
                                                                : shortened(value));
  }
  return text.empty() ? "" : tr("texts\n") + text;
}

}  // namespace heed
