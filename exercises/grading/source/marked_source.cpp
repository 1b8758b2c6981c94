#include "exercises/grading/source/marked_source.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include "exercises/grading/source/pieces.hpp"
#include "lib/core/error.hpp"
#include "lib/files/read_file.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::string without_indent(const std::string& line) {
  const std::size_t start = line.find_first_not_of(" \t");
  return start == std::string::npos ? "" : line.substr(start);
}

std::vector<SourceLine> lines_of(const std::string& text, const std::string& file = "") {
  std::vector<SourceLine> read;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    read.push_back({line, static_cast<int>(read.size()) + 1, file});
  return read;
}

std::vector<SourceLine> lines_of(const fs::path& path) {
  return lines_of(read_text_file(path), path.string());
}

}  // namespace

MarkedSource::MarkedSource(const std::string& text, std::string file) : file_(std::move(file)) {
  blocks_.push_back({{}, 0});
  int number = 0;
  for (SourceLine& line : lines_of(text)) {
    number = line.number;
    const std::string start = without_indent(line.text);
    if (start.starts_with("//~")) {
      add_mark(start.substr(3), number);
    } else {
      if (blocks_.back().substituted) fail(number, "text behind a substitution; its mark is all of it");
      blocks_.back().lines.push_back(std::move(line));
    }
  }
  if (!blocks_.back().kinds.empty()) fail(number, "the last block has no `//~ end`");
  const auto has = [&](const char* kind) {
    return std::ranges::any_of(blocks_, [&](const Block& b) { return b.is(kind); });
  };
  if (!has("stub")) fail(number, "there is no `//~ stub`");
  if (!has("solution")) fail(number, "there is no `//~ solution`");
  read_rewrites();
}

MarkedSource MarkedSource::read(const std::filesystem::path& path) {
  return MarkedSource(read_text_file(path), path.string());
}

void MarkedSource::fail(int line, const std::string& what) const {
  throw_error("{}:{}: {}", file_, line, what);
}

/// Until all is read only that there is one: the solution is not known before.
void MarkedSource::add_rewrite(const std::string& mistake, int line) {
  const std::vector<std::string> kinds = kinds_of(mistake, line);
  if (kinds.size() != 1 || rewrites_.contains(kinds.front()))
    fail(line, "a file of mistakes/ is one mistake's, and has all of it");
  rewrites_[kinds.front()] = {};
  blocks_.push_back({{"in mistakes"}, blocks_.back().group, {}, true});
}

void MarkedSource::read_rewrites() {
  const std::vector<SourceLine> solution = lines("solution");
  for (auto& [kind, lines_of_it] : rewrites_) {
    const fs::path path =
        fs::path(file_).parent_path() / "mistakes" / (kind.substr(kind.find(' ') + 1) + ".cpp");
    const std::vector<Piece> own = pieces_of(lines_of(path));
    lines_of_it = with_functions(solution, own);
    if (lines_of_it.empty()) throw_error("{}: none of its functions is one of the solution's", path.string());
  }
}

void MarkedSource::add_mark(const std::string& words, int line) {
  static const std::regex rewritten(R"((.*\S)\s+in mistakes\s*)");
  if (std::smatch match; std::regex_match(words, match, rewritten)) return add_rewrite(match[1], line);
  if (const std::size_t colon = words.find(':'); colon != std::string::npos) {
    static const std::regex like(R"((.*\S)\s+like\s+([a-z][a-z0-9_]*)\s*)");
    const std::string head = words.substr(0, colon);
    std::smatch match;
    const bool alike = std::regex_match(head, match, like);
    const std::vector<std::string> kinds = kinds_of(alike ? match[1].str() : head, line);
    const std::string base = alike ? "wrong " + match[2].str() : "solution";
    for (std::size_t from = colon + 1, end = 0; end != words.npos; from = end + 3) {
      end = words.find(" | ", from);
      substitute(kinds, base, words.substr(from, end - from), line);
    }
    return;
  }
  static const std::regex with_helper(R"((.*\S)\s+with\s+(\w+)\s*)");
  std::smatch helped;
  const bool has_helper = std::regex_match(words, helped, with_helper);
  const std::vector<std::string> kinds = kinds_of(has_helper ? helped[1].str() : words, line);
  const int group = blocks_.back().group;
  if (kinds.front() == "end") {
    if (blocks_.back().kinds.empty()) fail(line, "`//~ end` without a block before it");
    blocks_.push_back({{}, group + 1});
    return;
  }
  blocks_.push_back({{}, group});
  for (const std::string& kind : kinds) {
    if (group_has(group, kind)) fail(line, fmt::format("a second `{}` in the same place", kind));
    blocks_.back().kinds.push_back(kind);
  }
  if (has_helper)
    blocks_.back().lines =
        lines_of(fs::path(file_).parent_path() / "../../mistakes" / (helped[2].str() + ".cpp"));
}

