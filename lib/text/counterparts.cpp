#include "lib/text/counterparts.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using Sentence = std::vector<std::string>;
using Ids = std::vector<std::uint32_t>;  // of the distinct words of a sentence, in order

constexpr std::size_t most_lines = 100'000, least_lines = 5, most_counterparts = 20;
constexpr std::size_t exception_in = 200;  // so many lines one may have no counterpart
constexpr std::size_t alone_in = 100;  // and one a counterpart that no other has: others are to be expected
constexpr std::size_t few_lines = 50;  // a word with fewer may have counterparts that it never showed
constexpr int passes = 5;

struct Side {
  std::vector<std::string> words;
  std::vector<Ids> lines;
};

Side numbered(const std::vector<Sentence>& sentences, std::size_t count) {
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

/// t(other | word), in the order of the words; a word that stands in every sentence takes what belongs to
/// none.
class Model1 {
 public:
  struct Entry {
    std::uint32_t word = 0, other = 0;
    double t = 1, count = 0;
  };

  Model1(const Side& from, const Side& to) : no_word_(static_cast<std::uint32_t>(from.words.size())) {
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    for (std::size_t i = 0; i < from.lines.size(); ++i) {
      Ids words = from.lines[i];
      words.push_back(no_word_);
      for (const std::uint32_t other : to.lines[i]) {
        for (const std::uint32_t word : words) {
          const auto [place, added] = places.emplace((std::uint64_t{word} << 32U) | other,
                                                     static_cast<std::uint32_t>(entries_.size()));
          if (added) entries_.push_back({.word = word, .other = other});
          cells_.push_back(place->second);
        }
        ends_.push_back(cells_.size());
      }
    }
    for (int pass = 0; pass < passes; ++pass) improve();
  }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  /// One pass of expectation and maximisation.
  void improve() {
    std::vector<double> total(no_word_ + 1);
    for (Entry& entry : entries_) entry.count = 0;
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += entries_[cells_[i]].t;
      for (std::size_t i = begin; i < end; ++i) entries_[cells_[i]].count += entries_[cells_[i]].t / sum;
      begin = end;
    }
    for (const Entry& entry : entries_) total[entry.word] += entry.count;
    for (Entry& entry : entries_) entry.t = entry.count / total[entry.word];
  }

  std::uint32_t no_word_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> cells_;  // the entry of each pair of words of a line, by the other word
  std::vector<std::size_t> ends_;     // of the cells of one other word
};

/// Returns the beginning that all forms of a word have: 왔어 for 왔어, wait for waits.
std::string beginning_of_forms(const std::string& word) {
  const std::u32string points = to_code_points(word);
  return points.size() < 3 ? word : to_utf8(std::u32string_view(points).substr(0, points.size() - 1));
}

/// The counterparts of the words that begin as this one does.
std::vector<std::string> of_all_forms(const Counterparts& all, const std::string& word) {
  const std::string beginning = beginning_of_forms(word);
  std::set<std::string> found;
  for (auto form = all.lower_bound(beginning); form != all.end() && form->first.starts_with(beginning);
       ++form)
    found.insert(form->second.begin(), form->second.end());
  return {found.begin(), found.end()};
}

}  // namespace

Counterparts learn_counterparts(const std::vector<Sentence>& sentences, const std::vector<Sentence>& others) {
  if (sentences.size() != others.size())
    throw_error<Error>("{} sentences with {} translations", sentences.size(), others.size());
  const std::size_t lines = std::min(sentences.size(), most_lines);
  const Side from = numbered(sentences, lines), to = numbered(others, lines);
  std::vector<std::vector<std::size_t>> lines_with(from.words.size());
  for (std::size_t i = 0; i < lines; ++i) {
    for (const std::uint32_t word : from.lines[i]) lines_with[word].push_back(i);
  }
  const Model1 model(from, to);
  std::vector<std::vector<const Model1::Entry*>> candidates(from.words.size());
  for (const Model1::Entry& entry : model.entries()) {
    if (entry.word < from.words.size()) candidates[entry.word].push_back(&entry);
  }
  Counterparts all, rare;
  for (std::size_t word = 0; word < from.words.size(); ++word) {
    std::vector<std::size_t>& left = lines_with[word];
    const std::size_t count = left.size();
    if (count < least_lines) {
      if (beginning_of_forms(from.words[word]) != from.words[word])
        rare.emplace(from.words[word], Sentence{});
      continue;
    }
    std::sort(candidates[word].begin(), candidates[word].end(),
              [](const auto* a, const auto* b) { return a->t != b->t ? a->t > b->t : a->other < b->other; });
    std::vector<std::string> found;
    std::size_t alone = 0;
    for (const Model1::Entry* entry : candidates[word]) {
      if (left.size() * exception_in <= count || found.size() > most_counterparts) break;
      const std::size_t covered = std::erase_if(left, [&](std::size_t i) {
        return std::binary_search(to.lines[i].begin(), to.lines[i].end(), entry->other);
      });
      if (covered > 0) found.push_back(to.words[entry->other]);
      alone += covered == 1 ? 1 : 0;
    }
    if (left.size() * exception_in <= count && found.size() <= most_counterparts && alone * alone_in <= count)
      (count < few_lines ? rare : all).emplace(from.words[word], std::move(found));
  }
  Counterparts complete = all;
  complete.insert(rare.begin(), rare.end());
  for (const auto& [word, found] : rare) {
    if (std::vector<std::string> of_forms = of_all_forms(complete, word); !of_forms.empty())
      all.emplace(word, std::move(of_forms));
  }
  return all;
}

std::vector<std::string> without_counterpart(const Counterparts& counterparts, const Sentence& words,
                                             const Sentence& others, const Counterparts& of_others) {
  const auto has = [](const std::vector<std::string>& some, const std::string& word) {
    return std::find(some.begin(), some.end(), word) != some.end();
  };
  std::map<std::string, std::ptrdiff_t> times;
  for (const std::string& word : words) ++times[word];
  std::vector<std::string> all;
  for (const std::string& word : words) {
    const auto found = counterparts.find(word);
    if (found == counterparts.end() || times[word] == 0) continue;
    if (std::count_if(others.begin(), others.end(), [&](const std::string& other) {
          const auto back = of_others.find(other);
          return has(found->second, other) || (back != of_others.end() && has(back->second, word));
        }) < times[word])
      all.push_back(word);
    times[word] = 0;  // named once
  }
  return all;
}

}  // namespace heed
