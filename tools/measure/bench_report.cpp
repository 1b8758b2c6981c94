// The tables of `heed bench`.
#include <fmt/format.h>

#include "tools/measure/bench.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;
using Results = std::vector<BenchResult>;

/// A column: the median of a field over the rounds.
struct BenchField {
  const char *title, *name, *form;
};

/// A table: all tasks whose names begin so.
struct BenchSection {
  const char *title, *kind;
  std::vector<BenchField> fields;
};
const std::vector<BenchSection>& sections() {
  static const BenchField ms{"ms", "ms", "{:.1f}"}, speed{"tokens/s", "tokens_per_second", "{:.0f}"},
      gflops{"GFLOP/s", "gflops", "{:.0f}"}, peak{"peak MiB", "peak_mib", "{:.0f}"};
  static const std::vector<BenchSection> all{
      {"product of 2,048³", "sgemm", {ms, gflops}},
      {"training step", "train:", {ms, speed, gflops, peak}},
      {"step of a GPT, of an LSTM", "step:", {ms, speed, peak}},
      {"attention, 8 heads of 64, causal", "attention:", {ms, {"extra MiB", "extra_mib", "{:.0f}"}}},
      {"greedy decoding, 64 tokens", "decode:", {ms, speed}}};
  return all;
}

ResultTable section_table(const Results& results, const BenchSection& section) {
  ResultTable table(word(section.title), {"task", "measured with"});
  for (const BenchField& field : section.fields) table.columns.push_back(word(field.title));
  for (const BenchResult& r : results) {
    if (!r.task.starts_with(section.kind)) continue;
    std::vector<TableCell> row{r.task, r.runner.name};
    for (const BenchField& field : section.fields) {
      const std::optional<double> value = r.median(field.name);
      row.push_back(value ? number_cell(field.form, *value) : "–");
    }
    table.add(std::move(row));
  }
  return table;
}

/// The least median of a field.
std::optional<double> least(const std::vector<const BenchResult*>& results, const char* field) {
  std::optional<double> value;
  for (const BenchResult* result : results)
    if (const auto now = result->median(field); now && (!value || *now < *value)) value = now;
  return value;
}

TableCell ratio_cell(std::optional<double> above, std::optional<double> below) {
  if (!above || !below || *below <= 0) return "–";
  return number_cell("{:.2f} ×", *above / *below, "×");
}

/// Says how many times as fast all threads are as one, and heed as PyTorch's best; and the memory of heed by
/// PyTorch's.
ResultTable ratios_table(const Results& results) {
  ResultTable table(text_of("bench.ratios"),
                    {"task", "all threads by one", "PyTorch's best by heed", "memory, heed by PyTorch"});
  std::string done;
  for (const BenchResult& r : results) {
    if (!r.median("ms") || r.task == "sgemm" || r.task == done) continue;
    done = r.task;
    std::vector<const BenchResult*> own, peers;  // heed's and PyTorch's, in the order of the runners
    for (const BenchResult& one : results)
      if (one.task == done) (one.runner.torch ? peers : own).push_back(&one);
    if (own.empty() || own.size() + peers.size() < 2) continue;
    const char* const memory = r.task.starts_with("attention:") ? "extra_mib" : "peak_mib";
    const BenchResult& most_threads = *own.back();
    table.add({r.task,
               own.size() < 2 ? "–" : ratio_cell(own.front()->median("ms"), most_threads.median("ms")),
               peers.empty() ? "" : ratio_cell(least(peers, "ms"), least(own, "ms")),
               peers.empty() ? "" : ratio_cell(most_threads.median(memory), least(peers, memory))});
  }
  return table;
}

ResultTable profile_table(const BenchResult& r) {
  ResultTable table(text_of("bench.profile", r.task.substr(r.task.find(':') + 1)),
                    {"op", "calls", "forward ms", "backward ms", "share"});
  const Json& ops = r.rounds.front().at("ops");
  double total = 0;
  for (const auto& op : ops) total += op.at("forward_ms").get<double>() + op.at("backward_ms").get<double>();
  for (const auto& op : ops) {
    const double forward = op.at("forward_ms"), backward = op.at("backward_ms");
    if ((forward + backward) / total < 0.005) continue;  // the tail is no news
    table.add({op.at("op").get<std::string>(), count_cell(op.at("calls")),
               number_cell("{:.2f}", forward, "ms"), number_cell("{:.2f}", backward, "ms"),
               number_cell("{:.1f} %", 100 * (forward + backward) / total, "%")});
  }
  return table;
}

}  // namespace

Finding found_of_bench(const Results& results) {
  Finding finding{.verdict = ClaimVerdict::not_measured};
  for (const BenchSection& section : sections()) finding.tables.push_back(section_table(results, section));
  finding.tables.push_back(ratios_table(results));
  for (const BenchResult& r : results)
    if (r.task.starts_with("profile:")) finding.tables.push_back(profile_table(r));
  std::erase_if(finding.tables, [](const ResultTable& table) { return table.rows.empty(); });
  const Json machine = describe_machine();
  finding.notes = {
      text_of("bench.medians"),
      {fmt::format("{}; {}; {}", machine.at("processor").get<std::string>(),
                   machine.at("blas").get<std::string>(), machine.at("simd").get<std::string>())}};
  return finding;
}

}  // namespace heed
