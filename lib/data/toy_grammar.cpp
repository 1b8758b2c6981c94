#include "lib/data/toy_grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed {
namespace {

using namespace toy;

/// Does what split_words() does with the grammar's sentences, in less time.
std::vector<std::string> cased_words(std::string_view sentence) {
  std::vector<std::string> words;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find_first_of(" ?'.!,"), sentence.size());
    if (end > 0) words.emplace_back(sentence.substr(0, end));
    if (end < sentence.size() && sentence[end] != ' ') words.emplace_back(1, sentence[end]);
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return words;
}

constexpr int kLeastOccurrences = 5;
// Fewer pairs to judge by than asked for are enough where training itself has few.
constexpr std::size_t kPairsATestPair = 10, kFewestTests = 10, kEnoughTests = 100;
constexpr int kMoreTimes = 10;  // of looking for what is very rare
constexpr std::size_t kDrawsPerPair = 200;
constexpr int kEverydayLevel = 4, kGreetingTimes = 4;
constexpr std::size_t kGreetingPairs = 10'000;  // fewer pairs are not for typing to
constexpr int kRare = 8, kCommonOneIn = 8;

// "나는 사과를 좋아한다", built from the lexicon like any other sentence.
Sentence i_love_apples() {
  Sentence sentence;
  sentence.first.subject = {.pronoun = me()};
  sentence.first.verb = named(verbs(), "love");
  sentence.first.object = NounPhrase{.noun = named(nouns(), "apple")};
  return sentence;
}

class CorpusBuilder {
  using Counts = std::unordered_map<std::string, int>;

 public:
  explicit CorpusBuilder(const ToyOptions& options)
      : options_(options), draws_(options.seed, static_cast<std::uint64_t>(options.level)) {}

  Corpus build() {
    Corpus corpus;
    if (options_.train > 0) take(*said(i_love_apples()), corpus.train);
    const bool everyday = options_.level == kEverydayLevel;
    if (everyday && options_.train >= kGreetingPairs) greet(corpus.train);
    typed_ = everyday && from_korean();
    fill(corpus.train, options_.train);
    typed_ = false;
    require(corpus.train.size(), options_.train, options_.train);
    for (const SentencePair& pair : corpus.train) {
      for (const std::string& word : cased_words(pair.source)) ++source_words_[word];
      for (const std::string& word : cased_words(pair.target)) ++target_words_[word];
    }
    lookup_.emplace(corpus.train);
    fill_part(corpus.valid, options_.valid);
    fill_part(corpus.test, options_.test);
    return corpus;
  }

 private:
  bool from_korean() const { return options_.direction == Direction::korean_to_english; }

  // The sentence in both languages; nothing where training lacks a word of the source: a small one lacks
  // nearly all, and what is refused need not be said whole.
  std::optional<SentencePair> said(Sentence sentence) const {
    if (!from_korean()) sentence.opening.reset();  // its comma would keep people's own from cutting clauses
    const std::vector<Word> source = from_korean() ? in_korean(sentence) : in_english(sentence);
    SentencePair pair{.source = written(source), .target = {}};
    if (lookup_ && !is_known(pair.source, source_words_)) return std::nullopt;
    const std::vector<Word> target =
        from_korean() ? in_english(sentence) : in_korean(in_plain_order(sentence));
    pair.target = written(target);
    pair.alignment = aligned(source, target);
    return pair;
  }

  bool is_known(const std::string& text, const Counts& counts) const {
    return std::ranges::all_of(cased_words(text), [&](const std::string& word) {
      const auto found = counts.find(word);
      return found != counts.end() && found->second >= least_;
    });
  }

  void fill_part(std::vector<SentencePair>& part, std::size_t wanted) {
    fill(part, wanted);
    const std::size_t enough =
        std::min(wanted, std::clamp(options_.train / kPairsATestPair, kFewestTests, kEnoughTests));
    for (int times = 0; part.size() < enough && times < kMoreTimes; times += least_ == 1 ? 1 : 0) {
      least_ = std::max(1, least_ - 1);
      const std::size_t before = part.size();
      fill(part, before + 1);  // in fewer draws: where there is none, a rarer word is let in soon
      if (part.size() > before) fill(part, wanted);
    }
    require(part.size(), enough, wanted);
  }

