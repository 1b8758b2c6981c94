#include "tools/recall/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "lib/score/significance.hpp"
#include "tools/attention/plot.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/claims.hpp"
#include "tools/recall/tables.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

double mean(const std::vector<double>& all) { return mean_interval(all).mean; }

/// The nets, and how near to each other their numbers of parameters are.
std::string nets_text(const RecallPlan& plan, Language language) {
  const auto in = [&](const Bilingual& title) { return title.in(language); };
  Table table{.columns = {{in({"net", "망"})},
                          {in({"width", "너비"}), Align::right},
                          {in({"layers", "층"}), Align::right},
                          {in({"parameters", "매개변수"}), Align::right}}};
  std::vector<std::int64_t> counts;
  for (const RecallKind& kind : recall_kinds()) {
    const RecallNet::Options net = recall_net(plan, kind.name);
    counts.push_back(parameter_count(net));
    table.rows.push_back({kind.title.in(language), std::to_string(net.width),
                          std::to_string(layer_count(net)), grouped(counts.back())});
  }
  const auto [least, most] = std::ranges::minmax(counts);
  const double apart = 100 * (static_cast<double>(most) / static_cast<double>(least) - 1);
  return both(
             "Nets of {} to {} parameters ({:.1f} % apart), of two layers (of a convolution as many as reach "
             "over the distance):\n\n",
             "매개변수 {}–{}개(차이 {:.1f} %)인 망, 2층씩(합성곱은 거리에 닿을 만큼):\n\n", grouped(least),
             grouped(most), apart)
             .in(language) +
         format_table(table);
}

bool holds_part(const std::string& text, const char* part) { return text.find(part) != text.npos; }

/// The right answers, with what their marks mean, as far as they stand there.
std::string right_answers_text(const RecallResults& r, RecallTask task, Language language) {
  const std::string table = format_table(accuracy_table(r.cells, task, language));
  const std::string chance = fmt::format("{:.0f} %", 100.0 / recall_symbols);
  std::string marks;
  const auto explain = [&](const char* mark, const Bilingual& meaning) {
    if (holds_part(table, mark)) marks += (marks.empty() ? " (" : ", ") + meaning.in(language);
  };
  explain("…", {"least…most of the seeds", "시드 가운데 최소…최대"});
  explain("/", {"seeds that learned it/seeds", "배운 시드/시드"});
  if (!marks.empty()) marks += ")";
  const Bilingual title =
      task == RecallTask::recall
          ? Bilingual{"Recall (which symbol stood there?)", "회상 (거기 있던 기호는?)"}
          : Bilingual{"Induction (what came after this symbol?)", "유도 (이 기호 다음에 온 것은?)"};
  return both("\n{}, share of right answers; by chance {}{}\n\n{}", "\n{}, 맞힌 비율. 우연이라면 {}{}\n\n{}",
              title, chance, marks, table)
      .in(language);
}

std::string learning_steps_text(const RecallResults& r, RecallTask task, Language language) {
  const bool far = recall_distances(r.cells).size() > 1;
  const std::string steps = format_table(steps_table(r.plan, r.cells, task, language));
  std::string how;
  if (r.plan.seeds.size() > 1)
    how = Bilingual{"median of the seeds that learned it", "배운 시드의 중앙값"}.in(language);
  if (far)
    how += (how.empty() ? "" : "; ") +
           Bilingual{"each distance after a shorter one", "한 거리 다음에 더 먼 거리"}.in(language);
  if (!how.empty()) how = fmt::format(" ({})", how);
  Bilingual text = both("\nSteps that learning took{}\n\n{}", "\n배우는 데 든 걸음{}\n\n{}", how, steps);
  if (holds_part(steps, "≥"))
    text = both("{}≥ ended with its steps: at least 95 % right, not the 98 % that end a training\n",
                "{}≥ 걸음을 다 쓰고 끝난 학습: 정답은 95 % 이상이나, 학습을 끝내는 98 %에는 이르지 못함\n",
                text);
  return text.in(language);
}

