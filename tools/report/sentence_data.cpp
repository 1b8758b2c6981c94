#include "tools/report/sentence_data.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/base64.hpp"
#include "models/beam_paths.hpp"
#include "tools/report/attention_data.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// A sentence, read by one model: what it computed, and what the page says beside the heads.
struct Reading {
  Looked looked;
  Json data;
};

Reading read_sentence(const LookableModel& model, const std::string& sentence, std::int64_t longest) {
  std::vector<std::string> wanted;  // an LSTM has a pattern alone
  for (const std::string& point : Trace(model.module()).points()) {
    for (const char* word : {".query", ".key", ".value", ".scores", ".pattern", ".z"})
      if (point.ends_with(word)) wanted.push_back(point);
  }
  Looked looked = model.look(sentence, {.points = wanted, .gradients = true, .longest = longest});
  Json beams = Json::array();
  const Translator* const translator = model.translator();
  if (translator != nullptr && looked.broken.empty()) try {
      for (const BeamPath& b : beam_paths(*translator, sentence, 4))
        beams.push_back(
            {{"text", b.text}, {"score", b.score}, {"tokens", b.tokens}, {"probability", b.probability}});
    } catch (const NumericError&) {  // behind words that the greedy search did not write
      looked.broken = "logits";
    }
  Json data{{"sentence", sentence},      {"source", looked.source},           {"input", looked.input},
            {"output", looked.output},   {"probability", looked.probability}, {"text", looked.text},
            {"remarks", looked.remarks}, {"broken", looked.broken},           {"beam", beams}};
  if (const auto& image = looked.image)
    data["image"] = {{"height", image->height},
                     {"width", image->width},
                     {"patch", image->patch},
                     {"pixels", base64(image->pixels.data(), image->pixels.size())}};
  return {std::move(looked), std::move(data)};
}

Json sentence_data(const LookableModel& model, const Reading& reading, HeadData how) {
  Json data = reading.data;
  Json& heads = data["heads"] = Json::array();
  for (const Attention& a : attentions_of(model)) {
    if (Json one = attention_data(model, a, reading.looked, how); !one.is_null())
      heads.push_back(std::move(one));
  }
  return data;
}

}  // namespace

std::optional<SentenceData> fitting_sentence(const ReadingModels& models, const std::string& sentence,
                                             std::size_t most_bytes) {
  std::vector<std::optional<Reading>> readings(models.size());
  const auto read = [&](std::int64_t longest) {
    for (std::size_t m = 0; m < models.size(); ++m)
      if (models[m]) readings[m] = read_sentence(*models[m], sentence, longest);
  };
  const auto fitting = [&](HeadData how) -> std::optional<SentenceData> {
    SentenceData all{.of_models = std::vector<Json>(models.size())};
    for (std::size_t m = 0; m < models.size(); ++m) {
      if (readings[m]) all.of_models[m] = sentence_data(*models[m], *readings[m], how);
      all.bytes += all.of_models[m].dump().size();
    }
    if (all.bytes > most_bytes) return std::nullopt;
    return all;
  };
  const auto all_of = [&](const auto& holds) {
    return std::ranges::all_of(readings, [&](const auto& r) { return !r || holds(*r); });
  };
  read(DecodingOptions{}.max_length);
  std::optional<SentenceData> all = fitting(HeadData::whole);
  if (!all && !all_of([](const Reading& r) { return r.looked.finished; })) {
    read(short_page_tokens);
    all = fitting(HeadData::whole);
  }
  // a byte knows no NaN
  if (!all && all_of([](const Reading& r) { return r.looked.broken.empty(); })) all = fitting(HeadData::map);
  return all;
}

}  // namespace heed
