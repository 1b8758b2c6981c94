#include "lib/data/toy_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"
#include "lib/text/words.hpp"

namespace heed {
namespace {

using namespace toy;

struct Line {
  Sentence sentence;
  std::string text;  // in Korean or in English, as a coin falls
};

Line draw_line(int level, Draws& draws) {
  const bool korean = draws.chance(50);
  Line line{.sentence = sample_sentence(level, draws), .text = {}};
  line.text = written(korean ? in_korean(line.sentence) : in_english(line.sentence));
  return line;
}

/// A stream of its own: not that of the corpus for translation.
Draws draws_of(const ToyTextOptions& options) {
  return Draws(options.seed, 100 + static_cast<std::uint64_t>(options.level));
}

using Choice = DrawnChoices::Choice;

bool same_kind(const Choice& a, const Choice& b) { return a.of == b.of && a.percent == b.percent; }
double probability(const Choice& choice, std::uint32_t taken) {
  if (choice.percent < 0) return 1.0 / choice.of;
  return (taken == 1 ? choice.percent : 100 - choice.percent) / 100.0;
}

/// Makes choices as noted, but for one, and tries all ways to go on where others are asked for then.
class Variation {
 public:
  Variation(const DrawnChoices& noted, int level) : level_(level), noted_(noted) {}

  /// Calls visit(text) for what comes out when choice `place` is taken as `other`.
  template <typename Visit>
  void with(std::size_t place, std::uint32_t other, const Visit& visit) {
    script_.clear();
    for (int tries = 0; tries < most_tries; ++tries) {
      ways_.clear();
      failed_ = false;
      DrawnChoices again{.all = noted_.all, .replays = true};
      again.all[place].taken = other;
      again.instead = [&](const Choice& asked) { return repair(asked, again); };
      Draws draws(0);
      draws.note(&again);
      const std::string text = draw_line(level_, draws).text;
      if (!failed_ && !again.left) visit(text);
      script_.resize(ways_.size());
      while (!script_.empty() && script_.back() + 1 == ways_[script_.size() - 1]) script_.pop_back();
      if (script_.empty()) return;
      ++script_.back();
    }
  }

 private:
  static constexpr int most_tries = 400;
  static constexpr std::size_t most_repairs = 6, look_ahead = 4;

  /// A choice that is not the next of the record. Either some of the record's are asked for no more, or this
  /// one is new, or (of several things) stands for the record's choice among others.
  std::uint32_t repair(const Choice& asked, DrawnChoices& again) {
    const std::vector<Choice>& record = again.all;
    const std::size_t next = again.replayed, end = std::min(record.size(), next + look_ahead);
    std::size_t same = next;
    while (same < end && !same_kind(record[same], asked)) ++same;
    const bool pick = asked.percent < 0, dropped = same < end;
    // A chance is not taken, as most are, and taken as well where it is as likely.
    const std::uint32_t fresh = pick ? asked.of : asked.percent == 50 ? 2 : 1;
    const std::size_t depth = ways_.size();
    if (depth == most_repairs) {
      failed_ = true;
      return 0;
    }
    ways_.push_back(fresh + (dropped ? 1 : 0));
    if (depth == script_.size()) script_.push_back(0);
    std::uint32_t way = script_[depth];
    if (dropped && way == 0) {
      again.replayed = same + 1;
      return record[same].taken;
    }
    way -= dropped ? 1 : 0;
    if (pick && next < record.size() && record[next].percent < 0) ++again.replayed;
    if (probability(asked, way) == 0) failed_ = true;
    return way;
  }

