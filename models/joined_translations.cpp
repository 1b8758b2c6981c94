#include "models/joined_translations.hpp"

#include <algorithm>
#include <utility>

#include "lib/text/sentences.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// Puts the mark behind a text that has words, and no mark there.
void end_with(std::string& text, const std::string& mark) {
  if (!text.empty() && end_mark(text).empty()) text += mark;
}

void add_with_space(std::string& text, const std::string& next) {
  if (!text.empty() && !next.empty()) text += ' ';
  text += next;
}

/// Those of the same rank side by side, as long as there are such; their scores add up.
void append_ranks(std::vector<Alternative>& all, const std::vector<Alternative>& more) {
  if (all.empty() || more.empty()) {
    append(all, more);
    return;
  }
  all.resize(std::min(all.size(), more.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    add_with_space(all[i].text, more[i].text);
    all[i].score += more[i].score;
  }
}

/// Blocks (1, heads, T, S) along the diagonal.
Array block_diagonal(const std::vector<Array>& blocks) {
  std::int64_t rows = 0, columns = 0;
  for (const Array& block : blocks) {
    rows += block.dim(2);
    columns += block.dim(3);
  }
  const std::int64_t heads = blocks.front().dim(1);
  Array all = Array::full({1, heads, rows, columns}, 0);
  Scalar* const to = all.mutable_data();
  std::int64_t row = 0, column = 0;
  for (const Array& block : blocks) {
    const Scalar* from = block.data();
    for (std::int64_t head = 0; head < heads; ++head) {
      for (std::int64_t t = 0; t < block.dim(2); ++t, from += block.dim(3))
        std::copy_n(from, block.dim(3), to + (head * rows + row + t) * columns + column);
    }
    row += block.dim(2);
    column += block.dim(3);
  }
  return all;
}

}  // namespace

Translation joined(std::vector<Translation> parts) {
  Translation all;
  all.sentences = 0;
  std::size_t words = 0;
  for (Translation& part : parts) {
    end_with(part.text, part.end);
    for (Alternative& a : part.alternatives) end_with(a.text, part.end);
    append(all.source, part.source);
    append(all.target, part.target);
    append(all.source_words, part.source_words);
    for (const std::size_t word : part.target_words) all.target_words.push_back(words + word);
    words += words_in(part.text);
    append(all.dropped, part.dropped);
    append(all.unknown, part.unknown);
    append(all.near, part.near);
    append(all.copied, part.copied);
    all.left_unknown += part.left_unknown;
    append(all.unsaid, part.unsaid);
    append(all.unfounded, part.unfounded);
    append(all.covered, part.covered);
    if (all.out_of_place.empty()) all.out_of_place = part.out_of_place;
    all.respaced = all.respaced || part.respaced;
    all.least = std::min(all.least, part.least);
    all.finished = all.finished && part.finished;
    all.cut = all.cut || part.cut;
    all.sentences += part.sentences;
    add_with_space(all.text, part.text);
    append_ranks(all.alternatives, part.alternatives);
  }
  all.parts = std::move(parts);
  return all;
}

TranslationAttention joined(const std::vector<TranslationAttention>& parts) {
  TranslationAttention all;
  for (const TranslationAttention& part : parts) {
    append(all.source, part.source);
    append(all.input, part.input);
    append(all.output, part.output);
  }
  for (const auto layers : {&TranslationAttention::encoder_self, &TranslationAttention::decoder_self,
                            &TranslationAttention::cross}) {
    for (std::size_t layer = 0; layer < (parts.front().*layers).size(); ++layer) {
      std::vector<Array> blocks;
      for (const TranslationAttention& part : parts) blocks.push_back((part.*layers)[layer]);
      (all.*layers).push_back(block_diagonal(blocks));
    }
  }
  return all;
}

}  // namespace heed
