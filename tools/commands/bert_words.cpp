#include "tools/commands/bert_words.hpp"

#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::int64_t shown_candidates = 5;

/// Of many words even the likeliest may have little.
std::string share_text(double probability) {
  return probability < 0.005 ? "< 1 %" : fmt::format("{:.0f} %", 100 * probability);
}

}  // namespace

void print_filled(const MaskedLanguageModel& model, const std::string& text) {
  const auto filled = model.fill(text, shown_candidates);
  fmt::print("{}\n", printable(text));
  for (const auto& best : filled) {
    std::string line;
    for (const auto& [word, probability] : best)
      line += fmt::format("   {} {}", word == " " ? "' '" : printable(word), share_text(probability));
    fmt::print("{}\n", line);
  }
}

void print_recovered(const Recovered& r) {
  const auto percent = [](std::int64_t part, std::int64_t all) {
    return all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  };
  fmt::print("\n{}", tr("words of {} unseen sentences, hidden one at a time:\n"
                        "  that the sentence determines     {:>6} of {:>6} found   {:.2f} %\n"
                        "  all                              {:>6} of {:>6} found   {:.2f} %\n",
                        r.sentences, grouped(r.determined_found), grouped(r.determined),
                        percent(r.determined_found, r.determined), grouped(r.found), grouped(r.words),
                        percent(r.found, r.words)));
}

void fill_with(const MaskedLanguageModel& model, const std::string& text) {
  if (text.find(MaskedLanguageModel::hidden_word) == std::string::npos)
    throw_error<UsageError>(tr_noop("no word is hidden: write [MASK] in its place"));
  std::string words = text;
  for (std::size_t at = 0; (at = words.find(MaskedLanguageModel::hidden_word, at)) != std::string::npos;)
    words.replace(at, MaskedLanguageModel::hidden_word.size(), " ");
  fmt::print(stderr, "{}", note_on_unknown(model.tokens(), words));
  print_filled(model, text);
}

}  // namespace heed
