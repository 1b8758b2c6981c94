// C13: whether attention aligns words, and whether heads have tasks of their own.
#include <algorithm>
#include <cmath>

#include "lib/report/heatmap.hpp"
#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/heads.hpp"
#include "tools/lab/report.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

constexpr double mostly = 0.5;  // of all cases

double least_of(const MeanInterval& share) { return share.mean - share.half_width.value_or(INFINITY); }
double most_of(const MeanInterval& share) { return share.mean + share.half_width.value_or(INFINITY); }

std::string share_text(const MeanInterval& share) {
  return fmt::format("{:.0f} ± {:.0f} %", 100 * share.mean, 100 * share.half_width.value_or(0));
}
LabCell share_cell(const MeanInterval& share) { return {share_text(share), lab_number(share, "%", 100)}; }
LabCell percent(double share) { return {fmt::format("{:.0f} %", 100 * share), 100 * share, "%"}; }
LabCell change_cell(const BleuDifference& change) {
  return {fmt::format("{:+.1f} ± {:.1f}", change.difference, change.half_width),
          lab_number({change.difference, change.half_width}, "BLEU")};
}
LabCell bleu_cell(double bleu) { return {fmt::format("{:.1f}", bleu), bleu, "BLEU"}; }

/// The heads of one training that do each task best.
struct Best {
  const HeadFacts *next_word = nullptr, *last_word = nullptr, *previous = nullptr;
  std::size_t right = 0;  // of the documents' words, by the first

  explicit Best(const ExaminedHeads& examined) {
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
    right = static_cast<std::size_t>(std::ranges::count_if(
        next_word->example, [](const ExampleWord& w) { return w.looked == w.belongs; }));
  }
  bool all_words() const { return right == next_word->example.size(); }
};

LabVerdict verdict_of_share(const MeanInterval& share, double least) {
  return least_of(share) > least  ? LabVerdict::holds
         : most_of(share) < least ? LabVerdict::does_not_hold
                                  : LabVerdict::inside_the_noise;
}

LabVerdict verdict_of_alignment(const Best& best) {
  const double least = std::max(mostly, 2 * best.next_word->chance);
  return together({verdict_of_share(best.next_word->next_word, least), holds_where(best.all_words())});
}

/// Whether one head of cross-attention is at the next word, and another at the last one.
LabVerdict verdict_of_division(const Best& best) {
  const HeadFacts &next = *best.next_word, &last = *best.last_word;
  if (&next == &last || most_of(next.next_word) < mostly || most_of(last.last_word) < mostly)
    return LabVerdict::does_not_hold;
  const bool apart = least_of(next.next_word) > most_of(last.next_word) &&
                     least_of(last.last_word) > most_of(next.last_word);
  return apart && least_of(next.next_word) > mostly && least_of(last.last_word) > mostly
             ? LabVerdict::holds
             : LabVerdict::inside_the_noise;
}

LabVerdict verdict_of_tasks(const Best& best) {
  return together(
      {best.previous ? verdict_of_share(best.previous->previous, mostly) : LabVerdict::not_measured,
       verdict_of_division(best)});
}

LabTable best_heads(const std::vector<ExaminedHeads>& trainings, const std::vector<Best>& best) {
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
    const Best& b = best[t];
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

// Columns of all_heads(), which columns_explained() explains.
const Bilingual next_word{"next word", "다음 낱말"}, last_word{"last word", "방금 쓴 낱말"},
    largest_weight{"largest weight", "가장 큰 가중치"}, uniform_weights{"uniform weights", "똑같이 줄 때"},
    silenced{"BLEU without − with", "끈 BLEU − 켠 BLEU"}, alone{"BLEU alone − with", "혼자인 BLEU − 켠 BLEU"},
    importance{"importance", "중요도"};

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
                 {alone, Align::right},
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
      {alone,
       {"all other heads of its attention silenced, against all heads; ± 95 %, the same sentences",
        "같은 어텐션의 다른 헤드를 모두 끈 것과 모두 켠 것의 차이, ± 95 %, 같은 문장으로"}},
      {importance,
       {"|gradient of a gate in front of it|, in its attention the squares add up to 1 (Michel et al. 2019)",
        "|앞에 둔 게이트의 기울기|, 한 어텐션 안에서 제곱의 합이 1 (Michel et al. 2019)"}}};
  for (const auto& [column, what] : columns) add_row(table, {column, what});
  return table;
}

}  // namespace

