// The sentences that heed translate leaves beside a model, with what the model made of them.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "lib/data/text_lines.hpp"
#include "lib/score/chrf.hpp"
#include "tools/inspect/report.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

struct TestTexts {
  std::vector<std::string> source, reference, written;
  std::vector<double> chrf;  // of each sentence

  Json line(std::size_t i) const {
    return {{"source", source[i]}, {"reference", reference[i]}, {"written", written[i]}, {"chrf", chrf[i]}};
  }
};

std::vector<std::string> test_lines(const std::filesystem::path& model, const char* name) {
  const std::filesystem::path path = beside_model(model, name);
  if (!std::filesystem::exists(path)) return {};
  return read_text_lines(path, LineForm::as_written).lines;
}

/// Nothing where a file is missing, or has another number of lines.
std::optional<TestTexts> test_texts(const std::filesystem::path& model) {
  TestTexts t{.source = test_lines(model, "test.source.txt"),
              .reference = test_lines(model, "test.reference.txt"),
              .written = test_lines(model, "test.greedy.txt"),
              .chrf = {}};
  const std::size_t count = t.source.size();
  if (count == 0 || t.reference.size() != count || t.written.size() != count) return std::nullopt;
  const Chrf chrf;
  for (std::size_t i = 0; i < count; ++i)
    t.chrf.push_back(chrf.corpus({&t.written[i], 1}, {{t.reference[i]}}).score);
  return t;
}

/// Indices of the least keys, the least first, at most `most`.
std::vector<std::size_t> least_first(const std::vector<double>& keys, std::size_t most) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
  order.resize(std::min(order.size(), most));
  return order;
}

}  // namespace

Json test_json(const std::vector<std::filesystem::path>& models) {
  std::vector<std::optional<TestTexts>> all;
  Json each = Json::array(), differ = Json::array();
  for (const std::filesystem::path& model : models) {
    each.push_back(nullptr);
    const std::optional<TestTexts>& t = all.emplace_back(test_texts(model));
    if (!t) continue;
    std::vector<double> against = t->chrf;
    for (double& score : against) score = -score;
    Json worst = Json::array(), best = Json::array();
    for (const std::size_t i : least_first(t->chrf, 8))
      if (t->written[i] != t->reference[i]) worst.push_back(t->line(i));
    for (const std::size_t i : least_first(against, 4)) best.push_back(t->line(i));
    each.back() = {{"sentences", t->source.size()}, {"worst", worst}, {"best", best}};
  }
  if (all.size() > 1 && all[0] && all[1] && all[0]->source == all[1]->source) {
    const TestTexts &a = *all[0], &b = *all[1];
    std::vector<double> nearness;
    for (std::size_t i = 0; i < a.source.size(); ++i) nearness.push_back(-std::abs(a.chrf[i] - b.chrf[i]));
    for (const std::size_t i : least_first(nearness, 12))
      if (a.written[i] != b.written[i]) differ.push_back({a.line(i), b.line(i)});
  }
  return {{"each", each}, {"differ", differ}};
}

std::vector<std::string> first_test_sentences(const std::filesystem::path& model, std::size_t count) {
  std::vector<std::string> lines = test_lines(model, "test.source.txt");
  lines.resize(std::min(lines.size(), count));
  return lines;
}

}  // namespace heed
