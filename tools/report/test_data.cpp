// What a training's test sentences became: the files that heed translate leaves beside a model.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "lib/data/text_lines.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tools/report/report_data.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

constexpr const char* test_files[] = {"test.source.txt", "test.reference.txt", "test.greedy.txt"};

struct TestTexts {
  std::vector<std::string> source, reference, written;  // of test_files
  std::vector<double> chrf, bleu;                       // of each sentence

  /// A line of each for every sentence.
  bool fit() const { return reference.size() == source.size() && written.size() == source.size(); }
  Json line(std::size_t i) const {
    return {{"source", source[i]},
            {"reference", reference[i]},
            {"written", written[i]},
            {"chrf", chrf[i]},
            {"bleu", bleu[i]}};
  }
};

/// By which sentences are chosen, and how the page calls it.
constexpr std::pair<const char*, std::vector<double> TestTexts::*> metrics[]{{"chrf", &TestTexts::chrf},
                                                                             {"bleu", &TestTexts::bleu}};

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return {};
  return read_text_lines(path, LineForm::as_written).lines;
}

/// Nothing if there is no test.source.txt. Texts that do not fit() have no scores.
std::optional<TestTexts> test_texts(const std::filesystem::path& model) {
  TestTexts t{.source = lines_of(beside_model(model, test_files[0])),
              .reference = lines_of(beside_model(model, test_files[1])),
              .written = lines_of(beside_model(model, test_files[2])),
              .chrf = {},
              .bleu = {}};
  if (t.source.empty()) return std::nullopt;
  if (!t.fit()) return t;
  const Chrf chrf;
  const Bleu bleu({.tokenize = BleuTokenizer::none, .effective_order = true});
  for (std::size_t i = 0; i < t.source.size(); ++i) {
    t.chrf.push_back(chrf.sentence(t.written[i], {t.reference[i]}).score);
    t.bleu.push_back(bleu.sentence(t.written[i], {t.reference[i]}).score);
  }
  return t;
}

/// Indices 0 … count - 1, those with the least key first, at most `most`.
template <typename Key>
std::vector<std::size_t> least_first(std::size_t count, std::size_t most, Key key) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  order.resize(std::min(count, most));
  return order;
}

}  // namespace

nlohmann::json test_data(const std::vector<std::filesystem::path>& models) {
  std::vector<std::optional<TestTexts>> all;
  Json each = Json::array(), differ = Json::object();
  for (const std::filesystem::path& model : models) {
    all.push_back(test_texts(model));
    if (!all.back()) {
      each.push_back(nullptr);
      continue;
    }
    const TestTexts& t = *all.back();
    if (!t.fit()) {
      each.push_back({{"lines", {t.source.size(), t.reference.size(), t.written.size()}}});
      for (std::size_t i = 0; i < std::size(test_files); ++i)
        if (!std::filesystem::exists(beside_model(model, test_files[i]))) each.back()["lines"][i] = nullptr;
      continue;
    }
    each.push_back({{"sentences", t.source.size()}});
    for (const auto& [name, scores] : metrics) {
      Json worst = Json::array(), best = Json::array();
      for (const std::size_t i :
           least_first(t.source.size(), 8, [&, s = scores](std::size_t k) { return (t.*s)[k]; }))
        if (t.written[i] != t.reference[i]) worst.push_back(t.line(i));
      for (const std::size_t i :
           least_first(t.source.size(), 4, [&, s = scores](std::size_t k) { return -(t.*s)[k]; }))
        best.push_back(t.line(i));
      each.back()[name] = {{"worst", worst}, {"best", best}};
    }
  }
  if (all.size() > 1 && all[0] && all[1] && all[0]->fit() && all[1]->fit()) {
    const TestTexts &a = *all[0], &b = *all[1];
    if (a.source != b.source) {
      const auto first = std::ranges::mismatch(a.source, b.source).in1;
      return {{"each", each}, {"differ", differ}, {"sources_differ", first - a.source.begin() + 1}};
    }
    for (const auto& [name, scores] : metrics) {
      const auto nearness = [&, s = scores](std::size_t k) { return -std::abs((a.*s)[k] - (b.*s)[k]); };
      for (const std::size_t i : least_first(a.source.size(), 12, nearness))
        if (a.written[i] != b.written[i]) differ[name].push_back({a.line(i), b.line(i)});
    }
  }
  return {{"each", each}, {"differ", differ}, {"sources_differ", nullptr}};
}

std::vector<std::string> first_test_sentences(const std::filesystem::path& model, std::size_t count) {
  std::vector<std::string> lines = lines_of(beside_model(model, "test.source.txt"));
  lines.resize(std::min(lines.size(), count));
  return lines;
}

}  // namespace heed
