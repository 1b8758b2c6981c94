// The verdict on a learner's translator in words, and what their attentions cost, as a table.
#include <fmt/args.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "exercises/translator/part_names.hpp"
#include "lib/report/table.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/translator.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
namespace {

/// Returns what a stage that passed has measured, or how one went wrong: the text of exercises/verdicts.md
/// with {0} the number, {1} the detail and {2} what differs.
std::string said_of(const PartVerdict& stage, const Notes& notes) {
  const bool passed = stage.status == PartStatus::passed;
  const std::string where = passed ? "" : stage.failure->output, kind = passed ? "measured " : "wrong ";
  const auto text_or = [&](const std::string& key, const std::string& otherwise) {
    const auto found = notes.texts.find(key);
    return found != notes.texts.end() ? found->second : notes.texts.at(otherwise);
  };
  const std::string text = text_or(kind + (passed ? stage.name : where),
                                   passed ? "measured difference" : "wrong other"),
                    what = text_or("differs " + where, "differs score");
  std::string detail = passed ? "" : stage.failure->message;
  if (!detail.empty() && text == notes.texts.at("wrong other")) detail = ", " + detail;
  const double number = stage.measured.value_or(0);
  return fmt::vformat(text, fmt::make_format_args(number, detail, what));
}

void show_culprits(Page& page, const PartVerdict& stage, const std::string& options) {
  page.gap();
  if (stage.failure->reason == "stopped")
    return page.text(tr("The search for the answer that is to blame took too long."));
  if (stage.guilty.empty())
    return page.text(
        tr("It does not pass with the references in all places either: exchanging answers cannot tell what "
           "is to blame."));
  page.text(tr("To blame: {}", fmt::format("{}", fmt::join(stage.guilty, ", "))), Paint::bold);
  page.text(
      tr("Found by exchanging answers: with references in their places, and all your other answers as they "
         "are, the stage passes."));
  for (const std::string& name : stage.guilty)
    page.text("./heed learn check " + name + options, Paint::cyan, 2);
}

/// With which power of the length time and memory grow.
struct Growth {
  const char* kind;
  int time, memory;
};
constexpr Growth expected_growth[] = {
    {"vanilla", 2, 2}, {"sparse", 1, 1}, {"linear", 1, 1}, {"blockwise", 2, 1}};

std::vector<OwnAttentionCost> of_kind(const std::vector<OwnAttentionCost>& costs, const std::string& kind) {
  std::vector<OwnAttentionCost> all;
  for (const OwnAttentionCost& cost : costs)
    if (cost.kind == kind) all.push_back(cost);
  return all;
}

/// The power of the length with which a cost grew from 256 on; 0 where that was not reached twice.
double power_of(const std::vector<OwnAttentionCost>& costs, double OwnAttentionCost::*cost) {
  const auto first =
      std::ranges::find_if(costs, [](const OwnAttentionCost& one) { return one.length >= 256; });
  if (first == costs.end() || &*first == &costs.back()) return 0;
  const OwnAttentionCost& last = costs.back();
  return std::log(last.*cost / (*first).*cost) / std::log(last.length / first->length);
}

/// Between 1 and 2 lies nothing that is expected.
bool grows_so(double power, int wanted) { return power > 0 && std::abs(power - wanted) <= 0.3; }

}  // namespace

