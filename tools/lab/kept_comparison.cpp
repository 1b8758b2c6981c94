#include "tools/lab/kept_comparison.hpp"

#include <algorithm>

#include "lib/text/display.hpp"
#include "tools/compare/comparison_csv.hpp"
#include "tools/lab/head_difference.hpp"
#include "tools/language/both.hpp"

namespace heed {

GivenFinding found_of_comparison(const std::filesystem::path& csv) {
  const std::vector<HeadRun> runs = runs_of_csv(csv);
  const std::string file = printable(csv.string()), name = printable(csv.filename().string());
  HeadsFound found = found_of_heads(runs, both("in {}", "{}에서", name));
  double seconds = 0;
  for (const HeadRun& run : runs) seconds += run.seconds;
  const auto last = std::ranges::count_if(runs, [](const HeadRun& r) { return r.best_epoch == r.epochs; });
  found.table.title =
      both("test BLEU of the runs in {}, greedy; epochs: {}; p and intervals over the seeds alone",
           "{}에 있는 학습의 시험 BLEU, 탐욕 탐색, 에폭 {}번; p와 구간은 시드에 대해서만", name,
           runs.front().epochs);
  return {
      .command = "./heed lab --from docs/claims.json --compared " + file + " --docs docs",
      .verdict = found.verdict,
      .measured = both("{}. In {} of {} runs the last epoch was the best one: they might have learned more",
                       "{0}. 학습 {2}번 가운데 {1}번은 마지막 에폭이 가장 좋았으니 더 배울 수도 있었습니다",
                       found.measured, last, runs.size()),
      .table = std::move(found.table),
      .seconds = seconds,
      .here = false};
}

}  // namespace heed