std::string picture_of_heads(const ExaminedHeads& examined, std::size_t width) {
  HeatMap map{
      .title = spoken("seed {}: share of next words (cross-attention), weight on the previous token",
                      "시드 {}: 다음 낱말을 본 비율 (교차), 앞 토큰의 가중치 (다른 곳)", examined.seed),
      .corner = spoken("head", "헤드")};
  for (const HeadFacts& f : examined.heads) {
    const std::string name = head_name(f).in(spoken_language());
    if (f.head == 0) map.row_labels.push_back(name.substr(0, name.rfind('.')));
    if (map.row_labels.size() == 1) map.column_labels.push_back(std::to_string(f.head + 1));
    map.values.push_back(static_cast<float>((f.place == HeadPlace::cross ? f.next_word : f.previous).mean));
  }
  return heat_map(map, {.width = width, .numbers = true});
}

Finding found_of_alignment(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<Best> best(trainings.begin(), trainings.end());
  std::vector<LabVerdict> aligned, tasks;
  MeanInterval best_share, best_last, best_previous;  // the least of the trainings', but of the last two most
  bool words = true;
  for (const Best& b : best) {
    aligned.push_back(verdict_of_alignment(b)), tasks.push_back(verdict_of_tasks(b));
    const bool first = &b == best.data();
    if (first || b.next_word->next_word.mean < best_share.mean) best_share = b.next_word->next_word;
    if (first || b.last_word->last_word.mean > best_last.mean) best_last = b.last_word->last_word;
    if (b.previous && b.previous->previous.mean > best_previous.mean) best_previous = b.previous->previous;
    words = words && b.all_words();
  }
  const LabVerdict alignment = together(aligned), specialisation = together(tasks);
  Finding finding{.verdict = together({alignment, specialisation}),
                  .statements = {{.text = {"alignment", "정렬"}, .verdict = alignment},
                                 {.text = {"specialisation", "전문"}, .verdict = specialisation}}};
  const auto measured = [&](Language language, const char* text) {
    const auto said = [&](const char* yes, const char* no) { return words ? yes : no; };
    const bool korean = language == Language::korean;
    return fmt::format(
        fmt::runtime(text),
        korean ? fmt::format("학습 {}번", trainings.size()) : counted(std::ssize(trainings), "training"),
        verdict_text(alignment).in(language), share_text(best_share),
        korean ? said("모두 맞힙니다", "모두 맞히지는 못합니다")
               : said("right at all of the documents' words", "not always right at the documents' words"),
        verdict_text(specialisation).in(language), share_text(best_previous), share_text(best_last));
  };
  finding.measured = {
      measured(
          Language::english,
          "{}. Alignment {}: the best head of each is at a source word of the next one in {} of all cases "
          "at least, and {}. Specialisation {}: the most weight that a head gives to the previous token is "
          "{}, the most often that one is at the last word {}"),
      measured(
          Language::korean,
          "{}. 정렬은 {}: 저마다 가장 좋은 헤드가 다음 낱말의 원문을 보는 것은 적어도 {}이고, 문서의 낱말을 "
          "{}. 전문은 {}: 한 헤드가 앞 토큰에 주는 가중치는 많아야 {}, 방금 쓴 낱말의 원문을 보는 것은 "
          "많아야 {}")};
  finding.tables.push_back(best_heads(trainings, best));
  finding.tables.push_back(all_heads(trainings.front()));
  if (const Best& b = best.front(); !b.next_word->example.empty()) {
    LabTable example = lab_table(both("where {} looks before it writes “i love apples”",
                                      "“i love apples”를 쓰기 전에 보는 곳: {}", head_name(*b.next_word)),
                                 {{{"word", "낱말"}},
                                  {{"belongs to", "맞는 낱말"}},
                                  {{"looks at", "보는 낱말"}},
                                  {{"weight", "가중치"}, Align::right}});
    for (const ExampleWord& w : b.next_word->example)
      add_row(example, {w.word, w.belongs, w.looked, percent(w.weight)});
    finding.tables.push_back(example);
  }
  finding.tables.push_back(columns_explained());
  return finding;
}

Finding heads_specialise(const LabOptions& options) {
  const std::vector<ExaminedHeads>& all = examined_trainings(options).all;
  Finding finding = found_of_alignment(all);
  finding.picture = picture_of_heads(all.front(), options.width);
  return finding;
}

}  // namespace heed
