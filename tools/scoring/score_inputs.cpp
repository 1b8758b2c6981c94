#include "tools/scoring/score_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/spoken_lines.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::vector<std::string> read_lines(const std::string& path) {
  TextLines text = read_spoken_lines(path == "-" ? "/dev/stdin" : path, LineForm::as_written);
  if (text.byte_order_mark)
    fmt::print(
        stderr, "{}\n",
        tr("note: {}: the byte-order mark at the start was left out; sacreBLEU takes it for a part of the "
           "first word, so its scores may differ",
           path));
  return std::move(text.lines);
}

std::string count_text(std::size_t lines) {
  return trn("{} line", "{} lines", static_cast<std::int64_t>(lines));
}

bool is_hangul(char32_t c) {  // syllables, and jamo as they are typed or in pieces
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x3131 && c <= 0x318E) || (c >= 0x1100 && c <= 0x11FF);
}

}  // namespace

bool is_standard_input(const std::string& path) { return path == "-" || path == "/dev/stdin"; }

References read_references(const std::vector<std::string>& paths) {
  References references;
  for (const std::string& path : paths) references.push_back(read_lines(path));
  return references;
}

std::vector<NamedSystem> read_systems(const std::vector<std::string>& paths) {
  std::vector<NamedSystem> systems;
  for (const std::string& path : paths) systems.push_back({path, read_lines(path)});
  return systems;
}

void check_lengths(const std::vector<NamedSystem>& systems, const References& references,
                   const std::vector<std::string>& reference_paths) {
  for (const NamedSystem& system : systems) {
    for (std::size_t r = 0; r < references.size(); ++r) {
      if (references[r].size() == system.hypotheses.size()) continue;
      throw_error<Error>(
          tr_noop("{} has {} and {} has {}: line i of a reference must belong to line i of the translations"),
          system.name, count_text(system.hypotheses.size()), reference_paths[r],
          count_text(references[r].size()));
    }
  }
}

bool is_korean(const std::vector<std::string>& lines) {
  const auto korean = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    const std::u32string characters = to_code_points(line);
    return std::any_of(characters.begin(), characters.end(), is_hangul);
  });
  return !lines.empty() && 2 * static_cast<std::size_t>(korean) >= lines.size();
}

void spell_out_sacrebleu(std::vector<const char*>& words) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 7> spellings{
      {{"-tok", "--tokenize"},
       {"-lc", "--lowercase"},
       {"-sl", "--sentence-level"},
       {"-ci", "--confidence"},
       {"-cin", "--confidence-n"},
       {"-pbs", "--paired-bs"},
       {"-pbsn", "--paired-bs-n"}}};
  if (words.size() < 2 || std::string_view(words[1]) != "score") return;
  for (const char*& word : words) {
    if (std::string_view(word) == "--") return;
    for (const auto& [brief, full] : spellings)
      if (brief == word) word = full;
  }
}

}  // namespace heed
