// The tables of `heed bench`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/bench/configurations.hpp"
#include "tools/bench/suite.hpp"

namespace heed {
namespace {

using Results = std::vector<BenchResult>;

/// All results of one task, in the order of the runners.
std::vector<const BenchResult*> of_task(const Results& results, const std::string& task) {
  std::vector<const BenchResult*> found;
  for (const BenchResult& result : results) {
    if (result.task == task && !result.rounds.empty()) found.push_back(&result);
  }
  return found;
}

enum class Whose { heed, torch };

/// The best (largest or smallest) median of a field among heed's or PyTorch's results of a task.
std::optional<double> best(const Results& results, const std::string& task, Whose whose,
                           const std::string& field, const std::function<bool(double, double)>& better) {
  std::optional<double> value;
  for (const BenchResult* result : of_task(results, task)) {
    if (result->runner.torch != (whose == Whose::torch)) continue;
    const std::optional<double> now = result->median(field);
    if (now && (!value || better(*now, *value))) value = now;
  }
  return value;
}

std::string number(std::optional<double> value, const char* form = "{:.1f}") {
  return value ? fmt::format(fmt::runtime(form), *value) : "–";
}

std::string ratio(std::optional<double> above, std::optional<double> below) {
  return above && below && *below > 0 ? fmt::format("{:.2f} ×", *above / *below) : "–";
}

/// What a large product reaches with so many threads.
double ceiling(const Results& results, int threads) {
  for (const BenchResult* r : of_task(results, "sgemm")) {
    if (r->runner.threads == threads) return r->median("gflops").value_or(0);
  }
  return 0;
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
    text +=
        fmt::format("sgemm 2048³, {}: {} GFLOP/s\n", r->runner.name, number(r->median("gflops"), "{:.0f}"));
  for (const BenchResult* r : of_task(results, "engine"))
    text += fmt::format("recording and sweeping an op: {} ns\n", number(r->median("ns_an_op"), "{:.0f}"));
  return text;
}

std::string training(const Results& results) {
  const bool with_torch = std::ranges::any_of(results, [](const auto& r) { return r.runner.torch; });
  Table table;
  table.columns = {{"training step"}, {"measured with"}};
  for (const char* title : {"ms", "tokens/s", "GFLOP/s", "of sgemm", "peak MiB"})
    table.columns.push_back({title, Align::right});
  std::string ratios;
  for (const BenchConfiguration& c : bench_configurations) {
    const std::string task = std::string("train:") + c.name;
    for (const BenchResult* r : of_task(results, task)) {
      const std::optional<double> speed = r->median("tokens_per_second");
      const double gflops = speed.value_or(0) / static_cast<double>(c.tokens()) * c.step_flops() / 1e9;
      table.rows.push_back({c.name, r->runner.name, number(r->median("ms")),
                            speed ? grouped(std::llround(*speed)) : "–", number(gflops, "{:.0f}"),
                            fmt::format("{:.0f} %", 100 * gflops / ceiling(results, r->runner.threads)),
                            number(r->median("peak_mib"), "{:.0f}")});
    }
    const auto heeds = of_task(results, task);
    if (heeds.empty()) continue;
    std::vector<const BenchResult*> own;
    std::copy_if(heeds.begin(), heeds.end(), std::back_inserter(own),
                 [](const auto* r) { return !r->runner.torch; });
    ratios += fmt::format("{:8}", c.name);
    if (own.size() > 1)
      ratios += fmt::format("  {} against {}: {}", own.back()->runner.name, own.front()->runner.name,
                            ratio(own.front()->median("ms"), own.back()->median("ms")));
    if (with_torch)
      ratios += fmt::format("  against PyTorch's best: {}  memory: {}",
                            ratio(best(results, task, Whose::torch, "ms", std::less<>()),
                                  best(results, task, Whose::heed, "ms", std::less<>())),
                            ratio(own.back()->median("peak_mib"),
                                  best(results, task, Whose::torch, "peak_mib", std::less<>())));
    ratios += '\n';
  }
  return table.rows.empty() ? "" : format_table(table) + '\n' + ratios;
}

/// The round of PyTorch's that took least time, over all runners.
const nlohmann::json* fastest_peer(const Results& results, const std::string& task) {
  const nlohmann::json* fastest = nullptr;
  for (const BenchResult* r : of_task(results, task)) {
    for (const nlohmann::json& round : r->rounds) {
      if (r->runner.torch && (fastest == nullptr || round.at("ms") < fastest->at("ms"))) fastest = &round;
    }
  }
  return fastest;
}

std::string attention(const Results& results) {
  Table table;
  table.columns = {{"attention, 8 heads of 64, causal"},
                   {"measured with"},
                   {"ms", Align::right},
                   {"extra MiB", Align::right}};
  std::string ratios;
  for (const BenchResult& r : results) {
    if (!r.task.starts_with("attention:") || r.rounds.empty()) continue;
    const std::string tokens = r.task.substr(r.task.find(':') + 1) + " tokens";
    const bool first = of_task(results, r.task).front() == &r;
    table.rows.push_back(
        {tokens, r.runner.name, number(r.median("ms")), number(r.median("extra_mib"), "{:.0f}")});
    const nlohmann::json* peer = first ? fastest_peer(results, r.task) : nullptr;
    if (peer == nullptr) continue;
    const auto own = [&](const char* field) {
      return best(results, r.task, Whose::heed, field, std::less<>());
    };
    ratios += fmt::format("{:13} against PyTorch's best ({}): {}  extra memory: {} less\n", tokens,
                          peer->value("way", "its only way"),
                          ratio(best(results, r.task, Whose::torch, "ms", std::less<>()), own("ms")),
                          ratio(peer->at("extra_mib").get<double>(), own("extra_mib")));
    for (const nlohmann::json& way : peer->value("ways", nlohmann::json::array()))
      ratios += fmt::format("{:13}   {}: {}  extra memory: {} less\n", "", way.at("way").get<std::string>(),
                            ratio(way.at("ms").get<double>(), own("ms")),
                            ratio(way.at("extra_mib").get<double>(), own("extra_mib")));
  }
  return table.rows.empty() ? "" : format_table(table) + (ratios.empty() ? "" : '\n' + ratios);
}

std::string decoding(const Results& results) {
  Table table;
  table.columns = {{"greedy decoding, 64 tokens"}, {"measured with"}};
  for (const char* title : {"ms", "tokens/s", "weights, MiB", "tokens 1-8, ms each", "57-64", "last / first"})
    table.columns.push_back({title, Align::right});
  std::string ratios;
  for (const BenchResult& r : results) {
    if (!r.task.starts_with("decode:") || r.rounds.empty()) continue;
    const std::size_t colon = r.task.find(':', 7);
    const std::string name =
        fmt::format("{}, batch {}", colon == std::string::npos ? "medium" : r.task.substr(colon + 1),
                    r.task.substr(7, colon - 7));
    table.rows.push_back(
        {name, r.runner.name + (r.runner.torch ? " (no cache)" : ""), number(r.median("ms")),
         number(r.median("tokens_per_second"), "{:.0f}"), number(r.median("weights_mib"), "{:.2f}"),
         number(r.median("first_token_ms"), "{:.2f}"), number(r.median("last_token_ms"), "{:.2f}"),
         number(r.median("last_to_first"), "{:.2f}")});
    if (of_task(results, r.task).front() != &r || fastest_peer(results, r.task) == nullptr) continue;
    const auto ms = [&](Whose whose) { return best(results, r.task, whose, "ms", std::less<>()); };
    ratios +=
        fmt::format("{:16}  against PyTorch's best: {}\n", name, ratio(ms(Whose::torch), ms(Whose::heed)));
  }
  return table.rows.empty() ? "" : format_table(table) + (ratios.empty() ? "" : '\n' + ratios);
}

/// Training steps of models that are no encoder-decoder, and sampling from one.
std::string models(const Results& results) {
  Table table;
  table.columns = {{"other models"}, {"measured with"}};
  for (const char* title : {"ms", "tokens/s", "peak MiB"}) table.columns.push_back({title, Align::right});
  std::string ratios;
  for (const BenchResult& r : results) {
    const bool samples = r.task.starts_with("sample:");
    if ((!samples && !r.task.starts_with("step:")) || r.rounds.empty()) continue;
    const std::string rest = r.task.substr(r.task.find(':') + 1);
    const std::string name = samples ? "sampling, batch " + rest : rest + ", step";
    table.rows.push_back({name, r.runner.name, number(r.median("ms")),
                          number(r.median("tokens_per_second"), "{:.0f}"),
                          number(r.median("peak_mib"), "{:.0f}")});
    if (of_task(results, r.task).front() != &r || fastest_peer(results, r.task) == nullptr) continue;
    const auto of = [&](Whose whose, const char* field) {
      return best(results, r.task, whose, field, std::less<>());
    };
    ratios += fmt::format("{:18}  against PyTorch's best: {}  memory: {}\n", name,
                          ratio(of(Whose::torch, "ms"), of(Whose::heed, "ms")),
                          ratio(of(Whose::heed, "peak_mib"), of(Whose::torch, "peak_mib")));
  }
  return table.rows.empty() ? "" : format_table(table) + (ratios.empty() ? "" : '\n' + ratios);
}

std::string profile(const Results& results) {
  std::string text;
  for (const BenchResult& r : results) {
    if (!r.task.starts_with("profile:") || r.rounds.empty()) continue;
    const nlohmann::json& ops = r.rounds.front().at("ops");
    double total = 0;
    for (const auto& op : ops)
      total += op.at("forward_ms").get<double>() + op.at("backward_ms").get<double>();
    Table table;
    table.columns = {{"where a step of " + r.task.substr(8) + " goes"},
                     {"calls", Align::right},
                     {"forward ms", Align::right},
                     {"backward ms", Align::right},
                     {"share", Align::right}};
    for (const auto& op : ops) {
      const double forward = op.at("forward_ms"), backward = op.at("backward_ms");
      if ((forward + backward) / total < 0.005) continue;  // the tail is no news
      table.rows.push_back({op.at("op").get<std::string>(), std::to_string(op.at("calls").get<int>()),
                            fmt::format("{:.2f}", forward), fmt::format("{:.2f}", backward),
                            fmt::format("{:.1f} %", 100 * (forward + backward) / total)});
    }
    text += format_table(table) + '\n';
  }
  return text;
}

}  // namespace

std::string bench_report(const std::vector<BenchResult>& results) {
  std::string text;
  for (const std::string& part : {machine(results), training(results), models(results), attention(results),
                                  decoding(results), profile(results)}) {
    if (!part.empty()) text += part + '\n';
  }
  return text +
         "Every figure is the median over the rounds, in which all take turns; attention from 4,096 on and "
         "the profiles have one round.\n";
}

}  // namespace heed