  int level_;
  const DrawnChoices& noted_;
  std::vector<std::uint32_t> script_, ways_;  // at each repair: the way that is tried, and how many there are
  bool failed_ = false;
};

/// The probability that this choice is taken so, or in another way that gives the same text.
double shown_probability(const std::string& text, const DrawnChoices& noted, std::size_t place, int level) {
  const Choice& choice = noted.all[place];
  double sum = 0;
  for (std::uint32_t other = 0; other < choice.of; ++other) {
    const double p = probability(choice, other);
    if (other == choice.taken) {
      sum += p;
    } else if (p > 0) {
      DrawnChoices again{.all = noted.all, .replays = true};
      again.all[place].taken = other;
      Draws draws(0);
      draws.note(&again);
      if (draw_line(level, draws).text == text && !again.left) sum += p;
    }
  }
  return sum;
}

}  // namespace

std::vector<std::string> toy_text(const ToyTextOptions& options) {
  Draws draws = draws_of(options);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < options.sentences; ++i) lines.push_back(draw_line(options.level, draws).text);
  return lines;
}

std::vector<ToyClause> toy_clauses(const ToyTextOptions& options) {
  Draws draws = draws_of(options);
  std::vector<ToyClause> clauses;
  while (clauses.size() < options.sentences) {
    Line line = draw_line(options.level, draws);
    if (line.sentence.link != Link::none) continue;
    clauses.push_back({.text = std::move(line.text),
                       .tense = static_cast<std::int32_t>(line.sentence.first.tense),
                       .question = line.sentence.question == Question::none ? 0 : 1});
  }
  return clauses;
}

double toy_text_bits(const ToyTextOptions& options, const std::unordered_set<std::string>& without) {
  Draws draws = draws_of(options);
  DrawnChoices noted;
  draws.note(&noted);
  double bits = 0;
  std::size_t sentences = 0;
  std::array<std::size_t, DrawnChoices::most_loops> taken{};  // of each, in the sentences that count
  for (std::size_t i = 0; i < options.sentences; ++i) {
    noted.all.clear();
    const auto before = noted.loops;
    const std::string text = draw_line(options.level, draws).text;
    if (without.contains(text)) continue;
    ++sentences;
    for (std::size_t l = 0; l < taken.size(); ++l) taken[l] += noted.loops[l].taken - before[l].taken;
    for (std::size_t place = 0; place < noted.all.size(); ++place)
      bits -= std::log2(shown_probability(text, noted, place, options.level));
  }
  // Those that fit are a share of all: the sentence's share of it is larger.
  for (std::size_t l = 0; l < taken.size(); ++l) {
    const auto [fits, refused] = noted.loops[l];
    if (fits > 0)
      bits += static_cast<double>(taken[l]) *
              std::log2(static_cast<double>(fits) / static_cast<double>(fits + refused));
  }
  return sentences == 0 ? 0 : bits / static_cast<double>(sentences);
}

std::vector<std::vector<int>> determined_words(const ToyTextOptions& options) {
  Draws draws = draws_of(options);
  DrawnChoices noted;
  draws.note(&noted);
  std::vector<std::vector<int>> all;
  for (std::size_t i = 0; i < options.sentences; ++i) {
    noted.all.clear();
    const std::string line = draw_line(options.level, draws).text;
    const std::vector<std::string> words = split_words(line);
    const auto blanks = std::count(line.begin(), line.end(), ' ');
    std::vector<int>& determined = all.emplace_back(words.size(), 1);
    Variation variation(noted, options.level);
    for (std::size_t place = 0; place < noted.all.size(); ++place) {
      for (std::uint32_t other = 0; other < noted.all[place].of; ++other) {
        if (other == noted.all[place].taken || probability(noted.all[place], other) == 0) continue;
        variation.with(place, other, [&](const std::string& text) {
          if (std::count(text.begin(), text.end(), ' ') != blanks) return;
          const std::vector<std::string> others = split_words(text);
          if (others.size() != words.size()) return;
          const auto [mine, theirs] = std::mismatch(words.begin(), words.end(), others.begin());
          if (mine != words.end() && std::equal(mine + 1, words.end(), theirs + 1))
            determined[static_cast<std::size_t>(mine - words.begin())] = 0;
        });
      }
    }
  }
  return all;
}

}  // namespace heed
