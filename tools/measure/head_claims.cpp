// C7, C13 and C16: what many heads cost, whether they have tasks of their own, and whether where a head looks
// explains what the model does.
#include <algorithm>
#include <chrono>
#include <map>

#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "lib/score/ratio_interval.hpp"
#include "lib/score/significance.hpp"
#include "nn/multihead_attention.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};
constexpr double about_as_much = 1.25;  // times

/// A module with its input.
struct TimedHeads {
  Variable x;
  MultiheadAttention module;
};

constexpr double mostly = 0.5;  // of all cases, and of a weight

TableCell percent_cell(double share) { return number_cell("{:.0f} %", 100 * share, "%"); }
TableCell share_cell(const MeanInterval& share) {
  return interval_cell("{:.0f} ± {:.0f} %", share, "%", 100);
}
TableCell silence_cell(const HeadFacts& f) {
  return interval_cell("{:+.1f} ± {:.1f}", {f.silenced.difference, f.silenced.half_width}, "BLEU");
}

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

  static ClaimVerdict of_share(const MeanInterval& share, double least) {
    return holds_above(least, least_of(share), most_of(share));
  }
  ClaimVerdict alignment() const {
    return together(
        {of_share(next_word->next_word, std::max(mostly, 2 * next_word->chance)), holds_where(all_words())});
  }
  /// Judges whether one head of cross-attention is at the next word, and another at the last one.
  ClaimVerdict division() const {
    const HeadFacts &next = *next_word, &last = *last_word;
    if (&next == &last || most_of(next.next_word) < mostly || most_of(last.last_word) < mostly)
      return ClaimVerdict::does_not_hold;
    const bool apart = least_of(next.next_word) > most_of(last.next_word) &&
                       least_of(last.last_word) > most_of(next.last_word);
    return apart && least_of(next.next_word) > mostly && least_of(last.last_word) > mostly
               ? ClaimVerdict::holds
               : ClaimVerdict::inside_the_noise;
  }
  ClaimVerdict specialisation() const { return together({of_share(previous->previous, mostly), division()}); }
};

/// A row for each training, with the heads that do a task best.
ResultTable best_heads(const std::vector<ExaminedHeads>& trainings, const std::vector<BestHeads>& best) {
  ResultTable table(
      text_of("C13.best"),
      {"seed", "test BLEU", "most at the next word", "share of next words", "by chance", "documents' words",
       "most at the last word", "share of last words", "most at the previous token", "weight on previous"});
  for (std::size_t t = 0; t < best.size(); ++t) {
    const BestHeads& b = best[t];
    const std::size_t words = b.next_word->example.size();
    table.add({std::to_string(trainings[t].seed),
               number_cell("{:.1f}", trainings[t].bleu, "BLEU"),
               head_name(*b.next_word),
               share_cell(b.next_word->next_word),
               percent_cell(b.next_word->chance),
               {fmt::format("{} / {}", b.right, words),
                CellNumber{.value = static_cast<double>(b.right), .unit = fmt::format("of {}", words)}},
               head_name(*b.last_word),
               share_cell(b.last_word->last_word),
               head_name(*b.previous),
               share_cell(b.previous->previous)});
  }
  return table;
}

/// A row for each head of a training.
ResultTable all_heads(const ExaminedHeads& examined) {
  ResultTable table(text_of("C13.all", examined.seed), {"head", "next word", "last word", "previous token",
                                                        "largest weight", "BLEU without − with"});
  for (const HeadFacts& f : examined.heads) {
    const bool cross = f.place == HeadPlace::cross;
    table.add({head_name(f), cross ? share_cell(f.next_word) : "", cross ? share_cell(f.last_word) : "",
               cross ? "" : share_cell(f.previous), percent_cell(f.sharpness), silence_cell(f)});
  }
  return table;
}

/// The heads of one training that look hard at one word.
struct SharpHeads {
  std::vector<const HeadFacts*> heads{};
  const HeadFacts* surest = nullptr;  // by p of 1 BLEU lost itself: corrected ones are often equal
  double surest_p = 1;                // after Holm's correction
  std::int64_t missed = 0;            // that surely lose more than 1 BLEU

  explicit SharpHeads(const ExaminedHeads& examined) {
    std::vector<double> p_losses;
    for (const HeadFacts& f : examined.heads) {
      if (f.sharpness < mostly) continue;
      heads.push_back(&f);
      p_losses.push_back(f.silenced.p_loss);
      missed += f.silenced.p_loss > 0.975;  // by the same shares as p
    }
    if (heads.empty()) return;
    const auto at = static_cast<std::size_t>(std::ranges::min_element(p_losses) - p_losses.begin());
    surest = heads[at], surest_p = holm(p_losses)[at];  // the least of many is small by luck, too
  }
  ClaimVerdict verdict() const {
    return heads.empty()                 ? ClaimVerdict::not_measured
           : surest_p < 0.05             ? ClaimVerdict::holds
           : missed == std::ssize(heads) ? ClaimVerdict::does_not_hold
                                         : ClaimVerdict::inside_the_noise;
  }
};

ResultTable sharp_by_training(const std::vector<ExaminedHeads>& trainings,
                              const std::vector<SharpHeads>& all) {
  ResultTable table(text_of("C16.each"),
                    {"seed", "test BLEU", "sharp heads", "lose more than 1", "surest to lose less",
                     "largest weight", "BLEU without − with", "p of 1 BLEU lost"});
  for (std::size_t t = 0; t < all.size(); ++t) {
    const SharpHeads& s = all[t];
    table.add({std::to_string(trainings[t].seed), number_cell("{:.1f}", trainings[t].bleu, "BLEU"),
               count_cell(std::ssize(s.heads)), count_cell(s.missed),
               s.surest ? TableCell(head_name(*s.surest)) : "",
               s.surest ? percent_cell(s.surest->sharpness) : "", s.surest ? silence_cell(*s.surest) : "",
               number_cell("{:.3f}", s.surest_p)});
  }
  return table;
}

}  // namespace

