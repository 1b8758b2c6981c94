#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"
#include "tools/inspect/report.hpp"
#include "tools/inspect/serve.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

ApiAnswer refused(const std::string& why) { return {400, compact({{"error", why}})}; }

}  // namespace

std::string TranslationApi::about() const {
  const Translator& translator = std::get<Translator>(model_);
  return compact({{"from", translator.source().name},
                  {"to", translator.target().name},
                  {"note", note_},
                  {"lang", language_name(spoken_language())}});
}

ApiAnswer TranslationApi::translate(const std::string& request) const {
  const Json json = Json::parse(request, nullptr, false);
  if (!json.is_object()) return refused(tr(R"(send a JSON object in UTF-8: {{"text": "…"}})"));
  if (!json.contains("text") || !json["text"].is_string()) return refused(tr(R"("text" must be a text)"));
  const std::string text = json["text"];
  // JSON has checked that it is UTF-8: what does not go on a character begins one.
  const auto characters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
  if (characters > static_cast<std::ptrdiff_t>(most_characters))
    return refused(tr("the text has {} characters: at most {}", characters, most_characters));
  const Json beam = json.value("beam", Json(4));
  if (!beam.is_number_integer() || beam < 1 || beam > widest_beam)
    return refused(tr(R"("beam" must be a whole number from 1 to {})", widest_beam));
  try {
    const std::lock_guard only(one_at_a_time_);
    return {200, translation(text, beam)};
  } catch (const Error& problem) {
    return refused(localized(problem));
  }
}

std::string TranslationApi::translation(const std::string& text, std::int64_t beam) const {
  if (split_whitespace(text).empty()) return compact(reading_json(model_, {}));
  ReadOptions options{.beam = beam, .paths = beam, .usual = usual_};
  for (const TracedAttention& a : attentions_of(module_of(model_)))
    if (a.cross) options.points.push_back(a.name + ".pattern");
  Reading reading = read_traced(model_, text, options);
  constexpr std::int64_t most_weights = 500'000;  // that a browser can draw
  std::int64_t weights = 0;
  for (const auto& [name, pattern] : reading.values) weights += pattern.size();
  if (weights > most_weights) {
    reading.values.clear();
    reading.remarks += tr("  (too long to show where the model looked)");
  }
  return compact(reading_json(model_, reading));
}

}  // namespace heed
