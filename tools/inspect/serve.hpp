// heed serve: a page on this machine alone that translates while one types, over HTTP.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "models/any_model.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

struct ApiAnswer {
  int status = 200;
  std::string json;  // of an error {"error": "what was wrong and what to do"}
};

/// JSON in, JSON out; knows nothing of HTTP but its status numbers. Calls may come from several threads; one
/// translates at a time.
class TranslationApi {
 public:
  static constexpr std::size_t most_characters = 1000;
  static constexpr std::int64_t widest_beam = 10;

  /// `usual`: see remarks(). `note` says what the model is.
  TranslationApi(Translator translator, Usual usual, std::string note)
      : model_(std::move(translator)), usual_(usual), note_(std::move(note)) {}

  /// Returns {"from", "to", "note", "lang"}: what the page says of the model.
  std::string about() const;

  /// Answers {"text": "…", "beam": 4} (beam may be left out) by the reading of the best translation
  /// (reading_json()), with the maps of the cross-attention. Status 400 for anything else.
  ApiAnswer translate(const std::string& request) const;

 private:
  std::string translation(const std::string& text, std::int64_t beam) const;

  AnyModel model_;
  Usual usual_;
  std::string note_;
  mutable std::mutex one_at_a_time_;
};

/// Answers on 127.0.0.1: GET / (the page), GET /model, POST /translate. `listening` is told the port (of port
/// 0 one that is free) and what ends serve(). Refused with a reason: what names another host (a page of the
/// web that has this address for its own name), what comes from another page (its Origin), POST without
/// `Content-Type: application/json` (what other pages can send), more than 16 KB or of unknown length, other
/// paths. Throws Error where the port cannot be had.
void serve(const TranslationApi& api, int port,
           const std::function<void(int port, const std::function<void()>& stop)>& listening);

}  // namespace heed