ClaimVerdict verdict_of_costs(const RatioInterval& most) {
  for (const double border : {about_as_much, 2.0})
    if (most.least < border && most.most >= border) return ClaimVerdict::inside_the_noise;
  if (most.most < about_as_much) return ClaimVerdict::holds;
  return most.most < 2 ? ClaimVerdict::holds_in_part : ClaimVerdict::does_not_hold;
}

Finding cost_of_heads(const ExperimentOptions& options) {
  constexpr std::int64_t d_model = 256, tokens = 128, batch = 4;
  Rng rng(options.seed);
  const Array ones = Array::ones({batch, tokens, d_model});
  // Four projections of each token; Q Kᵀ and weights V, of T² pairs of tokens d_model / heads numbers a head.
  constexpr double products = 4.0 * tokens * d_model * d_model + 2.0 * tokens * tokens * d_model;
  // The place of its memory makes one module faster than another for as long as it lives, so each round makes
  // all of them anew, and begins with another one; then they take turns, the first one for warming up, and
  // the median of the others is the round's time.
  const std::size_t count = std::size(numbers_of_heads), rounds = options.quick ? 15 : 31;
  std::vector<std::vector<double>> times(count);  // ms of each round
  for (std::size_t round = 0; round < rounds; ++round) {
    std::map<std::size_t, TimedHeads> made;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = (i + round) % count;
      const Variable x = Variable::parameter(rng.normal(ones.shape()));
      made.emplace(next, TimedHeads{x, MultiheadAttention(d_model, numbers_of_heads[next], rng)});
    }
    std::vector<std::vector<double>> of_turns(count);
    for (int turn = 0; turn <= (options.quick ? 5 : 9); ++turn) {
      for (const auto& [i, own] : made) {
        const auto begin = std::chrono::steady_clock::now();
        own.module(own.x, own.x, own.x).backward({.gradient = ones});
        if (turn > 0) of_turns[i].push_back(seconds_since(begin) * 1e3);
      }
    }
    for (std::size_t i = 0; i < count; ++i) times[i].push_back(median(of_turns[i]));
  }
  ResultTable table(text_of("C7.table"), {"heads", "million multiplications", "ms", "against one (95 %)"});
  RatioInterval most{}, slowest{}, last{};  // the largest ends of all; of who takes longest; of 16 heads
  for (std::size_t i = 0; i < times.size(); ++i) {
    last = ratio_interval(times[i], times[0]);
    most.least = std::max(most.least, last.least), most.most = std::max(most.most, last.most);
    if (last.median > slowest.median) slowest = last;
    table.add({count_cell(numbers_of_heads[i]),
               number_cell("{:.1f}", products / 1e6, "million"),
               number_cell("{:.2f}", median(times[i]), "ms"),
               {i == 0 ? "1" : ratio_text(last),
                CellNumber{.value = last.median, .low = last.least, .high = last.most, .unit = "×"}}});
  }
  return {.verdict = verdict_of_costs(most),
          .measured = text_of("C7.measured", ratio_text(slowest), about_as_much),
          .tables = {table}};
}

Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<BestHeads> best(trainings.begin(), trainings.end());
  std::vector<ClaimVerdict> aligned, tasks;
  for (const BestHeads& b : best) aligned.push_back(b.alignment()), tasks.push_back(b.specialisation());
  const auto next_share = [](const BestHeads& b) { return b.next_word->next_word.mean; };
  const auto last_share = [](const BestHeads& b) { return b.last_word->last_word.mean; };
  const auto previous_share = [](const BestHeads& b) { return b.previous->previous.mean; };
  const ClaimVerdict alignment = together(aligned), specialisation = together(tasks);
  Finding finding{
      .verdict = together({alignment, specialisation}),
      .measured = text_of(
          "C13.measured", counted(std::ssize(trainings), "training"), trainings.size(),
          verdict_text(alignment),
          share_cell(std::ranges::min(best, {}, next_share).next_word->next_word).text,
          text_of(std::ranges::all_of(best, &BestHeads::all_words) ? "C13.all words" : "C13.not all words"),
          verdict_text(specialisation),
          share_cell(std::ranges::max(best, {}, previous_share).previous->previous).text,
          share_cell(std::ranges::max(best, {}, last_share).last_word->last_word).text),
      .tables = {best_heads(trainings, best), all_heads(trainings.front())},
      .statements = {{word("alignment"), alignment}, {word("specialisation"), specialisation}}};
  const HeadFacts& head = *best.front().next_word;
  ResultTable example(text_of("C13.example", head_name(head)), {"word", "belongs to", "looks at", "weight"});
  for (const ExampleWord& w : head.example)
    example.add({w.word, w.belongs, w.looked, percent_cell(w.weight)});
  finding.tables.push_back(std::move(example));
  return finding;
}

Finding found_of_silence(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<SharpHeads> all(trainings.begin(), trainings.end());
  std::vector<ClaimVerdict> verdicts;
  for (const SharpHeads& s : all) verdicts.push_back(s.verdict());
  const auto holding = std::ranges::count(verdicts, ClaimVerdict::holds);
  return {.verdict = by_majority(verdicts),
          .measured = text_of("C16.measured", holding, all.size(), counted(std::ssize(all), "training")),
          .tables = {sharp_by_training(trainings, all)}};
}

}  // namespace heed
