#include "lib/data/toy_lexicon.hpp"

#include <utility>

#include "lib/core/error.hpp"

namespace heed::toy {
namespace {

constexpr Pronoun kPronouns[] = {{"나", "내가", "내", "I", "me", "my", Agreement::first},
                                 {"너", "네가", "네", "you", "you", "your", Agreement::second},
                                 {"그", "그가", "그의", "he", "him", "his", Agreement::third},
                                 {"그녀", "그녀가", "그녀의", "she", "her", "her", Agreement::third},
                                 {"우리", "우리가", "우리", "we", "us", "our", Agreement::plural},
                                 {"그들", "그들이", "그들의", "they", "them", "their", Agreement::plural}};
constexpr Pronoun kIt = {"그것", "그것이", "", "it", "it", "its", Agreement::third};
constexpr Pronoun kDemonstratives[] = {{"이것", "이것이", "", "this", "this", "", Agreement::third},
                                       {"그것", "그것이", "", "that", "that", "", Agreement::third}};

using Cells = std::vector<std::string_view>;
template <typename Word>
using Flag = std::pair<std::string_view, bool Word::*>;

constexpr Flag<Noun> kNounFlags[] = {{"mass", &Noun::mass},
                                     {"many", &Noun::many},
                                     {"name", &Noun::name},
                                     {"relational", &Noun::relational},
                                     {"own", &Noun::own}};
constexpr Flag<Verb> kVerbFlags[] = {
    {"subject", &Verb::subject},     {"state", &Verb::state},         {"kind", &Verb::kind},
    {"animal", &Verb::animal},       {"place", &Verb::place},         {"goal", &Verb::goal},
    {"recipient", &Verb::recipient}, {"ambiguous", &Verb::ambiguous}, {"long_negation", &Verb::long_negation},
    {"alone", &Verb::alone},         {"separable", &Verb::separable}, {"common", &Verb::common},
    {"favor", &Verb::favor},         {"tasting", &Verb::tasting},     {"of_people", &Verb::of_people}};
constexpr Flag<Adjective> kAdjectiveFlags[] = {{"origin", &Adjective::origin},
                                               {"of_things", &Adjective::of_things}};
constexpr Flag<Place> kPlaceFlags[] = {{"region", &Place::region}};
constexpr Flag<Adverb> kAdverbFlags[] = {
    {"past", &Adverb::past}, {"present", &Adverb::present},       {"future", &Adverb::future},
    {"two", &Adverb::two},   {"state_past", &Adverb::state_past}, {"state_ahead", &Adverb::state_ahead},
    {"much", &Adverb::much}};

/// The parts of a text between separators; empty ones too.
Cells split(std::string_view text, char separator) {
  Cells cells;
  for (std::size_t end = 0; end != text.npos;) {
    end = text.find(separator);
    cells.push_back(text.substr(0, end));
    if (end != text.npos) text.remove_prefix(end + 1);
  }
  return cells;
}

/// 돕/도왔: a stem and its past stem.
Predicate predicate_of(std::string_view cell, PredicateKind kind) {
  const Cells stems = split(cell, '/');
  if (stems.size() != 2) throw_error("'{}' is no stem and past stem with a / between", cell);
  for (const std::string_view stem : stems) conjugate({stem, stem}, "-ㅂ/습");  // throws unless it is Hangul
  return {stems[0], stems[1], kind};
}

/// Sets the flags that a cell names; says which kind of predicate it is if it names one.
template <typename Word>
PredicateKind set_flags(Word& word, std::string_view cell, std::span<const Flag<Word>> flags,
                        PredicateKind usual = {}) {
  if (cell.empty()) return usual;
  for (const std::string_view name : split(cell, ' ')) {
    const auto found = std::ranges::find(flags, name, [](const auto& flag) { return flag.first; });
    if (found != flags.end())
      word.*(found->second) = true;
    else if (name == "quality" || name == "existential")
      usual = name == "quality" ? PredicateKind::quality : PredicateKind::existential;
    else
      throw_error("there is no flag '{}' here", name);
  }
  return usual;
}

void read(Noun& noun, const Cells& c) {
  noun = {.korean = c[1], .english = c[2], .plural = c[3], .noun_class = parse_classes(c[4])};
  set_flags<Noun>(noun, c[5], kNounFlags);
}
void read(Verb& verb, const Cells& c) {
  const PredicateKind kind = set_flags<Verb>(verb, c[7], kVerbFlags, PredicateKind::action);
  verb.korean = predicate_of(c[1], kind);
  if (!c[6].empty()) verb.negative = predicate_of(c[6], kind);
  verb.english = c[2], verb.past = c[3], verb.objects = parse_classes(c[4]), verb.preposition = c[5];
}
void read(Adjective& adjective, const Cells& c) {
  const PredicateKind kind = set_flags<Adjective>(adjective, c[4], kAdjectiveFlags, PredicateKind::quality);
  const bool one_form = c[1].find('/') == c[1].npos;
  (one_form ? adjective.before_noun : adjective.korean.stem) = c[1];
  if (!one_form) adjective.korean = predicate_of(c[1], kind);
  adjective.english = c[2], adjective.nouns = parse_classes(c[3]);
}
void read(Place& place, const Cells& c) {
  place = {.korean = c[1], .english = c[2], .english_goal = c[3]};
  set_flags<Place>(place, c[4], kPlaceFlags);
}
void read(Adverb& adverb, const Cells& c) {
  adverb.korean = c[2], adverb.english = c[3];
  set_flags<Adverb>(adverb, c[4], kAdverbFlags);
}
void read(Greeting& greeting, const Cells& c) { greeting = {c[0], c[1]}; }

/// Adds the words of the table in which a column has this value, or of the whole table.
template <typename Word>
WordList<Word> read_words(std::span<const LexiconTable> tables, std::string_view name, std::size_t columns,
                          std::string_view kind = "") {
  const auto table = std::ranges::find(tables, name, &LexiconTable::name);
  std::vector<Word> basic, others;
  std::size_t number = 0;
  for (const std::string_view line : split(table->text, '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    try {
      Cells cells = split(line, '\t');
      if (cells.size() > columns || cells.size() < std::min<std::size_t>(columns, 3))
        throw_error("{} columns, not {}", cells.size(), columns);
      cells.resize(columns);  // the last ones may be left out where they are empty
      if (columns > 2 && cells[0] != "1" && cells[0] != "4")
        throw_error("the level is '{}', neither 1 nor 4", cells[0]);
      if (!kind.empty() && cells[1] != kind) continue;
      read((cells[0] == "1" ? basic : others).emplace_back(), cells);
    } catch (const Error& problem) {
      throw_error("lib/data/lexicon/{}:{}: {}", name, number, problem.what());
    }
  }
  const std::size_t count = basic.size();
  basic.insert(basic.end(), others.begin(), others.end());
  return {std::move(basic), count};
}

}  // namespace

Lexicon read_lexicon(std::span<const LexiconTable> tables) {
  return {.nouns = read_words<Noun>(tables, "nouns.tsv", 6),
          .verbs = read_words<Verb>(tables, "verbs.tsv", 8),
          .adjectives = read_words<Adjective>(tables, "adjectives.tsv", 5),
          .places = read_words<Place>(tables, "places.tsv", 5),
          .times = read_words<Adverb>(tables, "adverbs.tsv", 5, "time"),
          .frequencies = read_words<Adverb>(tables, "adverbs.tsv", 5, "frequency"),
          .manners = read_words<Adverb>(tables, "adverbs.tsv", 5, "manner"),
          .greetings = read_words<Greeting>(tables, "greetings.tsv", 2)};
}

const Lexicon& lexicon() {
  static const Lexicon words = read_lexicon(lexicon_tables());
  return words;
}

std::span<const Pronoun> pronouns() { return kPronouns; }
const Pronoun* it() { return &kIt; }
std::span<const Pronoun> demonstratives() { return kDemonstratives; }

}  // namespace heed::toy
