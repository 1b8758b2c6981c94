// The sentences that heed translate leaves beside a model, with what the model made of them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <ranges>

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
    t.chrf.push_back(chrf.sentence(t.written[i], {t.reference[i]}).score);
  return t;
}

}  // namespace

Json test_json(const std::vector<std::filesystem::path>& models) {
  Json each = Json::array();
  for (const std::filesystem::path& model : models) {
    each.push_back(nullptr);
    const std::optional<TestTexts> t = test_texts(model);
    if (!t) continue;
    std::vector<std::size_t> order(t->source.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return t->chrf[i]; });
    Json worst = Json::array(), best = Json::array();
    for (const std::size_t i : order | std::views::take(8))
      if (t->written[i] != t->reference[i]) worst.push_back(t->line(i));
    for (const std::size_t i : order | std::views::reverse | std::views::take(4)) best.push_back(t->line(i));
    each.back() = {{"sentences", t->source.size()}, {"worst", worst}, {"best", best}};
  }
  return each;
}

std::vector<std::string> first_test_sentences(const std::filesystem::path& model, std::size_t count) {
  std::vector<std::string> lines = test_lines(model, "test.source.txt");
  lines.resize(std::min(lines.size(), count));
  return lines;
}

}  // namespace heed