/// What of a task was learned, and what was not.
std::string task_text(const RecallResults& r, RecallTask task, Language language) {
  const bool far = recall_distances(r.cells).size() > 1;
  const auto of_task = [&](const auto& which) {
    return std::ranges::any_of(r.cells, [&](const RecallCell& c) { return c.task == task && which(c); });
  };
  if (!of_task([](const RecallCell& c) { return c.accuracy || c.diverged; }))
    return both("\nNo net was trained for {}\n", "\n{}: 학습할 시간이 없었습니다\n", recall_task_title(task))
        .in(language);
  std::string text = right_answers_text(r, task, language);
  const auto add = [&](const Bilingual& line) { text += line.in(language); };
  if (const std::string rest = not_learned(r.cells, task, language); !rest.empty())
    add(both("✗ Not learned in so many steps: {}\n", "✗ 이 걸음 안에 배우지 못함. {}\n", rest));
  if (of_task([](const RecallCell& c) { return c.diverged; }))
    add(
        {"Diverged: loss or gradients were not finite, and the net was trained over no longer distance (a "
         "smaller --lr)\n",
         "발산: 손실이나 기울기가 유한하지 않게 됨. 그 망은 더 먼 거리에서 학습하지 않음 (더 작은 --lr)\n"});
  const std::int64_t shortest = recall_distances(r.cells).front();
  if (far &&
      of_task([&](const RecallCell& c) { return c.distance == shortest && c.accuracy && !learned(c); }))
    add(
        {"Who did not learn the shortest distance was asked over longer ones as it was, without more "
         "training\n",
         "가장 짧은 거리를 배우지 못한 망은 더 먼 거리에서 더 학습하지 않고 그대로 물음\n"});
  if (far)
    add(both(
        "Steps at most: {}. Compare nets within a column: along a row they were trained for less, too.\n",
        "많아야 이만큼 걸음: {}. 같은 열의 망끼리 견주십시오: 행을 따라 멀어질수록 학습도 짧습니다.\n",
        steps_at_most(r.plan, r.cells, language)));
  if (of_task([](const RecallCell& c) { return learned(c); })) text += learning_steps_text(r, task, language);
  return text;
}

std::string gradient_plot(const RecallResults& r, RecallTask task, Language language, std::size_t width) {
  std::vector<PlotCurve> curves;
  std::string legend;
  for (const RecallKind& kind : recall_kinds()) {
    Curve curve;
    for (const std::int64_t d : recall_distances(r.cells)) {
      const std::vector<double> all = recall_values(r.cells, kind.name, task, d, &RecallCell::gradient_norm);
      // what is 0 in floats, or all but, would make the others a line
      if (!all.empty() && mean(all) > 1e-12) curve.emplace_back(static_cast<double>(d), mean(all));
    }
    curves.push_back({kind.mark, curve});
    legend += fmt::format("  {}  {}\n", kind.mark, kind.title.in(language));
  }
  return logarithmic_plot(curves, "", static_cast<int>(std::clamp<std::size_t>(width, 40, 92)) - 20, 16) +
         legend;
}

std::vector<JudgedClaim> claims_of(const RecallResults& r) {
  const RecallJudgement judgement = judge_recall(r.plan, r.cells);
  return {judgement.path, judgement.learning, judgement.gradient, judgement.linear};
}

}  // namespace

