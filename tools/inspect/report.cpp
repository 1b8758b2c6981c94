#include "tools/inspect/report.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/page/page.hpp"
#include "tools/training/run_directory.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

/// A sentence of more has maps that are no pictures any more.
constexpr std::size_t most_page_tokens = 64;

/// None where a model is of a kind that is not looked into.
using ReportedModels = std::vector<std::optional<AnyModel>>;

Json model_json(const std::filesystem::path& path, const std::optional<AnyModel>& model) {
  const std::filesystem::path file = model_file(path);
  const SafetensorsHeader header = read_safetensors_header(file);
  const std::string kind = kind_of(header.metadata);
  const auto options = header.metadata.find("heed." + kind);
  Json data{{"name", printable(path.string())},
            {"kind", kind},
            {"options",
             options == header.metadata.end() ? Json::object() : parse_json(options->second, file.string())},
            {"history", read_history(file)},
            {"running", training_summary(file).running},
            {"sentences", Json::array()}};
  if (!model) return data;
  data["parameters"] = module_of(*model).parameter_count();
  data["learned"] = learned_positions(*model);
  return data;
}

/// The first sentences of the test that heed translate leaves beside a model.
std::vector<std::string> first_test_sentences(const std::filesystem::path& model, std::size_t count) {
  const std::filesystem::path path = beside_model(model, "test.source.txt");
  if (!std::filesystem::exists(path)) return {};
  std::vector<std::string> lines = read_text_lines(path, LineForm::as_written).lines;
  lines.resize(std::min(lines.size(), count));
  return lines;
}

/// Returns sentences that become the tokens in the pictures of its training; of a ViT the first drawn
/// images.
std::vector<std::string> pictured_sentences(const AnyModel& model, const Json& data) {
  if (std::holds_alternative<Vit>(model)) return {"1", "2", "3"};
  const Json::json_pointer pictures("/history/snapshots/sentences");
  std::vector<std::string> all;
  for (const Json& one : data.contains(pictures) ? data.at(pictures) : Json::array()) {
    auto words = one.at(one.at("source").empty() ? "output" : "source").get<std::vector<std::string>>();
    std::erase_if(words, [](const std::string& word) { return word == "<bos>" || word == "<eos>"; });
    for (const char* between : {" ", ""}) {
      const std::string sentence = fmt::format("{}", fmt::join(words, between));
      try {
        const Reading reading = read_traced(model, sentence, {});
        if (one.at("source") != reading.source && one.at("output") != reading.output) continue;
        all.push_back(sentence);
        break;
      } catch (const Error&) {  // cut into other tokens
      }
    }
  }
  return all;
}

/// Throws Error if the model cannot read it, or reads more tokens than the page shows.
Reading read_sentence(const AnyModel& model, const std::string& sentence) {
  ReadOptions options{.gradients = true, .paths = 4};
  for (const std::string& point : Trace(module_of(model)).points()) {  // an LSTM has a pattern alone
    for (const char* word : {".query", ".key", ".value", ".scores", ".pattern", ".z"})
      if (point.ends_with(word)) options.points.push_back(point);
  }
  Reading reading = read_traced(model, sentence, options);
  if (std::max(reading.source.size(), reading.input.size()) > most_page_tokens)
    throw_error<Error>(tr_noop("it has more than {} tokens"), most_page_tokens);
  return reading;
}

/// Puts the sentence as each of the models read it; one that some model does not read is left out.
void put_sentence(Json& data, const ReportedModels& models, const std::string& sentence) {
  std::vector<Json> readings(models.size());
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (!models[m]) continue;
    try {
      readings[m] = reading_json(*models[m], read_sentence(*models[m], sentence));
      readings[m]["sentence"] = sentence;
    } catch (const Error& error) {
      const std::string name = data["models"][m]["name"];
      data["left_out"].push_back(
          {{"sentence", sentence},
           {"why", tr("it is nothing that {} reads ({})", name, printable(localized(error)))}});
      return;
    }
  }
  for (std::size_t m = 0; m < models.size(); ++m)
    if (models[m]) data["models"][m]["sentences"].push_back(std::move(readings[m]));
}

}  // namespace

Json report_data(const PageOptions& o) {
  Json data{{"lang", language_name(spoken_language())},
            {"version", HEED_VERSION},
            {"models", Json::array()},
            {"left_out", Json::array()}};
  ReportedModels models;
  for (const std::filesystem::path& path : o.models) {
    models.push_back(open_for_reading(path));
    data["models"].push_back(model_json(path, models.back()));
  }
  data["positions"] = positions_json();
  std::vector<std::string> sentences = o.sentences;
  if (sentences.empty()) sentences = first_test_sentences(model_file(o.models.front()), 3);
  for (std::size_t m = 0; m < models.size() && sentences.empty(); ++m)
    if (models[m]) sentences = pictured_sentences(*models[m], data["models"][m]);
  for (const std::string& sentence : sentences) put_sentence(data, models, sentence);
  return data;
}

void write_report(const std::filesystem::path& page, const PageOptions& options) {
  const Json data = report_data(options);
  const auto note = [](const std::string& text) { fmt::print(stderr, "{}: {}\n", tr("note"), text); };
  for (const Json& one : data.at("left_out"))
    note(tr("left out ({}): {}", one.at("why").get<std::string>(),
            fit_width(one.at("sentence").get<std::string>(), 60)));
  if (!options.sentences.empty() && data.at("left_out").size() == options.sentences.size())
    throw_error<Error>(tr_noop("no page was written: none of the sentences given can be on it"));
  const std::string text = report_page(data);
  if (page == "-")
    fmt::print("{}", text);
  else
    atomic_write(page, text);
}

}  // namespace heed
