// The tables of `heed bench`.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "lib/report/number.hpp"
#include "tools/measure/bench.hpp"
#include "tools/measure/results.hpp"

namespace heed {
namespace {

using Results = std::vector<BenchResult>;

/// A column: the median of a field over the rounds.
struct BenchField {
  const char *title, *name, *form;
};
const BenchField milliseconds{"ms", "ms", "{:.1f}"}, speed{"tokens/s", "tokens_per_second", "{:.0f}"},
    peak{"peak MiB", "peak_mib", "{:.0f}"};

/// A table: all tasks whose names begin so.
struct BenchSection {
  const char* title;
  std::vector<std::string> prefixes;
  std::vector<BenchField> fields;
};
const std::vector<BenchSection>& sections() {
  static const std::vector<BenchSection> all{
      {"training step",
       {"train:"},
       {milliseconds, speed, {"GFLOP/s", "gflops", "{:.0f}"}, {"of sgemm", "of_sgemm", "{:.0f} %"}, peak}},
      {"other models", {"step:", "sample:"}, {milliseconds, speed, peak}},
      {"attention, 8 heads of 64, causal",
       {"attention:"},
       {milliseconds, {"extra MiB", "extra_mib", "{:.0f}"}}},
      {"greedy decoding, 64 tokens",
       {"decode:"},
       {milliseconds,
        speed,
        {"weights, MiB", "weights_mib", "{:.2f}"},
        {"tokens 1-8, ms each", "first_token_ms", "{:.2f}"},
        {"57-64", "last_token_ms", "{:.2f}"},
        {"last / first", "last_to_first", "{:.2f}"}}}};
  return all;
}

/// "toy", "512 tokens", "medium, batch 1", "gpt128, step", "sampling, batch 64".
std::string name_of(const std::string& task) {
  const std::size_t colon = task.find(':'), second = task.find(':', colon + 1);
  const std::string kind = task.substr(0, colon), first = task.substr(colon + 1, second - colon - 1);
  const std::string model = second == std::string::npos ? "medium" : task.substr(second + 1);
  return kind == "attention" ? first + " tokens"
         : kind == "decode"  ? fmt::format("{}, batch {}", model, first)
         : kind == "step"    ? first + ", step"
         : kind == "sample"  ? "sampling, batch " + first
                             : first;
}

/// All results of one task, in the order of the runners.
std::vector<const BenchResult*> of_task(const Results& results, const std::string& task) {
  std::vector<const BenchResult*> found;
  for (const BenchResult& result : results)
    if (result.task == task && !result.rounds.empty()) found.push_back(&result);
  return found;
}

/// The share of what a large product reaches with as many threads, in per cent.
std::optional<double> share_of_sgemm(const Results& results, const BenchResult& r) {
  for (const BenchResult* product : of_task(results, "sgemm"))
    if (product->runner.threads == r.runner.threads && r.median("gflops"))
      return 100 * *r.median("gflops") / product->median("gflops").value_or(0);
  return std::nullopt;
}

ResultTable section_table(const Results& results, const BenchSection& section) {
  ResultTable table({}, {section.title, "measured with"});
  for (const BenchField& field : section.fields) table.columns.push_back(word(field.title));
  for (const BenchResult& r : results) {
    const auto begins = [&](const std::string& prefix) { return r.task.starts_with(prefix); };
    if (std::ranges::none_of(section.prefixes, begins) || r.rounds.empty()) continue;
    std::vector<TableCell> row{name_of(r.task), r.runner.name};
    for (const BenchField& field : section.fields) {
      const std::optional<double> value =
          field.name == std::string("of_sgemm") ? share_of_sgemm(results, r) : r.median(field.name);
      row.push_back(value ? number_cell(field.form, *value) : "–");
    }
    table.add(std::move(row));
  }
  return table;
}

enum class Whose { heed, torch };

/// The least median of a field among heed's or PyTorch's results of a task.
std::optional<double> least(const Results& results, const std::string& task, Whose whose, const char* field) {
  std::optional<double> value;
  for (const BenchResult* result : of_task(results, task)) {
    const std::optional<double> now = result->median(field);
    if (result->runner.torch == (whose == Whose::torch) && now && (!value || *now < *value)) value = now;
  }
  return value;
}

TableCell ratio_cell(std::optional<double> above, std::optional<double> below) {
  if (!above || !below || *below <= 0) return "–";
  return number_cell("{:.2f} ×", *above / *below, "×");
}

/// The round of PyTorch's that took least time, over all runners.
const nlohmann::json* fastest_peer(const Results& results, const std::string& task) {
  const nlohmann::json* fastest = nullptr;
  for (const BenchResult* r : of_task(results, task))
    for (const nlohmann::json& round : r->rounds)
      if (r->runner.torch && (fastest == nullptr || round.at("ms") < fastest->at("ms"))) fastest = &round;
  return fastest;
}

/// How many times as fast all threads are as one, and heed as PyTorch's best; and the memory of heed by
/// PyTorch's.
ResultTable ratios_table(const Results& results) {
  ResultTable table(text_of("bench.ratios"), {"task", "all threads by one", "PyTorch's best by heed",
                                              "its way", "memory, heed by PyTorch"});
  std::vector<std::string> done;
  for (const BenchResult& r : results) {
    if (r.rounds.empty() || !r.median("ms") || std::ranges::find(done, r.task) != done.end() ||
        r.task == "sgemm")
      continue;
    done.push_back(r.task);
    std::vector<const BenchResult*> own = of_task(results, r.task);
    std::erase_if(own, [](const BenchResult* one) { return one->runner.torch; });
    const TableCell by_threads =
        own.size() < 2 ? "–" : ratio_cell(own.front()->median("ms"), own.back()->median("ms"));
    const nlohmann::json* const peer = fastest_peer(results, r.task);
    if (peer == nullptr) {
      if (own.size() > 1) table.add({name_of(r.task), by_threads, "", "", ""});
      continue;
    }
    const char* const memory = r.task.starts_with("attention:") ? "extra_mib" : "peak_mib";
    const std::optional<double> mine = least(results, r.task, Whose::heed, "ms"),
                                held = own.empty() ? std::nullopt : own.back()->median(memory);
    table.add({name_of(r.task), by_threads, ratio_cell(least(results, r.task, Whose::torch, "ms"), mine),
               peer->value("way", ""), ratio_cell(held, least(results, r.task, Whose::torch, memory))});
    for (const nlohmann::json& way : peer->value("ways", nlohmann::json::array()))
      table.add({"", "", ratio_cell(way.at("ms").get<double>(), mine), way.at("way").get<std::string>(),
                 ratio_cell(held, way.at(memory).get<double>())});
  }
  return table;
}

ResultTable profile_table(const BenchResult& r) {
  ResultTable table(text_of("bench.profile", r.task.substr(r.task.find(':') + 1)),
                    {"op", "calls", "forward ms", "backward ms", "share"});
  const nlohmann::json& ops = r.rounds.front().at("ops");
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

std::string machine(const Results& results) {
  const auto found = of_task(results, "machine");
  if (found.empty()) return "";
  const nlohmann::json& m = found.front()->rounds.front();
  std::string text = fmt::format("{}, {} processors, {:.0f} GiB\nBLAS: {}\nvector instructions: {}\n",
                                 m.at("processor").get<std::string>(), m.at("processors").get<int>(),
                                 m.at("memory_gib").get<double>(), m.at("blas").get<std::string>(),
                                 m.at("simd").get<std::string>());
  for (const BenchResult* r : of_task(results, "sgemm"))
    text += fmt::format("sgemm 2048³, {}: {:.0f} GFLOP/s\n", r->runner.name, r->median("gflops").value_or(0));
  for (const BenchResult* r : of_task(results, "engine"))
    text += fmt::format("recording and sweeping an op: {:.0f} ns\n", r->median("ns_an_op").value_or(0));
  return text;
}

}  // namespace

std::vector<ResultTable> bench_tables(const Results& results) {
  std::vector<ResultTable> tables;
  for (const BenchSection& section : sections()) tables.push_back(section_table(results, section));
  tables.push_back(ratios_table(results));
  for (const BenchResult& r : results)
    if (r.task.starts_with("profile:") && !r.rounds.empty()) tables.push_back(profile_table(r));
  std::erase_if(tables, [](const ResultTable& table) { return table.rows.empty(); });
  return tables;
}

std::string bench_report(const Results& results, Language language) {
  std::string text = machine(results);
  for (const ResultTable& table : bench_tables(results)) text += table_text(table, language);
  return text + '\n' + text_of("bench.medians").in(language) + '\n';
}

}  // namespace heed