std::string recall_report(const RecallResults& r, Language language, std::size_t width) {
  if (r.cells.empty()) return "";
  std::string text = nets_text(r.plan, language);
  const auto add = [&](const Bilingual& part) { text += part.in(language); };
  for (const RecallTask task : r.plan.tasks) text += task_text(r, task, language);
  const RecallTask task = r.plan.tasks.front();
  const Bilingual name = recall_task_title(task);
  add(both("\nGradient norm at the first token, before training ({}):\n\n{}\n",
           "\n학습 전 첫 토큰에서 기울기의 노름 ({}):\n\n{}\n", name,
           format_table(recall_table(
               r.cells, task, &RecallCell::gradient_norm,
               [](const auto& all, std::int64_t) { return fmt::format("{:.1e}", mean(all)); }, language))));
  if (recall_distances(r.cells).size() > 1) text += gradient_plot(r, task, language, width);
  add(both("\nTime a token, forward and backward on one thread, microseconds ({}):\n\n{}",
           "\n토큰마다 앞뒤로 한 번 계산하는 시간, 스레드 하나에서 마이크로초 ({}):\n\n{}", name,
           format_table(recall_table(
               r.cells, task, &RecallCell::us_a_token,
               [](const auto& all, std::int64_t) { return fmt::format("{:.2f}", median(all)); }, language))));
  add({"\nWhat documents say, and what came out:\n", "\n문서의 말과 나온 결과:\n"});
  for (const JudgedClaim& c : claims_of(r))
    add(both("\n  {}\n    {}: {}\n", "\n  {}\n    {}: {}\n", c.text, c.measured, verdict_text(c.verdict)));
  const std::int64_t rest = without_time(r.cells);
  if (!r.complete)
    add({"\nInterrupted: what was measured until then.\n", "\n중단됨: 그때까지 잰 것입니다.\n"});
  else if (rest > 0)
    add(both("\n–: there was no time to train {0} of {2} of task, net, distance and seed\n",
             "\n–: 과제·망·거리·시드 {1}가지 가운데 {0}가지는 학습할 시간이 없었습니다\n", rest,
             r.cells.size(), counted(std::ssize(r.cells), "combination")));
  return text;
}

nlohmann::json recall_json(const RecallResults& r) {
  using Json = nlohmann::json;
  Json json{{"machine", describe_machine()},
            {"complete", r.complete && without_time(r.cells) == 0},
            {"distances", r.plan.distances},
            {"seeds", r.plan.seeds},
            {"sequences", r.plan.sequences},
            {"steps", r.plan.steps},
            {"learning_rate", r.plan.learning_rate},
            {"nets", Json::array()},
            {"cells", Json::array()},
            {"claims", Json::array()}};
  for (const RecallKind& kind : recall_kinds())
    json["nets"].push_back({{"net", kind.name},
                            {"width", recall_net(r.plan, kind.name).width},
                            {"parameters", parameter_count(recall_net(r.plan, kind.name))}});
  for (const RecallCell& c : r.cells)
    json["cells"].push_back({{"net", c.kind},
                             {"task", recall_task_name(c.task)},
                             {"distance", c.distance},
                             {"seed", c.seed},
                             {"steps", c.steps},
                             {"most_steps", recall_steps(r.plan, c.distance)},
                             {"accuracy", c.accuracy ? Json(*c.accuracy) : Json()},
                             {"diverged", c.diverged},
                             {"learned", c.accuracy ? Json(learned(c)) : Json()},
                             {"path_steps", c.path},
                             {"gradient_norm", c.gradient_norm},
                             {"us_a_token", c.us_a_token}});
  for (const JudgedClaim& c : claims_of(r)) json["claims"].push_back(json_of(c));
  return json;
}

std::string recall_csv(const RecallResults& r) {
  std::string text =
      "net,task,distance,seed,steps,accuracy,learned,gradient_norm,us_a_token,path_steps,diverged\n";
  for (const RecallCell& c : r.cells)
    text +=
        fmt::format("{},{},{},{},{},{},{:.4e},{:.4f},{},{:d}\n", c.kind, recall_task_name(c.task), c.distance,
                    c.seed, c.steps, c.accuracy ? fmt::format("{:.4f},{:d}", *c.accuracy, learned(c)) : ",",
                    c.gradient_norm, c.us_a_token, c.path, c.diverged);
  return text;
}

}  // namespace heed
