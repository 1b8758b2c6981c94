#include "tools/lab/head_tables.hpp"

#include <algorithm>

#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

LabCell share_cell(const MeanInterval& share) { return {share_text(share), lab_number(share, "%", 100)}; }
LabCell percent(double share) { return {fmt::format("{:.0f} %", 100 * share), 100 * share, "%"}; }
LabCell change_cell(const BleuDifference& change) {
  return {fmt::format("{:+.1f} ± {:.1f}", change.difference, change.half_width),
          lab_number({change.difference, change.half_width}, "BLEU")};
}
LabCell bleu_cell(double bleu) { return {fmt::format("{:.1f}", bleu), bleu, "BLEU"}; }

// Columns of all_heads(), which columns_explained() explains.
const Bilingual next_word{"next word", "다음 낱말"}, last_word{"last word", "방금 쓴 낱말"},
    largest_weight{"largest weight", "가장 큰 가중치"}, uniform_weights{"uniform weights", "똑같이 줄 때"},
    silenced{"BLEU without − with", "끈 BLEU − 켠 BLEU"}, left_alone{"BLEU alone − with", "혼자인 BLEU − 켠 BLEU"},
    importance{"importance", "중요도"};

}  // namespace

std::string share_text(const MeanInterval& share) {
  return fmt::format("{:.0f} ± {:.0f} %", 100 * share.mean, 100 * share.half_width.value_or(0));
}

BestHeads::BestHeads(const ExaminedHeads& examined) {
  const auto better = [](const HeadFacts* best, const HeadFacts& f, MeanInterval HeadFacts::*task) {
    return !best || (f.*task).mean > (best->*task).mean;
  };
  for (const HeadFacts& f : examined.heads) {
    if (f.place != HeadPlace::cross) {
      if (better(previous, f, &HeadFacts::previous)) previous = &f;
      continue;
    }
    if (better(next_word, f, &HeadFacts::next_word)) next_word = &f;
    if (better(last_word, f, &HeadFacts::last_word)) last_word = &f;
  }
  right = static_cast<std::size_t>(
      std::ranges::count_if(next_word->example, [](const ExampleWord& w) { return w.looked == w.belongs; }));
}

LabTable best_heads(const std::vector<ExaminedHeads>& trainings, const std::vector<BestHeads>& best) {
  LabTable table =
      lab_table({"of each training the heads that do a task best", "학습마다 각 과제를 가장 잘하는 헤드"},
                {{{"seed", "시드"}, Align::right},
                 {{"test BLEU", "시험 BLEU"}, Align::right},
                 {{"most at the next word", "다음 낱말을 가장 잘 봄"}},
                 {{"share of next words", "다음 낱말의 비율"}, Align::right},
                 {{"by chance", "우연이라면"}, Align::right},
                 {{"documents' words", "문서의 낱말"}, Align::right},
                 {{"most at the last word", "방금 쓴 낱말을 가장 잘 봄"}},
                 {{"share of last words", "방금 쓴 낱말의 비율"}, Align::right},
                 {{"most at the previous token", "앞 토큰을 가장 많이 봄"}},
                 {{"weight on previous", "앞 토큰의 가중치"}, Align::right}});
  for (std::size_t t = 0; t < best.size(); ++t) {
    const BestHeads& b = best[t];
    const std::size_t words = b.next_word->example.size();
    add_row(table, {std::to_string(trainings[t].seed),
                    bleu_cell(trainings[t].bleu),
                    head_name(*b.next_word),
                    share_cell(b.next_word->next_word),
                    percent(b.next_word->chance),
                    {fmt::format("{} / {}", b.right, words), static_cast<double>(b.right),
                     fmt::format("of {}", words)},
                    head_name(*b.last_word),
                    share_cell(b.last_word->last_word),
                    b.previous ? LabCell(head_name(*b.previous)) : LabCell(""),
                    b.previous ? share_cell(b.previous->previous) : LabCell("")});
  }
  return table;
}

LabTable all_heads(const ExaminedHeads& examined) {
  LabTable table =
      lab_table(both("each head of the training with seed {}, beside the grammar's own alignment",
                     "시드 {}로 학습한 번역기의 헤드마다, 문법이 아는 정렬과 견주어", examined.seed),
                {{{"head", "헤드"}},
                 {next_word, Align::right},
                 {last_word, Align::right},
                 {{"previous token", "앞 토큰"}, Align::right},
                 {largest_weight, Align::right},
                 {uniform_weights, Align::right},
                 {silenced, Align::right},
                 {left_alone, Align::right},
                 {importance, Align::right}});
  const LabCell none("");
  for (const HeadFacts& f : examined.heads) {
    const bool cross = f.place == HeadPlace::cross;
    add_row(table, {head_name(f),
                    cross ? share_cell(f.next_word) : none,
                    cross ? share_cell(f.last_word) : none,
                    cross ? none : share_cell(f.previous),
                    percent(f.sharpness),
                    percent(f.uniform),
                    change_cell(f.silenced),
                    change_cell(f.alone),
                    {fmt::format("{:.2f}", f.importance), f.importance}});
  }
  return table;
}

LabTable example_words(const BestHeads& best) {
  LabTable table = lab_table(both("where {} looks before it writes “i love apples”",
                                  "“i love apples”를 쓰기 전에 보는 곳: {}", head_name(*best.next_word)),
                             {{{"word", "낱말"}},
                              {{"belongs to", "맞는 낱말"}},
                              {{"looks at", "보는 낱말"}},
                              {{"weight", "가중치"}, Align::right}});
  for (const ExampleWord& w : best.next_word->example)
    add_row(table, {w.word, w.belongs, w.looked, percent(w.weight)});
  return table;
}

/// In words, as the head of a column has no room for them.
LabTable columns_explained() {
  LabTable table =
      lab_table({"what the columns are", "열의 뜻"}, {{{"column", "열"}}, {{"what it is", "뜻"}}});
  const std::pair<Bilingual, Bilingual> columns[]{
      {next_word,
       {"the largest weight lies on a source word of the word that is written next",
        "가장 큰 가중치가 다음에 쓸 낱말의 원문에 놓임"}},
      {last_word, {"the same of the word written before it", "바로 앞에 쓴 낱말에 대해 같은 것"}},
      {largest_weight, {"mean over the queries that see at least 4 keys", "키를 4개 이상 보는 쿼리의 평균"}},
      {uniform_weights, {"the same if every key got as much", "모든 키에 똑같이 줄 때의 값"}},
      {silenced,
       {"this head silenced, against all heads; ± 95 %, test sentences drawn",
        "이 헤드를 끈 것과 모두 켠 것의 차이, ± 95 %, 시험 문장을 다시 뽑아서"}},
      {left_alone,
       {"all other heads of its attention silenced, against all heads; ± 95 %, the same sentences",
        "같은 어텐션의 다른 헤드를 모두 끈 것과 모두 켠 것의 차이, ± 95 %, 같은 문장으로"}},
      {importance,
       {"|gradient of a gate in front of it|, in its attention the squares add up to 1 (Michel et al. 2019)",
        "|앞에 둔 게이트의 기울기|, 한 어텐션 안에서 제곱의 합이 1 (Michel et al. 2019)"}}};
  for (const auto& [column, what] : columns) add_row(table, {column, what});
  return table;
}

}  // namespace heed
