// C13: whether attention aligns words, and whether heads have tasks of their own.
#include <algorithm>

#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/rules.hpp"

namespace heed {
namespace {

constexpr double mostly = 0.5;  // of all cases

/// The heads of one training that do each task best.
struct BestHeads {
  const HeadFacts *next_word = nullptr, *last_word = nullptr, *previous = nullptr;
  std::size_t right = 0;  // of the documents' words, by the first

  explicit BestHeads(const ExaminedHeads& examined) {
    const auto keep = [](const HeadFacts*& best, const HeadFacts& f, MeanInterval HeadFacts::*task) {
      if (best == nullptr || (f.*task).mean > (best->*task).mean) best = &f;
    };
    for (const HeadFacts& f : examined.heads) {
      if (f.place != HeadPlace::cross) {
        keep(previous, f, &HeadFacts::previous);
      } else {
        keep(next_word, f, &HeadFacts::next_word);
        keep(last_word, f, &HeadFacts::last_word);
      }
    }
    right = static_cast<std::size_t>(std::ranges::count_if(
        next_word->example, [](const ExampleWord& w) { return w.looked == w.belongs; }));
  }
  bool all_words() const { return right == next_word->example.size(); }
};

ClaimVerdict verdict_of_share(const MeanInterval& share, double least) {
  return least_of(share) > least  ? ClaimVerdict::holds
         : most_of(share) < least ? ClaimVerdict::does_not_hold
                                  : ClaimVerdict::inside_the_noise;
}

ClaimVerdict verdict_of_alignment(const BestHeads& best) {
  const double least = std::max(mostly, 2 * best.next_word->chance);
  return together({verdict_of_share(best.next_word->next_word, least), holds_where(best.all_words())});
}

/// Judges whether one head of cross-attention is at the next word, and another at the last one.
ClaimVerdict verdict_of_division(const BestHeads& best) {
  const HeadFacts &next = *best.next_word, &last = *best.last_word;
  if (&next == &last || most_of(next.next_word) < mostly || most_of(last.last_word) < mostly)
    return ClaimVerdict::does_not_hold;
  const bool apart = least_of(next.next_word) > most_of(last.next_word) &&
                     least_of(last.last_word) > most_of(next.last_word);
  return apart && least_of(next.next_word) > mostly && least_of(last.last_word) > mostly
             ? ClaimVerdict::holds
             : ClaimVerdict::inside_the_noise;
}

ClaimVerdict verdict_of_tasks(const BestHeads& best) {
  const ClaimVerdict previous =
      best.previous ? verdict_of_share(best.previous->previous, mostly) : ClaimVerdict::not_measured;
  return together({previous, verdict_of_division(best)});
}

TableCell share_cell(const MeanInterval& share) {
  return interval_cell("{:.0f} ± {:.0f} %", share, "%", 100);
}
TableCell percent(double share) { return number_cell("{:.0f} %", 100 * share, "%"); }
TableCell change_cell(const BleuDifference& change) {
  return interval_cell("{:+.1f} ± {:.1f}", {change.difference, change.half_width}, "BLEU");
}

/// A row for each training, with the heads that do a task best.
ResultTable best_heads(const std::vector<ExaminedHeads>& trainings, const std::vector<BestHeads>& best) {
  ResultTable table(
      text_of("C13.best"),
      {"seed", "test BLEU", "most at the next word", "share of next words", "by chance", "documents' words",
       "most at the last word", "share of last words", "most at the previous token", "weight on previous"});
  for (std::size_t t = 0; t < best.size(); ++t) {
    const BestHeads& b = best[t];
    const std::size_t words = b.next_word->example.size();
    table.add(
        {std::to_string(trainings[t].seed),
         number_cell("{:.1f}", trainings[t].bleu, "BLEU"),
         head_name(*b.next_word),
         share_cell(b.next_word->next_word),
         percent(b.next_word->chance),
         {fmt::format("{} / {}", b.right, words), static_cast<double>(b.right), fmt::format("of {}", words)},
         head_name(*b.last_word),
         share_cell(b.last_word->last_word),
         b.previous ? TableCell(head_name(*b.previous)) : "",
         b.previous ? share_cell(b.previous->previous) : ""});
  }
  return table;
}

/// A row for each head of a training.
ResultTable all_heads(const ExaminedHeads& examined) {
  ResultTable table(text_of("C13.all", examined.seed),
                    {"head", "next word", "last word", "previous token", "largest weight", "uniform weights",
                     "BLEU without − with", "BLEU alone − with", "importance"});
  for (const HeadFacts& f : examined.heads) {
    const bool cross = f.place == HeadPlace::cross;
    table.add({head_name(f), cross ? share_cell(f.next_word) : "", cross ? share_cell(f.last_word) : "",
               cross ? "" : share_cell(f.previous), percent(f.sharpness), percent(f.uniform),
               change_cell(f.silenced), change_cell(f.alone), number_cell("{:.2f}", f.importance)});
  }
  return table;
}

/// Shows where the head that is at the next word most often looks in the documents' sentence.
ResultTable example_words(const HeadFacts& head) {
  ResultTable table(text_of("C13.example", head_name(head)), {"word", "belongs to", "looks at", "weight"});
  for (const ExampleWord& w : head.example) table.add({w.word, w.belongs, w.looked, percent(w.weight)});
  return table;
}

/// Explains the columns of all_heads(), as their titles have no room for it.
ResultTable columns_explained() {
  ResultTable table(text_of("C13.columns"), {"column", "what it is"});
  for (const char* column : {"next word", "last word", "largest weight", "uniform weights",
                             "BLEU without − with", "BLEU alone − with", "importance"})
    table.add({column, text_of(std::string("C13.") + column)});
  return table;
}

}  // namespace

Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<BestHeads> best(trainings.begin(), trainings.end());
  std::vector<ClaimVerdict> aligned, tasks;
  MeanInterval share, last, previous;  // the least of the trainings', but of the last two most
  bool words = true;
  for (const BestHeads& b : best) {
    aligned.push_back(verdict_of_alignment(b)), tasks.push_back(verdict_of_tasks(b));
    const bool first = &b == best.data();
    if (first || b.next_word->next_word.mean < share.mean) share = b.next_word->next_word;
    if (first || b.last_word->last_word.mean > last.mean) last = b.last_word->last_word;
    if (b.previous && b.previous->previous.mean > previous.mean) previous = b.previous->previous;
    words = words && b.all_words();
  }
  const ClaimVerdict alignment = together(aligned), specialisation = together(tasks);
  Finding finding{
      .verdict = together({alignment, specialisation}),
      .measured = text_of("C13.measured", counted(std::ssize(trainings), "training"), trainings.size(),
                          verdict_text(alignment), share_cell(share).text,
                          text_of(words ? "C13.all words" : "C13.not all words"),
                          verdict_text(specialisation), share_cell(previous).text, share_cell(last).text),
      .tables = {best_heads(trainings, best), all_heads(trainings.front())},
      .statements = {{.text = word("alignment"), .verdict = alignment},
                     {.text = word("specialisation"), .verdict = specialisation}}};
  if (const HeadFacts& head = *best.front().next_word; !head.example.empty())
    finding.tables.push_back(example_words(head));
  finding.tables.push_back(columns_explained());
  return finding;
}

Finding heads_specialise(const ExperimentOptions& options) {
  return found_of_alignment(examined_trainings(options).all);
}

}  // namespace heed
