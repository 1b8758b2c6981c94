// C13: whether attention aligns words, and whether heads have tasks of their own.
#include <algorithm>
#include <cmath>

#include "lib/report/heatmap.hpp"
#include "lib/report/number.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/head_tables.hpp"
#include "tools/lab/report.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

constexpr double mostly = 0.5;  // of all cases

double least_of(const MeanInterval& share) { return share.mean - share.half_width.value_or(INFINITY); }
double most_of(const MeanInterval& share) { return share.mean + share.half_width.value_or(INFINITY); }

LabVerdict verdict_of_share(const MeanInterval& share, double least) {
  return least_of(share) > least  ? LabVerdict::holds
         : most_of(share) < least ? LabVerdict::does_not_hold
                                  : LabVerdict::inside_the_noise;
}

LabVerdict verdict_of_alignment(const BestHeads& best) {
  const double least = std::max(mostly, 2 * best.next_word->chance);
  return together({verdict_of_share(best.next_word->next_word, least), holds_where(best.all_words())});
}

/// Whether one head of cross-attention is at the next word, and another at the last one.
LabVerdict verdict_of_division(const BestHeads& best) {
  const HeadFacts &next = *best.next_word, &last = *best.last_word;
  if (&next == &last || most_of(next.next_word) < mostly || most_of(last.last_word) < mostly)
    return LabVerdict::does_not_hold;
  const bool apart = least_of(next.next_word) > most_of(last.next_word) &&
                     least_of(last.last_word) > most_of(next.last_word);
  return apart && least_of(next.next_word) > mostly && least_of(last.last_word) > mostly
             ? LabVerdict::holds
             : LabVerdict::inside_the_noise;
}

LabVerdict verdict_of_tasks(const BestHeads& best) {
  return together(
      {best.previous ? verdict_of_share(best.previous->previous, mostly) : LabVerdict::not_measured,
       verdict_of_division(best)});
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
  const std::vector<BestHeads> best(trainings.begin(), trainings.end());
  std::vector<LabVerdict> aligned, tasks;
  MeanInterval best_share, best_last, best_previous;  // the least of the trainings', but of the last two most
  bool words = true;
  for (const BestHeads& b : best) {
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
  if (!best.front().next_word->example.empty()) finding.tables.push_back(example_words(best.front()));
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
