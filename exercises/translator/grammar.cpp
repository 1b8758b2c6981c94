#include "exercises/translator/grammar.hpp"

#include <utility>

#include "lib/array/random.hpp"
#include "lib/text/words.hpp"

namespace heed::translator {

namespace {

std::vector<Pair> all_sentences() {
  const Pair subjects[] = {{"나는", "i"}, {"너는", "you"}, {"우리는", "we"}, {"그들은", "they"}};
  const Pair adjectives[] = {{"", ""}, {"큰", "big"}, {"새", "new"}};
  const Pair objects[] = {{"사과를", "apples"}, {"책을", "books"},  {"꽃을", "flowers"},
                          {"개를", "dogs"},     {"집을", "houses"}, {"노래를", "songs"}};
  const Pair verbs[] = {
      {"좋아한다", "love"}, {"찾는다", "find"}, {"원한다", "want"}, {"기억한다", "remember"}};
  const Pair alone[] = {{"웃는다", "laugh"}, {"기다린다", "wait"}, {"잔다", "sleep"}};
  const auto joined = [](std::initializer_list<std::string> words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() || word.empty() ? "" : " ") + word;
    return text;
  };
  std::vector<Pair> all;
  // 7 has no factor in common with 288: one after the other, in an order in which neighbours differ
  for (std::size_t n = 0; n < 288; ++n) {
    const std::size_t i = n * 7 % 288;
    const Pair &subject = subjects[i % 4], &object = objects[i / 4 % 6], &verb = verbs[i / 24 % 4],
               &adjective = adjectives[i / 96];
    all.push_back({joined({subject.korean, adjective.korean, object.korean, verb.korean}),
                   joined({subject.english, verb.english, adjective.english, object.english})});
    if (n % 24 == 11)
      all.push_back({joined({subjects[n / 24 % 4].korean, alone[n / 96].korean}),
                     joined({subjects[n / 24 % 4].english, alone[n / 96].english})});
  }
  return all;
}

Vocabulary vocabulary(const std::vector<Pair>& pairs, std::string Pair::*side) {
  TokenCounts counts;
  for (const Pair& pair : pairs) counts.add(split_words(pair.*side));
  return Vocabulary(counts);
}

std::vector<int> ids_of(const Vocabulary& vocabulary, std::string_view text) {
  const auto ids = vocabulary.encode(split_words(text));
  return {ids.begin(), ids.end()};
}

}  // namespace

Grammar::Grammar(std::uint64_t seed)
    : seed(seed),
      korean(vocabulary(all_sentences(), &Pair::korean)),
      english(vocabulary(all_sentences(), &Pair::english)) {
  std::vector<Pair> all = all_sentences();
  Rng rng(seed);
  do {  // until every word is on both sides
    for (std::size_t n = all.size() - 1; n > 0; --n)
      std::swap(all[n], all[static_cast<std::size_t>(rng.integer(static_cast<std::int64_t>(n + 1)))]);
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 5);
    held_out.assign(all.begin(), middle), train.assign(middle, all.end());
  } while (vocabulary(train, &Pair::korean).size() < korean.size() ||
           vocabulary(held_out, &Pair::korean).size() < korean.size());
}

std::vector<int> Grammar::source(std::string_view text) const {
  std::vector<int> ids = ids_of(korean, text);
  ids.push_back(Vocabulary::eos);
  return ids;
}

std::vector<std::string> Grammar::unknown(std::string_view text) const {
  std::vector<std::string> words;
  for (const std::string& word : split_words(text)) {
    if (!korean.contains(word)) words.push_back(word);
  }
  return words;
}

Sentence Grammar::sentence(const Pair& pair) const {
  return {source(pair.korean), ids_of(english, pair.english)};
}

std::vector<Sentence> Grammar::sentences(const std::vector<Pair>& pairs) const {
  std::vector<Sentence> result;
  for (const Pair& pair : pairs) result.push_back(sentence(pair));
  return result;
}

std::string Grammar::text(const std::vector<int>& target) const {
  std::vector<std::string> words;
  for (const int id : target) {
    const bool known = id >= 0 && id < static_cast<int>(english.size());
    words.push_back(known ? english.token(id) : "?");
  }
  return join_words(words);
}

}  // namespace heed::translator
