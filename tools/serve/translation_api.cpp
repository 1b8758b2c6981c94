#include "tools/serve/translation_api.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"
#include "tools/serve/doubled_name.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Weights as per mille: enough to be looked at, and short.
Json layers_json(const std::vector<Array>& layers) {
  Json all = Json::array();
  for (const Array& weights : layers) {  // (1, heads, T, S)
    Json heads = Json::array();
    const Scalar* x = weights.data();
    for (std::int64_t head = 0; head < weights.dim(1); ++head) {
      Json rows = Json::array();
      for (std::int64_t t = 0; t < weights.dim(2); ++t, x += weights.dim(3)) {
        Json row = Json::array();
        for (std::int64_t s = 0; s < weights.dim(3); ++s)
          row.push_back(std::round(double{x[s]} * 1000) / 1000);
        rows.push_back(std::move(row));
      }
      heads.push_back(std::move(rows));
    }
    all.push_back(std::move(heads));
  }
  return all;
}

/// Every hypothesis that a beam kept, as a tree of tokens; of several sentences the trees from one root.
class BeamTree {
 public:
  explicit BeamTree(const Vocabulary& words) : words_(words) { nodes_.push_back({}); }

  void add(std::size_t sentence, const Hypothesis& h) {
    const Path path = path_of(sentence, h.tokens);
    const std::size_t node = place(path);
    nodes_[node].log_probability = h.log_probability;
    if (!h.finished) return;
    nodes_.push_back({.parent = node, .token = "<eos>", .log_probability = h.log_probability, .ended = true});
    ends_[path] = nodes_.size() - 1;
  }

  void mark_best(std::size_t sentence, const std::vector<std::int32_t>& tokens) {
    const Path path = path_of(sentence, tokens);
    const auto end = ends_.find(path);
    for (std::size_t i = end == ends_.end() ? place(path) : end->second;; i = nodes_[i].parent) {
      nodes_[i].best = true;
      if (i == 0) break;
    }
  }

  Json json() const {
    Json all = Json::array();
    for (const Node& n : nodes_)
      all.push_back({{"parent", n.parent},
                     {"token", n.token},
                     {"log_probability", n.log_probability},
                     {"ended", n.ended},
                     {"best", n.best}});
    return all;
  }

 private:
  using Path = std::vector<std::int32_t>;  // the number of the sentence, and tokens
  struct Node {
    std::size_t parent = 0;
    std::string token{};
    double log_probability = 0;
    bool ended = false, best = false;
  };

  static Path path_of(std::size_t sentence, const std::vector<std::int32_t>& tokens) {
    Path path{static_cast<std::int32_t>(sentence)};
    path.insert(path.end(), tokens.begin(), tokens.end());
    return path;
  }

  std::size_t place(const Path& path) {
    if (path.size() == 1) return 0;
    const auto [known, fresh] = places_.try_emplace(path, 0);
    if (!fresh) return known->second;
    const std::size_t parent = place({path.begin(), path.end() - 1});
    nodes_.push_back({.parent = parent, .token = words_.tokens()[static_cast<std::size_t>(path.back())]});
    return places_[path] = nodes_.size() - 1;
  }

  const Vocabulary& words_;
  std::vector<Node> nodes_;
  std::map<Path, std::size_t> places_, ends_;
};

/// Of an answer that a browser can draw: longer texts come without their attention.
constexpr std::int64_t most_weights = 500'000;

std::int64_t weights_of(const std::vector<Array>& layers) {
  std::int64_t all = 0;
  for (const Array& weights : layers) all += weights.size();
  return all;
}

ApiAnswer refused(const std::string& why) { return {400, text_of({{"error", why}})}; }

}  // namespace

TranslationApi::TranslationApi(Translator translator, Usual usual, std::string note)
    : translator_(std::move(translator)), usual_(usual), note_(std::move(note)) {}

std::string TranslationApi::about() const {
  return text_of({{"from", translator_.source().name},
                  {"to", translator_.target().name},
                  {"note", note_},
                  {"lang", language_name(spoken_language())}});
}

ApiAnswer TranslationApi::translate(const std::string& request) const {
  std::string twice;
  const Json json = Json::parse(request, watch_names(twice), false);
  if (!json.is_object()) return refused(tr(R"(send a JSON object in UTF-8: {{"text": "…"}})"));
  if (!twice.empty()) return refused(tr(R"("{}" stands there twice)", twice));
  for (const auto& [key, value] : json.items()) {
    if (key != "text" && key != "beam")
      return refused(tr(R"(only "text" and "beam" are known, not "{}")", key));
  }
  if (!json.contains("text") || !json["text"].is_string()) return refused(tr(R"("text" must be a text)"));
  const std::string text = json["text"];
  // JSON has checked that it is UTF-8: what does not go on a character begins one.
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
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
  BeamTree tree(translator_.target().vocabulary);
  // A beam of 1 is greedy, which has no tree: of two, one is watched.
  BeamOptions options{.beam = std::max<std::int64_t>(beam, 2), .n_best = beam};
  options.on_kept = [&](std::size_t sentence, const Hypothesis& h) { tree.add(sentence, h); };
  const Translation best = translator_.translate({text}, {.generation = {.beam = options}}).front();
  Json json{{"text", best.text}, {"remarks", remarks(best, usual_)}};
  Json alternatives = Json::array();
  for (const Alternative& a : best.alternatives)
    alternatives.push_back({{"text", a.text}, {"score", a.score}});
  json["alternatives"] = std::move(alternatives);
  const TranslationAttention look = translator_.attention(best);
  json["source"] = look.source;
  json["target"] = look.output;
  const bool drawn = weights_of(look.cross) <= most_weights;
  json["layers"] = best.source.empty() || !drawn ? Json::array() : layers_json(look.cross);
  if (!drawn)
    json["remarks"] = json["remarks"].get<std::string>() + tr("  (too long to show where the model looked)");
  const std::vector<Translation> sentences = best.parts.empty() ? std::vector{best} : best.parts;
  for (std::size_t i = 0; i < sentences.size(); ++i)
    tree.mark_best(i, translator_.target().vocabulary.encode(sentences[i].target));
  json["tree"] = best.source.empty() ? Json::array() : tree.json();
  return text_of(json);
}

}  // namespace heed
