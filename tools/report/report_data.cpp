#include "tools/report/report_data.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/report/attention_data.hpp"
#include "tools/report/sentence_data.hpp"
#include "tools/training/model_place.hpp"
#include "tools/training/read_history.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json options_data(const SafetensorsHeader& header, const std::filesystem::path& file) {
  const std::string kind = kind_of(header.metadata);
  Json options = Json::object();
  if (const auto found = header.metadata.find("heed." + kind); found != header.metadata.end())
    options = parse_json(found->second, file.string());
  return {{"kind", kind}, {"options", options}};
}

/// `model`: null if it reads no text; the rest is said all the same.
Json model_data(const std::filesystem::path& path, const LookableModel* model) {
  const std::filesystem::path file = model_file(path);
  const SafetensorsHeader header = read_safetensors_header(file);
  Json data{{"name", printable(path.string())},
            {"history", read_history(file)},
            {"running", training_summary(file).process != 0},
            {"sentences", Json::array()}};
  data.update(options_data(header, file));
  if (model == nullptr) return data;
  data["parameters"] = model->module().parameter_count();
  data["learned"] = learned_positions(*model);
  return data;
}

/// Why it cannot be cut into the model's tokens: integers are not of a translator, nor words of a model of
/// integers. Nothing if it can.
std::optional<std::string> why_unread(const LookableModel& model, const std::string& sentence) {
  try {
    if (model.length(sentence) > 0) return std::nullopt;
    return tr("it has no tokens");
  } catch (const Error& error) {
    return localized(error);
  }
}
bool reads(const LookableModel& model, const std::string& sentence) { return !why_unread(model, sentence); }

/// What the pictures of its training show, as sentences that become the same tokens; of images, which have no
/// text, the first drawn ones. `data`: model_data().
std::vector<std::string> pictured_sentences(const LookableModel& model, const Json& data) {
  std::vector<std::string> all;
  if (model.vit() != nullptr) {
    for (const char* image : {"1", "2", "3"})
      if (reads(model, image)) all.emplace_back(image);
    return all;
  }
  const Json::json_pointer shown("/history/snapshots/sentences");
  if (!data.contains(shown)) return all;
  for (const Json& one : data.at(shown)) {
    const bool encoded = !one.at("source").empty();
    const auto tokens = one.at(encoded ? "source" : "output").get<std::vector<std::string>>();
    std::vector<std::string> words = tokens;
    std::erase_if(words, [](const std::string& word) { return word == "<bos>" || word == "<eos>"; });
    for (const char* between : {" ", ""}) {
      const std::string text = fmt::format("{}", fmt::join(words, between));
      if (!reads(model, text)) continue;
      const Looked looked = model.look(text, {.points = {}});
      if ((encoded ? looked.source : looked.output) != tokens) continue;
      all.push_back(text);
      break;
    }
  }
  return all;
}

constexpr const char* usual_masks[] = {
    "all",        "causal",   "window:2",          "window:2+global:1",
    "window:4:0", "stride:4", "window:2+stride:6", "window:1+global:1+random:1:4"};

DrawnMask drawn_mask(const std::string& rule) {
  DrawnMask one{.rule = rule};
  one.mask = AttentionRules::parse(rule).mask({.max_length = one.length});
  return one;
}

/// That of the first layer of a model with rules, which models of the same rule share if nothing is drawn.
void add_own_mask(std::vector<DrawnMask>& masks, const LookableModel& model, const std::string& name) {
  const Transformer* const transformer = model.transformer();
  if (transformer == nullptr) return;
  const LayerOptions& layer = transformer->options().layer;
  const AttentionRules& rules = layer.attention.rules;
  const auto same =
      std::ranges::find_if(masks, [&](const auto& m) { return m.rule == rules.text() && !m.drawn; });
  if (same != masks.end()) {
    same->models.push_back(name);
    return;
  }
  DrawnMask own{.rule = rules.text(), .models = {name}, .drawn = rules.draw()};
  own.mask = rules.mask({.max_length = layer.max_length, .heads = layer.heads});
  if (own.drawn) own.length = std::min(own.length, layer.max_length);
  masks.push_back(own);
}

