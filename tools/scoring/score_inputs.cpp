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

std::string shown(const std::string& path) { return is_standard_input(path) ? "standard input" : path; }

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

/// At each tab, into `most` parts at most: the last keeps the tabs that are left.
std::vector<std::string> split_at_tabs(const std::string& line, std::size_t most) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (parts.size() + 1 < most) {
    const std::size_t tab = line.find('\t', from);
    if (tab == std::string::npos) break;
    parts.push_back(line.substr(from, tab - from));
    from = tab + 1;
  }
  parts.push_back(line.substr(from));
  return parts;
}

std::string count_text(std::size_t lines) {
  return trn("{} line", "{} lines", static_cast<std::int64_t>(lines));
}

bool is_hangul(char32_t c) {  // syllables, and jamo as they are typed or in pieces
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x3131 && c <= 0x318E) || (c >= 0x1100 && c <= 0x11FF);
}

}  // namespace

bool is_standard_input(const std::string& path) { return path == "-" || path == "/dev/stdin"; }

References read_references(const std::vector<std::string>& paths, int num_refs) {
  References references;
  for (const std::string& path : paths) references.push_back(read_lines(path));
  if (num_refs == 1) return references;
  const auto wanted = static_cast<std::size_t>(num_refs);
  References split(wanted);
  for (std::size_t i = 0; i < references[0].size(); ++i) {
    const std::vector<std::string> parts = split_at_tabs(references[0][i], wanted);
    if (parts.size() != wanted)
      throw_error<Error>(tr_noop("{}:{} has {} of the {} references of --num-refs; put tabs between them"),
                         shown(paths[0]), i + 1, parts.size(), wanted);
    for (std::size_t r = 0; r < wanted; ++r) split[r].push_back(parts[r]);
  }
  return split;
}

std::vector<NamedSystem> read_systems(const std::vector<std::string>& paths, SystemOptions options) {
  std::vector<NamedSystem> systems;
  for (const std::string& path : paths) {
    std::vector<std::string> lines = read_lines(path);
    const auto fields = static_cast<std::size_t>(std::count(lines[0].begin(), lines[0].end(), '\t')) + 1;
    if (!is_standard_input(path)) {
      systems.push_back({path, std::move(lines)});
      continue;
    }
    const std::size_t first = systems.size();
    for (std::size_t k = 0; k < fields; ++k) {
      const bool baseline = options.tested && systems.empty();
      const std::size_t number = k + (options.tested && first == 0 ? 0 : 1);
      systems.push_back({baseline ? "" : fields == 1 ? path : fmt::format("System {}", number), {}});
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::vector<std::string> parts = split_at_tabs(lines[i], lines[i].size() + 1);
      if (parts.size() != fields)
        throw_error<Error>(tr_noop("standard input:{} holds {} system(s) and its first line {}: tabs stand "
                                   "between systems there, "
                                   "as "
                                   "many in every line"),
                           i + 1, parts.size(), fields);
      for (std::size_t k = 0; k < fields; ++k) systems[first + k].hypotheses.push_back(parts[k]);
    }
  }
  return systems;
}

void check_lengths(const std::vector<NamedSystem>& systems, const References& references,
                   const std::vector<std::string>& reference_paths) {
  for (const NamedSystem& system : systems) {
    for (std::size_t r = 0; r < references.size(); ++r) {
      if (references[r].size() == system.hypotheses.size()) continue;
      throw_error<Error>(
          tr_noop("{} has {} and {} has {}: line i of a reference must belong to line i of the translations"),
          system.name.empty() ? tr("the baseline") : system.name, count_text(system.hypotheses.size()),
          reference_paths[std::min(r, reference_paths.size() - 1)], count_text(references[r].size()));
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
  static constexpr std::array<std::pair<std::string_view, const char*>, 12> spellings{
      {{"-tok", "--tokenize"},
       {"-lc", "--lowercase"},
       {"-sv", "--smooth-value"},
       {"-nr", "--num-refs"},
       {"-cc", "--chrf-char-order"},
       {"-cw", "--chrf-word-order"},
       {"-sl", "--sentence-level"},
       {"-sh", "--short"},
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