void show_translator(Page& page, const Verdict& verdict, const Notes& notes, const std::string& options) {
  const std::size_t all = translator::part_names.size(),
                    others = verdict.missing.size() + verdict.errors.size() + verdict.forbidden.size();
  page.text("your_translator  " + points_text(verdict.points(), verdict.max_points()), Paint::bold);
  page.text(tr("{} of its {} answers are yours.", all - std::min(all, others), all));
  for (const CompilerMessage& error : verdict.errors)
    page.text(tr("· does not compile, line {}: {}", error.line, error.message), Paint::dim, 2);
  for (const Refusal& refused : verdict.forbidden)
    page.text(tr("· uses what it may not: {}", refused.name), Paint::dim, 2);
  if (!verdict.missing.empty())
    page.text(tr("· not written yet: {}", fmt::format("{}", fmt::join(verdict.missing, ", "))), Paint::dim,
              2);
  if (others > 0)
    page.text(tr("The references stand in for these; until they are yours there are no points."), Paint::dim,
              2);
  for (const PartVerdict& stage : verdict.parts) {
    page.gap();
    const bool passed = stage.status == PartStatus::passed, counts = stage.points > 0;
    page.text(fmt::format("{} {}  {}  {}",
                          counts   ? "✓"
                          : passed ? "○"
                                   : "✗",
                          stage.name, points_text(stage.points, stage.max_points),
                          passed && !counts ? tr("runs, no points yet") : status_text(stage)),
              counts   ? Paint::green
              : passed ? Paint::plain
                       : Paint::red);
    if (stage.status == PartStatus::not_run) continue;
    page.markdown(notes.text("stage " + stage.name), 4);
    page.markdown(said_of(stage, notes), 4);
    if (!passed) show_culprits(page, stage, options);
  }
  if (!verdict.passed()) return;
  page.gap();
  page.text(tr("It translates. Try it:"));
  page.text("./heed learn translate \"나는 큰 사과를 좋아한다\"" + options, Paint::cyan, 2);
}

Verdict verdict_on_attentions(const std::vector<OwnAttentionCost>& costs) {
  Verdict verdict{.exercise = "compare_attentions"};
  for (const Growth& growth : expected_growth) {
    const std::vector<OwnAttentionCost> own = of_kind(costs, growth.kind);
    const bool holds = !own.empty() && own.back().right && own.front().learners &&
                       grows_so(power_of(own, &OwnAttentionCost::seconds), growth.time) &&
                       grows_so(power_of(own, &OwnAttentionCost::bytes), growth.memory);
    verdict.parts.push_back({.name = growth.kind,
                             .points = holds ? 1.0 : 0.0,
                             .max_points = 1,
                             .status = holds ? PartStatus::passed : PartStatus::failed});
  }
  return verdict;
}

void show_attentions(Page& page, const std::vector<OwnAttentionCost>& costs) {
  std::vector<std::vector<std::string>> rows{{"", tr("length"), "ms", "kB"}};
  Page below(page.terminal());
  for (const Growth& growth : expected_growth) {
    const std::vector<OwnAttentionCost> own = of_kind(costs, growth.kind);
    for (const OwnAttentionCost& cost : own)
      rows.push_back({growth.kind, fmt::format("{:.0f}", cost.length),
                      fmt::format("{:.3f}", 1000 * cost.seconds), fmt::format("{:.1f}", cost.bytes / 1000)});
    const auto judged = [&](double OwnAttentionCost::*cost, int power) {
      const double measured = power_of(own, cost);
      return fmt::format("{:.2f} ({}) {}", measured, power, grows_so(measured, power) ? "✓" : "✗");
    };
    if (own.empty()) continue;
    below.text(
        tr("{}: time grows with length to the {}, memory to the {}", growth.kind,
           judged(&OwnAttentionCost::seconds, growth.time), judged(&OwnAttentionCost::bytes, growth.memory)),
        Paint::plain, 2);
    const std::string& exercise = own.front().exercise;
    if (!own.front().learners)
      below.text(tr("Not written yet, so this is the reference: {}", exercise), Paint::dim, 4);
    if (!own.back().right)
      below.text(tr("{}: its numbers are not the reference's, so that its costs say nothing", exercise),
                 Paint::red, 4);
  }
  page.append(wrapped_table(rows, page.terminal().width));
  page.gap();
  page.text(tr(
      "Measured, and in brackets what is said of it. Times are of this machine; memory is always the same."));
  page.append(below.lines());
  page.gap();
  const Verdict verdict = verdict_on_attentions(costs);
  page.text(verdict.exercise + "  " + points_text(verdict.points(), verdict.max_points()), Paint::bold);
}

}  // namespace heed