  // Adds what is said as it is, often enough to be learned by heart.
  void greet(std::vector<SentencePair>& split) {
    for (int time = 0; time < kGreetingTimes; ++time) {
      for (const Greeting& greeting : lexicon().greetings.all) {
        for (const char* end : {"", ".", "!"}) {
          const std::string korean = std::string(greeting.korean) + end, english(greeting.english);
          if (!from_korean() && *end != '\0') continue;
          const std::string source = from_korean() ? korean : english;
          sources_.insert(source);  // 아니 is "no", and not "do you know?"
          split.push_back({.source = source, .target = from_korean() ? english : korean});
        }
      }
    }
  }

  // Keeps the pair unless its source or its target is in the corpus already. What people type may be another
  // way to say the same, in training.
  void take(SentencePair pair, std::vector<SentencePair>& split) {
    if (sources_.contains(pair.source) || (!typed_ && targets_.contains(pair.target))) return;
    sources_.insert(pair.source);
    targets_.insert(pair.target);
    if (typed_) {
      for (const std::string& word : cased_words(pair.source)) ++typed_words_[word];
    }
    split.push_back(std::move(pair));
  }

  // Among what people type, sentences with a word that training hardly has come first: 사과하고, 생선도. Of
  // the others one in eight is taken.
  bool is_needed(const SentencePair& pair) {
    const bool rare = std::ranges::any_of(
        cased_words(pair.source), [&](const std::string& word) { return typed_words_[word] < kRare; });
    return rare || ++common_ % kCommonOneIn == 0;
  }

  void require(std::size_t found, std::size_t least, std::size_t wanted) const {
    if (found < least)
      throw_error<UsageError>(
          tr_noop("the embedded grammar of level {} gave only {} of {} new pairs: ask for fewer, for more "
                  "training pairs (test sentences use only words that training has), or for another level: a "
                  "lower "
                  "one has fewer words, a higher one more sentences"),
          options_.level, found, wanted);
  }

  // As many as are found.
  void fill(std::vector<SentencePair>& split, std::size_t wanted) {
    for (std::size_t tries = kDrawsPerPair * (wanted + 100); split.size() < wanted && tries > 0; --tries) {
      std::optional<SentencePair> pair = said(sample_sentence(options_.level, draws_));
      if (!pair || (typed_ && !is_needed(*pair))) continue;
      if (!lookup_ || (is_known(pair->target, target_words_) && !lookup_->can_produce(*pair)))
        take(std::move(*pair), split);
    }
  }

  ToyOptions options_;
  Draws draws_;
  std::unordered_set<std::string> sources_, targets_;
  bool typed_ = false;  // training with what people type is drawn
  Counts typed_words_;  // its source words, and how often they are there
  int common_ = 0;
  std::optional<WordLookup> lookup_;  // of training, as soon as the other parts are drawn
  Counts source_words_, target_words_;
  int least_ = kLeastOccurrences;  // so often a word of the other parts is in training
};

}  // namespace

WordLookup::WordLookup(const std::vector<SentencePair>& train) {
  for (const SentencePair& pair : train) {
    const std::vector<std::string> source = cased_words(pair.source), target = cased_words(pair.target);
    std::vector<std::vector<std::string>> seen(source.size());
    for (const auto& [i, j] : pair.alignment) {
      seen[static_cast<std::size_t>(i)].push_back(target[static_cast<std::size_t>(j)]);
    }
    for (std::size_t i = 0; i < source.size(); ++i) glosses_[source[i]].insert(seen[i]);
  }
}

bool WordLookup::can_produce(const SentencePair& pair) const {
  const std::vector<std::string> target = cased_words(pair.target);
  // reached[j]: the source words so far can give exactly the first j target words.
  std::vector<bool> reached(target.size() + 1, false);
  reached[0] = true;
  for (const std::string& word : cased_words(pair.source)) {
    const auto entry = glosses_.find(word);
    if (entry == glosses_.end()) continue;
    for (std::size_t from = target.size() + 1; from-- > 0;) {  // downwards: each source word counts once
      if (!reached[from]) continue;
      for (const std::vector<std::string>& gloss : entry->second) {
        if (from + gloss.size() > target.size()) continue;
        const auto start = target.begin() + static_cast<std::ptrdiff_t>(from);
        if (std::equal(gloss.begin(), gloss.end(), start)) reached[from + gloss.size()] = true;
      }
    }
  }
  return reached[target.size()];
}

Corpus toy_corpus(const ToyOptions& options) { return CorpusBuilder(options).build(); }

}  // namespace heed