void MarkedSource::substitute(const std::vector<std::string>& kinds, const std::string& base,
                              const std::string& change, int line) {
  static const std::regex form(R"(\s*(\S|\S.*\S)\s+=>\s*(|\S|\S.*\S)\s*)");
  std::smatch match;
  if (!std::regex_match(change, match, form))
    fail(line, fmt::format("`{}` is no substitution: OLD => NEW", change));
  const int group = blocks_.back().group;
  const auto block = [&](const auto& is) {
    return std::find_if(blocks_.begin(), blocks_.end(),
                        [&](const Block& b) { return b.group == group && is(b); });
  };
  auto changed = block([&](const Block& b) { return b.kinds == kinds && b.substituted; });
  if (changed == blocks_.end()) {
    const auto original = block([&](const Block& b) { return b.is(base); });
    if (original == blocks_.end()) fail(line, fmt::format("a substitution without a {} before it", base));
    for (const std::string& kind : kinds) {
      if (group_has(group, kind)) fail(line, fmt::format("a second `{}` in the same place", kind));
    }
    Block copy{kinds, group, original->lines, true};
    changed = blocks_.insert(blocks_.end(), std::move(copy));
  }
  int found = 0;
  const std::string before = match[1];
  for (SourceLine& one : changed->lines) {
    const std::size_t at = one.text.find(before);
    if (at == std::string::npos) continue;
    found += one.text.find(before, at + 1) == std::string::npos ? 1 : 2;
    one.text.replace(at, before.size(), match[2].str());
  }
  if (found != 1) fail(line, fmt::format("`{}` must stand once in the block that it changes", before));
  // the marks that follow are not part of another block
  std::rotate(changed, changed + 1, blocks_.end());
}

std::vector<std::string> MarkedSource::kinds_of(const std::string& words, int line) {
  static const std::regex word(R"(\s*(stub|solution|end)\s*)"), wrong(R"(\s*wrong\s(.*))"),
      mistake(R"(\s*([a-z][a-z0-9_]*)(?:\s+([MF]\d\d[a-z]?))?\s*)");
  const auto refuse = [&] {
    fail(line, fmt::format("`//~{}` is no mark; they are stub, solution, wrong ID [M01], … and end", words));
  };
  std::smatch match;
  if (std::regex_match(words, match, word)) return {match[1]};
  if (!std::regex_match(words, match, wrong)) refuse();
  std::vector<std::string> kinds;
  std::istringstream list(match[1].str() + ",");
  for (std::string one; std::getline(list, one, ',');) {
    if (!std::regex_match(one, match, mistake)) refuse();
    kinds.push_back("wrong " + match[1].str());
    note_mistake({match[1], match[2]}, line);
  }
  return kinds;
}

void MarkedSource::note_mistake(const Mistake& mistake, int line) {
  for (Mistake& known : mistakes_) {
    if (known.id != mistake.id) continue;
    if (known.code.empty()) known.code = mistake.code;
    if (!mistake.code.empty() && known.code != mistake.code)
      fail(line, fmt::format("`{}` was {} further up", mistake.id, known.code));
    return;
  }
  mistakes_.push_back(mistake);
}

bool MarkedSource::group_has(int group, const std::string& kind) const {
  return std::ranges::any_of(blocks_, [&](const Block& b) { return b.group == group && b.is(kind); });
}

bool MarkedSource::Block::is(const std::string& kind) const { return std::ranges::count(kinds, kind) > 0; }

std::string MarkedSource::variant(const std::string& kind) const {
  std::string text;
  for (const SourceLine& line : lines(kind)) text += line.text + '\n';
  return text;
}

std::string MarkedSource::wrong(const std::string& id) const {
  if (std::ranges::count(mistakes_, id, &Mistake::id) == 0)
    throw_error("{} has no block `wrong {}`", file_, id);
  return variant("wrong " + id);
}

std::vector<SourceLine> MarkedSource::lines(const std::string& kind) const {
  if (const auto found = rewrites_.find(kind); found != rewrites_.end()) return found->second;
  std::vector<SourceLine> all;
  for (const Block& block : blocks_) {
    const bool own = kind == "stub" || group_has(block.group, kind);
    if (block.kinds.empty() || block.is(own ? kind : "solution"))
      all.insert(all.end(), block.lines.begin(), block.lines.end());
  }
  return all;
}

}  // namespace heed::grading
