#include "tools/inspect/report.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
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

/// Says why the model does not read the sentence so that the page could show it; "" if it does.
std::string why_left_out(const AnyModel& model, const std::string& name, const std::string& sentence) {
  try {
    const Reading reading = read_traced(model, sentence, {});
    if (std::max(reading.source.size(), reading.input.size()) <= most_page_tokens) return "";
    return tr("it has more than {} tokens", most_page_tokens);
  } catch (const Error& error) {
    return tr("it is nothing that {} reads ({})", name, printable(localized(error)));
  }
}

/// Returns sentences that become the tokens in the pictures of its training; of a ViT the first drawn
/// images.
std::vector<std::string> pictured_sentences(const AnyModel& model, const Json& data) {
  std::vector<std::string> candidates{"1", "2", "3"}, all;
  const Json::json_pointer pictures("/history/snapshots/sentences");
  if (!std::holds_alternative<Vit>(model)) {
    candidates.clear();
    for (const Json& one : data.contains(pictures) ? data.at(pictures) : Json::array()) {
      auto words = one.at(one.at("source").empty() ? "output" : "source").get<std::vector<std::string>>();
      std::erase_if(words, [](const std::string& word) { return word == "<bos>" || word == "<eos>"; });
      for (const char* between : {" ", ""}) {
        candidates.push_back(fmt::format("{}", fmt::join(words, between)));
        try {
          const Reading reading = read_traced(model, candidates.back(), {});
          if (one.at("source") == reading.source || one.at("output") == reading.output) break;
        } catch (const Error&) {  // cut into other tokens
        }
        candidates.pop_back();
      }
    }
  }
  for (const std::string& one : candidates)
    if (why_left_out(model, "", one).empty()) all.push_back(one);
  return all;
}

Reading read_sentence(const AnyModel& model, const std::string& sentence) {
  ReadOptions options{.gradients = true, .paths = 4};
  for (const std::string& point : Trace(module_of(model)).points()) {  // an LSTM has a pattern alone
    for (const char* word : {".query", ".key", ".value", ".scores", ".pattern", ".z"})
      if (point.ends_with(word)) options.points.push_back(point);
  }
  return read_traced(model, sentence, options);
}

/// Puts the sentence, as each of the models read it, in at most so many bytes, if need be with the maps of
/// its heads alone. Returns how many bytes that were; 0 if there is no room.
std::size_t put_sentence(Json& data, const ReportedModels& models, const std::string& sentence,
                         std::size_t room) {
  std::vector<std::optional<Reading>> readings;
  bool broken = false;
  for (const auto& model : models) {
    readings.emplace_back();
    if (model) readings.back() = read_sentence(*model, sentence);
    broken = broken || (model && !readings.back()->broken.empty());
  }
  for (const HeadData how : {HeadData::whole, HeadData::map}) {
    if (how == HeadData::map && broken) break;  // a byte has no NaN
    std::vector<Json> of_models(models.size());
    std::size_t bytes = 0;
    for (std::size_t m = 0; m < models.size(); ++m) {
      if (!models[m]) continue;
      of_models[m] = reading_json(*models[m], *readings[m], how);
      of_models[m]["sentence"] = sentence;
      bytes += of_models[m].dump().size();
    }
    if (bytes > room) continue;
    for (std::size_t m = 0; m < models.size(); ++m)
      if (models[m]) data["models"][m]["sentences"].push_back(std::move(of_models[m]));
    return bytes;
  }
  return 0;
}

}  // namespace

Json report_data(const PageOptions& o) {
  Json data{{"lang", language_name(spoken_language())},
            {"version", HEED_VERSION},
            {"models", Json::array()},
            {"left_out", Json::array()}};
  std::vector<std::filesystem::path> files;
  std::vector<std::string> names;
  ReportedModels models;
  for (const std::filesystem::path& path : o.models) {
    require_finished_epoch(path);
    files.push_back(model_file(path));
    models.emplace_back();
    if (can_be_read(path)) models.back().emplace(open_for_reading(path));
    Json& model = data["models"].emplace_back(model_json(path, models.back()));
    const auto same = std::ranges::count(o.models.begin(), o.models.begin() + std::ssize(models), path);
    if (same > 1)  // each has a name of its own, also where one is given twice
      model["name"] = fmt::format("{} ({})", printable(path.string()), same);
    names.push_back(model["name"]);
  }
  data["tests"] = test_json(files);
  data["positions"] = positions_json(models);
  data["masks"] = masks_json(models, names, o.masks);
  std::vector<std::string> sentences = o.sentences;
  if (sentences.empty()) sentences = first_test_sentences(files.front(), 3);
  for (std::size_t m = 0; m < models.size() && sentences.empty(); ++m)
    if (models[m]) sentences = pictured_sentences(*models[m], data["models"][m]);
  // A model that reads none of them shows the rest of itself beside one that does.
  std::vector<std::vector<std::string>> why(models.size());
  const auto reads_some = [](const std::vector<std::string>& reasons) {
    return std::ranges::find(reasons, "") != reasons.end();
  };
  for (std::size_t m = 0; m < models.size(); ++m) {
    for (const std::string& sentence : sentences)
      why[m].push_back(models[m] ? why_left_out(*models[m], names[m], sentence)
                                 : tr("it is nothing that {} reads", names[m]));
  }
  const bool some_read = std::ranges::any_of(why, reads_some);
  for (std::size_t m = 0; m < models.size(); ++m)
    if (some_read && !reads_some(why[m])) models[m].reset();
  std::size_t bytes = data.dump().size();
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    std::string reason;
    for (std::size_t m = 0; m < models.size() && reason.empty(); ++m)
      if (models[m] || !some_read) reason = why[m][s];
    const std::size_t room = o.most_bytes - std::min(o.most_bytes, bytes);
    const std::size_t put = reason.empty() ? put_sentence(data, models, sentences[s], room) : 0;
    bytes += put;
    if (reason.empty() && put == 0) reason = tr("the page would grow too large");
    if (!reason.empty()) data["left_out"].push_back({{"sentence", sentences[s]}, {"why", reason}});
  }
  return data;
}

WrittenReport write_report(const std::filesystem::path& page, const PageOptions& options) {
  const Json data = report_data(options);
  WrittenReport written;
  for (const Json& one : data.at("left_out"))
    written.notes.push_back(tr("left out ({}): {}", one.at("why").get<std::string>(),
                               printable(shorten(one.at("sentence").get<std::string>(), 60))));
  for (const Json& model : data.at("models")) {
    const Json& sentences = model.at("sentences");
    const auto first = std::ranges::find_if(sentences, [](const Json& s) { return s.at("broken") != ""; });
    if (first != sentences.end()) written.notes.push_back(broken_text(model.at("name"), first->at("broken")));
  }
  if (!options.sentences.empty() && data.at("left_out").size() == options.sentences.size()) return written;
  const std::string text = report_page(data);
  if (page == "-")
    fmt::print("{}", text);
  else
    atomic_write(page, text);
  written.bytes = text.size();
  return written;
}

std::string finish_page(const std::filesystem::path& page, const std::filesystem::path& model) {
  write_report(page, {.models = {model}});
  return tr("{}: the report of it, to be opened in a browser\n", printable(page.string()));
}

}  // namespace heed
