#include "lib/data/toy_text.hpp"

#include <cmath>

#include "lib/data/toy_line.hpp"
#include "lib/data/toy_sampler.hpp"

namespace heed {
namespace {

using namespace toy;

double probability(const DrawnChoices::Choice& choice, std::uint32_t taken) {
  if (choice.percent < 0) return 1.0 / choice.of;
  return (taken == 1 ? choice.percent : 100 - choice.percent) / 100.0;
}

/// The probability that this choice is taken so, or in another way that gives the same text.
double shown_probability(const std::string& text, const DrawnChoices& noted, std::size_t place, int level) {
  const DrawnChoices::Choice& choice = noted.all[place];
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

/// The stream of its own: not that of the corpus for translation.
Draws toy::draws_of(const ToyTextOptions& options) {
  return Draws(options.seed, 100 + static_cast<std::uint64_t>(options.level));
}

Line toy::draw_line(int level, Draws& draws) {
  const bool korean = draws.chance(50);
  Line line{.sentence = sample_sentence(level, draws), .text = {}};
  line.text = written(korean ? in_korean(line.sentence) : in_english(line.sentence));
  return line;
}

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
  std::vector<std::size_t> taken;  // of each loop, in the sentences that count
  for (std::size_t i = 0; i < options.sentences; ++i) {
    noted.all.clear();
    const std::vector<DrawnChoices::Tries> before = noted.loops;
    const std::string text = draw_line(options.level, draws).text;
    if (without.contains(text)) continue;
    ++sentences;
    taken.resize(noted.loops.size());
    for (std::size_t l = 0; l < taken.size(); ++l)
      taken[l] += noted.loops[l].taken - (l < before.size() ? before[l].taken : 0);
    for (std::size_t place = 0; place < noted.all.size(); ++place)
      bits -= std::log2(shown_probability(text, noted, place, options.level));
  }
  // What fits is a share of all: the sentence's share of it is larger.
  for (std::size_t l = 0; l < taken.size(); ++l) {
    const auto [fits, refused] = noted.loops[l];
    if (fits > 0)
      bits += static_cast<double>(taken[l]) *
              std::log2(static_cast<double>(fits) / static_cast<double>(fits + refused));
  }
  return sentences == 0 ? 0 : bits / static_cast<double>(sentences);
}

}  // namespace heed
