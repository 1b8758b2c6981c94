#include "lib/data/toy_determined.hpp"

#include <algorithm>

#include "lib/data/toy_line.hpp"
#include "lib/text/words.hpp"

namespace heed {
namespace {

using namespace toy;
using Choice = DrawnChoices::Choice;

bool same_kind(const Choice& a, const Choice& b) { return a.of == b.of && a.percent == b.percent; }
bool possible(const Choice& choice, std::uint32_t taken) {
  return choice.percent < 0 || (taken == 1 ? choice.percent > 0 : choice.percent < 100);
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
    // Of a chance: not taken, as most are; taken as well where it is as likely.
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
    if (!possible(asked, way)) failed_ = true;
    return way;
  }

  int level_;
  const DrawnChoices& noted_;
  std::vector<std::uint32_t> script_, ways_;  // at each repair: the way that is tried, and how many there are
  bool failed_ = false;
};

}  // namespace

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
        if (other == noted.all[place].taken || !possible(noted.all[place], other)) continue;
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
