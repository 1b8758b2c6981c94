#include "tools/translation/show.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/report/heatmap.hpp"
#include "lib/report/shade.hpp"
#include "lib/text/display.hpp"
#include "lib/text/sentences.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

HeatMap make_map(std::string title, const std::vector<std::string>& rows,
                 const std::vector<std::string>& columns, const Array& weights) {
  return {.title = std::move(title),
          .row_labels = rows,
          .column_labels = columns,
          .values = {weights.values().begin(), weights.values().end()}};
}

std::string layer_maps(const std::string& kind, const std::vector<Array>& layers,
                       const std::vector<std::string>& rows, const std::vector<std::string>& columns,
                       const HeatMapOptions& options) {
  std::string text;
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    std::vector<HeatMap> heads;
    for (std::int64_t head = 0; head < layers[layer].dim(1); ++head) {
      heads.push_back(make_map(tr("layer {} · head {}", layer + 1, head + 1), rows, columns,
                               slice(layers[layer], 1, head, head + 1)));
    }
    text += fmt::format("{}\n{}\n", tr("{}, layer {}", kind, layer + 1), heat_maps(heads, options));
  }
  return text;
}

}  // namespace

std::string alignment_maps(const std::vector<TranslationAttention>& sentences, const Terminal& terminal) {
  std::string text;
  for (const TranslationAttention& one : sentences)
    text += (text.empty() ? "" : "\n") +
            heat_map(make_map("", one.output, one.source, mean(one.cross.back(), {1})),
                     {.colours = terminal.colours, .width = terminal.width, .numbers = true});
  return text;
}

std::string attention_maps(const TranslationAttention& attention, const Terminal& terminal) {
  const HeatMapOptions options{.colours = terminal.colours, .width = terminal.width};
  return layer_maps(tr("encoder self-attention"), attention.encoder_self, attention.source, attention.source,
                    options) +
         layer_maps(tr("decoder self-attention"), attention.decoder_self, attention.input, attention.input,
                    options) +
         layer_maps(tr("cross-attention"), attention.cross, attention.output, attention.source, options) +
         shade_legend(terminal.colours) + '\n';
}

namespace {

/// A word as a note shows it: one without end not whole.
std::string in_short(const std::string& word) {
  constexpr std::size_t most = 40;
  const std::u32string points = to_code_points(word);
  return points.size() <= most ? visible_or_named(word)
                               : visible_or_named(to_utf8(std::u32string_view(points).substr(0, most))) + "…";
}

std::string listed(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) all.push_back(in_short(word));
  return fmt::format("{}", fmt::join(all, ", "));
}

/// Returns why the sentence is likely to be none that the model can translate; empty if it is like the
/// others.
std::string why_not_trained(const Translation& translation, const Usual& usual) {
  if (!translation.out_of_place.empty())
    return tr("no sentence had {} at this place", in_short(translation.out_of_place));
  if (!translation.unsaid.empty())
    return tr("no word of the translation says {}", listed(translation.unsaid));
  const auto times = [](const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::count(words, word);
  };
  for (const std::string& word : translation.unfounded) {
    if (times(translation.target, word) > times(translation.unfounded, word))
      return tr("the translation repeats {}", in_short(word));
  }
  if (!translation.unfounded.empty())
    return tr("no word of the sentence says {}", listed(translation.unfounded));
  if (translation.least < usual.least)
    return tr("the model gives one of its words a probability of {:.2f}", std::exp(translation.least));
  return "";
}

std::vector<std::string> all_remarks(const Translation& translation, const Usual& usual) {
  std::vector<std::string> all;
  if (!translation.unknown.empty()) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < translation.unknown.size(); ++i) {
      const std::string& near = translation.near[i];
      words.push_back(in_short(translation.unknown[i]) + (near.empty() ? "" : tr(" (near it: {})", near)));
    }
    if (translation.source.empty())
      return {tr("nothing to translate, as no word is in the vocabulary: {}",
                 fmt::format("{}", fmt::join(words, ", ")))};
    all.push_back(unknown_words_text(words));
  }
  if (!translation.copied.empty())
    all.push_back(tr("copied from the source, as the model has no word for it: {}",
                     visible_or_named(fmt::format("{}", fmt::join(translation.copied, ", ")))));
  if (translation.left_unknown > 0)
    all.push_back(tr("<unk>: a word that the model does not have, and no unknown word is left to copy"));
  std::vector<std::string> marks;
  for (const std::string& mark : translation.dropped) marks.push_back(in_short(mark));
  if (!marks.empty() && translation.source.empty())
    return {tr("nothing to translate, as there is no word: {}", join_with_spaces(marks))};
  if (!marks.empty())
    all.push_back(tr("left out, as the model has nothing for it: {}", join_with_spaces(marks)));
  if (translation.respaced) all.push_back(tr("read as: {}", join_with_spaces(translation.source)));
  if (const std::size_t wrote = split_sentences(translation.text).size();
      translation.sentences > wrote && wrote > 0)
    all.push_back(
        tr("{} sentences, and the translation has {}: give one a line", translation.sentences, wrote));
  if (translation.cut)
    all.push_back(
        tr("longer than the model can read: only the first {} tokens were", translation.source.size()));
  if (!translation.finished) all.push_back(tr("cut off at the maximum length"));
  if (translation.source.empty()) {
    all.push_back(tr("an empty sentence: nothing to translate"));
  } else if (translation.text.empty()) {
    all.push_back(tr("the translation is empty: the model ended it before the first word"));
  }
  if (const std::string why = why_not_trained(translation, usual); !why.empty() && !translation.text.empty())
    all.push_back(tr("I was not trained for this: {}", why));
  return all;
}

}  // namespace

std::string unknown_words_text(const std::vector<std::string>& words) {
  return tr("not in the vocabulary, read as <unk>: {}", fmt::format("{}", fmt::join(words, ", ")));
}

std::string remarks(const Translation& translation, const Usual& usual) {
  std::string text;
  std::size_t number = 0;
  for (const Translation& part : translation.parts) {
    ++number;
    for (const std::string& remark : all_remarks(part, usual))
      text += fmt::format("  ({}{})", tr("sentence {}: ", number), remark);
  }
  if (!translation.parts.empty()) return text;
  for (const std::string& remark : all_remarks(translation, usual)) text += fmt::format("  ({})", remark);
  return text;
}

}  // namespace heed
