#include "lib/text/counterparts.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using SplitLine = std::vector<std::string>;
using Ids = std::vector<std::uint32_t>;  // of the distinct words of a sentence, in order

constexpr std::size_t most_lines = 100'000, least_lines = 5, most_counterparts = 20;
constexpr std::size_t exception_in = 200;  // so many lines one may have no counterpart
constexpr std::size_t alone_in = 100;  // and one a counterpart that no other has: others are to be expected
constexpr std::size_t few_lines = 50;  // a word with fewer may have counterparts that it never showed

struct Side {
  std::vector<std::string> words;
  std::vector<Ids> lines;
};

Side numbered(const std::vector<SplitLine>& sentences, std::size_t count) {
  Side side;
  std::unordered_map<std::string, std::uint32_t> ids;
  for (std::size_t i = 0; i < count; ++i) {
    Ids& line = side.lines.emplace_back();
    for (const std::string& word : sentences[i]) {
      const auto [place, added] = ids.emplace(word, static_cast<std::uint32_t>(side.words.size()));
      if (added) side.words.push_back(word);
      line.push_back(place->second);
    }
    std::sort(line.begin(), line.end());
    line.erase(std::unique(line.begin(), line.end()), line.end());
  }
  return side;
}

/// A word, another one that stands in a translation of it, and t(other | word).
struct WordPair {
  std::uint32_t word = 0, other = 0;
  double t = 1, count = 0;
};

/// Five passes of expectation and maximisation. The word after the last stands in every sentence, and takes
/// what belongs to none.
std::vector<WordPair> model1(const Side& from, const Side& to) {
  const auto no_word = static_cast<std::uint32_t>(from.words.size());
  std::vector<WordPair> pairs;
  Ids cells;                      // the pairs of each other word of a line with the words of the line
  std::vector<std::size_t> ends;  // of the cells of one other word
  std::unordered_map<std::uint64_t, std::uint32_t> places;
  for (std::size_t i = 0; i < from.lines.size(); ++i) {
    Ids words = from.lines[i];
    words.push_back(no_word);
    for (const std::uint32_t other : to.lines[i]) {
      for (const std::uint32_t word : words) {
        const auto [place, added] =
            places.emplace((std::uint64_t{word} << 32U) | other, static_cast<std::uint32_t>(pairs.size()));
        if (added) pairs.push_back({.word = word, .other = other});
        cells.push_back(place->second);
      }
      ends.push_back(cells.size());
    }
  }
  for (int pass = 0; pass < 5; ++pass) {
    for (WordPair& pair : pairs) pair.count = 0;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += pairs[cells[i]].t;
      for (; begin < end; ++begin) pairs[cells[begin]].count += pairs[cells[begin]].t / sum;
    }
    std::vector<double> total(no_word + 1);
    for (const WordPair& pair : pairs) total[pair.word] += pair.count;
    for (WordPair& pair : pairs) pair.t = pair.count / total[pair.word];
  }
  return pairs;
}

/// Returns the beginning that all forms of a word have: 왔어 for 왔어, wait for waits.
std::string beginning_of_forms(const std::string& word) {
  const std::u32string points = to_code_points(word);
  return points.size() < 3 ? word : to_utf8(std::u32string_view(points).substr(0, points.size() - 1));
}

}  // namespace

Counterparts learn_counterparts(const std::vector<SplitLine>& sentences,
                                const std::vector<SplitLine>& others) {
  if (sentences.size() != others.size())
    throw_error<Error>("{} sentences with {} translations", sentences.size(), others.size());
  const std::size_t lines = std::min(sentences.size(), most_lines);
  const Side from = numbered(sentences, lines), to = numbered(others, lines);
  std::vector<std::vector<std::size_t>> lines_with(from.words.size() + 1);
  for (std::size_t i = 0; i < lines; ++i) {
    for (const std::uint32_t word : from.lines[i]) lines_with[word].push_back(i);
  }
  std::vector<std::vector<WordPair>> candidates(from.words.size() + 1);
  for (const WordPair& pair : model1(from, to)) candidates[pair.word].push_back(pair);
  Counterparts all, rare;
  for (std::size_t word = 0; word < from.words.size(); ++word) {
    std::vector<std::size_t>& left = lines_with[word];
    const std::size_t count = left.size();
    if (count < least_lines) {
      if (beginning_of_forms(from.words[word]) != from.words[word])
        rare.emplace(from.words[word], SplitLine{});
      continue;
    }
    std::sort(candidates[word].begin(), candidates[word].end(), [](const WordPair& a, const WordPair& b) {
      return a.t != b.t ? a.t > b.t : a.other < b.other;
    });
    SplitLine found;
    std::size_t alone = 0;
    for (const WordPair& pair : candidates[word]) {
      if (left.size() * exception_in <= count || found.size() > most_counterparts) break;
      const std::size_t covered = std::erase_if(left, [&](std::size_t i) {
        return std::binary_search(to.lines[i].begin(), to.lines[i].end(), pair.other);
      });
      if (covered > 0) found.push_back(to.words[pair.other]);
      alone += covered == 1 ? 1 : 0;
    }
    if (left.size() * exception_in <= count && found.size() <= most_counterparts && alone * alone_in <= count)
      (count < few_lines ? rare : all).emplace(from.words[word], std::move(found));
  }
  Counterparts complete = all;
  complete.insert(rare.begin(), rare.end());
  for (const auto& [word, own] : rare) {
    const std::string beginning = beginning_of_forms(word);
    std::set<std::string> of_forms;
    for (auto form = complete.lower_bound(beginning);
         form != complete.end() && form->first.starts_with(beginning); ++form)
      of_forms.insert(form->second.begin(), form->second.end());
    if (!of_forms.empty()) all.emplace(word, SplitLine(of_forms.begin(), of_forms.end()));
  }
  return all;
}

std::vector<std::string> without_counterpart(const Counterparts& counterparts, const SplitLine& words,
                                             const SplitLine& others, const Counterparts& of_others) {
  const auto belongs = [](const Counterparts& all, const std::string& word, const std::string& other) {
    const auto found = all.find(word);
    return found != all.end() && std::ranges::find(found->second, other) != found->second.end();
  };
  SplitLine all;
  for (const std::string& word : words) {
    if (!counterparts.contains(word) || std::ranges::find(all, word) != all.end()) continue;
    const auto said = std::ranges::count_if(others, [&](const std::string& other) {
      return belongs(counterparts, word, other) || belongs(of_others, other, word);
    });
    if (said < std::ranges::count(words, word)) all.push_back(word);
  }
  return all;
}

}  // namespace heed