DrawnPositions drawn_positions(const LookableModel& model) {
  DrawnPositions drawn{.heads = model.heads()};
  if (const Transformer* const transformer = model.transformer()) {
    const LayerOptions& layer = transformer->options().layer;
    drawn.head_dim = layer.d_model / layer.heads;
    drawn.positions = layer.attention.positions;
  }
  return drawn;
}

}  // namespace

nlohmann::json report_data(const PageOptions& o) {
  std::vector<DrawnMask> given;
  for (const std::string& rule : o.masks) given.push_back(drawn_mask(rule));
  Json data{{"lang", language_name(o.language)},
            {"version", HEED_VERSION},
            {"models", Json::array()},
            {"left_out", Json::array()}};
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& path : o.models) {
    require_finished_epoch(path);
    files.push_back(model_file(path));
  }
  data["tests"] = test_data(files);
  ReadingModels models;
  for (const std::filesystem::path& path : o.models) {
    models.emplace_back();
    if (!LookableModel::is_other(path)) models.back().emplace(path);
    data["models"].push_back(model_data(path, models.back() ? &*models.back() : nullptr));
    const auto same = std::ranges::count(o.models.begin(), o.models.begin() + std::ssize(models), path);
    if (same > 1)  // each has a name of its own, also where one is given twice
      data["models"].back()["name"] = fmt::format("{} ({})", printable(path.string()), same);
  }
  std::vector<DrawnPositions> positions;
  std::vector<DrawnMask> masks;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (!models[m]) continue;
    if (models[m]->heads() > 0) positions.push_back(drawn_positions(*models[m]));
    add_own_mask(masks, *models[m], data["models"][m]["name"]);
  }
  data["positions"] = positions_data(positions);
  for (const char* rule : usual_masks) {
    const bool there = std::ranges::any_of(masks, [&](const auto& m) { return m.rule == rule && !m.drawn; });
    if (!there) masks.push_back(drawn_mask(rule));
  }
  masks.insert(masks.end(), given.begin(), given.end());
  data["masks"] = masks_data(masks);
  const bool read_by_some = std::ranges::any_of(models, [](const auto& m) { return m.has_value(); });
  const auto leave_out = [&](const std::string& sentence, const char* why, const Json& model = nullptr,
                             const std::string& error = "") {
    data["left_out"].push_back({{"sentence", sentence}, {"why", why}, {"model", model}, {"error", error}});
  };
  if (!read_by_some)
    for (const std::string& sentence : o.sentences) leave_out(sentence, "unread", data["models"][0]["name"]);
  if (!read_by_some) return data;
  // Sentence by sentence, so that each stands in all models or in none.
  std::size_t bytes = data.dump().size();
  std::vector<std::string> sentences = o.sentences;
  if (sentences.empty()) sentences = first_test_sentences(files.front(), 3);
  for (std::size_t m = 0; m < models.size() && sentences.empty(); ++m)
    if (models[m]) sentences = pictured_sentences(*models[m], data["models"][m]);
  // A model that reads none of them shows the rest of itself.
  for (auto& model : models) {
    const auto by_it = [&](const std::string& sentence) { return reads(*model, sentence); };
    if (model && models.size() > 1 && std::ranges::none_of(sentences, by_it)) model.reset();
  }
  for (const std::string& sentence : sentences) {
    const auto unread_by =
        std::ranges::find_if(models, [&](const auto& model) { return model && !reads(*model, sentence); });
    if (unread_by != models.end()) {
      leave_out(sentence, "unread", data["models"][unread_by - models.begin()]["name"],
                printable(*why_unread(**unread_by, sentence)));
      continue;
    }
    // Maps of more words than this are no pictures any more; known before the time is spent.
    const bool readable = std::ranges::none_of(
        models, [&](const auto& model) { return model && model->length(sentence) > most_page_tokens; });
    auto read = readable ? fitting_sentence(models, sentence, o.most_bytes - std::min(o.most_bytes, bytes))
                         : std::nullopt;
    if (!read) {
      leave_out(sentence, readable ? "bytes" : "tokens");
      continue;
    }
    bytes += read->bytes;
    for (std::size_t m = 0; m < models.size(); ++m)
      if (models[m]) data["models"][m]["sentences"].push_back(std::move(read->of_models[m]));
  }
  return data;
}

}  // namespace heed
